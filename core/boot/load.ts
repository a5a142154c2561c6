/** Loads the endpoints that `service.yaml` lists, and finds their sources and scores by walking what they declare. */
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Dataset } from '../contract/dataset.ts'
import type { Endpoint } from '../contract/endpoint.ts'
import { walk, type Node } from '../contract/node.ts'
import type { Operation } from '../contract/operation.ts'
import type { ScoreNode } from '../contract/score.ts'
import type { Source } from '../contract/source.ts'
import { faultsOf } from './check.ts'

export interface LoadedEndpoint {
  readonly declared: Endpoint
  /** One price for all depths. */
  readonly flat: boolean
  readonly scores: readonly ScoreNode[]
  readonly sources: readonly string[]
}
export type AnySource = Source | Dataset

export interface Plugins {
  readonly endpoints: ReadonlyMap<string, LoadedEndpoint>
  readonly sources: ReadonlyMap<string, AnySource>
  /** Scores with a package of their own. */
  readonly scores: ReadonlyMap<string, ScoreNode>
}

export interface Loading { readonly plugins: Plugins; readonly faults: readonly string[] }

/** The project's folder, from which bare and relative endpoint names are taken. */
export const projectRoot = resolve(import.meta.dirname, '../..')

const addressOf = (name: string): string => {
  if (/^\.{1,2}\//.test(name)) return pathToFileURL(entryOf(resolve(projectRoot, name))).href
  const own = join(projectRoot, 'plugins/endpoints', name)
  return existsSync(own) ? pathToFileURL(entryOf(own)).href : name
}
const entryOf = (path: string): string => /\.[cm]?[jt]s$/.test(path) ? path : ['index.ts', 'index.js'].map((file) => join(path, file)).find(existsSync) ?? join(path, 'index.ts')

/** Imports every endpoint; a broken one is a fault in words, and hides no other. */
export const loadPlugins = async (names: readonly string[]): Promise<Loading> => {
  const faults: string[] = []
  const declared = (await Promise.all(names.map(async (name): Promise<readonly [string, Endpoint][]> => {
    try {
      const module = await import(addressOf(name)) as Readonly<Record<string, unknown>>
      const found = Object.values(module).filter(isEndpoint)
      if (found.length !== 1) faults.push(`endpoint '${name}': its module exports ${found.length === 0 ? 'no endpoint' : `${found.length} endpoints, not one`}`)
      return found.length === 1 ? [[name, found[0]!]] : []
    } catch (error) {
      faults.push(`endpoint '${name}': ${error instanceof Error ? error.message.split('\n')[0] : String(error)}`)
      return []
    }
  }))).flat()
  return collectPlugins(declared, faults)
}

/** The same for endpoints that are already at hand; each with the name it is listed by. */
export const collectPlugins = (declared: readonly (readonly [string, Endpoint])[], before: readonly string[] = []): Loading => {
  const endpoints = new Map<string, LoadedEndpoint>(), sources = new Map<string, AnySource>(), scores = new Map<string, ScoreNode>()
  const faults = [...before, ...faultsOf(declared)]
  const sound = declared.filter(([name]) => !faults.some((fault) => fault.startsWith(`endpoint '${name}':`)))
  for (const [, endpoint] of sound) {
    const nodes = [...walk(rootsOf(endpoint))]
    const used = [...new Set(nodes.flatMap((node) => 'operation' in node ? [(node.operation as Operation<any, any>).source as AnySource] : []))]
    for (const source of used) {
      const known = sources.get(source.id)
      if (known && known !== source) faults.push(`source '${source.id}': declared twice, by ${known.home} and ${source.home}`)
      sources.set(source.id, source)
    }
    const weighed = nodes.filter((node): node is ScoreNode => node.kind === 'score')
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

const isEndpoint = (value: unknown): value is Endpoint => typeof value === 'object' && value !== null && 'sections' in value && 'response' in value && 'asked' in value

/** Every node an endpoint rests on, by the name of what it feeds. */
export const rootsOf = ({ sections, required, matched, nation }: Endpoint): Readonly<Record<string, Node<unknown>>> => Object.fromEntries([
  ...required.map((node, i) => [`required.${i}`, node] as const),
  ...(nation ? [['nation', nation] as const] : []),
  ...Object.entries({ ...sections, ...(matched && { matched }) }).flatMap(([name, { inputs }]) => Object.entries(inputs).map(([key, node]) => [`${name}:${key}`, node] as const)),
])
