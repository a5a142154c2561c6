/** The shape of `service.yaml` over `service.defaults.yaml`, which explains each key. */
import { join } from 'node:path'
import type { SettingsDocument } from '../../config/documents.ts'
import { choice, flag, list, number, object, optional, table, text, type Of, type Shape } from '../../contract/shape.ts'
import type { Reserved, Word } from '../licences.ts'
import { serviceCheck } from './checks.ts'
import { count, countOrZero, duration, longestTimer, microUsd, nonEmpty, port, size } from './shapes.ts'

const bindAddress = text({ pattern: '^[A-Za-z0-9.:%_-]+$', expects: 'an address or host name to listen on' })
const proxy = text({ pattern: '^[0-9A-Fa-f.:]+(/[0-9]{1,3})?$', expects: 'an address or a range such as 10.0.0.0/8' })
const origin = text({ pattern: '^(\\*|https?://[^\\s/]+)$', expects: 'an origin such as https://example.org, or *' })
const names = list(nonEmpty, { uniqueItems: true })
const share = number({ minimum: 0.001, maximum: 1 })
const bounded = object({ entries: count, bytes: size })

/** A limit of callers: `burst` is how many more requests pass once `calls` are used up. */
const limit = object({
  calls: count,
  per: duration({ positive: true, most: longestTimer }),
  burst: optional(countOrZero),
})

/** The sources whose terms reserve them, by name; undefined before it is known what to load. */
type ReservedNames = ReadonlyMap<string, Pick<Reserved, 'word'>>

const licences = (reserved: ReservedNames | undefined): Shape<Readonly<Record<string, Word>>> =>
  reserved === undefined
    ? table(choice(['held', 'accepted']))
    : {
        schema: object(Object.fromEntries([...reserved].map(([name, { word }]) => [name, optional(choice([word]))])))
          .schema,
      }

const serviceShape = (reserved: ReservedNames | undefined) =>
  object({
    endpoints: list(nonEmpty, { minItems: 1, uniqueItems: true }),
    surfaces: names,
    store: nonEmpty,
    shared_store: nonEmpty,
    shared: nonEmpty,
    telemetry: nonEmpty,
    evidence: optional(nonEmpty),
    shared_evidence: nonEmpty,
    jobs: nonEmpty,
    shared_jobs: nonEmpty,
    clients: names,
    http: object({
      port,
      host: optional(bindAddress),
      trust_proxy: list(proxy),
      in_flight: count,
      in_flight_share: object({ key: share, address: share, surface: share }),
      connections_per_address: count,
      receive: duration({ positive: true, most: longestTimer }),
      send: duration({ positive: true, most: longestTimer }),
      lame_duck: duration({ most: longestTimer }),
      drain: duration({ most: longestTimer }),
    }),
    metrics: object({ port, host: bindAddress, names: list(bindAddress, { uniqueItems: true }) }),
    limits: object({ per_key: limit, per_address: limit, keys_per_address: limit, wrong_keys_per_address: limit }),
    keys: object({ self_service: flag(), free_credits: countOrZero, demo_credits: countOrZero }),
    billing: object({
      repeat_price: number({ minimum: 0, maximum: 1 }),
      credit_price: optional(microUsd),
      top_up: object({ least: count, most: count }),
    }),
    schedule: object({
      at_once: count,
      look: duration({ positive: true, most: longestTimer }),
      silence: duration({ positive: true, most: longestTimer }),
      retry: object({ after: duration({ positive: true }), most: duration({ positive: true }) }),
    }),
    names: object({ match: choice(['one', 'best']) }),
    cors: object({ origins: list(origin, { uniqueItems: true }) }),
    answers: bounded,
    overload: object({ event_loop_delay: duration({ positive: true }) }),
    log: object({ level: choice(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']) }),
    sandbox: object({
      date: text({ format: 'date-time', expects: 'a time such as 2026-11-16T09:00:00Z' }),
      gateway: nonEmpty,
      patience: count,
    }),
    licences: licences(reserved),
    contact: optional(nonEmpty),
  })

/** Durations and sizes are text, as in the file. */
export type WrittenService = Of<ReturnType<typeof serviceShape>>

export const serviceDocument = (reserved?: ReservedNames): SettingsDocument => ({
  kind: 'service',
  id: 'service',
  defaults: join(import.meta.dirname, 'service.defaults.yaml'),
  override: 'service.yaml',
  schema: serviceShape(reserved).schema,
  check: serviceCheck,
})
