/** Changes of a balance, each with its row in the ledger. */
import type { DatabaseSync } from 'node:sqlite'
import { BillingError, type ChargeResult, type EntryKind, type LedgerEntry, type Purpose } from '@domesday/core/store'
import { isDuplicate } from './database.ts'

/** An entry to be written. */
export interface Posting {
  readonly keyId: string
  readonly kind: EntryKind
  /** Signed credits. */
  readonly amount: number
  /** Makes the posting idempotent within its kind. */
  readonly requestId: string | null
  readonly purpose: Purpose | null
}

/** `last` is the place of the key's newest row in the ledger. */
type KeyRow = readonly [balance: number, held: number, last: number | null]

const rowsShown = 50

export type Entries = ReturnType<typeof sqliteEntries>

/** To be called inside a transaction. */
export const sqliteEntries = (db: DatabaseSync, now: () => number) => {
  const byId = db.prepare('select balance, held, last_row from keys where id = ?')
  // An object for each charge would cost a tenth of it.
  byId.setReturnArrays(true)
  const keyRow = (keyId: string) => byId.get(keyId) as unknown as KeyRow | undefined
  const setBalance = db.prepare('update keys set balance = ?2, last_row = ?3 where id = ?1')
  const insert = db.prepare(`
    insert into ledger (seq, key_id, kind, amount, balance, request_id, endpoint, depth, at, previous_row) values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
  `)
  const lastSeq = db.prepare('select coalesce(max(seq), 0) as seq from ledger')
  const byRequest = db.prepare('select key_id as keyId, amount from ledger where request_id = ? and kind = ?')
  const newest = db.prepare(`
    with recursive newest (seq) as (
      select last_row from keys where id = ? union all select previous_row from ledger natural join newest limit ${rowsShown}
    )
    select at, kind, amount, balance, request_id as requestId, endpoint, depth from ledger natural join newest order by seq desc
  `)

  /** Throws `unknown_key`. */
  const balanceOf = (keyId: string): { readonly balance: number; readonly held: number } => {
    const row = keyRow(keyId)
    if (row === undefined) throw new BillingError('unknown_key', `there is no key ${keyId}`)
    const [balance, held] = row
    return { balance, held }
  }

  const remaining = (keyId: string): number => {
    const { balance, held } = balanceOf(keyId)
    return balance - held
  }

  /** The entry of this kind that a request has made, if it has. */
  const find = (requestId: string, kind: EntryKind) =>
    byRequest.get(requestId, kind) as { keyId: string; amount: number } | undefined

  /** The result of a posting that was not written: it was made before, or it cannot be paid for. */
  const notWritten = ({ keyId, kind, amount, requestId }: Posting): ChargeResult => {
    const first = requestId === null ? undefined : find(requestId, kind)
    if (first === undefined) return { ok: false, reason: 'insufficient', remaining: remaining(keyId) }
    if (first.keyId !== keyId || first.amount !== amount) throw requestReused(requestId)
    return { ok: true, remaining: remaining(keyId) }
  }

  /** The newest row's place. Steps that are undone leave a gap. */
  let seq = 0
  /** To be called as each transaction begins: another process may have written rows since the last. */
  const refresh = (): void => {
    seq = (lastSeq.get() as { seq: number }).seq
  }

  /**
   * The only way to change a balance, which never falls below what is held: the transaction has the write lock, and the
   * table checks it once more. A unique index prevents double charges: insert first, then handle the conflict, as
   * nearly all requests are new. An amount of 0 writes no row.
   */
  const post = (posting: Posting): ChargeResult => {
    const { keyId, kind, amount, requestId, purpose } = posting
    if (amount === 0) return { ok: true, remaining: remaining(keyId) }
    const row = keyRow(keyId)
    if (row === undefined) return notWritten(posting)
    const [before, held, previous] = row,
      balance = before + amount
    if (balance < held) return notWritten(posting)
    // Neither `run` nor `returning`: they make a count or a table that no charge needs.
    setBalance.get(keyId, balance, seq + 1)
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
      if (!isDuplicate(fault)) throw fault
      setBalance.get(keyId, before, previous)
      return notWritten(posting)
    }
    seq += 1
    return { ok: true, remaining: balance - held }
  }

  return {
    refresh,
    post,
    find,
    balanceOf,
    remaining,
    newest: (keyId: string) => newest.all(keyId) as unknown as readonly LedgerEntry[],
  }
}

export const requestReused = (requestId: string | null): BillingError =>
  new BillingError('request_reused', `${requestId} was used before, for another key or amount`)
