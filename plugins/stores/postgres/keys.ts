/** Keys in PostgreSQL. */
import {
  BillingError,
  checkCredits,
  hashKey,
  mintKey,
  type BillingFault,
  type Keys,
  type KeyTerms,
} from '@domesday/core/store'
import { isPaymentId, reservedReference } from '@domesday/store-parts/payment-id'
import { checkGrace, checkTerms, differing } from '@domesday/store-parts/terms'
import { keyRecords } from './key-records.ts'
import { storable } from './operations.ts'
import type { Reads } from './reads.ts'
import type { Secrets } from './secrets.ts'

const unbounded: KeyTerms = {
  label: null,
  expiresAt: null,
  endpoints: null,
  surfaces: null,
  perMinute: null,
  creditsPerDay: null,
  creditsPerMonth: null,
}

const json = (value: unknown): string | undefined => JSON.stringify(value, storable)

/** `clock`: null for the time of the database. */
export const postgresKeys = (
  reads: Reads,
  secrets: Secrets,
  { now, clock }: { readonly now: () => number; readonly clock: () => number | null },
): Keys => {
  const records = keyRecords(reads, now)

  /** Calls a function of `006-keys.sql`; each may be called again where its answer was lost. */
  const change = async (id: string, call: string, values: readonly unknown[]): Promise<void> => {
    const [row] = await reads.all<{ readonly done: 'done' | BillingFault }>(`select ${call} as done`, values)
    switch (row!.done) {
      case 'done':
        return secrets.changed()
      case 'unknown_key':
        throw new BillingError('unknown_key', `there is no key ${id}`)
      case 'revoked_key':
        throw new BillingError('revoked_key', `key ${id} was revoked`)
      case 'request_reused':
        throw new BillingError('request_reused', 'the reference was used before, for another key')
      default:
        throw new Error(`the database answers ${row!.done}`)
    }
  }

  return {
    create: async ({ credits, reference, unpaid, ...terms }, by) => {
      checkCredits(credits, 0)
      checkTerms(terms, now())
      if (isPaymentId(reference)) throw reservedReference(reference)
      const { id, key } = mintKey()
      const { after } = differing(unbounded, terms)
      await change(id, 'create_key($1, $2, $3, $4, $5, $6, $7, $8)', [
        id,
        hashKey(key),
        json({ ...unbounded, ...after, ...(unpaid && { unpaid }) }),
        credits,
        reference,
        json(after),
        json(by),
        clock(),
      ])
      return { id, key, credits }
    },

    verify: secrets.verify,
    hasExpired: secrets.hasExpired,

    change: async (id, terms, by) => {
      checkTerms(terms, now())
      await change(id, 'change_key($1, $2, $3, $4)', [id, json(terms), json(by), clock()])
      return records.get(id)
    },

    rotate: async (id, { graceMs = 0 } = {}, by) => {
      checkGrace(graceMs, now())
      const { key } = mintKey(id)
      await change(id, 'rotate_key($1, $2, $3, $4, $5)', [id, hashKey(key), graceMs, json(by), clock()])
      return { id, key }
    },

    revoke: (id, by) => change(id, 'revoke_key($1, $2, $3)', [id, json(by), clock()]),

    ...records,
  }
}
