/**
 * Which depths are offered to callers who pay per call. The amount that they sign cannot be lowered afterwards, so that
 * a depth is not offered while none of the sources that it adds is ready.
 */
import { depths, type Depth } from '@domesday/core'
import { requiredNodes, sourceIdsIn, sourcesOf, type LoadedEndpoint } from '@domesday/core/surface'

/** Sources that every answer of an endpoint needs. */
export const requiredSources = ({ declared }: LoadedEndpoint): readonly string[] => sourceIdsIn(requiredNodes(declared))

/** Sources of the sections that a depth adds, each section's apart from those that every answer needs. */
const addedBy = (endpoint: LoadedEndpoint, depth: Depth): readonly (readonly string[])[] => {
  const { declared } = endpoint
  const required = requiredSources(endpoint)
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
