/** Keys in SQLite, with a cache of recently verified ones. */
import type { DatabaseSync } from 'node:sqlite'
import { LRUCache } from 'lru-cache'
import {
  BillingError,
  checkCredits,
  hashKey,
  mintKey,
  readKeyId,
  type KeyRecord,
  type Keys,
} from '@domesday/core/store'
import type { Entries } from './entries.ts'
import type { GroupCommit } from './group-commit.ts'

/** What `verify` needs of a secret, found by its hash: a lookup by hash is safe from timing attacks. */
interface CachedSecret {
  readonly id: string
  readonly expiresAt: number | null
  readonly revokedAt: number | null
  readonly endsAt: number | null
}

const checkEveryMs = 250
const secretsCached = 10_000
const labelLength = 200

/** All keys; every schema so far has these columns. */
export const keysSql = `
  select id, label, created_at as createdAt, expires_at as expiresAt, revoked_at as revokedAt, balance, held
  from keys order by created_at, revision
`

export const sqliteKeys = (
  db: DatabaseSync,
  group: GroupCommit,
  entries: Entries,
  { now, checkFile }: { readonly now: () => number; readonly checkFile: () => void },
): Keys => {
  const nextRevision = '(select coalesce(max(revision), 0) + 1 from keys)'
  const insert = db.prepare(
    `insert into keys (id, label, created_at, expires_at, revision) values (?, ?, ?, ?, ${nextRevision})`,
  )
  const insertSecret = db.prepare('insert into secrets (hash, key_id) values (?, ?)')
  const endSecrets = db.prepare('update secrets set ends_at = min(coalesce(ends_at, ?2), ?2) where key_id = ?1')
  const dropEnded = db.prepare('delete from secrets where key_id = ? and ends_at <= ?')
  const revise = db.prepare(`update keys set revision = ${nextRevision} where id = ?`)
  const revoke = db.prepare('update keys set revoked_at = coalesce(revoked_at, ?2) where id = ?1')
  const byId = db.prepare('select revoked_at as revokedAt from keys where id = ?')
  const byHash = db.prepare(`
    select id, expires_at as expiresAt, revoked_at as revokedAt, ends_at as endsAt from secrets join keys on id = key_id where hash = ?
  `)
  const all = db.prepare(keysSql)
  const dataVersion = db.prepare('pragma data_version')
  const revision = db.prepare('select coalesce(max(revision), 0) as n from keys')

  // By `maxSize`, not `max`, which would allocate every slot at the start.
  const cached = new LRUCache<string, CachedSecret>({ maxSize: secretsCached, sizeCalculation: () => 1 })
  let seenRevision = revision.get()?.['n']
  let seenVersion = dataVersion.get()?.['data_version']
  let checkedAt = performance.now()

  /** SQLite's data version changes with commits of other connections only; reading it takes microseconds. */
  const checkForChanges = (): void => {
    if (performance.now() - checkedAt < checkEveryMs) return
    checkFile()
    checkedAt = performance.now()
    const version = dataVersion.get()?.['data_version']
    if (version === seenVersion) return
    seenVersion = version
    const newest = revision.get()?.['n']
    if (newest !== seenRevision) cached.clear()
    seenRevision = newest
  }

  const secretOf = (key: string): CachedSecret | null => {
    const hash = hashKey(key)
    const hit = cached.get(hash)
    if (hit !== undefined || readKeyId(key) === null) return hit ?? null
    const secret = byHash.get(hash) as CachedSecret | undefined
    if (secret !== undefined) cached.set(hash, secret)
    return secret ?? null
  }

  /** Call it inside the transaction of the change. If that is rolled back, the next `verify` reads the row again. */
  const changed = (id: string): void => {
    revise.run(id)
    cached.clear()
  }

  const find = (id: string) => {
    const row = byId.get(id) as Pick<CachedSecret, 'revokedAt'> | undefined
    if (row === undefined) throw new BillingError('unknown_key', `there is no key ${id}`)
    return row
  }

  return {
    create: async ({ credits, label, expires }) => {
      checkCredits(credits, 0)
      if (label !== undefined && label.length > labelLength) {
        throw new BillingError('invalid_key_terms', `a label has ${labelLength} characters at most`)
      }
      if (expires !== undefined && !(Number.isSafeInteger(expires) && expires > now())) {
        throw new BillingError('invalid_key_terms', 'a key must expire in the future')
      }
      const { id, key } = mintKey()
      await group.run(() => {
        insert.run(id, label ?? null, now(), expires ?? null)
        insertSecret.run(hashKey(key), id)
        entries.post({ keyId: id, kind: 'grant', amount: credits, requestId: null, purpose: null })
      })
      return { id, key, credits }
    },

    verify: (key) => {
      checkForChanges()
      const secret = secretOf(key)
      if (secret === null || secret.revokedAt !== null || (secret.expiresAt !== null && secret.expiresAt <= now()))
        return null
      return secret.endsAt === null || secret.endsAt > now() ? { id: secret.id } : null
    },

    rotate: async (id, { graceMs = 0 } = {}) => {
      if (!Number.isSafeInteger(graceMs) || graceMs < 0)
        throw new BillingError('invalid_key_terms', 'a grace period is a whole number of milliseconds')
      const { key } = mintKey(id)
      await group.run(() => {
        if (find(id).revokedAt !== null) throw new BillingError('revoked_key', `key ${id} was revoked`)
        endSecrets.run(id, now() + graceMs)
        dropEnded.run(id, now())
        insertSecret.run(hashKey(key), id)
        changed(id)
      })
      return { id, key }
    },

    revoke: (id) =>
      group.run(() => {
        find(id)
        revoke.run(id, now())
        changed(id)
      }),

    list: async () => all.all() as unknown as readonly KeyRecord[],
  }
}
