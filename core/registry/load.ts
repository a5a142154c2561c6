/** Loads the endpoints that `service.yaml` lists, and collects their sources and scores from their nodes. */
import type { AnySource } from '../contract/client.ts'
import type { Endpoint } from '../contract/endpoint.ts'
import { isScore, questionsIn } from '../contract/node-kinds.ts'
import type { ScoreNode } from '../contract/score.ts'
import { specifierOf } from './address.ts'
import { faultsOf } from './check.ts'
import { nodesOf } from './graph.ts'

export interface LoadedEndpoint {
  readonly declared: Endpoint
  /** All its sections are at `summary`: it has one depth and one price. */
  readonly flat: boolean
  readonly scores: readonly ScoreNode[]
  readonly sources: readonly string[]
}
export interface Plugins {
  readonly endpoints: ReadonlyMap<string, LoadedEndpoint>
  readonly sources: ReadonlyMap<string, AnySource>
  /** Scores with a package of their own. */
  readonly scores: ReadonlyMap<string, ScoreNode>
}

export interface Loading {
  readonly plugins: Plugins
  readonly faults: readonly string[]
}

export { datasetsIn, type AnySource } from '../contract/client.ts'
export { projectRoot } from './address.ts'
export { rootsOf } from './graph.ts'

/** Imports every endpoint. An import that fails is reported and does not stop the others. */
export const loadPlugins = async (names: readonly string[]): Promise<Loading> => {
  const loaded = await Promise.all(
    names.map(async (name): Promise<readonly [string, Endpoint] | string> => {
      try {
        const module = (await import(specifierOf(name))) as object
        const [first, ...others] = Object.values(module).filter(isEndpoint)
        if (first && others.length === 0) return [name, first]
        return `endpoint '${name}': its module exports ${first ? `${others.length + 1} endpoints, not one` : 'no endpoint'}`
      } catch (error) {
        return `endpoint '${name}': ${error instanceof Error ? error.message.split('\n')[0] : String(error)}`
      }
    }),
  )
  // In the order of the list, not of loading.
  return collectPlugins(
    loaded.filter((result) => typeof result !== 'string'),
    loaded.filter((result) => typeof result === 'string'),
  )
}

/** Checks and collects loaded endpoints, each with its name in service.yaml. `before`: faults found so far. */
export const collectPlugins = (
  declared: readonly (readonly [string, Endpoint])[],
  before: readonly string[] = [],
): Loading => {
  const endpoints = new Map<string, LoadedEndpoint>(),
    sources = new Map<string, AnySource>(),
    scores = new Map<string, ScoreNode>()
  const faults = [...before, ...faultsOf(declared)]
  const valid = declared.filter(([name]) => !faults.some((fault) => fault.startsWith(`endpoint '${name}':`)))
  for (const [, endpoint] of valid) {
    const nodes = [...nodesOf(endpoint)]
    const used = [...new Set(questionsIn(nodes).map(({ operation }) => operation.source as AnySource))]
    for (const source of used) {
      const other = sources.get(source.id)
      if (other && other !== source)
        faults.push(`source '${source.id}': declared twice, by ${other.home} and ${source.home}`)
      sources.set(source.id, source)
    }
    const weighed = nodes.filter(isScore)
    for (const score of weighed) if (score.home !== undefined) scores.set(score.id, score)
    endpoints.set(endpoint.id, {
      declared: endpoint,
      flat: Object.values(endpoint.sections).every(({ from }) => from === 'summary'),
      scores: weighed,
      sources: used.map(({ id }) => id),
    })
  }
  return { plugins: { endpoints, sources, scores }, faults }
}

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'sections' in value && 'response' in value && 'asked' in value
