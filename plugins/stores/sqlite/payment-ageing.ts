/** Forgets who paid and what was asked, once the answer is no longer stored. The sums stay. */
import type { DatabaseSync } from 'node:sqlite'
import { storedMs } from './idempotency.ts'
import { paymentIdOf } from '@domesday/store-parts/payment-id'

/** Rows that one sweep changes at most. */
const limit = 500
/** A claim whose process died before it asked for the settlement: nothing was taken. */
const abandonedMs = 3_600_000

export type PaymentAgeing = ReturnType<typeof paymentAgeing>

/** Call it inside a transaction. */
export const paymentAgeing = (db: DatabaseSync, now: () => number) => {
  const old = db.prepare(`select rowid as row, payer, nonce from payments where payer <> '' and at <= ? limit ${limit}`)
  // A settlement of unknown outcome keeps its proof, and a top-up its purchase, which names a key and no subject: the
  // same payment can still resolve it.
  const forget = db.prepare(`
    update payments set payer = '', nonce = ?1, id = ?1, body = null, headers = null,
      resource = case purpose when 'top-up' then resource else '' end,
      proof = case state when 'settled' then null else proof end
    where rowid = ?2
  `)
  const drop = db.prepare(`
    delete from payments where rowid in
      (select rowid from payments where state = 'verified' and refused_at is null and at <= ? limit ${limit})
  `)
  return {
    age: (): void => {
      drop.run(now() - abandonedMs)
      for (const { row, payer, nonce } of old.all(now() - storedMs) as { row: number; payer: string; nonce: string }[])
        forget.run(paymentIdOf({ payer, nonce }), row)
    },
  }
}
