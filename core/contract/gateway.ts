/** The port of gateways. A gateway is a local HTTP server that replaces every upstream, as in the sandbox. */
import type { AnySource } from './client.ts'

/** A call without a sample response. Credentials in the query are masked. */
export interface Unmatched {
  readonly source: string
  readonly method: string
  readonly path: string
  readonly query: Readonly<Record<string, string | readonly string[]>>
}

export interface OpenGateway {
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
