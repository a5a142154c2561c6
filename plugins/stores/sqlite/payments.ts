/** Payments in SQLite: one transaction decides which request owns an authorisation. */
import type { DatabaseSync } from 'node:sqlite'
import type { PaymentClaim, Payments } from '@domesday/core/store'
import type { GroupCommit } from './group-commit.ts'
import { requestLimitMs } from './holds.ts'
import type { Instances } from './instances.ts'
import { maxRepeats, repeatableMs } from './repeats.ts'

const storedMs = 24 * 3_600_000

/** The same rule as for repeats of a key. */
const isRepeatable = ({ retryAt, repeats, at }: Row, now: number): boolean =>
  retryAt !== null && now >= retryAt && repeats < maxRepeats && at > now - repeatableMs

interface Row {
  readonly resource: string
  readonly state: string
  readonly requestId: string
  readonly instance: string
  readonly body: Uint8Array | null
  readonly headers: string | null
  readonly at: number
  readonly retryAt: number | null
  readonly repeats: number
}

export const sqlitePayments = (
  db: DatabaseSync,
  group: GroupCommit,
  now: () => number,
  instance: string,
  instances: Instances,
): Payments => {
  const byNonce = db.prepare(
    'select resource, state, request_id as requestId, instance, body, headers, at, again_at as retryAt, repeats from payments where payer = ? and nonce = ?',
  )
  const put = db.prepare(
    'insert into payments (payer, nonce, proof, resource, micro_usd, state, request_id, instance, at) values (?, ?, ?, ?, ?, ?, ?, ?, ?)',
  )
  const requested = db.prepare(
    "select 1 from payments where payer = ? and nonce = ? and proof = ? and state <> 'verified'",
  )
  const take = db.prepare(
    'update payments set proof = ?, resource = ?, request_id = ?, instance = ?, at = ? where payer = ? and nonce = ?',
  )
  const setState = db.prepare('update payments set state = ?, at = ? where payer = ? and nonce = ?')
  const finish = db.prepare(
    "update payments set state = 'settled', settlement = ?, body = ?, headers = ?, again_at = ?, at = ? where payer = ? and nonce = ?",
  )
  const count = db.prepare('update payments set repeats = max(0, repeats + ?) where payer = ? and nonce = ?')
  const replace = db.prepare(
    "update payments set body = ?, again_at = ? where payer = ? and nonce = ? and state = 'settled' and again_at is not null",
  )
  const remove = db.prepare("delete from payments where payer = ? and nonce = ? and state = 'verified'")
  const reopen = db.prepare(
    "update payments set state = 'pending', at = ? where payer = ? and nonce = ? and state = 'settling'",
  )
  const dropOld = db.prepare("update payments set body = null where state = 'settled' and body is not null and at < ?")

  const isRunning = (row: Row): boolean =>
    row.state !== 'pending' && row.at > now() - requestLimitMs && instances.isAlive(row.instance)

  return {
    settlementRequested: ({ payer, nonce, proof }) => requested.get(payer, nonce, proof) !== undefined,
    claim: ({ payer, nonce, proof }, resource, microUsd, requestId) =>
      group.run((): PaymentClaim => {
        dropOld.run(now() - storedMs)
        const row = byNonce.get(payer, nonce) as Row | undefined
        if (!row) {
          put.run(payer, nonce, proof, resource, microUsd, 'verified', requestId, instance, now())
          return { state: 'claimed', settlementUnknown: false }
        }
        if (row.state === 'settled') {
          if (row.resource !== resource || row.body === null) return { state: 'spent' }
          const bought = { body: row.body, headers: JSON.parse(row.headers ?? '{}') as Record<string, string> }
          if (!isRepeatable(row, now())) return { state: 'bought', ...bought }
          count.run(1, payer, nonce)
          return { state: 'repeat', ...bought, requestId: row.requestId }
        }
        if (isRunning(row)) return { state: 'running' }
        const settlementUnknown = row.state !== 'verified'
        // A settlement that may have succeeded was for one resource: it cannot buy another.
        if (settlementUnknown && row.resource !== resource) return { state: 'spent' }
        take.run(proof, resource, requestId, instance, now(), payer, nonce)
        setState.run(settlementUnknown ? 'settling' : 'verified', now(), payer, nonce)
        return { state: 'claimed', settlementUnknown }
      }),
    settling: ({ payer, nonce }) =>
      group.run(() => {
        setState.run('settling', now(), payer, nonce)
      }),
    settled: ({ payer, nonce }, transaction, body, headers, retryAt) =>
      group.run(() => {
        finish.run(transaction, body, JSON.stringify(headers), retryAt, now(), payer, nonce)
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
        setState.run('verified', now(), payer, nonce)
        remove.run(payer, nonce)
      }),
    release: ({ payer, nonce }) =>
      group.run(() => {
        remove.run(payer, nonce)
        reopen.run(now(), payer, nonce)
      }),
  }
}
