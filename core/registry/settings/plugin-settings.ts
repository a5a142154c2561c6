/** The shapes of an endpoint's and a source's settings: the names in a plugin are the only valid keys. */
import {
  integer,
  list,
  number,
  object,
  optional,
  table,
  type Of,
  type Shape,
  type Shapes,
} from '../../contract/shape.ts'
import { scoreShape } from './score-shape.ts'
import { address, count, duration, hostPlace, hours, keyed, nonEmpty, onlyIf, rate, size } from './shapes.ts'

export type WrittenPrices = { readonly flat: number } | Readonly<Record<'summary' | 'standard' | 'full', number>>
/** One price, or one for each depth. */
const prices = (price: Shape<number>) => {
  const flat: Shape<WrittenPrices> = object({ flat: price })
  const byDepth: Shape<WrittenPrices> = object({ summary: price, standard: price, full: price })
  return { flat, byDepth }
}
const credits = prices(integer({ minimum: 0, maximum: 1_000_000_000 }))
/** Whole micro-dollars. */
const dollars = prices(number({ exclusiveMinimum: 0, maximum: 1_000, multipleOf: 0.000001 }))

/** No answer takes longer. */
const deadline = duration({ positive: true, most: '12s' })
const anyDuration = duration()
/** Paths below `/api/v1`, each with what it shows. */
const examples = table(nonEmpty, { propertyNames: { pattern: '^/', expects: 'a path that begins with /' } })

/** Keys that an endpoint has by its declaration. */
const absent = {
  usd: "its declaration has no tool: '…', as which an endpoint is sold by the call",
  score: 'its declaration has no score of its own',
  settings: 'its declaration has no settings({ … })',
}

export interface EndpointNames {
  /** One depth, hence one price. */
  readonly flat: boolean
  /** It can be paid per request, too. */
  readonly hasUsd: boolean
  /** The factors of a score of its own, or null. */
  readonly factors: readonly string[] | null
  /** The gates of that score. */
  readonly gates?: readonly string[]
  /** The endpoint's own settings. */
  readonly settings: Shapes
}

export const endpointShape = ({ flat, hasUsd, factors, gates, settings }: EndpointNames) => {
  const form = flat ? 'flat' : 'byDepth'
  const keys = {
    credits: credits[form],
    ...onlyIf(hasUsd, { usd: dollars[form] }),
    deadline,
    cache: optional(anyDuration),
    examples: optional(examples),
    beyond: optional(list(nonEmpty)),
    ...onlyIf(factors !== null, { score: scoreShape(factors ?? [], gates) }),
    ...onlyIf(Object.keys(settings).length > 0, { settings: object(settings) }),
  }
  return object(keys, { absent })
}

export type WrittenEndpoint = Of<ReturnType<typeof endpointShape>>

export interface SourceNames {
  readonly operations: readonly string[]
  readonly dataset: boolean
  /** A live source whose store is filled by pulls. */
  readonly store?: boolean
  /** No HTTP call is made to it: a client of another package answers all its operations. */
  readonly uncalled?: boolean
}

const hosts = list(hostPlace, { uniqueItems: true })
const tries = integer({ minimum: 1, maximum: 5 })
const breaker = object({ failures: count, for: anyDuration })
const refresh = duration({ positive: true })
const pull = object({ rate, hours })

/** A dataset may leave out what only live calls need, and a source that is not called what calls need. */
export const sourceShape = ({ operations, dataset, store = false, uncalled = false }: SourceNames) => {
  const needed = <T>(isNeeded: boolean, shape: Shape<T>): Shape<T | undefined> => (isNeeded ? shape : optional(shape))
  const ifCalled = <T>(shape: Shape<T>) => needed(!uncalled, shape)
  const ifLive = <T>(shape: Shape<T>) => needed(!uncalled && !dataset, shape)
  return object({
    base: ifCalled(address),
    hosts: optional(hosts),
    timeout: ifCalled(deadline),
    tries: ifCalled(tries),
    rate: optional(rate),
    concurrency: ifLive(count),
    ttl: ifLive(
      keyed(
        ['default'],
        anyDuration,
        ['none', ...operations].filter((id) => id !== 'default'),
      ),
    ),
    stale_for: ifLive(anyDuration),
    breaker: ifLive(breaker),
    max_bytes: ifCalled(size),
    ...onlyIf(dataset || store, { refresh }),
    ...onlyIf(store, { pull }),
  })
}

export type WrittenSource = Of<ReturnType<typeof sourceShape>>
