/** Who pays for a request. The engine holds before the work, settles after an answer and releases after a failure. */
import { bytesOf, type Body } from '../contract/body.ts'
import { Failure } from '../contract/failure.ts'
import type { Depth } from '../contract/node.ts'
import type { Cost } from './idempotency.ts'
import type { Again, ChargeResult, Ledger, Lookup, Purpose, ReachedCap } from './ledger.ts'

/** Writes the answer once its cost is known; `more`: members about the payment for `_meta`. */
export type Write = (charged: number, more?: Readonly<Record<string, unknown>>) => Body

export interface Paid {
  readonly body: Body
  readonly charged: number
  /** Credits that can still be spent; null if there is no account. */
  readonly remaining: number | null
  /** Headers that the payment adds to the answer. */
  readonly headers?: Readonly<Record<string, string>>
}

export interface PricedRequest {
  readonly requestId: string
  /** The price of what was asked. */
  readonly credits: number
  readonly purpose: Purpose
  /** Equal for equal lookups. */
  readonly lookupHash: string
  /** What is asked about; null for a lookup without a subject. */
  readonly subject: string | null
}

/** What an answer is worth. */
export interface Worth {
  /** The answer only identifies the subject. */
  readonly free: boolean
  /** The depth that the answer is worth, and its price. */
  readonly depth: Depth
  readonly credits: number
  /** See `Lookup`. */
  readonly retryAt: number | null
  readonly again?: Again
}

export interface Payer {
  /** The key or the payment that may read what the answer was made from. */
  readonly owner?: string
  /** Called first. Throws the 403 unless the endpoint may be asked. */
  admit?(endpoint: string): void
  /**
   * Holds the price before any work; nothing for a free repeat. Throws the 402. `hasAnswer`: there is a cached answer
   * in which something failed; send it again if the repeat is `early`.
   */
  hold(request: PricedRequest, hasAnswer: boolean): Promise<{ readonly early: boolean }>
  /** Charges what the answer is worth, out of the hold, and stores the answer for repeated requests. */
  settle(request: PricedRequest, worth: Worth, write: Write): Promise<Paid>
  /** Releases the hold; never throws for a missing one. */
  release(request: PricedRequest): Promise<unknown>
  /** Charges the price in one step for a cached answer. Throws the 402. */
  charge(request: PricedRequest, worth: Worth, write: Write): Promise<Paid>
}

/** How a key pays. */
export interface KeyPayment {
  readonly keyId: string
  /** The id of the surface that sells the answer. */
  readonly surface: string
  readonly idempotencyKey?: string | undefined
  readonly admit?: (endpoint: string) => void
  /** Called before each charge. Throws if the answer cannot be sent. */
  readonly expect: (requestId: string) => void
}

/** Pays with an API key's credits. The answer is stored under the idempotency key, if any, in the same transaction. */
export const keyPayer = (ledger: Ledger, { keyId, surface, idempotencyKey, admit, expect }: KeyPayment): Payer => {
  /** The charged request that this one repeats, and whether `hold` counted the repeat. */
  let repeating: { readonly chargedRequestId: string; readonly counted: boolean } | null = null

  const bodyAt = (write: Write, { credits, repeats }: Cost): Body =>
    write(credits, repeats === null ? undefined : { repeats })
  const stored = (write: Write) =>
    idempotencyKey === undefined
      ? undefined
      : { keyId, idempotencyKey, body: (cost: Cost) => bytesOf(bodyAt(write, cost)) }
  const paid = (result: ChargeResult, price: number, write: Write): Paid => {
    if (!result.ok) throw failureOf(result, price)
    const { repeats = null, charged = 0, remaining } = result
    const cost = { credits: repeats === null ? price : charged, repeats }
    return { body: bodyAt(write, cost), charged: cost.credits, remaining }
  }
  const priceOf = ({ free, credits }: Worth): number => (free ? 0 : credits)
  const lookupOf = ({ lookupHash, subject }: PricedRequest, { retryAt, again }: Worth): Lookup => ({
    hash: lookupHash,
    retryAt,
    ...(subject !== null && { subject }),
    ...(again && { again }),
  })

  return {
    owner: keyId,
    ...(admit && { admit }),
    hold: async ({ requestId, credits, purpose, lookupHash }, hasAnswer) => {
      const result = await ledger.hold(
        keyId,
        requestId,
        credits,
        { ...purpose, surface },
        { hash: lookupHash, hasAnswer },
      )
      if (!result.ok) throw failureOf(result, credits)
      const early = result.early === true
      if (result.repeats !== undefined) repeating = { chargedRequestId: result.repeats, counted: !early }
      return { early }
    },
    settle: async (request, worth, write) => {
      const { requestId } = request
      const lookup = lookupOf(request, worth)
      const price = priceOf(worth)
      expect(requestId)
      const result = repeating
        ? await ledger.repeat(keyId, requestId, repeating.chargedRequestId, lookup, stored(write))
        : await ledger.settle(requestId, stored(write), lookup, { amount: price, depth: worth.depth })
      return paid(result, price, write)
    },
    release: async ({ requestId, lookupHash }) => {
      if (!repeating) return ledger.release(requestId)
      if (repeating.counted) await ledger.undoRepeat(keyId, lookupHash)
    },
    charge: async (request, worth, write) => {
      const { requestId, purpose } = request
      const price = priceOf(worth)
      const bought = { ...purpose, depth: worth.depth, surface }
      const lookup = lookupOf(request, worth)
      expect(requestId)
      return paid(await ledger.charge(keyId, requestId, price, bought, stored(write), lookup), price, write)
    },
  }
}

const failureOf = (refused: Extract<ChargeResult, { readonly ok: false }>, credits: number): Failure => {
  const { remaining } = refused
  switch (refused.reason) {
    case 'capped':
      return capReached(refused.cap, credits)
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
    // The hold was released for this request: without a charge there must be no answer.
    case 'released':
      return new Failure('internal', 'This request was given up. Nothing was charged.')
  }
}

/** A call that costs more than the whole cap is not worth waiting with: it has no Retry-After. */
const capReached = ({ per, credits: cap, left, endsAt }: ReachedCap, credits: number): Failure => {
  const remedy =
    credits > cap
      ? 'Ask for less, or have the cap raised.'
      : `The next ${per} begins at ${new Date(endsAt).toISOString()}.`
  return new Failure(
    'spend_cap_reached',
    `This key may spend ${cap} credits a ${per}: ${left} are left of them, and this call costs ${credits}. ${remedy}`,
    {
      credits_required: credits,
      cap: { per, credits: cap, left },
      ...(credits <= cap && { retry_after_s: Math.max(1, Math.ceil((endsAt - Date.now()) / 1000)) }),
    },
  )
}

/** The operator on the machine itself: free. */
export const operatorPayer: Payer = {
  hold: async () => ({ early: false }),
  settle: async (_request, _worth, write) => ({ body: write(0), charged: 0, remaining: null }),
  release: async () => {},
  charge: async (_request, _worth, write) => ({ body: write(0), charged: 0, remaining: null }),
}
