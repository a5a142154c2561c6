/**
 * Who pays for a request, and how. The pipeline holds before the work, settles for an answer and releases for a
 * failure; it knows no more.
 */
import { bytesOf, type Body } from '../contract/body.ts'
import { Failure } from '../contract/failure.ts'
import type { Depth } from '../contract/node.ts'
import type { Cost } from './idempotency.ts'
import type { ChargeResult, Ledger, Purpose } from './ledger.ts'

/** Makes the answer's bytes once its cost is known; `more` are facts about the payment, for `_meta`. */
export type Write = (charged: number, more?: Readonly<Record<string, unknown>>) => Body

export interface Paid {
  readonly body: Body
  /** Credits that this answer cost. */
  readonly charged: number
  /** Credits that can still be spent; null where there is no account. */
  readonly remaining: number | null
  /** Headers that the payment adds to the answer. */
  readonly headers?: Readonly<Record<string, string>>
}

export interface PricedRequest {
  readonly requestId: string
  /** The price of what was asked. */
  readonly credits: number
  readonly purpose: Purpose
  /** Equal for equal look-ups. */
  readonly lookupHash: string
}

/** What an answer turned out to be worth. */
export interface Worth {
  /** Nothing is known beyond who or where the subject is. */
  readonly free: boolean
  /** The depth that it is worth, and the price of that. */
  readonly depth: Depth
  readonly credits: number
  /** As of a `Lookup`. */
  readonly retryAt: number | null
}

export interface Payer {
  /**
   * Sets the price aside, before any work; nothing for a repeat that is free. Throws the 402. `hasAnswer`: there is an
   * answer in which something failed. It is to be sent again where the repeat is `early`.
   */
  hold(request: PricedRequest, hasAnswer: boolean): Promise<{ readonly early: boolean }>
  /** Charges what the answer is worth of what was held, and stores the answer where it may be asked for again. */
  settle(request: PricedRequest, worth: Worth, write: Write): Promise<Paid>
  /** Gives back what was held; never throws for a hold that is not there. */
  release(request: PricedRequest): Promise<unknown>
  /** Charges the price in one step for an answer that is already there. Throws the 402. */
  charge(request: PricedRequest, worth: Worth, write: Write): Promise<Paid>
}

/**
 * An API key's credits. Where the caller sent an idempotency key, the answer is stored under it in the same
 * transaction.
 */
export const keyPayer = (ledger: Ledger, keyId: string, idempotencyKey?: string): Payer => {
  /** The charge that this request repeats, and whether it counts as a repeat. */
  let repeating: { readonly chargedRequestId: string; readonly counted: boolean } | null = null

  const bodyAt = (write: Write, { credits, repeats }: Cost): Body =>
    write(credits, repeats === null ? undefined : { repeats })
  const stored = (write: Write) =>
    idempotencyKey === undefined
      ? undefined
      : { keyId, idempotencyKey, body: (cost: Cost) => bytesOf(bodyAt(write, cost)) }
  const paid = (result: ChargeResult, price: number, write: Write): Paid => {
    if (!result.ok) throw refused(result, price)
    const { repeats, remaining } = result
    const cost = repeats === undefined ? { credits: price, repeats: null } : { credits: 0, repeats }
    return { body: bodyAt(write, cost), charged: cost.credits, remaining }
  }
  const priceOf = ({ free, credits }: Worth): number => (free ? 0 : credits)

  return {
    hold: async ({ requestId, credits, purpose, lookupHash }, hasAnswer) => {
      const result = await ledger.hold(keyId, requestId, credits, purpose, { hash: lookupHash, hasAnswer })
      if (!result.ok) throw refused(result, credits)
      const early = result.early === true
      if (result.repeats !== undefined) repeating = { chargedRequestId: result.repeats, counted: !early }
      return { early }
    },
    settle: async ({ requestId, lookupHash }, worth, write) => {
      const lookup = { hash: lookupHash, retryAt: worth.retryAt }
      const price = priceOf(worth)
      const result = repeating
        ? await ledger.repeat(keyId, requestId, repeating.chargedRequestId, lookup, stored(write))
        : await ledger.settle(requestId, stored(write), lookup, { amount: price, depth: worth.depth })
      return paid(result, price, write)
    },
    release: async ({ requestId, lookupHash }) => {
      if (!repeating) return ledger.release(requestId)
      if (repeating.counted) await ledger.undoRepeat(keyId, lookupHash)
    },
    charge: async ({ requestId, purpose, lookupHash }, worth, write) => {
      const price = priceOf(worth)
      const bought = { ...purpose, depth: worth.depth }
      const lookup = { hash: lookupHash, retryAt: worth.retryAt }
      return paid(await ledger.charge(keyId, requestId, price, bought, stored(write), lookup), price, write)
    },
  }
}

const refused = ({ reason, remaining }: Extract<ChargeResult, { readonly ok: false }>, credits: number): Failure => {
  switch (reason) {
    case 'insufficient':
      return new Failure(
        'insufficient_credits',
        `Insufficient credits: this call costs ${credits}, and ${Math.max(0, remaining)} can be spent.`,
        { credits_required: credits, balance: remaining },
      )
    case 'superseded':
      return new Failure('idempotency_in_progress', 'Another request with this idempotency key has taken over.', {
        retry_after_s: 1,
      })
    // Its own caller gave the hold back: nothing is left to charge, so nothing may be answered.
    case 'released':
      return new Failure('internal', 'This request was given up. Nothing was charged.')
  }
}

/** The operator, on the machine itself: nothing is metered. */
export const operatorPayer: Payer = {
  hold: async () => ({ early: false }),
  settle: async (_request, _worth, write) => ({ body: write(0), charged: 0, remaining: null }),
  release: async () => {},
  charge: async (_request, _worth, write) => ({ body: write(0), charged: 0, remaining: null }),
}
