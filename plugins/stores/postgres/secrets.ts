/** All valid secrets in memory: `verify` does not wait, and answers while the database is away. */
import { hashKey, readKeyId, type KeyTerms, type VerifiedKey } from '@domesday/core/store'
import type { Reads } from './reads.ts'

/** Milliseconds between looks for changes by others. */
const refreshMs = 400

/** What `verify` needs of a secret, found by its hash: a lookup by hash is safe from timing attacks. */
export interface KnownSecret {
  readonly hash: string
  readonly id: string
  readonly terms: KeyTerms & Pick<VerifiedKey, 'unpaid'>
  readonly revokedAt: number | null
  readonly endsAt: number | null
}

/** Keys changed since a revision, one row for each of their secrets. */
const changedSql = `
  select k.revision, s.hash, k.id, k.terms, k.revoked_at as "revokedAt", s.ends_at as "endsAt"
  from keys k left join secrets s on s.key_id = k.id where k.revision > $1 order by k.revision
`

export type Secrets = Awaited<ReturnType<typeof openSecrets>>

export const openSecrets = async (reads: Reads, now: () => number) => {
  const byHash = new Map<string, KnownSecret>()
  const hashesOf = new Map<string, readonly string[]>()
  let revision = -1
  let refreshing: Promise<void> | null = null

  const put = (id: string, secrets: readonly KnownSecret[]): void => {
    for (const hash of hashesOf.get(id) ?? []) byHash.delete(hash)
    const valid = secrets.filter(({ hash, revokedAt }) => hash !== null && revokedAt === null)
    if (valid.length === 0) hashesOf.delete(id)
    else
      hashesOf.set(
        id,
        valid.map(({ hash }) => hash),
      )
    for (const secret of valid) byHash.set(secret.hash, secret)
  }

  const load = async (all: Reads['all']): Promise<void> => {
    const rows = await all<KnownSecret & { readonly revision: number }>(changedSql, [revision])
    for (const [id, secrets] of Map.groupBy(rows, ({ id }) => id)) put(id, secrets)
    revision = rows.at(-1)?.revision ?? revision
  }

  /** One look at a time; a caller that needs its own change asks for the next one. */
  const refresh = (): Promise<void> => {
    refreshing ??= load(reads.all).finally(() => {
      refreshing = null
    })
    return refreshing
  }

  // Loading all keys may take longer than a call may.
  await reads.snapshot(load)

  /** The secret if it is valid; the expiry of its key is not checked. */
  const current = (key: string): KnownSecret | null => {
    const secret = byHash.get(hashKey(key))
    if (secret === undefined || readKeyId(key) === null) return null
    return secret.endsAt === null || secret.endsAt > now() ? secret : null
  }
  const isExpired = ({ terms: { expiresAt } }: KnownSecret): boolean => expiresAt !== null && expiresAt <= now()

  const timer = setInterval(() => void refresh().catch(() => {}), refreshMs).unref()

  return {
    verify: (key: string): VerifiedKey | null => {
      const secret = current(key)
      if (secret === null || isExpired(secret)) return null
      const { endpoints, surfaces, perMinute, unpaid } = secret.terms
      return { id: secret.id, endpoints, surfaces, perMinute, ...(unpaid && { unpaid }) }
    },
    hasExpired: (key: string): boolean => {
      const secret = current(key)
      return secret !== null && isExpired(secret)
    },
    /** Call it after an own change. */
    changed: async (): Promise<void> => {
      await refreshing?.catch(() => {})
      await refresh()
    },
    stop: (): void => clearInterval(timer),
  }
}
