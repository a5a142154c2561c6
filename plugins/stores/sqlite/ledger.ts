/** The ledger in SQLite: every change is a step of a group commit; reads see committed data. */
import type { DatabaseSync } from 'node:sqlite'
import {
  BillingError,
  checkCredits,
  maximumCredits,
  type Actor,
  type ChargeResult,
  type Ledger,
  type Lookup,
  type Purpose,
  type StoredAnswer,
} from '@domesday/core/store'
import { isPaymentId, reservedReference, topUpSql } from '@domesday/store-parts/payment-id'
import { subjectHash } from '@domesday/store-parts/subject-hash'
import { sqliteAccount } from './account.ts'
import type { NoteAct } from './acts.ts'
import { audit } from './audit.ts'
import { snapshot } from './database.ts'
import type { Deliveries } from './delivery.ts'
import { requestReused, type Entries } from './entries.ts'
import type { GroupCommit } from './group-commit.ts'
import type { Hold, Holds } from './holds.ts'
import type { Answers } from './idempotency.ts'
import type { KeyRecords } from './key-records.ts'
import type { Repeats } from './repeats.ts'
import type { Sold } from './sold.ts'
import type { Subjects } from './subjects.ts'

const purposeOf = ({ endpoint, surface }: Hold, depth: string): Purpose => ({
  endpoint,
  depth,
  ...(surface !== null && { surface }),
})

