/**
 * Which depths are offered to callers who pay per call. The amount that they sign cannot be lowered afterwards, so that
 * a depth is not offered while none of the sources that it adds is ready.
 */
import type { LoadedEndpoint } from '../registry/load.ts'
import { depths, type Depth } from '../contract/node.ts'
import { sourceIdsIn } from '../contract/node-kinds.ts'
import { sourcesOf } from './endpoint-facts.ts'
import { requiredNodes } from './endpoint-facts.ts'

/** For each section that a depth adds: its sources, without those of the required nodes. */
const addedBy = ({ declared }: LoadedEndpoint, depth: Depth): readonly (readonly string[])[] => {
  const required = sourceIdsIn(requiredNodes(declared))
  return Object.entries(declared.sections)
    .filter(([, { from }]) => from === depth)
    .map(([name]) => sourcesOf(declared, name).filter((source) => !required.includes(source)))
}

/** The sources that are not ready and keep a depth from being offered; null where it is offered. */
export const withheldBy = (
  endpoint: LoadedEndpoint,
  depth: Depth,
  isReady: (source: string) => boolean,
): readonly string[] | null => {
  if (depth === 'summary' || endpoint.flat) return null
  const added = addedBy(endpoint, depth)
  const isSold = added.length === 0 || added.some((sources) => sources.length === 0 || sources.some(isReady))
  return isSold ? null : [...new Set(added.flat())].sort()
}

export const soldDepths = (endpoint: LoadedEndpoint, isReady: (source: string) => boolean): readonly Depth[] =>
  depths.filter((depth) => withheldBy(endpoint, depth, isReady) === null)
