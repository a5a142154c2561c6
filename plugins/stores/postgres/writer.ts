/**
 * Group commit over the network: operations that arrive while a batch is under way are the next batch. A batch is one
 * statement.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { BillingError } from '@domesday/core/store'
import { isAway, isForgotten, isWorthRetrying } from './faults.ts'
import { batchOf, isTaking, write, type Answer, type LedgerOperation, type Written } from './operations.ts'
import type { Session } from './session.ts'
import { waitingList, type Waiting } from './waiting.ts'

/** Operations of one batch at most: they hold their accounts together. */
const batchSize = 500
/** Milliseconds. */
const retryMs = 20
const longestBackoff = 1_000

export interface Writer {
  /** Resolves once the change is durable. Rejects with a 503 if that takes too long: then it is not done, or undone. */
  post(operation: LedgerOperation): Promise<Answer>
  /** Whether the database answered when it was last asked; it is asked every two seconds. */
  isAvailable(): boolean
  /** Call the first before the answer of a charged request is handed over, and the second after. */
  expect(requestId: string): void
  handedOver(requestId: string): void
  close(): Promise<void>
}

export interface WriterParts {
  /** Opens the connection of this run; `onEnd` is called when it breaks. */
  readonly open: (onEnd: () => void) => Promise<Session>
  /** Called when the database has forgotten this run: the next session begins a new one. */
  readonly renew: () => void
  /** Milliseconds that a caller waits at most. */
  readonly timeout: number
}

/** A batch keeps its number until its outcome is known. */
interface Sent {
  readonly number: number
  readonly handedOver: readonly string[]
  waiting: readonly Waiting[]
}

/** Rejects if the first connection fails. */
export const openWriter = async ({ open, renew, timeout }: WriterParts): Promise<Writer> => {
  const list = waitingList(timeout, () => sent?.waiting ?? [])
  let session: Session | null = null
  let sent: Sent | null = null
  let lastNumber = 0
  /** How many operations are still sent one by one, after a batch of several was refused. */
  let alone = 0
  let awaySince: number | null = null
  let stepBegan = 0
  let failures = 0
  let isWorking = false
  let closing: PromiseWithResolvers<void> | null = null
  const expected = new Set<string>()
  const handed = new Set<string>()

  const connected = async (): Promise<Session> => {
    let isBroken = false
    const opened = await open(() => {
      isBroken = true
      if (session === null || session !== opened) return
      session = null
      awaySince ??= performance.now()
      work()
    })
    if (isBroken) throw new Error('the connection broke at once')
    return opened
  }

  const finish = ({ number, handedOver, waiting }: Sent, answers: readonly Answer[]): void => {
    sent = null
    lastNumber = number
    for (const requestId of handedOver) handed.delete(requestId)
    const again: Waiting[] = []
    waiting.forEach((one, i) => {
      const answer = answers[i] ?? {}
      const { operation, caller } = one
      if (answer.cost !== undefined) {
        one.cost = answer.cost
        if (caller === 'waits') again.push(one)
      } else if (caller === 'waits') one.resolve(answer)
      else if (caller === 'refused' && isTaking(operation) && answer.fault === undefined)
        list.addFreeing({ ...operation, answer: undefined, kind: 'give up' })
    })
    list.putBack(again)
  }

  const reconnect = async (): Promise<Session> => {
    const opened = await connected()
    awaySince = null
    failures = 0
    const { number, answers } = opened.done
    lastNumber = number
    if (sent?.number === number) finish(sent, answers)
    // It was not done: leave out what nobody waits for.
    else if (sent !== null) sent.waiting = sent.waiting.filter(({ caller }) => caller !== 'refused')
    return (session = opened)
  }

  const take = (): Sent => {
    const waiting = list.take(alone > 0 ? 1 : batchSize)
    if (alone > 0) alone--
    return { number: lastNumber + 1, handedOver: [...handed], waiting }
  }

  /** Makes the answers to be stored. If one cannot be made, its caller gets the fault. */
  const writeAll = (batch: Sent): readonly Written[] => {
    const made = batch.waiting.flatMap((one) => {
      const { operation, cost, hint } = one
      try {
        const isExpected = operation.request_id !== undefined && expected.has(operation.request_id)
        return [{ one, written: write(operation, { cost, hint, expected: isExpected }) }]
      } catch (fault) {
        one.reject(fault)
        return []
      }
    })
    batch.waiting = made.map(({ one }) => one)
    return made.map(({ written }) => written)
  }

  const step = async (): Promise<void> => {
    stepBegan = performance.now()
    const on = session ?? (await reconnect())
    if (sent === null && list.isEmpty()) return
    const batch = (sent ??= take())
    const { number, handedOver } = batch
    finish(batch, await on.send({ number, handedOver, ...batchOf(writeAll(batch)) }))
  }

  const lose = (): void => {
    // A database that stalls has been away for as long as this step was waited for.
    awaySince ??= stepBegan
    const lost = session
    session = null
    lost?.end().catch(() => {})
  }

  const failed = async (fault: unknown): Promise<void> => {
    if (isForgotten(fault)) {
      for (const one of sent?.waiting ?? []) list.refuse(one)
      sent = null
      lose()
      renew()
    } else if (session === null || sent === null || isAway(fault)) {
      lose()
      await sleep(Math.min(longestBackoff, retryMs * 2 ** failures++), undefined, { ref: false })
    } else if (isWorthRetrying(fault)) {
      sent.waiting = sent.waiting.filter(({ caller }) => caller !== 'refused')
      await sleep(retryMs)
    } else if (sent.waiting.length > 1) {
      // One of them is at fault: send each alone, so that only that one is refused.
      alone = sent.waiting.length
      list.putBack(sent.waiting)
      sent = null
    } else {
      sent.waiting[0]?.reject(fault)
      sent = null
    }
  }

  const isIdle = (): boolean => sent === null && list.isEmpty()
  /** The store closes while the database is away, and nobody waits for what is left. */
  const isOver = (): boolean => closing !== null && session === null && !list.hasCallers()

  const work = (): void => {
    if (isWorking) return
    isWorking = true
    void (async () => {
      // Requests of the same turn of the event loop share a batch.
      await new Promise(setImmediate)
      // Reconnect even if nothing waits, so that the service is ready before the next call.
      while (!isOver() && (!isIdle() || session === null)) await step().catch(failed)
      isWorking = false
      closing?.resolve()
    })()
  }

  session = await connected()

  return {
    isAvailable: () => awaySince === null,

    post: (operation) => {
      if (closing !== null) return Promise.reject(new BillingError('closed', 'the ledger is closed'))
      const isLongAway = awaySince !== null && performance.now() - awaySince > timeout
      const answered = list.add(operation, isLongAway)
      work()
      return answered
    },

    expect: (requestId) => {
      expected.add(requestId)
    },

    handedOver: (requestId) => {
      expected.delete(requestId)
      // Its caller was refused, but it may have been charged: not handed over, so it is refunded.
      const isRefused = sent?.waiting.some(
        ({ operation, caller }) => caller === 'refused' && operation.request_id === requestId,
      )
      if (!isRefused) handed.add(requestId)
    },

    close: async () => {
      if (closing !== null) return closing.promise
      // This batch carries what was handed over since the last.
      list.add({ kind: 'beat' }, false).catch(() => {})
      closing = Promise.withResolvers()
      work()
      await closing.promise
      list.stop()
      await session?.retire().catch(() => {})
      await session?.end().catch(() => {})
    },
  }
}
