/** Group commit: commits the writes of all requests in flight together. */
import type { DatabaseSync } from 'node:sqlite'
import { BillingError, Failure } from '@domesday/core/store'
import { isBusy, passingReason } from './database.ts'

type Outcome = { readonly value: unknown } | { readonly fault: unknown }

interface Queued {
  readonly step: () => unknown
  readonly resolve: (value: never) => void
  readonly reject: (fault: unknown) => void
}

export interface GroupCommit {
  /**
   * Runs the step in the next transaction, with all others of this turn of the event loop, and resolves once that is
   * durable. A step that throws is rolled back alone and rejects with its error; if the commit fails, all its steps
   * reject. Where the disk is full or fails, that is a 503 with SQLite's error as its cause. A step must be synchronous
   * and change only the database: it may be rolled back and run again.
   */
  run<T>(step: () => T): Promise<T>
  /** Committed transactions, and the steps in them. */
  readonly written: { readonly transactions: number; readonly steps: number }
  /** Rejects further steps, and resolves once the queued ones have run. */
  close(): Promise<void>
}

export interface Hooks {
  /** Runs inside each transaction, before its steps. */
  readonly begun?: () => void
  /** Runs inside each transaction, after its steps. */
  readonly ending?: () => void
  /** Runs after a transaction that was rolled back. */
  readonly failed?: () => void
}

/** How long steps wait for another process's write lock before they are refused. */
const lockTimeoutMs = 5_000
const retryMs = 5

/** Seconds. Each transaction tries again, so that calls are answered as soon as there is space. */
const retryAfter = 5

const refusalOf = (fault: unknown): unknown => {
  const reason = passingReason(fault)
  if (reason === null) return fault
  return new Failure(
    'overloaded',
    `The ledger cannot be written now: ${reason}. Nothing was charged.`,
    { retry_after_s: retryAfter },
    { cause: fault },
  )
}

/**
 * One transaction for each turn of the event loop: the sync dominates the cost of a commit, and all requests in flight
 * share it. While another process holds the write lock, the
 * queue waits on a timer, so that the event loop is not blocked.
 *
 * A failed commit does not affect the next: SQLite never shows a transaction whose sync failed, and the next one
 * overwrites it in the WAL.
 */
export const groupCommit = (
  db: DatabaseSync,
  { begun = () => {}, ending = () => {}, failed = () => {} }: Hooks = {},
): GroupCommit => {
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

  const runAlone = (step: () => unknown): Outcome => {
    savepoint.run()
    try {
      const value = step()
      release.run()
      return { value }
    } catch (fault) {
      // A full disk or a failed write rolls back the whole transaction, not only the savepoint.
      if (!db.isTransaction) throw fault
      undo.run()
      release.run()
      return { fault }
    }
  }

  /** Steps rarely throw: they share one savepoint. If one throws, all are rolled back and run again with one each. */
  const runTogether = (batch: readonly Queued[]): readonly Outcome[] => {
    savepoint.run()
    try {
      return batch.map(({ step }) => ({ value: step() }))
    } catch (fault) {
      if (!db.isTransaction) throw fault
      undo.run()
      return batch.map(({ step }) => runAlone(step))
    }
  }

  const refuse = (batch: readonly Queued[], fault: unknown): void => {
    const refusal = refusalOf(fault)
    for (const { reject } of batch) reject(refusal)
  }

  const transact = (batch: readonly Queued[]): void => {
    let outcomes: readonly Outcome[]
    try {
      begun()
      outcomes = runTogether(batch)
      ending()
      commit.run()
    } catch (fault) {
      if (db.isTransaction) db.exec('rollback')
      failed()
      refuse(batch, fault)
      return
    }
    written.transactions++
    written.steps += batch.length
    outcomes.forEach((outcome, i) => {
      if ('fault' in outcome) batch[i]!.reject(refusalOf(outcome.fault))
      else batch[i]!.resolve(outcome.value as never)
    })
  }

  const closeWhenIdle = (): void => {
    if (!scheduled) closing?.resolve()
  }

  const flush = (): void => {
    scheduled = false
    let beginError: unknown = null
    try {
      begin.run()
      busySince = null
    } catch (fault) {
      busySince ??= performance.now()
      if (isBusy(fault) && performance.now() - busySince < lockTimeoutMs) {
        scheduled = true
        setTimeout(flush, retryMs)
        return
      }
      busySince = null
      beginError = fault
    }
    const batch = queue
    queue = []
    if (beginError === null) transact(batch)
    else refuse(batch, beginError)
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
