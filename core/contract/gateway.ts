/** The port of gateways. A gateway is a local HTTP server that replaces every upstream, as in the sandbox. */
import type { AnySource } from './client.ts'

/** A call without a sample response. Credentials in the query are masked. */
export interface Unmatched {
  readonly source: string
  readonly method: string
  readonly path: string
  readonly query: Readonly<Record<string, string | readonly string[]>>
  /** The sample that is missing, as a row of the source's `samples/exchanges.yaml`. */
  readonly row?: string
}

/** The header of a gateway's 404 for a call without a sample: the upstream itself said nothing. */
export const unmatchedHeader = { name: 'x-sandbox', value: 'unmatched' } as const

/** A subject of the sample data as it was at an earlier time. */
export interface EarlierSample {
  /** Of a look-up below `/api/v1`: `/entity/99000025?depth=full`. */
  readonly path: string
  readonly on: Date
  /** What the source said then, given what it says now. `question`: as in `KeptAsk.node`. */
  said(question: string, digest: unknown): unknown
}

export interface OpenGateway {
  /** So that the sandbox has something to compare with. */
  earlier?(): Promise<readonly EarlierSample[]>
  /** `http://127.0.0.1:<port>` */
  readonly origin: string
  close(): Promise<void>
}

export interface Gateway {
  readonly port: 'gateway'
  readonly id: string
  open(parts: {
    readonly sources: ReadonlyMap<string, AnySource>
    readonly onUnmatched: (call: Unmatched) => void
  }): Promise<OpenGateway>
}

export const gateway = (declared: Omit<Gateway, 'port'>): Gateway => ({ port: 'gateway', ...declared })
