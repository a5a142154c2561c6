import type { DatabaseSync } from 'node:sqlite'
import { isBusy } from './database.ts'
import { BillingError } from '../../../core/credits/ledger.ts'

/**
 * `kept` survives a loss of power once it is answered. What is `passing` survives the end of the process, and may be
 * lost with the machine: credits that a call sets aside, which would be given back then anyway.
 */
export type Durability = 'kept' | 'passing'

type Outcome = { readonly value: unknown } | { readonly fault: unknown }

interface Queued {
  readonly step: () => unknown
  readonly durability: Durability
  readonly resolve: (value: never) => void
  readonly reject: (fault: unknown) => void
}

/** Steps that are committed, and what became of them. */
interface Committed {
  readonly batch: readonly Queued[]
  readonly outcomes: readonly Outcome[]
}

export interface GroupCommit {
  /**
   * Runs the step in the next transaction, with all others that arrive in this turn of the event loop, and answers
   * after the commit: once what it wrote is kept, if it has to be, and once all is kept that it may have read of this
   * process's. A step that throws is undone alone. A step is synchronous, and all it changes is the database, so that
   * undoing it undoes all of it: it may be run twice.
   */
  run<T>(step: () => T, durability?: Durability): Promise<T>
  /** Transactions committed, and the steps that were in them. */
  readonly written: { readonly transactions: number; readonly steps: number }
  /** Refuses further steps, and resolves once those already queued are run and answered. */
  close(): Promise<void>
}

/** How long steps wait for another process that holds the write lock, before they are rejected with SQLite's error. */
const patienceMs = 5_000
const pauseMs = 5

/**
 * One transaction a turn of the event loop. `sync` makes sure that what is committed is kept, by far the dearest part
 * of it: that is shared by all calls in flight, and left out where all of them are passing. While it takes its time,
 * transactions go on. `begun` is told of each transaction, inside it. While another process holds the write lock the
 * queue waits on a timer, so that the event loop does not.
 */
export const groupCommit = (
  db: DatabaseSync,
  { sync, begun = () => {} }: { readonly sync: () => void | Promise<void>; readonly begun?: () => void },
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
  /** Waiting for the sync that is under way; null where none is. */
  let syncing: Committed[] | null = null
  /** Committed since that sync began: for the next one. */
  let unsynced: Committed[] = []
  /**
   * After a failed sync nobody can tell what is kept, nor will a later sync say (on Linux it forgets): only a start
   * from the disk will.
   */
  let broken: unknown = null
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
    keep({ batch, outcomes })
  }

  const keep = (committed: Committed): void => {
    if (committed.batch.some(({ durability }) => durability === 'kept')) {
      unsynced.push(committed)
      if (syncing === null) void syncAll()
    } else {
      // It may have read what is not kept yet.
      const earlier = unsynced.length > 0 ? unsynced : syncing
      if (earlier) earlier.push(committed)
      else answer(committed)
    }
  }

  const syncAll = async (): Promise<void> => {
    while (unsynced.length > 0) {
      const covered = (syncing = unsynced)
      unsynced = []
      try {
        if (broken !== null) throw broken
        await sync()
        covered.forEach(answer)
      } catch (fault) {
        broken ??= fault
        for (const { reject } of covered.flatMap(({ batch }) => batch)) reject(fault)
      }
    }
    syncing = null
    closeWhenIdle()
  }

  const answer = ({ batch, outcomes }: Committed): void =>
    outcomes.forEach((outcome, i) => {
      if ('fault' in outcome) batch[i]!.reject(outcome.fault)
      else batch[i]!.resolve(outcome.value as never)
    })

  const closeWhenIdle = (): void => {
    if (!scheduled && syncing === null) closing?.resolve()
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
    run: (step, durability = 'kept') =>
      new Promise((resolve, reject) => {
        if (closing) return reject(new BillingError('closed', 'the ledger is closed'))
        if (broken !== null) return reject(broken)
        queue.push({ step, durability, resolve, reject })
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
