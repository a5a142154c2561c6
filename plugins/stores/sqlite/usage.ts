/** Usage in SQL: charges and refunds of the ledger, and settled payments, told apart by the wanted dimensions. */
import type { DatabaseSync } from 'node:sqlite'
import type { UsageDimension, UsageQuery, UsageRow } from '@domesday/core/store'
import { hasColumn, hasPurposes } from './payment-rows.ts'

const sums = ['calls', 'credits', 'refunds', 'refunded', 'payments', 'microUsd'] as const

const columnOf: Readonly<Record<UsageDimension, string>> = {
  key: 'key_id',
  endpoint: 'endpoint',
  depth: 'depth',
  surface: 'surface',
  day: "strftime('%Y-%m-%d', at / 1000, 'unixepoch')",
}

/** The rows of one key are linked: those of others are not looked at. */
const ownRows = `
  with recursive own (seq) as (
    select last_row from keys where id = $key and last_row is not null
    union all select previous_row from ledger natural join own where at >= $from and previous_row is not null
  )
`

/** Reads the file at its own schema. */
export const readUsage = (db: DatabaseSync, { from, to, keyId, by }: UsageQuery): readonly UsageRow[] => {
  const surface = (table: string): string => (hasColumn(db, 'ledger', 'surface') ? `${table}.surface` : 'null')
  // A refund says nothing of what it refunds: its charge does.
  const moved = `
    select l.key_id, coalesce(c.endpoint, l.endpoint) as endpoint, coalesce(c.depth, l.depth) as depth,
      coalesce(${surface('c')}, ${surface('l')}) as surface, l.at,
      l.kind = 'charge' as calls, iif(l.kind = 'charge', -l.amount, 0) as credits,
      l.kind = 'refund' as refunds, iif(l.kind = 'refund', l.amount, 0) as refunded, 0 as payments, 0 as microUsd
    from ledger l ${keyId === undefined ? '' : 'natural join own'}
      left join ledger c on l.kind = 'refund' and c.kind = 'charge' and c.request_id = l.request_id
    where l.at >= $from and l.at < $to and l.kind in ('charge', 'refund')
  `
  const own = hasPurposes(db)
    ? 'key_id, endpoint, depth, surface'
    : 'null as key_id, null as endpoint, null as depth, null as surface'
  const paid = `
    select ${own}, at, 0, 0, 0, 0, 1, micro_usd from payments where state = 'settled' and at >= $from and at < $to
  `
  const table = hasColumn(db, 'payments', 'state') ? `${moved} union all select * from (${paid})` : moved
  const rows = db
    .prepare(
      `${keyId === undefined ? '' : ownRows}
       select ${by.map((one) => `${columnOf[one]} as "${one}",`).join(' ')} ${sums.map((sum) => `coalesce(sum(${sum}), 0) as ${sum}`).join(', ')}
       from (${table}) ${keyId === undefined ? '' : 'where key_id = $key'}
       ${by.length === 0 ? '' : `group by ${by.map((_, i) => i + 1).join(', ')} order by ${by.map((_, i) => i + 1).join(', ')}`}`,
    )
    .all({ $from: from, $to: to, ...(keyId !== undefined && { $key: keyId }) })
  return rows.map((row) => ({
    of: Object.fromEntries(by.map((one) => [one, row[one] as string | null])),
    ...(Object.fromEntries(sums.map((sum) => [sum, row[sum]])) as unknown as Omit<UsageRow, 'of'>),
  }))
}
