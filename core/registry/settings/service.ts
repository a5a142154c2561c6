import { join } from 'node:path'
import { serviceCheck } from './checks.ts'
import {
  address,
  allowance,
  closed,
  count,
  duration,
  flag,
  lasting,
  listOf,
  port,
  size,
  text,
  timed,
  wholeOrNone,
  type JsonSchema,
} from './shapes.ts'
import type { NameMatch } from '../../contract/shape.ts'
import type { SettingsDocument } from '../../config/documents.ts'

interface Rate {
  readonly calls: number
  readonly per: string
  readonly burst?: number
}
interface Store {
  readonly entries: number
  readonly bytes: string
}

/** What `service.yaml` says over `service.defaults.yaml`, which explains each key. Durations and sizes are text. */
export interface ServiceSettings {
  readonly endpoints: readonly string[]
  readonly surfaces: readonly string[]
  readonly store: string
  readonly clients: readonly string[]
  readonly http: {
    readonly port: number
    readonly host?: string
    readonly trust_proxy: readonly string[]
    readonly in_flight: number
    readonly receive: string
    readonly drain: string
  }
  readonly metrics: { readonly port: number; readonly host: string }
  readonly limits: { readonly per_key: Rate; readonly per_address: Rate; readonly keys_per_address: Rate }
  readonly keys: { readonly self_service: boolean; readonly free_credits: number; readonly demo_credits: number }
  readonly names: { readonly match: NameMatch }
  readonly cors: { readonly origins: readonly string[] }
  readonly answers: Store
  readonly memo: Store
  readonly overload: { readonly event_loop_delay: string }
  readonly log: { readonly level: (typeof LEVELS)[number] }
  readonly sandbox: { readonly date: string; readonly gateway: string }
  readonly pay: {
    readonly facilitator?: string
    readonly pay_to?: string
    readonly simulated?: boolean
    readonly network: string
  }
  readonly licences: Readonly<Record<string, 'held' | 'accepted'>>
  readonly contact?: string
}

const MATCHES: readonly NameMatch[] = ['one', 'best']
const LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const

const bindAddress: JsonSchema = {
  type: 'string',
  pattern: '^[A-Za-z0-9.:%_-]+$',
  expects: 'an address or host name to listen on',
}
const proxy: JsonSchema = {
  type: 'string',
  pattern: '^[0-9A-Fa-f.:]+(/[0-9]{1,3})?$',
  expects: 'an address or a range such as 10.0.0.0/8',
}
const origin: JsonSchema = {
  type: 'string',
  pattern: '^(\\*|https?://[^\\s/]+)$',
  expects: 'an origin such as https://example.org, or *',
}
const store = closed({ entries: count, bytes: size })

/**
 * What the operator can say of each source that its terms keep from being asked; of any, before it is known which there
 * are.
 */
type Reserved = ReadonlyMap<string, { readonly word: 'held' | 'accepted' }>

const licencesSchema = (reserved: Reserved | undefined): JsonSchema =>
  reserved === undefined
    ? { type: 'object', additionalProperties: { type: 'string', enum: ['held', 'accepted'] } }
    : closed(Object.fromEntries([...reserved].map(([name, { word }]) => [name, { type: 'string', enum: [word] }])), [
        ...reserved.keys(),
      ])

/** The JSON Schema of `service.yaml` over its defaults. */
function serviceSchema(reserved: Reserved | undefined): JsonSchema {
  return closed(
    {
      endpoints: listOf(text, { minItems: 1, uniqueItems: true }),
      surfaces: listOf(text, { uniqueItems: true }),
      store: text,
      clients: listOf(text, { uniqueItems: true }),
      http: closed(
        {
          port,
          host: bindAddress,
          trust_proxy: listOf(proxy),
          in_flight: count,
          receive: lasting(timed),
          drain: timed,
        },
        ['host'],
      ),
      metrics: closed({ port, host: bindAddress }),
      limits: closed({ per_key: allowance, per_address: allowance, keys_per_address: allowance }),
      keys: closed({ self_service: flag, free_credits: wholeOrNone, demo_credits: wholeOrNone }),
      names: closed({ match: { type: 'string', enum: MATCHES } }),
      cors: closed({ origins: listOf(origin, { uniqueItems: true }) }),
      answers: store,
      memo: store,
      overload: closed({ event_loop_delay: lasting(duration) }),
      log: closed({ level: { type: 'string', enum: LEVELS } }),
      sandbox: closed({
        date: { type: 'string', format: 'date-time', expects: 'a time such as 2026-11-16T09:00:00Z' },
        gateway: text,
      }),
      pay: closed(
        {
          facilitator: address,
          pay_to: {
            type: 'string',
            pattern: '^0x[0-9A-Fa-f]{40}$',
            expects: 'an account in quotes: 0x and 40 hex digits',
          },
          simulated: flag,
          network: { type: 'string', pattern: '^eip155:[0-9]+$', expects: 'a network such as eip155:84532' },
        },
        ['facilitator', 'pay_to', 'simulated'],
      ),
      licences: licencesSchema(reserved),
      contact: text,
    },
    ['contact'],
  )
}

/** The service itself as a settings document. */
export function serviceDocument(reserved?: Reserved): SettingsDocument {
  return {
    kind: 'service',
    id: 'service',
    defaults: join(import.meta.dirname, 'service.defaults.yaml'),
    override: 'service.yaml',
    schema: serviceSchema(reserved),
    check: serviceCheck,
  }
}
