/** What payments look like in their table. */
import { paymentStates, type PaymentTotals } from '@domesday/core/store'
import type { Reads } from './reads.ts'

/**
 * The state of a row as the port names it; `$1` is the time. The column says `verified` of a payment that a request is
 * at work with, and of one that was refused and has no run since; `settling` of one that a dead request left too.
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

/** Each query finds inconsistent rows and describes the fault. */
export const paymentAudits: readonly string[] = [
  `select 'payment ' || id || ': settled without a transaction' as fault
   from payments where state = 'settled' and coalesce(settlement, '') = ''`,

  `select 'payment ' || id || ': a top-up of key ' || coalesce(key_id, 'none') || ' for ' || coalesce(credits::text, 'no') || ' credits at ' || micro_usd || ' micro-dollars' as fault
   from payments where purpose = 'top-up' and
     (key_id is null or key_id not in (select id from keys) or coalesce(credits, 0) <= 0 or micro_usd % nullif(credits, 0) <> 0)`,

  `select 'payment ' || p.id || ': settled for ' || p.credits || ' credits, granted are ' || coalesce(l.amount, 0) as fault
   from payments p left join ledger l on l.request_id = p.id and l.kind = 'grant' and l.key_id = p.key_id
   where p.purpose = 'top-up' and p.state = 'settled' and l.amount is distinct from p.credits`,

  // The operator may grant what a settlement of unknown outcome paid for, under the payment's own id.
  `select 'row ' || seq || ': granted for ' || request_id || ', which is no top-up of that key and amount' as fault
   from ledger l where kind = 'grant' and request_id like 'x402\\_%' and not exists
     (select from payments p where p.id = l.request_id and p.purpose = 'top-up' and p.key_id = l.key_id and p.credits = l.amount)`,
]
