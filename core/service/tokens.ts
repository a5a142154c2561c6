/** What the composition root holds, by typed token. */
import type { Billing } from '../credits/store.ts'
import type { Datasets } from '../../plugins/clients/dataset/open.ts'
import type { Answering } from '../engine/answer.ts'
import type { CatalogueParts } from '../../plugins/surfaces/rest/catalogue.ts'
import type { Metrics } from '../http/metrics.ts'
import type { Overload } from '../http/overload.ts'
import type { Egress } from '../../plugins/clients/http/exchange.ts'
import type { UpstreamClient } from '../../plugins/clients/http/client.ts'
import type { Configured } from './configure.ts'
import type { Drain } from './drain.ts'
import type { Licences } from '../registry/licences.ts'
import type { Log } from './log.ts'
import type { OnDemand } from './on-demand.ts'
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
  /** Base address of the gateway in force, or null. */
  gateway: token<string | null>('gateway'),
  /** How calls and downloads leave this process. */
  egress: token<Egress>('egress'),
  log: token<Log>('log'),
  metrics: token<Metrics>('metrics'),
  billing: token<Billing>('billing'),
  datasets: token<Datasets>('datasets'),
  /** Opened by its first question. */
  upstream: token<OnDemand<UpstreamClient>>('upstream'),
  answering: token<Answering>('answering'),
  overload: token<Overload>('overload'),
  drain: token<Drain>('drain'),
  licences: token<Licences>('licences'),
  catalogue: token<CatalogueParts>('catalogue'),
  app: token<import('node:http').RequestListener>('app'),
} as const
