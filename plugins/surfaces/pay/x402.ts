/**
 * x402, version 2: the price in a `PAYMENT-REQUIRED` header, the payment in `PAYMENT-SIGNATURE`, the receipt in
 * `PAYMENT-RESPONSE`.
 */
import { createRequire } from 'node:module'
import type { FacilitatorClient } from '@x402/core/server'
import type { PaymentPayload, SettleError } from '@x402/core/types'
import { proofOf } from '@domesday/surface-parts/payment-owner'
import { localFacilitator } from './local-facilitator.ts'
import { PaymentRefused, type Offer, type PaymentMethod, type Settlement } from './method.ts'

type Core = typeof import('@x402/core/server')
type Http = typeof import('@x402/core/http')
type Exact = typeof import('@x402/evm/exact/server')

/** A burn address: the recipient of simulated payments if none is configured. */
const burnAddress = '0x000000000000000000000000000000000000dEaD'
/** Seconds in which a payment must be settled, and milliseconds to wait for the facilitator. */
const settleWithin = 120,
  facilitatorTimeout = 8000

export interface PaySettings {
  readonly facilitator?: string
  /** The account that is paid. */
  readonly pay_to?: string
  /** Signatures are verified, no money moves. */
  readonly simulated?: boolean
  /** CAIP-2 id, such as `eip155:84532`. */
  readonly network: string
}

export interface X402Options {
  readonly pay: PaySettings
  readonly sandbox: boolean
  readonly facilitator?: FacilitatorClient
  /** Sent to the facilitator as a bearer token. */
  readonly token?: string
}

/** Whether signatures are verified and no money moves. */
export const isSimulated = ({ pay, sandbox, facilitator }: X402Options): boolean =>
  facilitator === undefined && (sandbox || pay.simulated === true)

/** Version 1 sends the payment in `X-PAYMENT`, and reads the price in the body. */
const oldVersion =
  'This is a payment of x402, version 1 (X-PAYMENT). Only version 2 is taken here: read the PAYMENT-REQUIRED header of this answer, and send the payment in the PAYMENT-SIGNATURE header, with x402Version 2.'

/** The error reason for a transfer that was submitted and has no outcome yet. */
const pending = 'settlement_pending'
const isRefusal = (error: unknown): error is Error =>
  error instanceof Error && error.name === 'SettleError' && (error as Partial<SettleError>).errorReason !== pending

/** Whether calls can be paid: always in the sandbox; in live mode with a facilitator and an account, or simulated. */
export const isPayable = ({ pay, sandbox }: Pick<X402Options, 'pay' | 'sandbox'>): boolean =>
  sandbox || pay.simulated === true || (pay.facilitator !== undefined && pay.pay_to !== undefined)

/** The facilitator's paths, each with the headers that its client is to send. */
const facilitatorHeaders = (token: string) => async () => {
  const headers = { authorization: `Bearer ${token}` }
  return { verify: headers, settle: headers, supported: headers }
}

export const x402 = ({ pay, sandbox, facilitator: substitute, token }: X402Options): PaymentMethod => {
  const network = pay.network as `${string}:${string}`
  const simulated = isSimulated({ pay, sandbox, ...(substitute && { facilitator: substitute }) })
  const payTo = pay.pay_to ?? burnAddress

  // The first unpaid call loads x402, not the start: most installations never take a payment.
  const open = async () => {
    const require = createRequire(import.meta.url)
    const core = require('@x402/core/server') as Core,
      http = require('@x402/core/http') as Http
    const { ExactEvmScheme } = require('@x402/evm/exact/server') as Exact
    const facilitator =
      substitute ??
      (simulated
        ? localFacilitator(network)
        : new core.HTTPFacilitatorClient({
            url: pay.facilitator!,
            timeoutMs: facilitatorTimeout,
            ...(token !== undefined && { createAuthHeaders: facilitatorHeaders(token) }),
          }))
    const server = new core.x402ResourceServer(facilitator).register(network, new ExactEvmScheme())
    await server.initialize()
    return { server, http }
  }
  let opening: ReturnType<typeof open> | undefined
  const opened = () =>
    (opening ??= open().catch((error: unknown) => {
      opening = undefined
      throw error
    }))

  const requirementsFor = async ({ microUsd }: Offer) =>
    (await opened()).server.buildPaymentRequirements({
      scheme: 'exact',
      network,
      payTo,
      price: `$${(microUsd / 1e6).toFixed(6)}`,
      maxTimeoutSeconds: settleWithin,
    })

  const decoded = async (header: string): Promise<PaymentPayload> => {
    const { http } = await opened()
    try {
      const payload = http.decodePaymentSignatureHeader(header)
      if (Number(payload.x402Version) === 1) throw new PaymentRefused(oldVersion)
      if (
        payload.x402Version === 2 &&
        typeof payload.accepted === 'object' &&
        typeof payload.payload === 'object' &&
        payload.payload !== null
      )
        return payload
    } catch (error) {
      if (error instanceof PaymentRefused) throw error
    }
    throw new PaymentRefused('The payment header cannot be read.')
  }

  return {
    simulated,
    challenge: async (offer, error) => {
      const { server, http } = await opened()
      const required = await server.createPaymentRequiredResponse(
        await requirementsFor(offer),
        { url: offer.resource, description: offer.description, mimeType: 'application/json' },
        error,
      )
      return { 'payment-required': http.encodePaymentRequiredHeader(required) }
    },
    authorise: async (headers, offer) => {
      const header = headers['payment-signature']
      if (typeof header !== 'string' || header === '') {
        if (headers['x-payment'] !== undefined) throw new PaymentRefused(oldVersion)
        return null
      }
      const payload = await decoded(header)
      const { server, http } = await opened()
      const requirements = server.findMatchingRequirements(await requirementsFor(offer), payload)
      if (!requirements) throw new PaymentRefused('The payment is not for this price, account and network.')
      const { from, nonce } =
        (payload.payload as { authorization?: { from?: string; nonce?: string } }).authorization ?? {}
      if (typeof from !== 'string' || typeof nonce !== 'string')
        throw new PaymentRefused('The payment is not an authorisation with a nonce.')
      return {
        payer: from.toLowerCase(),
        nonce: nonce.toLowerCase(),
        proof: proofOf(payload.payload),
        verify: async () => {
          const { isValid, invalidReason, invalidMessage } = await server.verifyPayment(payload, requirements)
          if (!isValid)
            throw new PaymentRefused(
              `The payment is not valid: ${invalidMessage ?? invalidReason ?? 'no reason given'}.`,
            )
        },
        settle: async (): Promise<Settlement> => {
          try {
            const receipt = await server.settlePayment(payload, requirements)
            if (receipt.success)
              return {
                state: 'settled',
                transaction: receipt.transaction,
                network: receipt.network,
                headers: { 'payment-response': http.encodePaymentResponseHeader(receipt) },
              }
            if (receipt.errorReason === pending) return { state: 'unknown', detail: receipt.transaction }
            return { state: 'refused', reason: receipt.errorMessage ?? receipt.errorReason ?? 'no reason given' }
          } catch (error) {
            // After a timeout or a pending settlement the transfer may still succeed.
            return isRefusal(error)
              ? { state: 'refused', reason: error.message }
              : { state: 'unknown', detail: String(error) }
          }
        },
      }
    },
  }
}
