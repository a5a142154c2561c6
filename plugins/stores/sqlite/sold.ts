/** What keys were charged in full for: for a day an equal answer to the same lookup costs them less. */
import type { DatabaseSync } from 'node:sqlite'
import type { Cost, Lookup } from '@domesday/core/store'

/** From the charge in full: an answer that costs less does not begin it anew. */
const soldMs = 24 * 3_600_000
/** Rows that one sweep deletes at most. */
const purgeLimit = 2_000

export type Sold = ReturnType<typeof sqliteSold>

/** Call its methods inside a transaction. */
export const sqliteSold = (db: DatabaseSync, now: () => number) => {
  const equal = db.prepare(`
    select request_id as requestId from sold
    where key_id = ? and lookup_hash = ? and answer_hash = ? and at > ? and request_id <> ?
  `)
  const put = db.prepare(`
    insert into sold (key_id, lookup_hash, answer_hash, request_id, at) values (?, ?, ?, ?, ?)
    on conflict (key_id, lookup_hash) do update
    set answer_hash = excluded.answer_hash, request_id = excluded.request_id, at = excluded.at
    where request_id <> excluded.request_id
  `)
  const replace = db.prepare('update sold set answer_hash = ?2 where request_id = ?1')
  const drop = db.prepare('delete from sold where request_id = ?')
  const purge = db.prepare(`
    delete from sold where (key_id, lookup_hash) in (select key_id, lookup_hash from sold where at <= ? limit ${purgeLimit})
  `)

  return {
    /**
     * What an answer costs: less where the key was charged in full for an equal one; and whether it is to be noted as
     * charged in full. `charged`: what this request was charged before (a negative amount), because a step that is made
     * twice costs the same.
     */
    costOf: (
      keyId: string,
      requestId: string,
      amount: number,
      lookup: Lookup | undefined,
      charged: () => number | undefined,
    ): { readonly cost: Cost; readonly inFull: boolean } => {
      const full = { credits: amount, repeats: null }
      if (lookup?.again === undefined || amount === 0) return { cost: full, inFull: false }
      const { answerHash, amount: less } = lookup.again
      const found = equal.get(keyId, lookup.hash, answerHash, now() - soldMs, requestId)
      const again = { credits: less, repeats: (found?.['requestId'] as string | undefined) ?? null }
      const before = charged()
      if (before !== undefined) return { cost: before === -less ? again : full, inFull: false }
      return found === undefined ? { cost: full, inFull: true } : { cost: again, inFull: false }
    },

    /** Call it after a charge in full. */
    note: (keyId: string, { hash, again }: Lookup, requestId: string): void => {
      if (again) put.run(keyId, hash, again.answerHash, requestId, now())
    },

    /** Call it after a free repeat: its answer takes the place of the one that was charged. */
    replace: (requestId: string, { again }: Lookup): void => {
      if (again) replace.run(requestId, again.answerHash)
    },

    /** Call it after a refund. */
    drop: (requestId: string): void => {
      drop.run(requestId)
    },

    purge: (): void => {
      purge.run(now() - soldMs)
    },
  }
}
