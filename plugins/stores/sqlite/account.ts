/** The rows of one key, newest first, in pages. */
import type { DatabaseSync } from 'node:sqlite'
import type { Account, AccountPage, LedgerEntry } from '@domesday/core/store'
import { readCursor, writeCursor } from '@domesday/store-parts/cursors'
import type { Entries } from './entries.ts'

const usualLimit = 50
/** Rows that a page looks at: rows of a key are linked, and a rare kind may be a million rows away. */
const mostLookedAt = 2_000

type Row = LedgerEntry & { readonly seq: number; readonly previous: number | null }

const isWanted = (row: Row, { kind, endpoint, surface, to }: AccountPage): boolean =>
  (kind === undefined || row.kind === kind) &&
  (endpoint === undefined || row.endpoint === endpoint) &&
  (surface === undefined || row.surface === surface) &&
  (to === undefined || row.at < to)

/** Call it for a consistent snapshot. */
export const sqliteAccount = (db: DatabaseSync, entries: Entries) => {
  const newest = db.prepare('select last_row as seq from keys where id = ?')
  const previousOf = db.prepare('select previous_row as seq from ledger where seq = ?')
  const walk = db.prepare(`
    with recursive own (seq) as (
      values (?1) union all select previous_row from ledger natural join own where previous_row is not null limit ?2
    )
    select seq, previous_row as previous, ledger.at, kind, amount, balance, request_id as requestId, endpoint, depth,
      surface, subject
    from ledger natural join own left join subjects using (request_id) order by seq desc
  `)
  let secret: Uint8Array | undefined

  return (keyId: string, page: AccountPage = {}): Account => {
    const { balance, held } = entries.balanceOf(keyId)
    const { limit = usualLimit, cursor, from = -Infinity } = page
    secret ??= db.prepare('select secret from cursor_secret').get()!['secret'] as Uint8Array
    const start = cursor === undefined ? newest.get(keyId) : previousOf.get(readCursor(secret, keyId, cursor))
    const isFiltered = Object.keys(page).some((name) => name !== 'limit' && name !== 'cursor')
    const rows: LedgerEntry[] = []
    let last: Row | null = null
    if (start?.['seq'] != null)
      for (const row of walk.iterate(start['seq'], isFiltered ? mostLookedAt : limit) as Iterable<Row>) {
        if (row.at < from) return { balance, held, ledger: rows, next: null }
        last = row
        const { seq: _, previous: __, ...entry } = row
        if (isWanted(row, page)) rows.push(entry)
        if (rows.length === limit) break
      }
    const next = last === null || last.previous === null ? null : writeCursor(secret, keyId, last.seq)
    return { balance, held, ledger: rows, next }
  }
}
