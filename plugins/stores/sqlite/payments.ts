/** Payments in SQLite: one transaction decides which request owns an authorisation. */
import type { DatabaseSync } from 'node:sqlite'
import type { PaymentClaim, PaymentId, Payments, Purchase } from '@domesday/core/store'
import type { Entries } from './entries.ts'
import type { GroupCommit } from './group-commit.ts'
import { requestLimitMs } from './holds.ts'
import { storedMs } from './idempotency.ts'
import type { Instances } from './instances.ts'
import { paymentIdOf } from '@domesday/store-parts/payment-id'
import { maxRepeats, repeatableMs } from './repeats.ts'
import type { Subjects } from './subjects.ts'

/** The same rule as for repeats of a key. */
const isRepeatable = ({ retryAt, repeats, at }: Row, now: number): boolean =>
  retryAt !== null && now >= retryAt && repeats < maxRepeats && at > now - repeatableMs

interface Row {
  readonly row: number
  readonly resource: string
  readonly microUsd: number
  readonly state: 'verified' | 'settling' | 'settled' | 'pending'
  readonly requestId: string
  readonly instance: string
  readonly body: Uint8Array | null
  readonly headers: string | null
  readonly at: number
  readonly retryAt: number | null
  readonly repeats: number
  readonly keyId: string | null
  readonly credits: number | null
}

const columns = `rowid as row, resource, micro_usd as microUsd, state, request_id as requestId, instance, body, headers, at,
  again_at as retryAt, repeats, key_id as keyId, credits`

/** What a row says of its purchase, in the order of `purchased`. */
const purchased = 'resource, micro_usd, purpose, surface, endpoint, depth, key_id, credits'
const valuesOf = ({ resource, microUsd, surface, purpose }: Purchase) =>
  purpose.kind === 'call'
    ? [resource, microUsd, purpose.kind, surface, purpose.endpoint, purpose.depth, null, null]
    : [resource, microUsd, purpose.kind, surface, null, null, purpose.keyId, purpose.credits]

