import type { DatabaseSync } from 'node:sqlite'
import { audit } from './check.ts'
import { snapshot } from './database.ts'
import type { GroupCommit } from './group-commit.ts'
import type { Holds } from './holds.ts'
import type { Answers } from './idempotency.ts'
import { reused, type Movements } from './movements.ts'
import { BillingError, checkCredits, maximumCredits, type Kept, type Ledger, type Purpose, type Taken } from './port.ts'

export interface Parts {
  readonly db: DatabaseSync
  readonly group: GroupCommit
  readonly movements: Movements
  readonly holds: Holds
  readonly answers: Answers
}

/** The ledger in SQLite: every change is one step of a group commit, reads see what is committed. */
export const sqliteLedger = ({ db, group, movements, holds, answers }: Parts): Ledger => {
  const { move, made, standing, remaining, newest } = movements

  /** Charges and keeps the answer; neither happens where another request owns the idempotency key by now. */
  const charge = (keyId: string, requestId: string, amount: number, purpose: Purpose, keep?: Kept): Taken => {
    if (keep !== undefined && !answers.owns(keep, requestId))
      return { ok: false, reason: 'superseded', remaining: remaining(keyId) }
    const taken = move({ keyId, kind: 'charge', amount: -amount, requestId, purpose })
    if (taken.ok && keep !== undefined) answers.keep(keep, requestId)
    return taken
  }

  return {
    hold: async (keyId, requestId, amount, purpose) => {
      checkCredits(amount, 0)
      return group.run((): Taken => {
        const before = holds.find(requestId)
        if (before !== undefined) {
          if (before.keyId !== keyId || before.amount !== amount) throw reused(requestId)
          const kept = before.state === 'open' || before.state === 'settled'
          return kept
            ? { ok: true, remaining: remaining(keyId) }
            : { ok: false, reason: 'released', remaining: remaining(keyId) }
        }
        const left = holds.open(keyId, requestId, amount, purpose)
        return left === null
          ? { ok: false, reason: 'insufficient', remaining: remaining(keyId) }
          : { ok: true, remaining: left }
      }, 'passing')
    },

    settle: (requestId, keep) =>
      group.run((): Taken => {
        const hold = holds.find(requestId)
        if (hold === undefined) throw new BillingError('unknown_request', `there is no hold for request ${requestId}`)
        if (hold.state === 'settled') return { ok: true, remaining: remaining(hold.keyId) }
        if (hold.state === 'released') return { ok: false, reason: 'released', remaining: remaining(hold.keyId) }
        // Given back first, so that the charge passes the same gate as any other: where the hold was open it finds its credits there.
        holds.close(hold, 'settled')
        const taken = charge(hold.keyId, requestId, hold.amount, hold, keep)
        if (!taken.ok) holds.mark(requestId, 'lapsed')
        return taken
      }),

    release: (requestId) =>
      group.run(() => {
        const hold = holds.find(requestId)
        if (hold === undefined) return null
        if (hold.state !== 'settled') holds.close(hold, 'released')
        return remaining(hold.keyId)
      }, 'passing'),

    charge: (keyId, requestId, amount, purpose, keep) =>
      group.run(() => {
        checkCredits(amount, 0)
        return charge(keyId, requestId, amount, purpose, keep)
      }),

    grant: async (keyId, amount, reference) => {
      checkCredits(amount, 1)
      return group.run(
        () => move({ keyId, kind: 'grant', amount, requestId: reference ?? null, purpose: null }).remaining,
      )
    },

    adjust: async (keyId, amount, reference) => {
      checkCredits(amount, -maximumCredits)
      if (amount === 0) throw new BillingError('invalid_amount', 'an adjustment of 0 credits changes nothing')
      return group.run(() => move({ keyId, kind: 'adjust', amount, requestId: reference ?? null, purpose: null }))
    },

    refund: (requestId) =>
      group.run(() => {
        const charged = made(requestId, 'charge')
        if (charged === undefined) throw new BillingError('unknown_request', `request ${requestId} was not charged`)
        return move({ keyId: charged.keyId, kind: 'refund', amount: -charged.amount, requestId, purpose: null })
          .remaining
      }),

    account: async (keyId) => snapshot(db, () => ({ ...standing(keyId), ledger: newest(keyId) })),
    remaining: async (keyId) => remaining(keyId),
    check: async () => snapshot(db, () => audit(db)),
  }
}
