/** The port of payment methods for single calls. The 402 carries the challenges of all methods. */
import type { IncomingHttpHeaders } from 'node:http'

export interface Offer {
  /** The URL that is paid for. */
  readonly resource: string
  readonly description: string
  /** Millionths of a US dollar. */
  readonly microUsd: number
}

export type Settlement =
  | {
      readonly state: 'settled'
      readonly transaction: string
      readonly network: string
      readonly headers: Readonly<Record<string, string>>
    }
  /** Nothing was paid. */
  | { readonly state: 'refused'; readonly reason: string }
  /** The payment may have succeeded. */
  | { readonly state: 'unknown'; readonly detail: string }

/** A payment that was received and is not settled yet. */
export interface Authorisation {
  readonly payer: string
  readonly nonce: string
  /** A hash of everything signed and of the signature. */
  readonly proof: string
  /** Throws `PaymentRefused` if it is invalid. */
  verify(): Promise<void>
  settle(): Promise<Settlement>
}

/** The payment is invalid for this offer. The caller sees the message. */
export class PaymentRefused extends Error {}

export interface PaymentMethod {
  readonly simulated: boolean
  /** Headers of a 402: amount and recipient. */
  challenge(offer: Offer, error?: string): Promise<Readonly<Record<string, string>>>
  /** The unverified payment of a request; null if it has none of this method. Throws `PaymentRefused`. */
  authorise(headers: IncomingHttpHeaders, offer: Offer): Promise<Authorisation | null>
}
