/** Who pays for a call, and how. The pipeline holds before the work, settles for an answer and releases for a failure; it knows no more. */
import { Failure } from '../serve/failures.ts'
import type { Kept, Ledger, Purpose, Taken } from './ledger/port.ts'

export interface Receipt {
  /** Credits that this answer cost. */
  readonly charged: number
  /** What the payer can still spend; null where there is no account. */
  readonly remaining: number | null
  /** Facts about the payment, shown in `_meta` beside `credits_charged`. */
  readonly meta?: Readonly<Record<string, unknown>>
}

/** The answer's bytes, kept with the payment so that the same request can have them again. */
export interface Keep { readonly idempotencyKey: string; readonly body: Buffer }

export interface Payer {
  /** Whether it pays in credits: otherwise `_meta.credits_charged` is 0. */
  readonly metered: boolean
  /** Sets the price aside, before any work. Throws the 402. */
  hold(requestId: string, credits: number, purpose: Purpose): Promise<void>
  /** Takes what was set aside. `body` makes the answer's bytes from what is known of the payment by then. */
  settle(requestId: string, credits: number, purpose: Purpose, keep?: Keep): Promise<Receipt>
  /** Gives back what was set aside; never throws for a hold that is not there. */
  release(requestId: string): Promise<number | null>
  /** Takes the price in one step for an answer that is already there. Throws the 402. */
  charge(requestId: string, credits: number, purpose: Purpose, keep?: Keep): Promise<Receipt>
  /** Facts of the payment for `_meta`, known before it is settled. */
  readonly meta?: Readonly<Record<string, unknown>>
}

/** An API key's credits. */
export const keyPayer = (ledger: Ledger, keyId: string): Payer => {
  const kept = (keep: Keep | undefined): Kept | undefined => keep && { keyId, ...keep }
  return {
    metered: true,
    hold: async (requestId, credits, purpose) => {
      const taken = await ledger.hold(keyId, requestId, credits, purpose)
      if (!taken.ok) throw refused(taken, credits)
    },
    settle: async (requestId, credits, _purpose, keep) => {
      const taken = await ledger.settle(requestId, kept(keep))
      if (!taken.ok) throw refused(taken, credits)
      return { charged: credits, remaining: taken.remaining }
    },
    release: (requestId) => ledger.release(requestId),
    charge: async (requestId, credits, purpose, keep) => {
      const taken = await ledger.charge(keyId, requestId, credits, purpose, kept(keep))
      if (!taken.ok) throw refused(taken, credits)
      return { charged: credits, remaining: taken.remaining }
    },
  }
}

const refused = ({ reason, remaining }: Extract<Taken, { readonly ok: false }>, credits: number): Failure => {
  switch (reason) {
    case 'insufficient': return new Failure('insufficient_credits', `Insufficient credits: this call costs ${credits}, and ${Math.max(0, remaining)} can be spent.`, { credits_required: credits, balance: remaining })
    case 'superseded': return new Failure('idempotency_in_progress', 'Another request with this idempotency key has taken over.', { retry_after_s: 1 })
    // Its own caller gave the hold back: nothing is left to charge, so nothing may be answered.
    case 'released': return new Failure('internal', 'This request was given up. Nothing was charged.')
  }
}

/** The operator, on the machine itself: nothing is metered. */
export const operatorPayer: Payer = {
  metered: false,
  hold: async () => {},
  settle: async () => ({ charged: 0, remaining: null }),
  release: async () => null,
  charge: async () => ({ charged: 0, remaining: null }),
}
