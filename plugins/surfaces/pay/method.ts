/** A way to pay for one call. Another can be advertised beside it: the 402 carries the challenges of all. */
import type { IncomingHttpHeaders } from 'node:http'

export interface Offer {
  /** The address that is paid for. */
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
  /** It will not go through: nothing was paid. */
  | { readonly state: 'refused'; readonly reason: string }
  /** It may have gone through. */
  | { readonly state: 'unknown'; readonly detail: string }

/** A payment that was brought, and not yet taken. */
export interface Authorisation {
  readonly payer: string
  readonly nonce: string
  /** A hash of all that was signed and of the signature. */
  readonly proof: string
  /** Throws `PaymentRefused` where it is not good. */
  verify(): Promise<void>
  settle(): Promise<Settlement>
}

/** The payment brought is no good for this offer; the words are told to the caller. */
export class PaymentRefused extends Error {}

export interface PaymentMethod {
  readonly simulated: boolean
  /** Headers of a 402: what to pay, to whom. */
  challenge(offer: Offer, error?: string): Promise<Readonly<Record<string, string>>>
  /**
   * The payment that a request brings, yet to be verified; null when it brings none of this method. Throws
   * `PaymentRefused`.
   */
  authorise(headers: IncomingHttpHeaders, offer: Offer): Promise<Authorisation | null>
}
