import type { DatabaseSync } from 'node:sqlite'
import { BillingError, type Entry, type Kind, type Purpose, type Taken } from './port.ts'

export interface Movement {
  readonly keyId: string
  readonly kind: Kind
  /** Signed credits. */
  readonly amount: number
  /** Makes the movement idempotent within its kind. */
  readonly requestId: string | null
  readonly purpose: Purpose | null
}

/** A key's row once the gate has let a movement through: `seq` is the place of the new row, `previous` that of the key's last one. */
type After = readonly [balance: number, held: number, seq: number, previous: number | null]

const rowsShown = 50

export type Movements = ReturnType<typeof movements>

/** Changes of a balance, each with its row. To be called inside a transaction. */
export const movements = (db: DatabaseSync, now: () => number) => {
  const gate = db.prepare(`
    update keys set balance = balance + ?2, previous_row = last_row, last_row = (select coalesce(max(seq), 0) + 1 from ledger)
    where id = ?1 and balance + ?2 >= held and not exists (select 1 from ledger where request_id = ?3 and kind = ?4)
    returning balance, held, last_row, previous_row
  `)
  // An object for each charge would cost a tenth of it.
  gate.setReturnArrays(true)
  const insert = db.prepare(`
    insert into ledger (seq, key_id, kind, amount, balance, request_id, endpoint, depth, at, previous_row) values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
  `)
  const earlier = db.prepare('select key_id as keyId, amount from ledger where request_id = ? and kind = ?')
  const account = db.prepare('select balance, held from keys where id = ?')
  const newest = db.prepare(`
    with recursive newest (seq) as (
      select last_row from keys where id = ? union all select previous_row from ledger natural join newest limit ${rowsShown}
    )
    select at, kind, amount, balance, request_id as requestId, endpoint, depth from ledger natural join newest order by seq desc
  `)

  /** What a key has and what is held of it. Throws `unknown_key`. */
  const standing = (keyId: string): { readonly balance: number; readonly held: number } => {
    const row = account.get(keyId) as { balance: number; held: number } | undefined
    if (row === undefined) throw new BillingError('unknown_key', `there is no key ${keyId}`)
    return row
  }

  const remaining = (keyId: string): number => {
    const { balance, held } = standing(keyId)
    return balance - held
  }

  /** The movement of this kind that a request has made, if it has. */
  const made = (requestId: string, kind: Kind) => earlier.get(requestId, kind) as { keyId: string; amount: number } | undefined

  /** What became of a movement that the gate kept out: it has been made before, or it cannot be paid for. */
  const refused = ({ keyId, kind, amount, requestId }: Movement): Taken => {
    const before = requestId === null ? undefined : made(requestId, kind)
    if (before === undefined) return { ok: false, reason: 'insufficient', remaining: remaining(keyId) }
    if (before.keyId !== keyId || before.amount !== amount) throw reused(requestId)
    return { ok: true, remaining: remaining(keyId) }
  }

  /**
   * The conditional update is the only gate: it never lets a balance sink below what is held, nor a movement of one request be made
   * twice. An amount of 0 writes no row.
   */
  const move = (movement: Movement): Taken => {
    const { keyId, kind, amount, requestId, purpose } = movement
    if (amount === 0) return { ok: true, remaining: remaining(keyId) }
    const after = gate.get(keyId, amount, requestId, kind) as unknown as After | undefined
    if (after === undefined) return refused(movement)
    const [balance, held, seq, previous] = after
    insert.run(seq, keyId, kind, amount, balance, requestId, purpose?.endpoint ?? null, purpose?.depth ?? null, now(), previous)
    return { ok: true, remaining: balance - held }
  }

  return { move, made, standing, remaining, newest: (keyId: string) => newest.all(keyId) as unknown as readonly Entry[] }
}

export const reused = (requestId: string | null): BillingError =>
  new BillingError('request_reused', `${requestId} was used before, for another key or amount`)
