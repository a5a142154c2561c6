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
import { address, count, duration, hostName, hours, keyed, nonEmpty, onlyIf, rate, size } from './shapes.ts'

const credits = integer({ minimum: 0, maximum: 1_000_000_000 })
/** Whole micro-dollars. */
const dollars = number({ exclusiveMinimum: 0, maximum: 1_000, multipleOf: 0.000001 })

export type WrittenPrices = { readonly flat: number } | Readonly<Record<'summary' | 'standard' | 'full', number>>
const prices = (flat: boolean, price: Shape<number>): Shape<WrittenPrices> =>
  flat ? object({ flat: price }) : object({ summary: price, standard: price, full: price })

/** Paths below `/api/v1`, each with what it shows. */
const examples = table(nonEmpty, { propertyNames: { pattern: '^/', expects: 'a path that begins with /' } })

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

export const endpointShape = ({ flat, hasUsd, factors, gates, settings }: EndpointNames) =>
  object({
    credits: prices(flat, credits),
    ...onlyIf(hasUsd, { usd: prices(flat, dollars) }),
    deadline: duration({ positive: true, most: '12s' }),
    cache: optional(duration()),
    examples: optional(examples),
    ...onlyIf(factors !== null, { score: scoreShape(factors ?? [], gates) }),
    ...onlyIf(Object.keys(settings).length > 0, { settings: object(settings) }),
  })

export type WrittenEndpoint = Of<ReturnType<typeof endpointShape>>

export interface SourceNames {
  readonly operations: readonly string[]
  readonly dataset: boolean
  /** A live source whose store is filled by pulls. */
  readonly store?: boolean
}

/** A dataset may leave out what only live calls need. */
export const sourceShape = ({ operations, dataset, store = false }: SourceNames) => {
  const ifLive = <T>(shape: Shape<T>): Shape<T | undefined> => (dataset ? optional(shape) : shape)
  return object({
    base: address,
    hosts: optional(list(hostName, { uniqueItems: true })),
    timeout: duration({ positive: true, most: '12s' }),
    tries: integer({ minimum: 1, maximum: 5 }),
    rate: optional(rate),
    concurrency: ifLive(count),
    ttl: ifLive(
      keyed(
        ['default'],
        duration(),
        ['none', ...operations].filter((id) => id !== 'default'),
      ),
    ),
    stale_for: ifLive(duration()),
    breaker: ifLive(object({ failures: count, for: duration() })),
    max_bytes: size,
    ...onlyIf(dataset || store, { refresh: duration({ positive: true }) }),
    ...onlyIf(store, { pull: object({ rate, hours }) }),
  })
}

export type WrittenSource = Of<ReturnType<typeof sourceShape>>
