/** What payments look like in their table. */
import { paymentStates, type PaymentTotals } from '@domesday/core/store'
import type { Reads } from './reads.ts'

/**
 * The state of a row as the port names it; `$1` is the time. In the column, `verified` is also a refused payment, which
 * has no run, and `settling` is also one that a dead request left.
 */
export const stateSql = `
  case
    when state = 'settled' then 'settled'
    when state = 'pending' or (state = 'settling' and at <=
      coalesce($1::bigint, (extract(epoch from clock_timestamp()) * 1000)::bigint) - request_limit()) then 'unknown'
    when state = 'verified' and refused_at is not null and run is null then 'refused'
    else 'pending'
  end`

const totalsSql = `
  select ${stateSql} as name, count(*) as count, sum(micro_usd)::bigint as "microUsd" from payments group by 1
`

const nothing = { count: 0, microUsd: 0 }

export const noPayments = Object.fromEntries(paymentStates.map((state) => [state, nothing])) as unknown as PaymentTotals

export const paymentTotals = async (all: Reads['all'], clock: number | null): Promise<PaymentTotals> => {
  const rows = await all<{ name: string; count: number; microUsd: number }>(totalsSql, [clock])
  return { ...noPayments, ...Object.fromEntries(rows.map(({ name, ...totals }) => [name, totals])) }
}

/** Finds payments that say nothing of where they are settled. */
export const settledAudit = `select 'payment ' || id || ': settled without a transaction' as fault
  from payments where state = 'settled' and coalesce(settlement, '') = ''`
