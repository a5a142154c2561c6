/** Which questions' answers went into a value: walked back from it through what is known, and not beyond a gap. */
import type { Node, Nodes } from '../contract/node.ts'
import type { Part, ScoreNode } from '../contract/score.ts'
import type { Inner } from './gather.ts'
import { isGap, isPassed, spoilt } from './gap.ts'

/** What a call came to know: settled values, and what each part of a score read (null: nothing, `spoilt`: it failed). */
export interface Known {
  readonly known: ReadonlyMap<Node<unknown>, unknown>
  readonly readings: ReadonlyMap<Part<unknown>, unknown>
}

export const isQuestion = ({ kind }: Node<unknown>): boolean => kind === 'need' || kind === 'each'

export const partsOf = ({ factors, fixed }: ScoreNode): readonly Part<unknown>[] => [
  ...Object.values(factors),
  ...(fixed ? [fixed] : []),
]

/** Of the alternatives of a `first` those that were looked at: the one that answered is the last. */
export const lookedAt = (alternatives: readonly Node<unknown>[], known: Known['known']): readonly Node<unknown>[] => {
  const chosen = alternatives.findIndex((one) => !isPassed(known.get(one)))
  return chosen === -1 ? alternatives : alternatives.slice(0, chosen + 1)
}

export const contributionTo = (inputs: Nodes, { known, readings }: Known): ReadonlySet<Inner> => {
  const found = new Set<Inner>(),
    seen = new Set<Node<unknown>>()
  const wasRead = (part: Part<unknown>): boolean => ![undefined, null, spoilt].includes(readings.get(part) as null)
  const visit = (node: Node<unknown>): void => {
    if (seen.has(node) || !known.has(node) || isGap(known.get(node))) return
    seen.add(node)
    if (isQuestion(node)) found.add(node as Inner)
    if (node.kind === 'score')
      partsOf(node as ScoreNode)
        .filter(wasRead)
        .forEach((part) => visitAll(Object.values(part.inputs)))
    else visitAll(node.kind === 'first' ? lookedAt(Object.values(node.inputs), known) : Object.values(node.inputs))
  }
  const visitAll = (nodes: readonly Node<unknown>[]): void => nodes.forEach(visit)
  visitAll(Object.values(inputs))
  return found
}

/** The sources of these questions, each with the time of its oldest answer. */
export const oldestOf = (
  questions: Iterable<Inner>,
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
