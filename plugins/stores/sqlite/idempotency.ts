import type { DatabaseSync } from 'node:sqlite'
import type { GroupCommit } from './group-commit.ts'
import { callLimitMs } from './holds.ts'
import type { Instances } from './instances.ts'
import type { Claim, Cost, Idempotency, Kept } from '@domesday/core/store'

const keptMs = 24 * 3_600_000
/** Bodies are large: a sweep removes this many at most. */
const purgeLimit = 500

interface Row {
  readonly fingerprint: string
  readonly requestId: string
  readonly instance: string
  readonly headers: string | null
  readonly body: Uint8Array | null
  readonly at: number
}

export type Answers = ReturnType<typeof answers>

/** Claims on idempotency keys, and the answers kept under them. To be called inside a transaction. */
export const answers = (db: DatabaseSync, now: () => number, instance: string, instances: Instances) => {
  const one = db.prepare(`
    select fingerprint, request_id as requestId, instance, headers, body, at from idempotency where key_id = ? and idempotency_key = ?
  `)
  const put = db.prepare(`
    insert or replace into idempotency (key_id, idempotency_key, fingerprint, request_id, instance, at) values (?, ?, ?, ?, ?, ?)
  `)
  const owned = db.prepare('select 1 from idempotency where key_id = ? and idempotency_key = ? and request_id = ?')
  const complete = db.prepare(`
    update idempotency set body = ?, headers = ?, at = ? where key_id = ? and idempotency_key = ? and request_id = ? and body is null
  `)
  const abandon = db.prepare(
    'delete from idempotency where key_id = ? and idempotency_key = ? and request_id = ? and body is null',
  )
  const purge = db.prepare(
    `delete from idempotency where rowid in (select rowid from idempotency where at < ? limit ${purgeLimit})`,
  )

  /** Whether the row still keeps other requests out. */
  const excludes = (row: Row, requestId: string): boolean =>
    row.body === null
      ? row.requestId !== requestId && row.at > now() - callLimitMs && instances.alive(row.instance)
      : row.at > now() - keptMs

  return {
    claim: (keyId: string, idempotencyKey: string, fingerprint: string, requestId: string): Claim => {
      const row = one.get(keyId, idempotencyKey) as Row | undefined
      if (row === undefined || !excludes(row, requestId)) {
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

    /** Whether the key still belongs to this request: it does not once another has taken it over. */
    owns: ({ keyId, idempotencyKey }: Kept, requestId: string): boolean =>
      owned.get(keyId, idempotencyKey, requestId) !== undefined,

    keep: ({ keyId, idempotencyKey, body, headers }: Kept, requestId: string, cost: Cost): void => {
      complete.run(
        typeof body === 'function' ? body(cost) : body,
        headers === undefined ? null : JSON.stringify(headers),
        now(),
        keyId,
        idempotencyKey,
        requestId,
      )
    },

    abandon: (keyId: string, idempotencyKey: string, requestId: string): void => {
      abandon.run(keyId, idempotencyKey, requestId)
    },
    purge: (): void => {
      purge.run(now() - keptMs)
    },
  }
}

/** The claims of callers, each committed before it is answered. */
export const idempotency = (group: GroupCommit, stored: Answers): Idempotency => ({
  begin: (keyId, idempotencyKey, fingerprint, requestId) =>
    group.run(() => stored.claim(keyId, idempotencyKey, fingerprint, requestId)),
  abandon: (keyId, idempotencyKey, requestId) => group.run(() => stored.abandon(keyId, idempotencyKey, requestId)),
})
