/** Reads keys, at any schema: what a schema does not have yet is unbounded. */
import type { DatabaseSync } from 'node:sqlite'
import { BillingError, type KeyRecord, type Keys } from '@domesday/core/store'
import { dayOf, spentOn } from '@domesday/store-parts/caps'
import { spentColumns } from './spending.ts'

/** The first schema that has terms beside label and expiry. */
const schemaWithTerms = 9

const terms = `
  endpoints, surfaces, per_minute as perMinute, credits_per_day as creditsPerDay, credits_per_month as creditsPerMonth,
  ${spentColumns}
`
const noTerms = `
  null as endpoints, null as surfaces, null as perMinute, null as creditsPerDay, null as creditsPerMonth,
  0 as "on", 0 as day, 0 as month
`

type Row = Omit<KeyRecord, 'endpoints' | 'surfaces' | 'spentToday' | 'spentThisMonth'> &
  Readonly<Record<'endpoints' | 'surfaces', string | null>> &
  Readonly<Record<'on' | 'day' | 'month', number>>

export const idsIn = (list: string | null): readonly string[] | null =>
  list === null ? null : (JSON.parse(list) as readonly string[])

export type KeyRecords = ReturnType<typeof keyRecords>

export const keyRecords = (db: DatabaseSync, now: () => number, schema: number) => {
  const columns = `
    id, label, created_at as createdAt, expires_at as expiresAt, revoked_at as revokedAt, balance, held,
    ${schema < schemaWithTerms ? noTerms : terms}
  `
  const keys = schema < schemaWithTerms ? 'keys' : 'keys join terms on key_id = id'
  const byId = db.prepare(`select ${columns} from ${keys} where id = ?`)
  const all = db.prepare(`select ${columns} from ${keys} order by created_at, id limit ?`)
  const afterOne = db.prepare(`
    select ${columns} from ${keys} where (created_at, id) > (select created_at, id from keys where id = ?)
    order by created_at, id limit ?
  `)
  const recordOf = ({ on, day, month, endpoints, surfaces, ...row }: Row): KeyRecord => {
    const spent = spentOn(dayOf(now()), { on, day, month })
    return {
      ...row,
      endpoints: idsIn(endpoints),
      surfaces: idsIn(surfaces),
      spentToday: spent.day,
      spentThisMonth: spent.month,
    }
  }
  return {
    /** Throws `unknown_key`. */
    find: (id: string): KeyRecord => {
      const row = byId.get(id) as Row | undefined
      if (row === undefined) throw new BillingError('unknown_key', `there is no key ${id}`)
      return recordOf(row)
    },
    page: (after: string | undefined, limit = -1): readonly KeyRecord[] => {
      const rows = after === undefined ? all.all(limit) : afterOne.all(after, limit)
      return (rows as unknown as readonly Row[]).map(recordOf)
    },
  }
}

export const readKeys = ({ find, page }: KeyRecords): Pick<Keys, 'get' | 'list'> => ({
  get: async (id) => find(id),
  list: async ({ after, limit } = {}) => page(after, limit),
})
