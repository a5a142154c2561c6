/** Keys in SQLite, with a cache of recently verified ones. */
import type { DatabaseSync } from 'node:sqlite'
import { LRUCache } from 'lru-cache'
import {
  BillingError,
  checkCredits,
  hashKey,
  mintKey,
  readKeyId,
  type Keys,
  type KeyTerms,
  type VerifiedKey,
} from '@domesday/core/store'
import { isPaymentId, reservedReference } from '@domesday/store-parts/payment-id'
import { checkGrace, checkTerms, differing } from '@domesday/store-parts/terms'
import type { NoteAct } from './acts.ts'
import type { Entries } from './entries.ts'
import type { GroupCommit } from './group-commit.ts'
import { idsIn, readKeys, type KeyRecords } from './key-records.ts'

/** What `verify` needs of a secret, found by its hash: a lookup by hash is safe from timing attacks. */
interface CachedSecret {
  readonly key: VerifiedKey
  readonly expiresAt: number | null
  readonly revokedAt: number | null
  readonly endsAt: number | null
}

type SecretRow = Omit<CachedSecret, 'key'> &
  Pick<VerifiedKey, 'id' | 'perMinute'> &
  Readonly<Record<'endpoints' | 'surfaces', string | null>> & { readonly unpaid: 0 | 1 }

const checkEveryMs = 250
const secretsCached = 10_000

const jsonOf = (ids: readonly string[] | null | undefined): string | null => (ids == null ? null : JSON.stringify(ids))

