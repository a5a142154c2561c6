/**
 * `GET /catalogue`: what there is, what it costs, what it rests on, and whether it is ready here. Derived; nothing is
 * typed twice.
 */
import type Router from '@koa/router'
import type { LoadedEndpoint, Plugins } from '../../../core/registry/load.ts'
import type { EndpointSettings, Prices, Settings } from '../../../core/registry/settings/settings.ts'
import { termsOf } from '../../../core/contract/licences.ts'
import { depths, type Depth } from '../../../core/contract/node.ts'
import { soldDepths } from '../../../core/engine/offered.ts'
import { parametersOf } from '../../../core/engine/parameters.ts'
import { sourcesOf } from '../../../core/engine/endpoint-facts.ts'
import { requiredNodes } from '../../../core/engine/endpoint-facts.ts'
import { sourceIdsIn } from '../../../core/contract/node-kinds.ts'
import { parametersIn } from '../../../core/registry/check.ts'
import { scoreEntry } from './catalogue-score.ts'
import { json, sendJson } from '../../../core/http/wire.ts'

export const version = '3.0.0'

/** What keeps a source from being asked here; null when nothing does. */
export type Lacking = (
  source: string,
) => { readonly reason: 'not_configured' | 'not_imported' | 'not_licensed'; readonly env: readonly string[] } | null

export interface CatalogueParts {
  readonly plugins: Plugins
  readonly settings: () => Settings
  readonly lacking: Lacking
  /** Whether a part of a source is not asked here, in view of its terms. */
  readonly isOff: (source: string, part: string) => boolean
  /** The environment variables that hold a source's credential. */
  readonly envOf: (source: string) => readonly string[]
}

const shownPrices = (prices: Prices, flat: boolean, unit = 1, sold: readonly Depth[] = depths): object =>
  flat ? { flat: prices.full / unit } : Object.fromEntries(sold.map((depth) => [depth, prices[depth] / unit]))

const isOnePrice = (prices: Prices): boolean => new Set(Object.values(prices)).size === 1

const paramsOf = (endpoint: LoadedEndpoint, { match }: EndpointSettings): readonly object[] =>
  Object.entries(parametersOf(endpoint, match)).map(([name, { schema, optional }]) => ({
    name,
    in: parametersIn(endpoint.declared.path).includes(name) ? 'path' : 'query',
    required: !optional && !('default' in schema),
    schema,
  }))

const endpointEntry = (endpoint: LoadedEndpoint, { plugins, settings, lacking }: CatalogueParts): object => {
  const { declared, flat, sources } = endpoint
  const own = settings().endpoint(declared.id)
  const { credits, microUsd, examples } = own
  const required = sourceIdsIn(requiredNodes(declared))
  const missing = sources.flatMap((source) => {
    const gap = lacking(source)
    return gap && !(plugins.sources.get(source) as { readonly optional?: true }).optional ? [{ source, ...gap }] : []
  })
  const sold = soldDepths(endpoint, (source) => lacking(source) === null)
  return {
    id: declared.id,
    title: declared.title,
    summary: declared.summary,
    path: declared.path,
    params: paramsOf(endpoint, own),
    prices: {
      credits: shownPrices(credits, flat),
      usd: microUsd && shownPrices(microUsd, isOnePrice(microUsd) && sold.length === depths.length, 1e6, sold),
    },
    tool: declared.tool ?? null,
    // What goes with a section comes with it, and is none to choose.
    sections: Object.entries(declared.sections)
      .filter(([, { beside }]) => beside === undefined)
      .map(([name, { from }]) => ({ name, from, sources: sourcesOf(declared, name) })),
    score: scoreEntry(endpoint, own),
    examples: Object.keys(examples),
    ready: !missing.some(({ source }) => required.includes(source)),
    missing,
  }
}

const sourceEntry = (id: string, { plugins, settings, lacking, isOff, envOf }: CatalogueParts): object => {
  const source = plugins.sources.get(id)!
  const { ttl, refresh } = settings().source(id)
  const { charging, mayKeep, terms } = termsOf(source)
  return {
    id,
    title: source.title,
    kind: source.kind,
    licence: source.licence,
    attribution: source.attribution,
    charging,
    may_keep: mayKeep,
    terms,
    parts: Object.entries(source.parts ?? {}).map(([part, about]) => ({ part, ...about, ready: !isOff(id, part) })),
    coverage: source.covers ? `${source.coverage} (${source.covers.join(', ')})` : source.coverage,
    env: envOf(id),
    signup: source.signup ?? null,
    ready: lacking(id) === null,
    freshness: { fresh_for_s: (ttl['default'] ?? 0) / 1000, refresh_s: refresh === null ? null : refresh / 1000 },
    unconfirmed: [...source.operations.values()]
      .filter(({ confidence }) => confidence === 'unconfirmed')
      .map((operation) => operation.id),
    used_by: [...plugins.endpoints.values()]
      .filter(({ sources }) => sources.includes(id))
      .map(({ declared }) => declared.id),
  }
}

const catalogueOf = (parts: CatalogueParts): object => ({
  version,
  endpoints: [...parts.plugins.endpoints.values()].map((endpoint) => endpointEntry(endpoint, parts)),
  sources: [...parts.plugins.sources.keys()].sort().map((id) => sourceEntry(id, parts)),
})

export const catalogue = (router: Router, parts: CatalogueParts): void => {
  router.get('/catalogue', (ctx) => sendJson(ctx, json({ data: catalogueOf(parts) })))
}
