/** Which sources contributed to a value: found by walking back from it through known values, as far as a gap. */
import type { Node, Nodes, QuestionNode } from '../contract/node.ts'
import { partsOf, questionsIn, type AnyNode } from '../contract/node-kinds.ts'
import { inputsOf, walk } from '../contract/walk.ts'
import type { ScorePart } from '../contract/reading.ts'
import type { Results } from './evaluation.ts'
import { isGap, isPassed, pluginError } from './gap.ts'

export const isThere = (node: Node<unknown>, known: Results['known']): boolean =>
  known.has(node) && !isGap(known.get(node))

/** The inputs that mattered: `first` looks no further than the alternative that has a value. */
export const lookedAt = (node: AnyNode, known: Results['known']): readonly Node<unknown>[] => {
  const inputs = inputsOf(node)
  const chosen = node.kind === 'first' ? inputs.findIndex((one) => !isPassed(known.get(one))) : -1
  return chosen === -1 ? inputs : inputs.slice(0, chosen + 1)
}

/** The questions whose answers went into these values. */
export const contributionTo = (inputs: Nodes, { known, readings }: Results): readonly QuestionNode[] => {
  const wasRead = (part: ScorePart<unknown>): boolean =>
    ![undefined, null, pluginError].includes(readings.get(part) as null)
  /** A gate that did not find anything has read its sources all the same. */
  const wasLookedAt = (part: ScorePart<unknown>): boolean => readings.has(part) && readings.get(part) !== pluginError
  const readBy = (node: AnyNode): readonly Node<unknown>[] => {
    const read = partsOf(node).filter(node.kind === 'score' ? wasRead : wasLookedAt)
    const gates = node.kind === 'score' && node.gates ? [node.gates] : []
    return [...read.flatMap((part) => Object.values(part.inputs)), ...gates]
  }
  const nodes = walk(inputs, (node) => {
    if (!isThere(node, known)) return null
    return node.kind === 'score' || node.kind === 'gates' ? readBy(node) : lookedAt(node, known)
  })
  return questionsIn(nodes)
}

/** The sources of these questions, each with the time of its oldest answer, epoch ms. */
export const oldestOf = (
  questions: Iterable<QuestionNode>,
  fetched: ReadonlyMap<Node<unknown>, number>,
): ReadonlyMap<string, number> => {
  const oldest = new Map<string, number>()
  for (const one of questions) {
    const { id } = one.operation.source,
      at = fetched.get(one)
    if (at !== undefined) oldest.set(id, Math.min(oldest.get(id) ?? Infinity, at))
  }
  return oldest
}
