/** An x402 facilitator in this process: verifies signatures, moves no money. The ledger records used nonces. */
import { createRequire } from 'node:module'
import type { FacilitatorClient } from '@x402/core/server'
import type { PaymentPayload, PaymentRequirements } from '@x402/core/types'

interface Eip3009 {
  readonly signature: `0x${string}`
  readonly authorization: {
    readonly from: `0x${string}`
    readonly to: `0x${string}`
    readonly value: string
    readonly validAfter: string
    readonly validBefore: string
    readonly nonce: `0x${string}`
  }
}

const types = {
  TransferWithAuthorization: [
    { name: 'from', type: 'address' },
    { name: 'to', type: 'address' },
    { name: 'value', type: 'uint256' },
    { name: 'validAfter', type: 'uint256' },
    { name: 'validBefore', type: 'uint256' },
    { name: 'nonce', type: 'bytes32' },
  ],
} as const

const hex = (text: unknown, length: number): text is `0x${string}` =>
  typeof text === 'string' && new RegExp(`^0x[0-9a-fA-F]{${length}}$`).test(text)
const digits = (text: unknown): text is string => typeof text === 'string' && /^\d{1,78}$/.test(text)

const isEip3009 = (payload: unknown): payload is Eip3009 => {
  const { signature, authorization: a } = (payload ?? {}) as Partial<Eip3009>
  return (
    typeof signature === 'string' &&
    /^0x[0-9a-fA-F]{130}$/.test(signature) &&
    hex(a?.from, 40) &&
    hex(a.to, 40) &&
    hex(a.nonce, 64) &&
    digits(a.value) &&
    digits(a.validAfter) &&
    digits(a.validBefore)
  )
}

const fault = (payload: Eip3009, { amount, payTo }: PaymentRequirements, now: number): string | null => {
  const { to, value, validAfter, validBefore } = payload.authorization
  if (to.toLowerCase() !== payTo.toLowerCase()) return 'invalid_exact_evm_payload_recipient_mismatch'
  if (BigInt(value) !== BigInt(amount)) return 'invalid_exact_evm_payload_authorization_value_mismatch'
  if (BigInt(validAfter) > BigInt(now)) return 'invalid_exact_evm_payload_authorization_valid_after'
  if (BigInt(validBefore) <= BigInt(now)) return 'invalid_exact_evm_payload_authorization_valid_before'
  return null
}

export const localFacilitator = (network: `${string}:${string}`, now: () => number = Date.now): FacilitatorClient => {
  // The first payment loads viem, not the start: it has some 60 MB of code.
  const viem = () => createRequire(import.meta.url)('viem') as typeof import('viem')

  const check = async ({ payload }: PaymentPayload, requirements: PaymentRequirements) => {
    if (!isEip3009(payload)) return { isValid: false, invalidReason: 'invalid_payload' }
    const { authorization, signature } = payload
    const reason = fault(payload, requirements, Math.floor(now() / 1000))
    if (reason) return { isValid: false, invalidReason: reason, payer: authorization.from }
    const { name, version } = requirements.extra as { name: string; version: string }
    const isValid = await viem()
      .verifyTypedData({
        address: authorization.from,
        domain: {
          name,
          version,
          chainId: Number(network.split(':')[1]),
          verifyingContract: requirements.asset as `0x${string}`,
        },
        types,
        primaryType: 'TransferWithAuthorization',
        message: {
          ...authorization,
          value: BigInt(authorization.value),
          validAfter: BigInt(authorization.validAfter),
          validBefore: BigInt(authorization.validBefore),
        },
        signature,
      })
      .catch(() => false)
    return isValid
      ? { isValid, payer: authorization.from }
      : { isValid, invalidReason: 'invalid_exact_evm_payload_signature', payer: authorization.from }
  }

  return {
    verify: check,
    settle: async (payload, requirements) => {
      const { isValid, invalidReason, payer } = await check(payload, requirements)
      if (!isValid)
        return { success: false, errorReason: invalidReason!, transaction: '', network, ...(payer && { payer }) }
      const { from, nonce } = (payload.payload as unknown as Eip3009).authorization
      return { success: true, payer: from, network, transaction: viem().keccak256(viem().concat([from, nonce])) }
    },
    getSupported: async () => ({ kinds: [{ x402Version: 2, scheme: 'exact', network }], extensions: [], signers: {} }),
  }
}
