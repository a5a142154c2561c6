/** Loads the endpoints that `service.yaml` lists, and collects their sources and scores from their nodes. */
import type { AnySource } from '../contract/client.ts'
import type { Endpoint } from '../contract/endpoint.ts'
import { licenceFault } from '../contract/licences.ts'
import { isScore, questionsIn } from '../contract/node-kinds.ts'
import type { ScoreNode } from '../contract/score.ts'
import { projectRoot } from './address.ts'
import { faultsOf } from './check.ts'
import { nodesOf } from './graph.ts'
import { importPackage } from './import-package.ts'

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

/** An import that fails is reported and does not stop the others. `from`: the folder of the file that names them. */
export const loadPlugins = async (names: readonly string[], from: string = projectRoot): Promise<Loading> => {
  const found = await Promise.all(names.map((name) => importPackage<Endpoint>('endpoint', name, from, isEndpoint)))
  // In the order of the list, not of loading.
  return collectPlugins(
    found.flatMap((result, i) => ('declared' in result ? [[names[i]!, result.declared] as const] : [])),
    found.flatMap((result) => ('fault' in result ? [result.fault] : [])),
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
  for (const [name, endpoint] of valid) {
    const twice = (what: string, id: string, ...homes: readonly (string | undefined)[]): void =>
      void faults.push(`endpoint '${name}': its ${what} '${id}' is declared twice, in ${homes.join(' and in ')}`)
    const nodes = [...nodesOf(endpoint)]
    const used = [...new Set(questionsIn(nodes).map(({ operation }) => operation.source as AnySource))]
    for (const source of used) {
      const other = sources.get(source.id)
      if (other && other !== source) twice('source', source.id, other.home, source.home)
      const fault = other ? null : licenceFault(source)
      if (fault !== null) faults.push(`endpoint '${name}': source '${source.id}': ${fault}`)
      sources.set(source.id, source)
    }
    const weighed = nodes.filter(isScore)
    for (const score of weighed.filter(({ home }) => home !== undefined)) {
      const other = scores.get(score.id)
      if (other && other.home !== score.home) twice('score', score.id, other.home, score.home)
      scores.set(score.id, score)
    }
    endpoints.set(endpoint.id, {
      declared: endpoint,
      flat: Object.values(endpoint.sections).every(({ from }) => from === 'summary'),
      scores: weighed,
      sources: used.map(({ id }) => id),
    })
  }
  return { plugins: { endpoints, sources, scores }, faults }
}

const isEndpoint = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && 'sections' in value && 'asked' in value
