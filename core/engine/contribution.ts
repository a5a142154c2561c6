/** Which questions' answers went into a value: walked back from it through what is known, and not beyond a gap. */
import type { Node, Nodes, QuestionNode } from '../contract/node.ts'
import { isQuestion, partsOf } from '../contract/node-kinds.ts'
import type { Part } from '../contract/reading.ts'
import { isGap, isPassed, spoilt } from './gap.ts'

/**
 * What a call came to know: settled values, and what each part of a score read (null: nothing, `spoilt`: it failed).
 */
export interface Known {
  readonly known: ReadonlyMap<Node<unknown>, unknown>
  readonly readings: ReadonlyMap<Part<unknown>, unknown>
}

/** Of the alternatives of a `first` those that were looked at: the one that answered is the last. */
export const lookedAt = (alternatives: readonly Node<unknown>[], known: Known['known']): readonly Node<unknown>[] => {
  const chosen = alternatives.findIndex((one) => !isPassed(known.get(one)))
  return chosen === -1 ? alternatives : alternatives.slice(0, chosen + 1)
}

export const contributionTo = (inputs: Nodes, { known, readings }: Known): ReadonlySet<QuestionNode> => {
  const found = new Set<QuestionNode>(),
    seen = new Set<Node<unknown>>()
  const wasRead = (part: Part<unknown>): boolean => ![undefined, null, spoilt].includes(readings.get(part) as null)
  /** That a gate found nothing is an answer of its sources too. */
  const wasLookedAt = (part: Part<unknown>): boolean => readings.has(part) && readings.get(part) !== spoilt
  const visit = (node: Node<unknown>): void => {
    if (seen.has(node) || !known.has(node) || isGap(known.get(node))) return
    seen.add(node)
    if (isQuestion(node)) found.add(node)
    if (node.kind === 'score' || node.kind === 'gates') {
      const read = partsOf(node).filter(node.kind === 'score' ? wasRead : wasLookedAt)
      read.forEach((part) => visitAll(Object.values(part.inputs)))
      if (node.inputs['gates']) visit(node.inputs['gates'])
    } else visitAll(node.kind === 'first' ? lookedAt(Object.values(node.inputs), known) : Object.values(node.inputs))
  }
  const visitAll = (nodes: readonly Node<unknown>[]): void => nodes.forEach(visit)
  visitAll(Object.values(inputs))
  return found
}

/** The sources of these questions, each with the time of its oldest answer. */
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
