import {
  address,
  closed,
  count,
  duration,
  durationUpTo,
  each,
  fraction,
  hostName,
  lasting,
  listOf,
  points,
  hours,
  rate,
  size,
  text,
  type JsonSchema,
} from './shapes.ts'

export type Prices = Readonly<Record<'summary' | 'standard' | 'full', number>> | { readonly flat: number }

/** What `endpoints/*.yaml` and an endpoint's `defaults.yaml` say. Durations are text, read with `milliseconds`. */
export interface EndpointSettings {
  readonly credits: Prices
  /** Dollars, where the endpoint is sold by the call. */
  readonly usd?: Prices
  /** The longest that one call may take, at most 12s. */
  readonly deadline: string
  /** The longest that a whole answer may be kept; `0s` keeps none, absent leaves it to the sources. */
  readonly cache?: string
  /** Paths below `/api/v1`, each with what it shows. */
  readonly examples?: Readonly<Record<string, string>>
  readonly score?: ScoreSettings
  /** The endpoint's own figures, by the shapes it declares. */
  readonly settings?: Readonly<Record<string, unknown>>
}

export interface ScoreSettings {
  readonly weights: Readonly<Record<string, number>>
  readonly curves: Readonly<Record<string, Curve>>
  readonly bands: readonly Band[]
  /** The least known weight at which a score is given. */
  readonly minimum_weight?: number
  /** Points either way, for factors that are read from a wider area or another time. */
  readonly spreads?: Readonly<Record<string, number>>
  /** What each gate does. */
  readonly gates?: Readonly<Record<string, object>>
}

/** Metric to points: straight lines between pairs of metric and points, or points by word. */
export type Curve = readonly (readonly [metric: number, points: number])[] | Readonly<Record<string, number>>

export interface Band {
  readonly from: number
  readonly rating: string
  readonly recommendation: string
}

/** What `sources/*.yaml` and a source's `defaults.yaml` say. A dataset may leave out what only live calls need. */
export interface SourceSettings {
  readonly base: string
  /** Further host names that the source may be sent to: redirects, token services, downloads. */
  readonly hosts?: readonly string[]
  /** Of one try. */
  readonly timeout: string
  readonly tries: number
  readonly rate?: { readonly calls: number; readonly per: string; readonly burst?: number }
  readonly concurrency?: number
  /**
   * Freshness by operation id; `default` is for the others, `none` for an answer that there is none, which else is
   * kept for a minute.
   */
  readonly ttl?: Readonly<Record<string, string>>
  /** How much older than its freshness a value may be served while the upstream is down. */
  readonly stale_for?: string
  /** Opens after so many failures in a row, `for` so long. */
  readonly breaker?: { readonly failures: number; readonly for: string }
  /** Of one reply. */
  readonly max_bytes: string
  /** How old an import may become before it is due again. */
  readonly refresh?: string
  /** How the store of a live source is filled: its own pace, and the hours in which the upstream likes to be read. */
  readonly pull?: {
    readonly rate: { readonly calls: number; readonly per: string; readonly burst?: number }
    readonly hours: string
  }
}

export interface EndpointNames {
  /** One depth, hence one price. */
  readonly flat: boolean
  /** Sold by the call too. */
  readonly hasUsd: boolean
  /** The factors of a score of its own, or null. */
  readonly factors: readonly string[] | null
  /** Its gates. */
  readonly gates?: readonly string[]
  readonly settings: Readonly<Record<string, { readonly schema: object; readonly optional?: boolean }>>
}

const credits: JsonSchema = { type: 'integer', minimum: 0, maximum: 1_000_000_000 }
/** Whole micro-dollars. */
const dollars: JsonSchema = { type: 'number', exclusiveMinimum: 0, maximum: 1_000, multipleOf: 0.000001 }
const examples: JsonSchema = {
  type: 'object',
  propertyNames: { pattern: '^/', expects: 'a path that begins with /' },
  additionalProperties: text,
}
/** A list is read as pairs, a map as a table of words; each keyword holds for its own kind. */
const curve: JsonSchema = {
  type: ['array', 'object'],
  expects: 'a list of at least two [metric, points], or points by word',
  minItems: 2,
  items: {
    type: 'array',
    expects: 'a pair [metric, points]',
    minItems: 2,
    maxItems: 2,
    prefixItems: [{ type: 'number' }, points],
  },
  minProperties: 1,
  additionalProperties: points,
}

