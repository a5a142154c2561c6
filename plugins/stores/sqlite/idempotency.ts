/** Claims on idempotency keys, and the answers stored under them. */
import type { DatabaseSync } from 'node:sqlite'
import type { Cost, Idempotency, IdempotencyClaim, StoredAnswer } from '@domesday/core/store'
import type { GroupCommit } from './group-commit.ts'
import { requestLimitMs } from './holds.ts'
import type { Instances } from './instances.ts'

/** How long an answer is stored, from its charge. */
export const storedMs = 24 * 3_600_000
/** Rows that one sweep deletes at most: bodies are large. */
const purgeLimit = 500

interface Row {
  readonly fingerprint: string
  readonly requestId: string
  readonly instance: string
  readonly headers: string | null
  readonly body: Uint8Array | null
  readonly at: number
}

export type Answers = ReturnType<typeof sqliteAnswers>

/** Call its methods inside a transaction. */
export const sqliteAnswers = (db: DatabaseSync, now: () => number, instance: string, instances: Instances) => {
  const byKey = db.prepare(`
    select fingerprint, request_id as requestId, instance, headers, body, at from idempotency where key_id = ? and idempotency_key = ?
  `)
  const put = db.prepare(`
    insert or replace into idempotency (key_id, idempotency_key, fingerprint, request_id, instance, at) values (?, ?, ?, ?, ?, ?)
  `)
  const owned = db.prepare('select 1 from idempotency where key_id = ? and idempotency_key = ? and request_id = ?')
  const complete = db.prepare(`
    update idempotency set body = ?, headers = ?, at = ?, repeats = ? where key_id = ? and idempotency_key = ? and request_id = ? and body is null
  `)
  const abandon = db.prepare(
    'delete from idempotency where key_id = ? and idempotency_key = ? and request_id = ? and body is null',
  )
  const drop = db.prepare('delete from idempotency where (request_id = ?1 or repeats = ?1) and body is not null')
  const purge = db.prepare(
    `delete from idempotency where rowid in (select rowid from idempotency where at < ? limit ${purgeLimit})`,
  )

  /** Whether no other request may claim the key. */
  const isTaken = (row: Row, requestId: string): boolean =>
    row.body === null
      ? row.requestId !== requestId && row.at > now() - requestLimitMs && instances.isAlive(row.instance)
      : row.at > now() - storedMs

  return {
    claim: (keyId: string, idempotencyKey: string, fingerprint: string, requestId: string): IdempotencyClaim => {
      const row = byKey.get(keyId, idempotencyKey) as Row | undefined
      if (row === undefined || !isTaken(row, requestId)) {
        put.run(keyId, idempotencyKey, fingerprint, requestId, instance, now())
        return { state: 'new' }
      }
      if (row.fingerprint !== fingerprint) return { state: 'mismatch' }
      if (row.body === null) return { state: 'running' }
      return {
        state: 'done',
        requestId: row.requestId,
        body: row.body,
        headers: row.headers === null ? {} : JSON.parse(row.headers),
      }
    },

    /** Whether the key still belongs to this request, or another has taken it over. */
    owns: ({ keyId, idempotencyKey }: StoredAnswer, requestId: string): boolean =>
      owned.get(keyId, idempotencyKey, requestId) !== undefined,

    store: ({ keyId, idempotencyKey, body, headers }: StoredAnswer, requestId: string, cost: Cost): void => {
      complete.run(
        typeof body === 'function' ? body(cost) : body,
        headers === undefined ? null : JSON.stringify(headers),
        now(),
        // What was charged for is not void where another charge is refunded.
        cost.credits > 0 ? null : cost.repeats,
        keyId,
        idempotencyKey,
        requestId,
      )
    },

    abandon: (keyId: string, idempotencyKey: string, requestId: string): void => {
      abandon.run(keyId, idempotencyKey, requestId)
    },
    /** Removes what is stored for a request, and for its free repeats. */
    drop: (requestId: string): void => {
      drop.run(requestId)
    },
    purge: (): void => {
      purge.run(now() - storedMs)
    },
  }
}

export const sqliteIdempotency = (group: GroupCommit, answers: Answers): Idempotency => ({
  claim: (keyId, idempotencyKey, fingerprint, requestId) =>
    group.run(() => answers.claim(keyId, idempotencyKey, fingerprint, requestId)),
  abandon: (keyId, idempotencyKey, requestId) => group.run(() => answers.abandon(keyId, idempotencyKey, requestId)),
})
