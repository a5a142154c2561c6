/** How often, and how many at once, a source is called, and who is next. Nothing polls. */
import { AsyncLocalStorage } from 'node:async_hooks'
import pLimit from 'p-limit'
import type { ClientParts, SourceSettings, Waiter } from '@domesday/core/client'
import { createAppointments } from './appointments.ts'
import type { BulkSettings } from './bulk.ts'
import { CallFault } from './call-fault.ts'
import { createFairQueue, type Queued } from './fair-queue.ts'
import { createSourceQuota } from './source-quota.ts'

/** Milliseconds. Where a source asks for a longer pause, callers are refused at once and not kept waiting. */
const longestWait = 5_000

export interface Limiter {
  /**
   * Runs the work when its turn comes. Rejects with a fault where that would be after the deadline: at once if that can
   * be foreseen. `waiters` lists those who wait for it, at any time; equal questions have an equal `question`.
   */
  pass<T>(work: () => Promise<T>, deadline: number, waiters?: () => readonly Waiter[], question?: string): Promise<T>
  /** Lets nothing start for so many milliseconds, because the source asked for a pause: however long it is. */
  pause(ms: number): void
  /** Milliseconds that are left of the pause. */
  paused(): number
  /** Throws the fault if nobody is kept waiting, because the pause is long. */
  checkPause(): void
  /** Calls that could start now, null where nothing limits the rate; and questions that wait. */
  state(): { readonly tokens: number | null; readonly waiting: number }
  /** Calls that all nodes together could start now; null for a single one, and where that is not known. */
  sharedTokens(): Promise<number | null>
}

interface Waiting extends Queued {
  begin(): void
  refuse(fault: CallFault): void
}

export interface LimiterOptions extends Pick<SourceSettings, 'rate' | 'concurrency'> {
  readonly source: string
  readonly unlimited: boolean
  readonly bulk: () => BulkSettings
  /** What nodes of a fleet share. */
  readonly shared?: ClientParts['shared']
}

const nobody = (): readonly Waiter[] => []

/** Deadlines are on the monotonic clock. `unlimited` lifts the rate, never the number at once. */
export const createLimiter = ({
  source,
  rate,
  concurrency,
  unlimited,
  bulk,
  shared = null,
}: LimiterOptions): Limiter => {
  const slots = pLimit(concurrency)
  const quota = createSourceQuota(source, unlimited ? null : rate, shared)
  const queue = createFairQueue<Waiting>(bulk)
  const appointments = createAppointments()
  let timer: NodeJS.Timeout | null = null
  /** A token of the fleet is on its way. */
  let isTaking = false

  const late = (waiters: Queued['waiters'], question: string): CallFault => {
    const now = performance.now(),
      ahead = queue.ahead(waiters())
    const wait = appointments.make(waiters, question, (before) => quota.wait(now, ahead + before))
    return new CallFault(source, 'queued', 'cannot be called in time under its rate and concurrency limits', {
      retryAfter: Math.max(1, wait / 1000),
    })
  }
  const paused = (): number => quota.paused(performance.now())
  const pauseFault = (): CallFault | null => {
    const left = paused() / 1000
    return left * 1000 <= longestWait
      ? null
      : new CallFault(
          source,
          'queued',
          `is not called, because it asked for a pause that has ${Math.ceil(left)} s left`,
          {
            retryAfter: left,
            kind: 'paused',
          },
        )
  }
  const checkPause = (): void => {
    const fault = pauseFault()
    if (fault !== null) throw fault
  }

  /** False if it is to be tried again later. */
  const begin = (wait: number): boolean => {
    if (wait > 0) {
      timer ??= setTimeout(() => {
        timer = null
        serve()
      }, Math.ceil(wait))
      return false
    }
    const next = queue.size > 0 ? queue.next() : null
    if (next) next.begin()
    else quota.giveBack()
    return true
  }
  /** Who is next is decided once a place and a token are there, so that nobody who comes by then has come too late. */
  const serve = (): void => {
    while (!isTaking && queue.size > 0 && slots.activeCount + slots.pendingCount < concurrency) {
      const wait = quota.take()
      if (typeof wait === 'number') {
        if (!begin(wait)) return
      } else {
        isTaking = true
        void wait.then((ms) => {
          isTaking = false
          if (begin(ms)) serve()
        })
      }
    }
  }

  return {
    pass: <T>(work: () => Promise<T>, deadline: number, waiters = nobody, question = '') =>
      new Promise<T>((resolve, reject) => {
        checkPause()
        const now = performance.now()
        const isLate = (ahead: number): boolean => now + quota.wait(now, ahead) >= deadline
        // Whose turn comes when takes longer to tell than that even the last one would be in time.
        if (isLate(queue.size) && isLate(queue.ahead(waiters()))) throw late(waiters, question)
        let expiry: NodeJS.Timeout | undefined
        const one: Waiting = {
          waiters,
          // The work belongs to the request that waits, whichever request's end let it begin.
          begin: AsyncLocalStorage.bind(() => {
            clearTimeout(expiry)
            appointments.served(waiters)
            const result = slots(work)
            resolve(result)
            result.then(serve, serve)
          }),
          refuse: (fault) => {
            clearTimeout(expiry)
            queue.remove(one)
            reject(fault)
          },
        }
        queue.add(one)
        expiry = setTimeout(() => one.refuse(late(waiters, question)), deadline - now)
        serve()
      }),
    pause: (ms) => {
      if (unlimited) return
      quota.pause(performance.now() + ms)
      const fault = pauseFault()
      if (fault !== null) for (const one of queue.empty()) one.refuse(fault)
    },
    paused,
    checkPause,
    state: () => ({ tokens: quota.left(performance.now()), waiting: queue.size }),
    sharedTokens: quota.sharedLeft,
  }
}
