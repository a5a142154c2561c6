/** Writes of all requests in flight, committed together. */
import type { DatabaseSync } from 'node:sqlite'
import { BillingError } from '@domesday/core/store'
import { isBusy } from './database.ts'

type Outcome = { readonly value: unknown } | { readonly fault: unknown }

interface Queued {
  readonly step: () => unknown
  readonly resolve: (value: never) => void
  readonly reject: (fault: unknown) => void
}

export interface GroupCommit {
  /**
   * Runs the step in the next transaction, with all others of this turn of the event loop, and answers once that is
   * durable. A step that throws is undone alone and rejects with its error; where the commit fails all of its steps
   * reject with SQLite's. A step is synchronous and changes nothing but the database: it may be undone and run again.
   */
  run<T>(step: () => T): Promise<T>
  /** Transactions committed, and the steps that were in them. */
  readonly written: { readonly transactions: number; readonly steps: number }
  /** Refuses further steps, and resolves once those already queued are run and answered. */
  close(): Promise<void>
}

/** How long steps wait for another process that holds the write lock, before they are rejected with SQLite's error. */
const patienceMs = 5_000
const pauseMs = 5

/**
 * One transaction a turn of the event loop: by far the dearest part of a commit is the sync, and all calls in flight
 * share it. `onBegin` runs inside each transaction, before its steps. While another process holds the write lock the
 * queue waits on a timer, so that the event loop does not.
 *
 * After a failed commit the next may go on: SQLite lets nobody read a transaction whose sync failed, and the next one
 * overwrites it in the log.
 */
export const groupCommit = (db: DatabaseSync, onBegin: () => void = () => {}): GroupCommit => {
  const begin = db.prepare('begin immediate')
  const commit = db.prepare('commit')
  const savepoint = db.prepare('savepoint step')
  const release = db.prepare('release step')
  const undo = db.prepare('rollback to step')
  const written = { transactions: 0, steps: 0 }
  let queue: Queued[] = []
  let scheduled = false
  let busySince: number | null = null
  let closing: PromiseWithResolvers<void> | null = null

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

  /**
   * Steps hardly ever throw: one savepoint serves them all, and only where one does throw are they undone and run
   * again with one each.
   */
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
      onBegin()
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

  const closeWhenIdle = (): void => {
    if (!scheduled) closing?.resolve()
  }

  const flush = (): void => {
    scheduled = false
    let refusal: unknown = null
    try {
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
    closeWhenIdle()
  }

  return {
    run: (step) =>
      new Promise((resolve, reject) => {
        if (closing) return reject(new BillingError('closed', 'the ledger is closed'))
        queue.push({ step, resolve, reject })
        if (scheduled) return
        scheduled = true
        setImmediate(flush)
      }),
    written,
    close: () => {
      closing ??= Promise.withResolvers()
      closeWhenIdle()
      return closing.promise
    },
  }
}
