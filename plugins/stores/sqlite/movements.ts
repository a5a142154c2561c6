import type { DatabaseSync } from 'node:sqlite'
import { isRepeated } from './database.ts'
import { BillingError, type Entry, type Kind, type Purpose, type Taken } from '@domesday/core/store'

export interface Movement {
  readonly keyId: string
  readonly kind: Kind
  /** Signed credits. */
  readonly amount: number
  /** Makes the movement idempotent within its kind. */
  readonly requestId: string | null
  readonly purpose: Purpose | null
}

/** What a key has; `last` is the place of its newest row in the ledger. */
type KeyRow = readonly [balance: number, held: number, last: number | null]

const rowsShown = 50

export type Movements = ReturnType<typeof movements>

/** Changes of a balance, each with its row. To be called inside a transaction. */
export const movements = (db: DatabaseSync, now: () => number) => {
  const byId = db.prepare('select balance, held, last_row from keys where id = ?')
  // An object for each charge would cost a tenth of it.
  byId.setReturnArrays(true)
  const keyRow = (keyId: string) => byId.get(keyId) as unknown as KeyRow | undefined
  const set = db.prepare('update keys set balance = ?2, last_row = ?3 where id = ?1')
  const insert = db.prepare(`
    insert into ledger (seq, key_id, kind, amount, balance, request_id, endpoint, depth, at, previous_row) values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
  `)
  const last = db.prepare('select coalesce(max(seq), 0) as seq from ledger')
  const earlier = db.prepare('select key_id as keyId, amount from ledger where request_id = ? and kind = ?')
  const newest = db.prepare(`
    with recursive newest (seq) as (
      select last_row from keys where id = ? union all select previous_row from ledger natural join newest limit ${rowsShown}
    )
    select at, kind, amount, balance, request_id as requestId, endpoint, depth from ledger natural join newest order by seq desc
  `)

  /** What a key has and what is held of it. Throws `unknown_key`. */
  const standing = (keyId: string): { readonly balance: number; readonly held: number } => {
    const row = keyRow(keyId)
    if (row === undefined) throw new BillingError('unknown_key', `there is no key ${keyId}`)
    const [balance, held] = row
    return { balance, held }
  }

  const remaining = (keyId: string): number => {
    const { balance, held } = standing(keyId)
    return balance - held
  }

  /** The movement of this kind that a request has made, if it has. */
  const made = (requestId: string, kind: Kind) =>
    earlier.get(requestId, kind) as { keyId: string; amount: number } | undefined

  /** What became of a movement that the gate kept out: it has been made before, or it cannot be paid for. */
  const refused = ({ keyId, kind, amount, requestId }: Movement): Taken => {
    const first = requestId === null ? undefined : made(requestId, kind)
    if (first === undefined) return { ok: false, reason: 'insufficient', remaining: remaining(keyId) }
    if (first.keyId !== keyId || first.amount !== amount) throw reused(requestId)
    return { ok: true, remaining: remaining(keyId) }
  }

  /** The newest row's place. Steps that are undone leave a gap. */
  let seq = 0
  /** To be called as each transaction begins: another process may have written rows since the last. */
  const begin = (): void => {
    seq = (last.get() as { seq: number }).seq
  }

  /**
   * The only gate: a balance never sinks below what is held. What was read still holds when it is written, as the
   * transaction has the write lock, and the table checks it once more. That a movement of one request is not made
   * twice is the business of the ledger's index, which is asked by the row itself: nearly all movements are new. An
   * amount of 0 writes no row.
   */
  const move = (movement: Movement): Taken => {
    const { keyId, kind, amount, requestId, purpose } = movement
    if (amount === 0) return { ok: true, remaining: remaining(keyId) }
    const row = keyRow(keyId)
    if (row === undefined) return refused(movement)
    const [was, held, previous] = row,
      balance = was + amount
    if (balance < held) return refused(movement)
    // Not `run`, nor `returning`: both make more for each charge than it needs, a count or a table.
    set.get(keyId, balance, seq + 1)
    try {
      insert.get(
        seq + 1,
        keyId,
        kind,
        amount,
        balance,
        requestId,
        purpose?.endpoint ?? null,
        purpose?.depth ?? null,
        now(),
        previous,
      )
    } catch (fault) {
      if (!isRepeated(fault)) throw fault
      set.get(keyId, was, previous)
      return refused(movement)
    }
    seq += 1
    return { ok: true, remaining: balance - held }
  }

  return {
    begin,
    move,
    made,
    standing,
    remaining,
    newest: (keyId: string) => newest.all(keyId) as unknown as readonly Entry[],
  }
}

export const reused = (requestId: string | null): BillingError =>
  new BillingError('request_reused', `${requestId} was used before, for another key or amount`)