export const sqlitePayments = (
  db: DatabaseSync,
  {
    group,
    now,
    instance,
    instances,
    subjects,
    entries,
  }: {
    readonly group: GroupCommit
    readonly now: () => number
    readonly instance: string
    readonly instances: Instances
    readonly subjects: Subjects
    readonly entries: Entries
  },
): Payments => {
  const byNonce = db.prepare(
    `select ${columns} from payments where (payer = ?1 and nonce = ?2) or (payer = '' and nonce = ?3)`,
  )
  const put = db.prepare(
    `insert into payments (payer, nonce, id, proof, state, request_id, instance, at, ${purchased}) values (?, ?, ?, ?, 'verified', ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  )
  const requested = db.prepare(
    `select 1 from payments where ((payer = ?1 and nonce = ?2) or (payer = '' and nonce = ?3)) and proof = ?4 and state <> 'verified'`,
  )
  const take = db.prepare(`
    update payments set payer = ?, nonce = ?, id = ?, proof = ?, state = ?, request_id = ?, instance = ?, at = ?,
      (${purchased}) = (?, ?, ?, ?, ?, ?, ?, ?) where rowid = ?
  `)
  const setState = db.prepare('update payments set state = ?, at = ? where payer = ? and nonce = ?')
  const finish = db.prepare(
    "update payments set state = 'settled', settlement = ?, body = ?, headers = ?, again_at = ?, refused_at = null, at = ? where payer = ? and nonce = ?",
  )
  const count = db.prepare('update payments set repeats = max(0, repeats + ?) where payer = ? and nonce = ?')
  const replace = db.prepare(
    "update payments set body = ?, again_at = ? where payer = ? and nonce = ? and state = 'settled' and again_at is not null",
  )
  const refuse = db.prepare(
    "update payments set state = 'verified', refused_at = ?1, instance = '', at = ?1 where payer = ?2 and nonce = ?3",
  )
  const remove = db.prepare(
    "delete from payments where payer = ? and nonce = ? and state = 'verified' and refused_at is null",
  )
  /** One that was refused before stays in the books as refused. */
  const letGo = db.prepare("update payments set instance = '' where payer = ? and nonce = ? and state = 'verified'")
  const reopen = db.prepare(
    "update payments set state = 'pending', at = ? where payer = ? and nonce = ? and state = 'settling'",
  )

  const find = ({ payer, nonce }: PaymentId) =>
    byNonce.get(payer, nonce, paymentIdOf({ payer, nonce })) as Row | undefined
  const isRunning = (row: Row): boolean =>
    row.state !== 'pending' && row.at > now() - requestLimitMs && instances.isAlive(row.instance)

  return {
    settlementRequested: async ({ payer, nonce, proof }) =>
      requested.get(payer, nonce, paymentIdOf({ payer, nonce }), proof) !== undefined,

    claim: (payment, purchase, requestId) =>
      group.run((): PaymentClaim => {
        const { payer, nonce, proof } = payment
        const { resource, microUsd, purpose } = purchase
        const id = paymentIdOf({ payer, nonce })
        const noteSubject = (): void => {
          if (purpose.kind === 'call' && purpose.subject !== null) subjects.note(requestId, purpose.subject)
        }
        const row = find(payment)
        if (!row) {
          put.run(payer, nonce, id, proof, requestId, instance, now(), ...valuesOf(purchase))
          noteSubject()
          return { state: 'claimed', settlementUnknown: false }
        }
        if (row.state === 'settled') {
          if (row.resource !== resource || row.body === null || row.at <= now() - storedMs) return { state: 'spent' }
          const bought = { body: row.body, headers: JSON.parse(row.headers ?? '{}') as Record<string, string> }
          if (!isRepeatable(row, now())) return { state: 'bought', ...bought }
          count.run(1, payer, nonce)
          return { state: 'repeat', ...bought, requestId: row.requestId }
        }
        if (isRunning(row)) return { state: 'running' }
        const settlementUnknown = row.state !== 'verified'
        // A settlement that may have succeeded was for one purchase: it cannot buy another.
        if (settlementUnknown && (row.resource !== resource || row.microUsd !== microUsd)) return { state: 'spent' }
        const state = settlementUnknown ? 'settling' : 'verified'
        take.run(payer, nonce, id, proof, state, requestId, instance, now(), ...valuesOf(purchase), row.row)
        noteSubject()
        return { state: 'claimed', settlementUnknown }
      }),

    settling: ({ payer, nonce }) =>
      group.run(() => {
        // Without its row a payment would be taken that no book knows.
        if (setState.run('settling', now(), payer, nonce).changes === 0)
          throw new Error('the claim of this payment has ended: nothing was taken')
      }),

    settled: ({ payer, nonce }, transaction, body, headers, retryAt) =>
      group.run(() => {
        finish.run(transaction, body, JSON.stringify(headers), retryAt, now(), payer, nonce)
      }),

    toppedUp: (payment, transaction, body, headers) =>
      group.run(() => {
        const { payer, nonce } = payment
        const { keyId, credits, state, body: stored } = find(payment)!
        if (state === 'settled' && stored !== null) return stored
        const reference = paymentIdOf({ payer, nonce })
        const grant = { keyId: keyId!, kind: 'grant', amount: credits!, requestId: reference, purpose: null } as const
        const { remaining } = entries.post(grant)
        const written = body({ reference, remaining })
        finish.run(transaction, written, JSON.stringify(headers), null, now(), payer, nonce)
        return written
      }),

    repeated: ({ payer, nonce }, body, retryAt) =>
      group.run(() => {
        replace.run(body, retryAt, payer, nonce)
      }),

    undoRepeat: ({ payer, nonce }) =>
      group.run(() => {
        count.run(-1, payer, nonce)
      }),

    pending: ({ payer, nonce }) =>
      group.run(() => {
        setState.run('pending', now(), payer, nonce)
      }),

    refused: ({ payer, nonce }) =>
      group.run(() => {
        refuse.run(now(), payer, nonce)
      }),

    release: ({ payer, nonce }) =>
      group.run(() => {
        remove.run(payer, nonce)
        letGo.run(payer, nonce)
        reopen.run(now(), payer, nonce)
      }),
  }
}
