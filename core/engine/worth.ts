/** The depth whose price is charged at most. */
import type { Endpoint } from '../contract/endpoint.ts'
import { depths, depthRank, type Depth } from '../contract/node.ts'
import { isWanted } from './sections.ts'

/**
 * The highest depth, up to the one asked, whose own sections tell something. A depth without wanted sections of its own
 * is charged in full: the caller pays for something else, such as a wider circle; but not for the subject alone.
 */
export const worthOf = (
  endpoint: Endpoint,
  call: { readonly depth: Depth; readonly include: readonly string[] | null },
  tells: (section: string) => boolean,
): Depth => {
  const wanted = Object.entries(endpoint.sections).filter(([name, section]) => isWanted(call, name, section))
  if (!wanted.some(([name]) => tells(name))) return 'summary'
  for (const depth of depths.slice(1, depthRank(call.depth) + 1).toReversed()) {
    const added = wanted.filter(([, { from }]) => from === depth)
    if (added.length === 0 || added.some(([name]) => tells(name))) return depth
  }
  return 'summary'
}
