/**
 * Who pays for a call, and how. The pipeline holds before the work, settles for an answer and releases for a failure;
 * it knows no more.
 */
import { bytesOf, type Body } from '../contract/body.ts'
import { Failure } from '../contract/failure.ts'
import type { Depth } from '../contract/node.ts'
import type { Cost, Ledger, Purpose, Taken } from './ledger.ts'

/** Makes the answer's bytes, once it is known what it cost; `more` are facts about the payment, for `_meta`. */
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

export interface Call {
  readonly requestId: string
  /** The price of what was asked. */
  readonly credits: number
  readonly purpose: Purpose
  /** Names the look-up: equal for equal ones. */
  readonly print: string
}

/** What an answer turned out to be worth. */
export interface Worth {
  /** Nothing is known beyond who or where the subject is. */
  readonly free: boolean
  /** The depth that it is worth, and the price of that. */
  readonly depth: Depth
  readonly credits: number
  /** See `Look`. */
  readonly again: number | null
}

export interface Payer {
  /**
   * Sets the price aside, before any work; nothing for a repeat that is free. Throws the 402. `kept`: an answer is
   * there that something failed in. It is to be given again where the repeat is `early`.
   */
  hold(call: Call, kept: boolean): Promise<{ readonly early: boolean }>
  /** Takes what the answer is worth of what was set aside, and keeps the answer where it may be asked for again. */
  settle(call: Call, worth: Worth, write: Write): Promise<Paid>
  /** Gives back what was set aside; never throws for a hold that is not there. */
  release(call: Call): Promise<unknown>
  /** Takes the price in one step for an answer that is already there. Throws the 402. */
  charge(call: Call, worth: Worth, write: Write): Promise<Paid>
}

/**
 * An API key's credits. Where the caller sent an idempotency key, the answer is kept under it in the same
 * transaction.
 */
export const keyPayer = (ledger: Ledger, keyId: string, idempotencyKey?: string): Payer => {
  /** The charge that this call repeats, and whether it counts as a repeat. */
  let repeats: { readonly requestId: string; readonly counted: boolean } | null = null

  const made = (write: Write, { credits, repeats: charged }: Cost): Body =>
    write(credits, charged === null ? undefined : { repeats: charged })
  const kept = (write: Write) =>
    idempotencyKey === undefined
      ? undefined
      : { keyId, idempotencyKey, body: (cost: Cost) => bytesOf(made(write, cost)) }
  const paid = (taken: Taken, price: number, write: Write): Paid => {
    if (!taken.ok) throw refused(taken, price)
    const cost =
      taken.repeats === undefined ? { credits: price, repeats: null } : { credits: 0, repeats: taken.repeats }
    return { body: made(write, cost), charged: cost.credits, remaining: taken.remaining }
  }
  const priceOf = ({ free, credits }: Worth): number => (free ? 0 : credits)

  return {
    hold: async ({ requestId, credits, purpose, print }, haveKept) => {
      const taken = await ledger.hold(keyId, requestId, credits, purpose, { print, kept: haveKept })
      if (!taken.ok) throw refused(taken, credits)
      const early = taken.early === true
      if (taken.repeats !== undefined) repeats = { requestId: taken.repeats, counted: !early }
      return { early }
    },
    settle: async ({ requestId, print }, worth, write) => {
      const look = { print, again: worth.again }
      const price = priceOf(worth)
      const taken = repeats
        ? await ledger.repeat(keyId, requestId, repeats.requestId, look, kept(write))
        : await ledger.settle(requestId, kept(write), look, { amount: price, depth: worth.depth })
      return paid(taken, price, write)
    },
    release: async ({ requestId, print }) => {
      if (!repeats) return ledger.release(requestId)
      if (repeats.counted) await ledger.unrepeat(keyId, print)
    },
    charge: async ({ requestId, purpose, print }, worth, write) => {
      const price = priceOf(worth)
      const bought = { ...purpose, depth: worth.depth }
      const look = { print, again: worth.again }
      return paid(await ledger.charge(keyId, requestId, price, bought, kept(write), look), price, write)
    },
  }
}

const refused = ({ reason, remaining }: Extract<Taken, { readonly ok: false }>, credits: number): Failure => {
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
  settle: async (_call, _worth, write) => ({ body: write(0), charged: 0, remaining: null }),
  release: async () => {},
  charge: async (_call, _worth, write) => ({ body: write(0), charged: 0, remaining: null }),
}
