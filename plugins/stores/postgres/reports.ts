/** Reports over all books, by connections that no call waits for. */
import type { BookEntry, PaymentRecord, Reports, UsageDimension, UsageQuery, UsageRow } from '@domesday/core/store'
import { stateSql } from './payment-rows.ts'
import type { Reads } from './reads.ts'

/** Rows of a piece. */
const piece = 500

type Numbered<T> = T & { readonly seq: number }

/** All rows, piece by piece: `after` reads those behind a row. */
const inPieces = async function* <T>(after: (seq: number) => Promise<readonly Numbered<T>[]>): AsyncIterable<T> {
  for (let seq = 0; ;) {
    const rows = await after(seq)
    for (const { seq: _, ...row } of rows) yield row as T
    if (rows.length < piece) return
    seq = rows.at(-1)!.seq
  }
}

const entriesSql = `
  select seq, key_id as "keyId", at, kind, amount, balance, request_id as "requestId", endpoint, depth, surface
  from ledger where seq > $1 and at >= $2 and at < $3 order by seq limit ${piece}
`

const paymentsSql = `
  select * from (
    select seq, id, at, ${stateSql} as state, purpose, micro_usd as "microUsd", endpoint, depth, surface, key_id as "keyId",
      credits, settlement as "transaction", payer
    from payments where seq > $2 and at >= $3 and at < $4
  ) p where $5::text is null or state = $5 order by seq limit ${piece}
`

const sums = ['calls', 'credits', 'refunds', 'refunded', 'payments', 'microUsd'] as const

const columnOf: Readonly<Record<UsageDimension, string>> = {
  key: 'key_id',
  endpoint: 'endpoint',
  depth: 'depth',
  surface: 'surface',
  day: `to_char(to_timestamp(at / 1000) at time zone 'utc', 'YYYY-MM-DD')`,
}

/** A refund lacks endpoint, depth and surface: they are taken from its charge. */
const usedSql = `
  select l.key_id, coalesce(c.endpoint, l.endpoint) as endpoint, coalesce(c.depth, l.depth) as depth,
    coalesce(c.surface, l.surface) as surface, l.at,
    (l.kind = 'charge')::int as calls, case when l.kind = 'charge' then -l.amount else 0 end as credits,
    (l.kind = 'refund')::int as refunds, case when l.kind = 'refund' then l.amount else 0 end as refunded,
    0 as payments, 0::bigint as "microUsd"
  from ledger l left join ledger c on l.kind = 'refund' and c.kind = 'charge' and c.request_id = l.request_id
  where l.at >= $1 and l.at < $2 and l.kind in ('charge', 'refund') and ($3::text is null or l.key_id = $3)
  union all
  select key_id, endpoint, depth, surface, at, 0, 0, 0, 0, 1, micro_usd
  from payments where state = 'settled' and at >= $1 and at < $2 and ($3::text is null or key_id = $3)
`

const usageSql = (by: readonly UsageDimension[]): string => {
  const dimensions = by.map((one) => `${columnOf[one]} as "${one}", `).join('')
  const summed = sums.map((sum) => `coalesce(sum("${sum}"), 0)::bigint as "${sum}"`).join(', ')
  // In the order of the characters, whatever that of the database is.
  const order = by.map((one) => `"${one}" collate "C" nulls first`).join(', ')
  const grouped = `select ${dimensions}${summed} from (${usedSql}) used`
  return by.length === 0
    ? grouped
    : `select * from (${grouped} group by ${by.map((_, i) => i + 1).join(', ')}) told order by ${order}`
}

const usage = async (
  reads: Pick<Reads, 'slowly'>,
  { from, to, keyId, by }: UsageQuery,
): Promise<readonly UsageRow[]> => {
  const rows = await reads.slowly<Readonly<Record<string, string | number | null>>>(usageSql(by), [from, to, keyId])
  return rows.map((row) => ({
    of: Object.fromEntries(by.map((one) => [one, row[one] as string | null])),
    ...(Object.fromEntries(sums.map((sum) => [sum, row[sum]])) as unknown as Omit<UsageRow, 'of'>),
  }))
}

/** `clock`: null for the time of the database. */
export const postgresReports = (reads: Pick<Reads, 'slowly'>, clock: () => number | null): Reports => ({
  usage: (query) => usage(reads, query),
  payments: ({ from = 0, to = Number.MAX_SAFE_INTEGER, state }) =>
    inPieces<PaymentRecord>((seq) => reads.slowly(paymentsSql, [clock(), seq, from, to, state])),
  entries: ({ from, to }) => inPieces<BookEntry>((seq) => reads.slowly(entriesSql, [seq, from, to])),
})
