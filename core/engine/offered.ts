/**
 * Which depths are sold by the call here. A signed amount cannot be lowered, so that none is that has nothing to add.
 */
import type { LoadedEndpoint } from '../registry/load.ts'
import { depths, type Depth } from '../contract/node.ts'
import { sourceIdsIn } from '../contract/node-kinds.ts'
import { sourcesOf } from './endpoint-facts.ts'
import { requiredNodes } from './endpoint-facts.ts'

/** Sources of the sections that a depth adds, each section's apart from those that every answer needs. */
const addedBy = ({ declared }: LoadedEndpoint, depth: Depth): readonly (readonly string[])[] => {
  const required = sourceIdsIn(requiredNodes(declared))
  return Object.entries(declared.sections)
    .filter(([, { from }]) => from === depth)
    .map(([name]) => sourcesOf(declared, name).filter((source) => !required.includes(source)))
}

/** The sources that keep a depth from being sold, as none of them is ready; null where it is sold. */
export const keptFrom = (
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
  depths.filter((depth) => keptFrom(endpoint, depth, isReady) === null)
