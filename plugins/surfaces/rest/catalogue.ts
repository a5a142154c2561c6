/** `GET /catalogue`: endpoints, prices, sources and readiness, derived from the declarations and settings. */
import { depths, type Depth } from '@domesday/core'
import {
  canBeAnswered,
  declaredSubject,
  json,
  interfaceVersion,
  invalidParameters,
  parametersIn,
  parametersOf,
  queryOf,
  sendJson,
  sourcesOf,
  termsOf,
  unknownParameters,
  type EndpointSettings,
  type Http,
  type LoadedEndpoint,
  type Prices,
  type ServiceView,
} from '@domesday/core/surface'
import { soldDepths } from '@domesday/surface-parts/offered'
import { capacityOf } from './catalogue-capacity.ts'
import { scoreEntry } from './catalogue-score.ts'
import { onDeclared } from './on-day.ts'

type View = Pick<ServiceView, 'plugins' | 'settings' | 'readiness' | 'unwell' | 'evidence'>

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

/** Where no evidence is kept there is no day to ask for. */
const onDay = ({ evidence }: View): readonly object[] => {
  const { description, schema, ...on } = onDeclared
  return evidence === null ? [] : [{ ...on, schema: { ...schema, description } }]
}

const endpointEntry = (endpoint: LoadedEndpoint, view: View): object => {
  const {
    plugins,
    settings,
    readiness: { lacking },
    unwell,
  } = view
  const { declared, flat, sources } = endpoint
  const own = settings().endpoint(declared.id)
  const { credits, microUsd, examples } = own
  const missing = sources.flatMap((source) => {
    const gap = lacking(source)
    return gap && !(plugins.sources.get(source) as { readonly optional?: true }).optional ? [{ source, ...gap }] : []
  })
  const subject = declaredSubject(declared)
  const isReady = (source: string): boolean => lacking(source) === null
  const sold = soldDepths(endpoint, isReady)
  return {
    id: declared.id,
    title: declared.title,
    summary: declared.summary,
    path: declared.path,
    subject: subject && { kind: subject.kind.id, parameter: subject.parameter },
    params: [...paramsOf(endpoint, own), ...onDay(view)],
    prices: {
      credits: shownPrices(credits, flat),
      usd: microUsd && shownPrices(microUsd, isOnePrice(microUsd) && sold.length === depths.length, 1e6, sold),
    },
    capacity: capacityOf(endpoint, view),
    tool: declared.tool ?? null,
    // Callers cannot select a section that accompanies another one.
    sections: Object.entries(declared.sections)
      .filter(([, { beside }]) => beside === undefined)
      .map(([name, { from }]) => ({ name, from, sources: sourcesOf(declared, name) })),
    score: scoreEntry(endpoint, own),
    examples: Object.keys(examples),
    ready: canBeAnswered(declared, isReady),
    missing,
    unwell: unwell(declared.id),
  }
}

const sourceEntry = (id: string, { plugins, settings, readiness: { lacking, isOff, envOf } }: View): object => {
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

/** The kinds of subjects that endpoints are about; of those that declare a kind, the first that describes it counts. */
const kindsOf = ({ plugins }: View): readonly object[] => {
  const all = [...plugins.endpoints.values()].flatMap(({ declared }) => declaredSubject(declared)?.kind ?? [])
  const ids = [...new Set(all.map(({ id }) => id))]
  return ids.map((id) => {
    const same = all.filter((kind) => kind.id === id)
    const { title = `By ${id}`, forms = [], named = null } = same.find(({ title }) => title !== undefined) ?? {}
    return { id, title, forms, named }
  })
}

const catalogueOf = (view: View): object => ({
  version: interfaceVersion,
  kinds: kindsOf(view),
  endpoints: [...view.plugins.endpoints.values()].map((endpoint) => endpointEntry(endpoint, view)),
  sources: [...view.plugins.sources.keys()].sort().map((id) => sourceEntry(id, view)),
})

export const catalogue = (http: Http, view: View): void =>
  http.get('/catalogue', (ctx) => {
    const unknown = unknownParameters(Object.keys(queryOf(ctx.req.url!)), [])
    if (unknown.length > 0) throw invalidParameters(unknown)
    return sendJson(ctx, json({ data: catalogueOf(view) }))
  })
