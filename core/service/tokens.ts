/** Typed tokens of the parts in the container. */
import type { Egress } from '../contract/client.ts'
import type { OpenEvidence } from '../contract/evidence.ts'
import type { EarlierSample } from '../contract/gateway.ts'
import type { OpenShared } from '../contract/shared.ts'
import type { Tracing } from '../contract/tracing.ts'
import type { Billing } from '../credits/store.ts'
import type { Answering } from '../engine/answer.ts'
import type { Clients } from '../engine/clients.ts'
import type { MakingAt } from '../engine/make.ts'
import type { PluginErrors } from '../engine/plugin-errors.ts'
import type { Drain } from '../http/drain.ts'
import type { Metrics } from '../http/metrics.ts'
import type { Overload } from '../http/overload.ts'
import type { Surfaces } from '../http/surfaces.ts'
import type { Licences } from '../registry/licences.ts'
import type { Readiness } from '../registry/readiness.ts'
import type { Configured } from './configure.ts'
import type { Log } from './log.ts'
import type { ServiceOptions } from './options.ts'

declare const type: unique symbol
export interface Token<T> {
  readonly [type]?: T
  readonly key: symbol
}
const token = <T>(name: string): Token<T> => ({ key: Symbol(name) })

export const tokens = {
  options: token<ServiceOptions>('options'),
  configured: token<Configured>('configured'),
  /** How upstream calls and downloads leave this process. */
  egress: token<Egress>('egress'),
  log: token<Log>('log'),
  metrics: token<Metrics>('metrics'),
  billing: token<Billing>('billing'),
  shared: token<OpenShared | null>('shared'),
  tracing: token<Tracing | null>('tracing'),
  /** Null where no evidence is kept. */
  evidence: token<OpenEvidence | null>('evidence'),
  earlier: token<() => Promise<readonly EarlierSample[]>>('earlier'),
  /** The ids of the packs of those samples. */
  earlierPacks: token<Set<string>>('earlierPacks'),
  clients: token<Clients>('clients'),
  answering: token<Answering>('answering'),
  /** Makes answers under another clock. */
  makingAt: token<MakingAt>('makingAt'),
  overload: token<Overload>('overload'),
  drain: token<Drain>('drain'),
  licences: token<Licences>('licences'),
  pluginErrors: token<PluginErrors>('pluginErrors'),
  readiness: token<Readiness>('readiness'),
  surfaces: token<Surfaces>('surfaces'),
  app: token<import('node:http').RequestListener>('app'),
  /** Of the private port. */
  privateApp: token<import('node:http').RequestListener>('privateApp'),
} as const
