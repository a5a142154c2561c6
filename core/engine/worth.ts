/** The depth whose price is charged at most. */
import type { Endpoint } from '../contract/endpoint.ts'
import { depths, depthRank, type Depth, type Node } from '../contract/node.ts'
import type { Scored } from '../contract/score.ts'
import type { Section } from '../contract/section.ts'
import { isWanted, valueAt } from './sections.ts'
import { isKnown } from './verdict.ts'

/**
 * The highest depth, up to the one asked, whose own sections tell something. A depth without wanted sections of its own
 * is charged in full: the caller pays for something else, such as a wider circle.
 */
export const worthOf = (
  endpoint: Endpoint,
  call: { readonly depth: Depth; readonly include: readonly string[] | null },
  data: Readonly<Record<string, unknown>>,
  known: ReadonlyMap<Node<unknown>, unknown>,
): Depth => {
  const isThere = ([name, section]: readonly [string, Section]): boolean =>
    section.unpriced !== true && isKnown(valueAt(data, name)) && !isOfUnscored(section, known)
  for (const depth of depths.slice(1, depthRank(call.depth) + 1).toReversed()) {
    const added = Object.entries(endpoint.sections).filter(
      ([name, section]) => section.from === depth && isWanted(call, name, section),
    )
    if (added.length === 0 || added.some(isThere)) return depth
  }
  return 'summary'
}

/** Whether it shows a score that is null. */
const isOfUnscored = ({ inputs }: Section, known: ReadonlyMap<Node<unknown>, unknown>): boolean =>
  Object.values(inputs).some((node) => node.kind === 'score' && (known.get(node) as Scored | undefined)?.score === null)
