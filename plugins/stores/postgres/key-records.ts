/** Reads keys. */
import { BillingError, type KeyRecord, type Keys, type KeyTerms } from '@domesday/core/store'
import { dayOf, spentOn } from '@domesday/store-parts/caps'
import type { Reads } from './reads.ts'

const columns = `
  id, created_at as "createdAt", revoked_at as "revokedAt", terms - 'unpaid' as terms, balance, held, spent_on as "on", spent_day as day,
  spent_month as month
`
const pageSql = `
  select ${columns} from keys
  where $1::text is null or (created_at, id) > (select created_at, id from keys where id = $1)
  order by created_at, id limit $2
`

type Row = Omit<KeyRecord, keyof KeyTerms | 'spentToday' | 'spentThisMonth'> & { readonly terms: KeyTerms } & Readonly<
    Record<'on' | 'day' | 'month', number>
  >

export const keyRecords = (reads: Pick<Reads, 'all'>, now: () => number): Pick<Keys, 'get' | 'list'> => {
  const recordOf = ({ on, day, month, terms, ...row }: Row): KeyRecord => {
    const spent = spentOn(dayOf(now()), { on, day, month })
    return { ...row, ...terms, spentToday: spent.day, spentThisMonth: spent.month }
  }
  return {
    get: async (id) => {
      const [row] = await reads.all<Row>(`select ${columns} from keys where id = $1`, [id])
      if (row === undefined) throw new BillingError('unknown_key', `there is no key ${id}`)
      return recordOf(row)
    },
    list: async ({ after, limit } = {}) => (await reads.all<Row>(pageSql, [after, limit])).map(recordOf),
  }
}
