import type { DatabaseSync } from 'node:sqlite'
import { audit } from './check.ts'
import { snapshot } from './database.ts'
import type { GroupCommit } from './group-commit.ts'
import type { Holds } from './holds.ts'
import type { Answers } from './idempotency.ts'
import { reused, type Movements } from './movements.ts'
import type { Repeats } from './repeats.ts'
import {
  BillingError,
  checkCredits,
  maximumCredits,
  type Kept,
  type Ledger,
  type Look,
  type Purpose,
  type Taken,
} from '@domesday/core/store'

export interface Parts {
  readonly db: DatabaseSync
  readonly now: () => number
  readonly group: GroupCommit
  readonly movements: Movements
  readonly holds: Holds
  readonly answers: Answers
  readonly repeats: Repeats
}

/** The ledger in SQLite: every change is one step of a group commit, reads see what is committed. */
export const sqliteLedger = ({ db, now, group, movements, holds, answers, repeats }: Parts): Ledger => {
  const { move, made, standing, remaining, newest } = movements

  /** Keeps the answer and answers `free`; nothing where another request owns the idempotency key by now. */
  const give = (keyId: string, requestId: string, charged: string, look: Look, keep?: Kept): Taken => {
    if (keep !== undefined && !answers.owns(keep, requestId))
      return { ok: false, reason: 'superseded', remaining: remaining(keyId) }
    repeats.follow(keyId, look.print, look.again)
    if (keep !== undefined) answers.keep(keep, requestId, { credits: 0, repeats: charged })
    return { ok: true, remaining: remaining(keyId), repeats: charged }
  }

  /** Charges and keeps the answer; neither happens where another request owns the idempotency key by now. */
  const charge = (
    keyId: string,
    requestId: string,
    amount: number,
    purpose: Purpose,
    keep?: Kept,
    look?: Look,
  ): Taken => {
    const free = look && repeats.open(keyId, look.print)
    if (free && free.requestId !== requestId) return give(keyId, requestId, free.requestId, look, keep)
    if (keep !== undefined && !answers.owns(keep, requestId))
      return { ok: false, reason: 'superseded', remaining: remaining(keyId) }
    const taken = move({ keyId, kind: 'charge', amount: -amount, requestId, purpose })
    if (!taken.ok) return taken
    if (look && look.again !== null && amount > 0) repeats.begin(keyId, look.print, requestId, look.again)
    if (keep !== undefined) answers.keep(keep, requestId, { credits: amount, repeats: null })
    return taken
  }

  return {
    hold: async (keyId, requestId, amount, purpose, ask) => {
      checkCredits(amount, 0)
      return group.run((): Taken => {
        const before = holds.find(requestId)
        if (before !== undefined) {
          // What was settled may have been worth less.
          if (before.keyId !== keyId || (before.amount !== amount && before.state !== 'settled'))
            throw reused(requestId)
          const kept = before.state === 'open' || before.state === 'settled'
          return kept
            ? { ok: true, remaining: remaining(keyId) }
            : { ok: false, reason: 'released', remaining: remaining(keyId) }
        }
        const free = ask && repeats.open(keyId, ask.print)
        if (free) {
          const early = ask.kept && now() < free.again
          if (!early) repeats.count(keyId, ask.print, 1)
          return { ok: true, remaining: remaining(keyId), repeats: free.requestId, ...(early && { early }) }
        }
        const left = holds.open(keyId, requestId, amount, purpose)
        return left === null
          ? { ok: false, reason: 'insufficient', remaining: remaining(keyId) }
          : { ok: true, remaining: left }
      })
    },

    settle: (requestId, keep, look, worth) =>
      group.run((): Taken => {
        const hold = holds.find(requestId)
        if (hold === undefined) throw new BillingError('unknown_request', `there is no hold for request ${requestId}`)
        if (hold.state === 'settled') return { ok: true, remaining: remaining(hold.keyId) }
        if (hold.state === 'released') return { ok: false, reason: 'released', remaining: remaining(hold.keyId) }
        // Given back first, so that the charge passes the same gate as any other: where the hold was open it finds
        // its credits there.
        holds.close(hold, 'settled')
        const { amount, depth } = worth ?? hold
        if (amount > hold.amount) throw reused(requestId)
        const taken = charge(hold.keyId, requestId, amount, { endpoint: hold.endpoint, depth }, keep, look)
        if (!taken.ok) holds.mark(requestId, 'lapsed')
        else if (taken.repeats !== undefined) holds.lower(requestId, 0)
        else if (amount < hold.amount) holds.lower(requestId, amount)
        return taken
      }),

    release: (requestId) =>
      group.run(() => {
        const hold = holds.find(requestId)
        if (hold === undefined) return null
        if (hold.state !== 'settled') holds.close(hold, 'released')
        return remaining(hold.keyId)
      }),

    repeat: (keyId, requestId, charged, look, keep) => group.run(() => give(keyId, requestId, charged, look, keep)),

    unrepeat: (keyId, print) => group.run(() => repeats.count(keyId, print, -1)),

    charge: (keyId, requestId, amount, purpose, keep, look) =>
      group.run(() => {
        checkCredits(amount, 0)
        return charge(keyId, requestId, amount, purpose, keep, look)
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
