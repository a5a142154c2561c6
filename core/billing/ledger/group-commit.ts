import type { DatabaseSync } from 'node:sqlite'
import { isBusy } from './database.ts'
import { BillingError } from './port.ts'

/**
 * `kept` survives a loss of power once it is answered. What is `passing` survives the end of the process, and may be lost with the machine:
 * credits that a call sets aside, which would be given back then anyway.
 */
export type Durability = 'kept' | 'passing'

interface Queued {
  readonly step: () => unknown
  readonly durability: Durability
  readonly resolve: (value: never) => void
  readonly reject: (fault: unknown) => void
}

type Outcome = { readonly value: unknown } | { readonly fault: unknown }

export interface GroupCommit {
  /**
   * Runs the step in the next transaction, with all others that arrive in this turn of the event loop, and answers after the commit.
   * A step that throws is undone alone. A step is synchronous, and all it changes is the database, so that undoing it undoes all of it:
   * it may be run twice.
   */
  run<T>(step: () => T, durability?: Durability): Promise<T>
  /** Transactions committed, and the steps that were in them. */
  readonly written: { readonly transactions: number; readonly steps: number }
  /** Refuses further steps; those already queued are still run. */
  close(): void
}

/** How long steps wait for another process that holds the write lock, before they are rejected with SQLite's error. */
const patienceMs = 5_000
const pauseMs = 5

/**
 * One transaction a turn of the event loop: the fsync, by far the dearest part of a commit, is shared by all calls that are in flight, and
 * left out where all of them are passing.
 * `begun` is told of each, inside it.
 * While another process holds the write lock the queue waits on a timer, so that the event loop does not.
 */
export const groupCommit = (db: DatabaseSync, begun: () => void = () => {}): GroupCommit => {
  const begin = db.prepare('begin immediate')
  const commit = db.prepare('commit')
  const savepoint = db.prepare('savepoint step')
  const release = db.prepare('release step')
  const undo = db.prepare('rollback to step')
  const written = { transactions: 0, steps: 0 }
  let queue: Queued[] = []
  let scheduled = false
  let closed = false
  let busySince: number | null = null
  let synchronous: Durability | null = null

  const alone = (step: () => unknown): Outcome => {
    savepoint.run()
    try {
      const value = step()
      release.run()
      return { value }
    } catch (fault) {
      // A full disk or a failed write ends the whole transaction, not just the savepoint.
      if (!db.isTransaction) throw fault
      undo.run()
      release.run()
      return { fault }
    }
  }

  /** Steps hardly ever throw: one savepoint serves them all, and only where one does throw are they undone and run again with one each. */
  const together = (batch: readonly Queued[]): readonly Outcome[] => {
    savepoint.run()
    try {
      return batch.map(({ step }) => ({ value: step() }))
    } catch (fault) {
      if (!db.isTransaction) throw fault
      undo.run()
      return batch.map(({ step }) => alone(step))
    }
  }

  const transact = (batch: readonly Queued[]): void => {
    let outcomes: readonly Outcome[]
    try {
      begun()
      outcomes = together(batch)
      commit.run()
    } catch (fault) {
      if (db.isTransaction) db.exec('rollback')
      for (const { reject } of batch) reject(fault)
      return
    }
    written.transactions++
    written.steps += batch.length
    outcomes.forEach((outcome, i) => {
      if ('fault' in outcome) batch[i]!.reject(outcome.fault)
      else batch[i]!.resolve(outcome.value as never)
    })
  }

  /** Without a sync of its own a commit is in the log all the same, and is synced with the next that has one. */
  const prepare = (): void => {
    const wanted = queue.some(({ durability }) => durability === 'kept') ? 'kept' : 'passing'
    if (wanted !== synchronous) db.exec(`pragma synchronous = ${wanted === 'kept' ? 'full' : 'normal'}`)
    synchronous = wanted
  }

  const flush = (): void => {
    scheduled = false
    let refusal: unknown = null
    try {
      prepare()
      begin.run()
      busySince = null
    } catch (fault) {
      busySince ??= performance.now()
      if (isBusy(fault) && performance.now() - busySince < patienceMs) {
        scheduled = true
        setTimeout(flush, pauseMs)
        return
      }
      busySince = null
      refusal = fault
    }
    const batch = queue
    queue = []
    if (refusal === null) transact(batch)
    else for (const { reject } of batch) reject(refusal)
  }

  return {
    run: (step, durability = 'kept') => new Promise((resolve, reject) => {
      if (closed) return reject(new BillingError('closed', 'the ledger is closed'))
      queue.push({ step, durability, resolve, reject })
      if (scheduled) return
      scheduled = true
      setImmediate(flush)
    }),
    written,
    close: () => { closed = true },
  }
}