/** The JSON Schema of one endpoint's settings: the names are the only legal keys. */
export function endpointSchema({ flat, hasUsd, factors, gates = [], settings }: EndpointNames): JsonSchema {
  const depths = flat ? ['flat'] : ['summary', 'standard', 'full']
  const own = Object.entries(settings)
  const optional = own.filter(([, shape]) => shape.optional).map(([name]) => name)
  return closed(
    {
      credits: each(depths, credits),
      ...(hasUsd && { usd: each(depths, dollars) }),
      deadline: lasting(durationUpTo('12s')),
      cache: duration,
      examples,
      ...(factors && { score: scoreSchema(factors, gates) }),
      ...(own.length > 0 && {
        settings: closed(Object.fromEntries(own.map(([name, { schema }]) => [name, schema])), optional),
      }),
    },
    ['cache', 'examples', ...(own.length === optional.length ? ['settings'] : [])],
  )
}

/** The JSON Schema of a score: the inside of an endpoint's `score:`, and the top of a score package's file. */
export function scoreSchema(factors: readonly string[], gates: readonly string[] = []): JsonSchema {
  return closed(
    {
      weights: each(factors, fraction),
      curves: each(factors, curve),
      spreads: each(factors, points, factors),
      bands: listOf(closed({ from: points, rating: text, recommendation: text }), { minItems: 1 }),
      minimum_weight: fraction,
      ...(gates.length > 0 && { gates: each(gates, gateEffect) }),
    },
    ['minimum_weight', 'spreads'],
  )
}

const wholePoints: JsonSchema = { type: 'integer', minimum: 0, maximum: 100 }
/** What a gate does: `when` says in words what it is about. */
const gateEffect: JsonSchema = closed(
  {
    when: text,
    score: {
      type: ['object', 'string'],
      expects: "'unrated', or one of at_least, at_most and exactly with its points",
      pattern: '^unrated$',
      minProperties: 1,
      maxProperties: 1,
      properties: { at_least: wholePoints, at_most: wholePoints, exactly: wholePoints },
      additionalProperties: false,
    },
    confidence: closed({ at_most: { enum: ['low', 'medium', 'high'] } }),
    provisional: { type: 'boolean' },
  },
  ['score', 'confidence', 'provisional'],
)

/**
 * The JSON Schema of one source's settings. `mayKeep` is checked elsewhere, and told here: what passed under other
 * terms is checked again.
 */
export function sourceSchema({
  operations,
  dataset,
  store = false,
  mayKeep = 'unlimited',
}: {
  operations: readonly string[]
  dataset: boolean
  store?: boolean
  mayKeep?: string
}): JsonSchema {
  const live = ['concurrency', 'ttl', 'stale_for', 'breaker']
  const schema = closed(
    {
      base: address,
      hosts: listOf(hostName, { uniqueItems: true }),
      timeout: lasting(durationUpTo('12s')),
      tries: { type: 'integer', minimum: 1, maximum: 5 },
      rate,
      concurrency: count,
      ttl: each(
        [...new Set(['default', 'none', ...operations])],
        duration,
        ['none', ...operations].filter((id) => id !== 'default'),
      ),
      stale_for: duration,
      breaker: closed({ failures: count, for: duration }),
      max_bytes: size,
      ...((dataset || store) && { refresh: lasting(duration) }),
      ...(store && { pull: closed({ rate, hours }) }),
    },
    ['hosts', 'rate', ...(dataset ? live : [])],
  )
  return mayKeep === 'unlimited' ? schema : { ...schema, description: `May be kept: ${mayKeep}` }
}