export const sqliteLedger = ({
  db,
  now,
  group,
  entries,
  holds,
  answers,
  repeats,
  sold,
  subjects,
  deliveries,
  records,
  note,
}: {
  readonly db: DatabaseSync
  readonly now: () => number
  readonly group: GroupCommit
  readonly entries: Entries
  readonly holds: Holds
  readonly answers: Answers
  readonly repeats: Repeats
  readonly sold: Sold
  readonly subjects: Subjects
  readonly deliveries: Deliveries
  readonly records: KeyRecords
  readonly note: NoteAct
}): Ledger => {
  const { post, remaining } = entries
  const account = sqliteAccount(db, entries)
  const topUp = db.prepare(topUpSql(['?', '?', '?']))

  const isSuperseded = (requestId: string, answer: StoredAnswer | undefined): boolean =>
    answer !== undefined && !answers.owns(answer, requestId)
  const superseded = (keyId: string): ChargeResult => ({
    ok: false,
    reason: 'superseded',
    remaining: remaining(keyId),
  })

  /** Stores the answer and charges nothing. */
  const repeat = (
    keyId: string,
    requestId: string,
    chargedRequestId: string,
    lookup: Lookup,
    answer?: StoredAnswer,
  ): ChargeResult => {
    if (isSuperseded(requestId, answer)) return superseded(keyId)
    repeats.update(keyId, lookup)
    sold.replace(chargedRequestId, lookup)
    if (lookup.subject !== undefined) subjects.note(requestId, lookup.subject)
    if (answer !== undefined) answers.store(answer, requestId, { credits: 0, repeats: chargedRequestId })
    return { ok: true, remaining: remaining(keyId), repeats: chargedRequestId }
  }

  /** Charges and stores the answer; does neither if another request owns the idempotency key now. */
  const charge = (
    keyId: string,
    requestId: string,
    amount: number,
    purpose: Purpose,
    answer?: StoredAnswer,
    lookup?: Lookup,
    wasHeld = false,
  ): ChargeResult => {
    const free = lookup && repeats.find(keyId, lookup.hash)
    if (free && free.requestId !== requestId) return repeat(keyId, requestId, free.requestId, lookup, answer)
    if (isSuperseded(requestId, answer)) return superseded(keyId)
    const { cost, inFull } = sold.costOf(
      keyId,
      requestId,
      amount,
      lookup,
      () => entries.find(requestId, 'charge')?.amount,
    )
    const { credits: charged, repeats: repeated } = cost
    const result = post({ keyId, kind: 'charge', amount: -charged, requestId, purpose, wasHeld })
    if (!result.ok) return result
    if (charged > 0) deliveries.charged(requestId)
    if (lookup?.subject !== undefined) subjects.note(requestId, lookup.subject)
    if (lookup && lookup.retryAt !== null && charged > 0) repeats.allow(keyId, lookup.hash, requestId, lookup.retryAt)
    if (inFull) sold.note(keyId, lookup!, requestId)
    if (answer !== undefined) answers.store(answer, requestId, cost)
    return repeated === null ? result : { ...result, repeats: repeated, charged }
  }

  const isPosted = (kind: 'grant' | 'adjust' | 'refund', reference: string | undefined): boolean =>
    reference !== undefined && entries.find(reference, kind) !== undefined

  const mustBeOpen = (keyId: string): void => {
    const { revokedAt, expiresAt } = records.find(keyId)
    if (revokedAt !== null) throw new BillingError('revoked_key', `key ${keyId} was revoked`)
    if (expiresAt !== null && expiresAt <= now())
      throw new BillingError('expired_key', `key ${keyId} expired at ${new Date(expiresAt).toISOString()}`)
  }

  /** The operator's own entries, once for each reference. */
  const correct = (
    kind: 'grant' | 'adjust',
    keyId: string,
    amount: number,
    reference: string | undefined,
    by: Actor | undefined,
  ): ChargeResult => {
    const isNew = !isPosted(kind, reference)
    const result = post({ keyId, kind, amount, requestId: reference ?? null, purpose: null })
    const act = kind === 'grant' ? 'keys top-up' : 'ledger adjust'
    const { remaining } = result
    if (isNew && result.ok) note(by, { act, target: keyId, keyId, details: { credits: amount, reference, remaining } })
    return result
  }

  return {
    hold: async (keyId, requestId, amount, purpose, lookup) => {
      checkCredits(amount, 0)
      return group.run((): ChargeResult => {
        const before = holds.find(requestId)
        if (before !== undefined) {
          // A settled hold has the amount that was charged, which may be less.
          if (before.keyId !== keyId || (before.amount !== amount && before.state !== 'settled'))
            throw requestReused(requestId)
          return before.state === 'open' || before.state === 'settled'
            ? { ok: true, remaining: remaining(keyId) }
            : { ok: false, reason: 'released', remaining: remaining(keyId) }
        }
        const free = lookup && repeats.find(keyId, lookup.hash)
        if (free) {
          const early = lookup.hasAnswer && now() < free.retryAt
          if (!early) repeats.count(keyId, lookup.hash, 1)
          return { ok: true, remaining: remaining(keyId), repeats: free.requestId, ...(early && { early }) }
        }
        const remainingAfter = holds.open(keyId, requestId, amount, purpose)
        return remainingAfter === null ? entries.refused(keyId, amount) : { ok: true, remaining: remainingAfter }
      })
    },

    settle: (requestId, answer, lookup, actual) =>
      group.run((): ChargeResult => {
        const hold = holds.find(requestId)
        if (hold === undefined) throw new BillingError('unknown_request', `there is no hold for request ${requestId}`)
        if (hold.state === 'settled') return { ok: true, remaining: remaining(hold.keyId) }
        if (hold.state === 'released') return { ok: false, reason: 'released', remaining: remaining(hold.keyId) }
        // Release the hold first: then its credits are available to the charge.
        holds.close(hold, 'settled')
        const { amount, depth } = actual ?? hold
        if (amount > hold.amount) throw requestReused(requestId)
        const wasHeld = hold.state === 'open'
        const result = charge(hold.keyId, requestId, amount, purposeOf(hold, depth), answer, lookup, wasHeld)
        if (!result.ok) holds.mark(requestId, 'lapsed')
        else if (result.repeats !== undefined) holds.setAmount(requestId, result.charged ?? 0)
        else if (amount < hold.amount) holds.setAmount(requestId, amount)
        return result
      }),

    release: (requestId) =>
      group.run(() => {
        const hold = holds.find(requestId)
        if (hold === undefined) return null
        if (hold.state !== 'settled') holds.close(hold, 'released')
        return remaining(hold.keyId)
      }),

    repeat: (...args) => group.run(() => repeat(...args)),

    undoRepeat: (keyId, lookupHash) => group.run(() => repeats.count(keyId, lookupHash, -1)),

    charge: (keyId, requestId, amount, purpose, answer, lookup) =>
      group.run(() => {
        checkCredits(amount, 0)
        return charge(keyId, requestId, amount, purpose, answer, lookup)
      }),

    grant: async (keyId, amount, reference, by) => {
      checkCredits(amount, 1)
      return group.run(() => {
        if (isPaymentId(reference) && topUp.get(reference!, keyId, amount) === undefined)
          throw reservedReference(reference)
        if (!isPosted('grant', reference)) mustBeOpen(keyId)
        return correct('grant', keyId, amount, reference, by).remaining
      })
    },

    adjust: async (keyId, amount, reference, by) => {
      checkCredits(amount, -maximumCredits)
      if (amount === 0) throw new BillingError('invalid_amount', 'an adjustment of 0 credits changes nothing')
      if (isPaymentId(reference)) throw reservedReference(reference)
      return group.run(() => correct('adjust', keyId, amount, reference, by))
    },

    refund: (requestId, by) =>
      group.run(() => {
        const charged = entries.find(requestId, 'charge')
        if (charged === undefined) throw new BillingError('unknown_request', `request ${requestId} was not charged`)
        const isNew = !isPosted('refund', requestId)
        const { keyId, amount } = charged
        const remaining = deliveries.refund(requestId, charged)
        if (isNew)
          note(by, { act: 'ledger refund', target: requestId, keyId, details: { credits: -amount, remaining } })
        return remaining
      }),

    account: async (keyId, page) => snapshot(db, () => account(keyId, page)),
    remaining: async (keyId) => remaining(keyId),
    erase: (subject, by) =>
      group.run(() => {
        const calls = subjects.erase(subject)
        note(by, { act: 'ledger erase', target: subjectHash(subject), keyId: null, details: { calls } })
        return calls
      }),
    audit: async () => snapshot(db, () => audit(db, now())),
  }
}
