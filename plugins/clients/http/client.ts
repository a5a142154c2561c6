/** The HTTP client with the licence check and the datasets before it, for whoever has no dispatcher of clients yet. */
import {
  type Answered,
  type Egress,
  type SourceSettings,
  type Upstream,
  type UpstreamEvent,
  UpstreamFault,
} from '@domesday/core/client'
import type { Operation, SourceAbout } from '@domesday/core'
import { asFault } from './call-fault.ts'
import { createHttpClient, type HttpClient } from './http-client.ts'

export type { UpstreamEvent }

export interface UpstreamOptions extends Egress {
  readonly sources: Iterable<SourceAbout>
  /** Read at every call; another object means new settings. */
  readonly settings: (source: string) => SourceSettings
  readonly memo: { readonly entries: number; readonly bytes: number }
  /** Upstream rate limits do not apply: the sandbox. */
  readonly lifted: boolean
  /** Why a question is not put to its source, or a part of it, in view of its terms; null where it is. */
  readonly unlicensed?: (source: string, part: string | null) => string | null
  /** Answers operations over imported datasets. */
  readonly datasets: { ask(operation: Operation<any, any>, input: unknown): Promise<Answered> }
  readonly log: { warn(details: object, message: string): void }
  readonly observe?: (event: UpstreamEvent) => void
  /** Epoch milliseconds, for ages and freshness. */
  readonly now?: () => number
}

export type UpstreamClient = Upstream & Pick<HttpClient, 'close'>

/** An `ask` rejects with an `UpstreamFault` and nothing else. */
export const createUpstream = (options: UpstreamOptions): UpstreamClient => {
  const { datasets, observe = () => {} } = options
  const ask = async (operation: Operation<any, any>, input: unknown): Promise<Answered> => {
    const {
      id,
      source: { id: source },
      how: { kind },
    } = operation
    const begun = performance.now()
    const seen = (outcome: UpstreamEvent['outcome']): void =>
      observe({ source, operation: id, outcome, ms: performance.now() - begun, bytes: 0 })
    const refused = options.unlicensed?.(source, operation.part?.(input) ?? null) ?? null
    if (refused === null && kind !== 'ask') return http.ask(operation, input)
    try {
      if (refused !== null) throw new UpstreamFault(source, 'not_licensed', refused)
      const answered = await datasets.ask(operation, input)
      seen('ok')
      return answered
    } catch (error) {
      const fault = asFault(source, error)
      seen(fault.reason)
      throw fault
    }
  }
  const http = createHttpClient({
    sources: new Map([...options.sources].map((about) => [about.id, about])) as never,
    sourceSettings: options.settings,
    egress: options,
    unlimited: options.lifted,
    cache: options.memo,
    ask,
    log: options.log,
    observe,
    ...(options.now && { now: options.now }),
  })
  return { ...http, ask }
}
