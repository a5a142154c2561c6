/** Who shows a payment again, as x402 encodes it, may read what its answer was made from. */
import { hash } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { canonical } from '@domesday/core/surface'

/** Payments that one request may show: answers to compare were mostly bought by two. */
const mostShown = 8

/** A hash of everything that was signed and of the signature. */
export const proofOf = (payload: unknown): string => hash('sha256', canonical(payload))

/** Names a payment as an owner of evidence, for as long as that is kept. Neither wallet nor nonce follow from it. */
export const paymentOwner = (proof: string): string => `payment_${proof}`

const ownerOf = (encoded: string): string | null => {
  try {
    const { payload } = JSON.parse(Buffer.from(encoded, 'base64').toString()) as { readonly payload?: unknown }
    return typeof payload === 'object' && payload !== null ? paymentOwner(proofOf(payload)) : null
  } catch {
    return null
  }
}

/** The owners that a request shows payments of; null where it shows none. Nothing is verified: who paid is noted. */
export const paymentOwnersIn = ({ 'payment-signature': shown }: IncomingHttpHeaders): readonly string[] | null =>
  shown === undefined
    ? null
    : [shown]
        .flat()
        .join(',')
        .split(',', mostShown)
        .map((one) => ownerOf(one.trim()))
        .filter((owner) => owner !== null)