export const sqliteKeys = (
  db: DatabaseSync,
  group: GroupCommit,
  entries: Entries,
  {
    now,
    checkFile,
    records,
    note,
  }: {
    readonly now: () => number
    readonly checkFile: () => void
    readonly records: KeyRecords
    readonly note: NoteAct
  },
): Keys => {
  const nextRevision = '(select coalesce(max(revision), 0) + 1 from keys)'
  const insert = db.prepare(`insert into keys (id, created_at, revision) values (?, ?, ${nextRevision})`)
  const insertTerms = db.prepare('insert into terms (key_id, credited) values (?, 0)')
  const setKey = db.prepare('update keys set label = ?2, expires_at = ?3, is_capped = ?4 where id = ?1')
  const setTerms = db.prepare(`
    update terms set endpoints = ?2, surfaces = ?3, per_minute = ?4, credits_per_day = ?5, credits_per_month = ?6
    where key_id = ?1
  `)
  const insertSecret = db.prepare('insert into secrets (hash, key_id) values (?, ?)')
  const endSecrets = db.prepare('update secrets set ends_at = min(coalesce(ends_at, ?2), ?2) where key_id = ?1')
  const dropEnded = db.prepare('delete from secrets where key_id = ? and ends_at <= ?')
  const revise = db.prepare(`update keys set revision = ${nextRevision} where id = ?`)
  const revoke = db.prepare('update keys set revoked_at = ?2 where id = ?1')
  const byHash = db.prepare(`
    select id, endpoints, surfaces, per_minute as perMinute, expires_at as expiresAt, revoked_at as revokedAt,
      ends_at as endsAt, unpaid from secrets join keys on id = secrets.key_id join terms on id = terms.key_id where hash = ?
  `)
  const setUnpaid = db.prepare('update terms set unpaid = 1 where key_id = ?')
  const isUnpaid = db.prepare('select 1 from terms where key_id = ? and unpaid = 1')
  const dataVersion = db.prepare('pragma data_version')
  const revision = db.prepare('select coalesce(max(revision), 0) as n from keys')

  // By `maxSize`, not `max`, which would allocate every slot at the start.
  const cached = new LRUCache<string, CachedSecret>({ maxSize: secretsCached, sizeCalculation: () => 1 })
  let seenRevision = revision.get()?.['n']
  let seenVersion = dataVersion.get()?.['data_version']
  let checkedAt = now()

  /** SQLite's data version changes with commits of other connections only; reading it takes microseconds. */
  const checkForChanges = (): void => {
    if (Math.abs(now() - checkedAt) < checkEveryMs) return
    checkFile()
    checkedAt = now()
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
    // A grant is no change of the key: others would read all keys again.
    const isStale = hit?.key.unpaid === true && isUnpaid.get(hit.key.id) === undefined
    if ((hit !== undefined && !isStale) || readKeyId(key) === null) return hit ?? null
    const row = byHash.get(hash) as SecretRow | undefined
    if (row === undefined) return null
    const { id, endpoints, surfaces, perMinute, unpaid, ...times } = row
    const terms = { endpoints: idsIn(endpoints), surfaces: idsIn(surfaces), perMinute }
    const secret = { ...times, key: { id, ...terms, ...(unpaid === 1 && { unpaid: true }) } }
    cached.set(hash, secret)
    return secret
  }

  /** But for the expiry of the key. */
  const isCurrent = ({ revokedAt, endsAt }: CachedSecret): boolean =>
    revokedAt === null && (endsAt === null || endsAt > now())
  const isExpired = ({ expiresAt }: CachedSecret): boolean => expiresAt !== null && expiresAt <= now()

  /** Call it inside the transaction of the change. If that is rolled back, the next `verify` reads the row again. */
  const changed = (id: string): void => {
    revise.run(id)
    cached.clear()
  }

  const store = (id: string, terms: KeyTerms): void => {
    const { label, expiresAt, endpoints, surfaces, perMinute, creditsPerDay, creditsPerMonth } = terms
    setKey.run(id, label, expiresAt, creditsPerDay === null && creditsPerMonth === null ? 0 : 1)
    setTerms.run(id, jsonOf(endpoints), jsonOf(surfaces), perMinute, creditsPerDay, creditsPerMonth)
  }

  const current = (id: string) => {
    const record = records.find(id)
    if (record.revokedAt !== null) throw new BillingError('revoked_key', `key ${id} was revoked`)
    return record
  }

  return {
    create: async ({ credits, reference, unpaid = false, ...terms }, by) => {
      checkCredits(credits, 0)
      checkTerms(terms, now())
      if (isPaymentId(reference)) throw reservedReference(reference)
      const { id, key } = mintKey()
      await group.run(() => {
        insert.run(id, now())
        insertTerms.run(id)
        const unbounded = records.find(id)
        store(id, { ...unbounded, ...terms })
        insertSecret.run(hashKey(key), id)
        entries.post({ keyId: id, kind: 'grant', amount: credits, requestId: reference ?? null, purpose: null })
        if (unpaid) setUnpaid.run(id)
        const { after } = differing(unbounded, terms)
        note(by, { act: 'keys create', target: id, keyId: id, details: { credits, reference, after } })
      })
      return { id, key, credits }
    },

    verify: (key) => {
      checkForChanges()
      const secret = secretOf(key)
      return secret !== null && isCurrent(secret) && !isExpired(secret) ? secret.key : null
    },

    hasExpired: (key) => {
      const secret = secretOf(key)
      return secret !== null && isCurrent(secret) && isExpired(secret)
    },

    change: async (id, terms, by) => {
      checkTerms(terms, now())
      return group.run(() => {
        const found = current(id)
        const { before, after } = differing(found, terms)
        if (Object.keys(after).length === 0) return found
        store(id, { ...found, ...after })
        changed(id)
        note(by, { act: 'keys set', target: id, keyId: id, details: { before, after } })
        return records.find(id)
      })
    },

    rotate: async (id, { graceMs = 0 } = {}, by) => {
      checkGrace(graceMs, now())
      const { key } = mintKey(id)
      await group.run(() => {
        current(id)
        endSecrets.run(id, now() + graceMs)
        dropEnded.run(id, now())
        insertSecret.run(hashKey(key), id)
        changed(id)
        note(by, { act: 'keys rotate', target: id, keyId: id, details: { graceMs } })
      })
      return { id, key }
    },

    revoke: (id, by) =>
      group.run(() => {
        if (records.find(id).revokedAt !== null) return
        revoke.run(id, now())
        changed(id)
        note(by, { act: 'keys revoke', target: id, keyId: id, details: {} })
      }),

    ...readKeys(records),
  }
}
