/** What payments look like in their table, for whoever reads it: a file of an earlier schema too. */
import type { DatabaseSync } from 'node:sqlite'
import { paymentStates, type PaymentTotals } from '@domesday/core/store'
import { requestLimitMs } from './holds.ts'

export const hasColumn = (db: DatabaseSync, table: string, column: string): boolean =>
  db.prepare('select 1 from pragma_table_info(?) where name = ?').get(table, column) !== undefined

/** False in a file of a release that did not note what payments were for. */
export const hasPurposes = (db: DatabaseSync): boolean => hasColumn(db, 'payments', 'purpose')

/**
 * The state of a row as the port names it. The column says `verified` of a payment that a request is at work with, and
 * of one that was refused and has no instance since; `settling` of one that a dead request left behind too.
 */
export const stateSql = (db: DatabaseSync, now: number): string => `
  case
    when state = 'settled' then 'settled'
    when state = 'pending' or (state = 'settling' and at <= ${now - requestLimitMs}) then 'unknown'
    ${hasPurposes(db) ? "when state = 'verified' and refused_at is not null and instance = '' then 'refused'" : ''}
    else 'pending'
  end`

export const paymentTotals = (db: DatabaseSync, now: number): PaymentTotals => {
  const rows = hasColumn(db, 'payments', 'state')
    ? db
        .prepare(
          `select ${stateSql(db, now)} as name, count(*) as count, sum(micro_usd) as microUsd from payments group by 1`,
        )
        .all()
    : []
  return Object.fromEntries(
    paymentStates.map((state) => {
      const { count = 0, microUsd = 0 } = rows.find(({ name }) => name === state) ?? {}
      return [state, { count, microUsd }]
    }),
  ) as unknown as PaymentTotals
}

/** Finds payments that say nothing of where they are settled. */
export const settledAudit = `select 'payment ' || coalesce(id, request_id) || ': settled without a transaction' as fault
  from payments where state = 'settled' and coalesce(settlement, '') = ''`
