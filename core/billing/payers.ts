/** Who pays for a call, and how. The pipeline holds before the work, settles for an answer and releases for a failure; it knows no more. */
import { bytesOf, type Body } from '../serve/body.ts'
import { Failure } from '../serve/failures.ts'
import type { Ledger, Purpose, Taken } from './ledger/port.ts'

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
  readonly credits: number
  readonly purpose: Purpose
}

export interface Payer {
  /** Sets the price aside, before any work. Throws the 402. */
  hold(call: Call): Promise<void>
  /** Takes what was set aside, and keeps the answer where it may be asked for again. */
  settle(call: Call, write: Write): Promise<Paid>
  /** Gives back what was set aside; never throws for a hold that is not there. */
  release(call: Call): Promise<unknown>
  /** Takes the price in one step for an answer that is already there; a price of 0 takes nothing. Throws the 402. */
  charge(call: Call, write: Write): Promise<Paid>
}

/** An API key's credits. Where the caller sent an idempotency key, the answer is kept under it in the same transaction. */
export const keyPayer = (ledger: Ledger, keyId: string, idempotencyKey?: string): Payer => {
  const kept = (body: Body) =>
    idempotencyKey === undefined ? undefined : { keyId, idempotencyKey, body: bytesOf(body) }
  const paid = (taken: Taken, credits: number, write: () => Body): Paid => {
    if (!taken.ok) throw refused(taken, credits)
    return { body: write(), charged: credits, remaining: taken.remaining }
  }
  return {
    hold: async ({ requestId, credits, purpose }) => {
      const taken = await ledger.hold(keyId, requestId, credits, purpose)
      if (!taken.ok) throw refused(taken, credits)
    },
    settle: async ({ requestId, credits }, write) => {
      const body = write(credits)
      return paid(await ledger.settle(requestId, kept(body)), credits, () => body)
    },
    release: ({ requestId }) => ledger.release(requestId),
    charge: async ({ requestId, credits, purpose }, write) => {
      const body = idempotencyKey === undefined ? undefined : write(credits)
      const taken = await ledger.charge(keyId, requestId, credits, purpose, body && kept(body))
      // Bytes that need not be kept are made when they are sent: made before the commit they would lie about until it is done.
      return paid(taken, credits, () => body ?? write(credits))
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
  hold: async () => {},
  settle: async (_, write) => ({ body: write(0), charged: 0, remaining: null }),
  release: async () => {},
  charge: async (_, write) => ({ body: write(0), charged: 0, remaining: null }),
}
