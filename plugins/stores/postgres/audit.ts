/** The audit: sums the ledger and compares it with the balances of the keys. */
import type { Audit } from '@domesday/core/store'
import { bookAudits, mostFaults, topUpAudits } from '@domesday/store-parts/audits'
import { noPayments, paymentTotals, settledAudit } from './payment-rows.ts'
import type { Reads } from './reads.ts'

/** Those of this store's own columns. */
const ownAudits: readonly string[] = [
  `select 'row ' || seq || ': says balance ' || balance || ' after ' || amount || ' upon ' || before as fault
   from (select seq, balance, amount, lag(balance, 1, 0) over (partition by key_id order by seq) as before from ledger) l
   where balance <> before + amount`,

  `select 'key ' || k.id || ': counts ' || k.charges || ' charges, its ledger has ' || count(l.seq) as fault
   from keys k left join ledger l on l.key_id = k.id and l.kind = 'charge' group by k.id having k.charges <> count(l.seq)`,

  `select 'hold ' || request_id || ': belongs to no key' as fault from holds where key_id not in (select id from keys)`,
]

/** `clock`: null for the time of the database. */
export const audit = (reads: Pick<Reads, 'snapshot'>, clock: number | null): Promise<Audit> =>
  reads.snapshot(async (all) => {
    const [counts] = await all<Omit<Audit, 'faults' | 'payments'>>(
      `select (select count(*) from keys) as keys, (select count(*) from ledger) as rows,
        (select count(*) from holds where state = 'open') as "openHolds",
        (select coalesce(sum(balance), 0)::bigint from keys) as outstanding`,
    )
    const payments = await paymentTotals(all, clock)
    const faults: string[] = []
    for (const sql of [...bookAudits, ...ownAudits, settledAudit, ...topUpAudits])
      faults.push(...(await all<{ fault: string }>(`${sql} order by 1 limit ${mostFaults}`)).map(({ fault }) => fault))
    return { ...counts!, payments, faults }
  })

export const noBooks: Audit = { keys: 0, rows: 0, openHolds: 0, outstanding: 0, payments: noPayments, faults: [] }

const cacheMs = 300_000

/** An audit, at most five minutes old. */
export const recentAudit = (reads: Reads, clock: () => number | null): (() => Promise<Audit>) => {
  let latest: { readonly at: number; readonly result: Promise<Audit> } | null = null
  return () => {
    if (latest === null || performance.now() - latest.at > cacheMs) {
      const started = { at: performance.now(), result: audit(reads, clock()) }
      latest = started
      // Do not cache a failure.
      started.result.catch(() => {
        if (latest === started) latest = null
      })
    }
    return latest.result
  }
}
