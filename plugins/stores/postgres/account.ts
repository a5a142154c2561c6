/** The rows of one key, newest first, in pages. */
import { BillingError, type Account, type AccountPage, type LedgerEntry } from '@domesday/core/store'
import { readCursor, writeCursor } from '@domesday/store-parts/cursors'
import type { Reads } from './reads.ts'

const usualLimit = 50
/** Rows that a page looks at: a rare kind may be a million rows away. */
const mostLookedAt = 2_000

/** One statement, so that the rows belong to the balance. One row more tells whether there are older ones. */
const accountSql = `
  select balance, held, coalesce((
    select jsonb_agg(to_jsonb(newest) order by seq desc) from (
      select seq, l.at, kind, amount, balance, l.request_id as "requestId", endpoint, depth, surface, subject
      from ledger l left join subjects s on s.request_id = l.request_id
      where key_id = keys.id and ($2::bigint is null or seq < $2) order by seq desc limit $3 + 1
    ) newest
  ), '[]') as rows from keys where id = $1
`

type Row = LedgerEntry & { readonly seq: number }

const isWanted = (row: Row, { kind, endpoint, surface, to }: AccountPage): boolean =>
  (kind === undefined || row.kind === kind) &&
  (endpoint === undefined || row.endpoint === endpoint) &&
  (surface === undefined || row.surface === surface) &&
  (to === undefined || row.at < to)

export const postgresAccount = (reads: Reads) => {
  let secret: Uint8Array | undefined
  const secretOf = async (): Promise<Uint8Array> =>
    (secret ??= (await reads.all<{ secret: Uint8Array }>('select cursor_secret as secret from domesday'))[0]!.secret)

  return async (keyId: string, page: AccountPage = {}): Promise<Account> => {
    const { limit = usualLimit, cursor, from = -Infinity } = page
    const known = await secretOf()
    const before = cursor === undefined ? null : readCursor(known, keyId, cursor)
    const isFiltered = Object.keys(page).some((name) => name !== 'limit' && name !== 'cursor')
    const looked = isFiltered ? mostLookedAt : limit
    const [found] = await reads.all<Omit<Account, 'ledger' | 'next'> & { readonly rows: readonly Row[] }>(accountSql, [
      keyId,
      before,
      looked,
    ])
    if (found === undefined) throw new BillingError('unknown_key', `there is no key ${keyId}`)
    const { rows, ...balances } = found
    const ledger: LedgerEntry[] = []
    let last = -1
    for (const [i, row] of rows.slice(0, looked).entries()) {
      if (row.at < from) return { ...balances, ledger, next: null }
      last = i
      const { seq: _, ...entry } = row
      if (isWanted(row, page)) ledger.push(entry)
      if (ledger.length === limit) break
    }
    const hasOlder = last >= 0 && last + 1 < rows.length
    return { ...balances, ledger, next: hasOlder ? writeCursor(known, keyId, rows[last]!.seq) : null }
  }
}
