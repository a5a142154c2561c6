/** Keys in PostgreSQL. */
import { BillingError, checkCredits, hashKey, mintKey, type KeyRecord, type Keys } from '@domesday/core/store'
import type { Reads } from './reads.ts'
import type { Secrets } from './secrets.ts'

const labelLength = 200

export const keysSql = `
  select id, label, created_at as "createdAt", expires_at as "expiresAt", revoked_at as "revokedAt", balance, held
  from keys order by created_at, revision
`

export const postgresKeys = (
  reads: Reads,
  secrets: Secrets,
  { now, clock }: { readonly now: () => number; readonly clock: () => number | null },
): Keys => {
  const change = async (id: string, sql: string, values: readonly unknown[]): Promise<void> => {
    const [row] = await reads.all<{ readonly done: string }>(sql, values)
    if (row?.done === 'unknown_key') throw new BillingError('unknown_key', `there is no key ${id}`)
    if (row?.done === 'revoked_key') throw new BillingError('revoked_key', `key ${id} was revoked`)
    await secrets.changed()
  }

  return {
    create: async ({ credits, label, expires }) => {
      checkCredits(credits, 0)
      if (label !== undefined && label.length > labelLength)
        throw new BillingError('invalid_key_terms', `a label has ${labelLength} characters at most`)
      if (expires !== undefined && !(Number.isSafeInteger(expires) && expires > now()))
        throw new BillingError('invalid_key_terms', 'a key must expire in the future')
      const { id, key } = mintKey()
      await change(id, 'select create_key($1, $2, $3, $4, $5, $6) as done', [
        id,
        hashKey(key),
        label?.replaceAll('\0', '\uFFFD'),
        expires,
        credits,
        clock(),
      ])
      return { id, key, credits }
    },

    verify: secrets.verify,

    rotate: async (id, { graceMs = 0 } = {}) => {
      if (!Number.isSafeInteger(graceMs) || graceMs < 0)
        throw new BillingError('invalid_key_terms', 'a grace period is a whole number of milliseconds')
      const { key } = mintKey(id)
      await change(id, 'select rotate_key($1, $2, $3, $4) as done', [id, hashKey(key), graceMs, clock()])
      return { id, key }
    },

    revoke: (id) => change(id, 'select revoke_key($1, $2) as done', [id, clock()]),

    list: () => reads.all<KeyRecord>(keysSql),
  }
}
