/** What the books of every store in SQL must add up to. Each query finds inconsistent rows and describes the fault. */

export const bookAudits: readonly string[] = [
  `select 'key ' || k.id || ': the balance is ' || k.balance || ', its ledger adds up to ' || coalesce(sum(l.amount), 0) as fault
   from keys k left join ledger l on l.key_id = k.id group by k.id having k.balance <> coalesce(sum(l.amount), 0)`,

  `select 'key ' || k.id || ': held is ' || k.held || ', its open holds add up to ' || coalesce(sum(h.amount), 0) as fault
   from keys k left join holds h on h.key_id = k.id and h.state = 'open' group by k.id having k.held <> coalesce(sum(h.amount), 0)`,

  `select 'key ' || id || ': balance ' || balance || ' and held ' || held || ' are out of bounds' as fault
   from keys where balance < 0 or held < 0 or held > balance`,

  `select 'request ' || h.request_id || ': settled, but not charged' as fault
   from holds h left join ledger l on l.request_id = h.request_id and l.kind = 'charge'
   where h.state = 'settled' and h.amount > 0 and l.seq is null`,

  `select 'row ' || seq || ': belongs to no key' as fault from ledger where key_id not in (select id from keys)`,
]

export const topUpAudits: readonly string[] = [
  `select 'payment ' || id || ': a top-up of key ' || coalesce(key_id, 'none') || ' for ' || coalesce(cast(credits as text), 'no') || ' credits at ' || micro_usd || ' micro-dollars' as fault
   from payments where purpose = 'top-up' and
     (key_id is null or key_id not in (select id from keys) or coalesce(credits, 0) <= 0 or micro_usd % nullif(credits, 0) <> 0)`,

  `select 'payment ' || p.id || ': settled for ' || p.credits || ' credits, granted are ' || coalesce(l.amount, 0) as fault
   from payments p left join ledger l on l.request_id = p.id and l.kind = 'grant' and l.key_id = p.key_id
   where p.purpose = 'top-up' and p.state = 'settled' and l.amount is distinct from p.credits`,

  // The operator may grant what a settlement of unknown outcome paid for, under the payment's own id.
  `select 'row ' || seq || ': granted for ' || request_id || ', which is no top-up of that key and amount' as fault
   from ledger l where kind = 'grant' and substr(request_id, 1, 5) = 'x402_' and not exists
     (select 1 from payments p where p.id = l.request_id and p.purpose = 'top-up' and p.key_id = l.key_id and p.credits = l.amount)`,
]

/** Rows of a query: in damaged data every row may be faulty. */
export const mostFaults = 100
