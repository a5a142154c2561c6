/** Operations that wait for the next batch, and how long their callers wait. */
import type { Cost } from '@domesday/core/store'
import { away } from './faults.ts'
import { isFreeing, type Answer, type LedgerOperation } from './operations.ts'

/** Operations that free something, and wait for the database without a caller. */
const mostFreeing = 10_000

export interface Waiting {
  readonly operation: LedgerOperation
  /** The account of its request, where it waits for the same batch. */
  readonly hint: string | undefined
  /** The cost that the database has named for its answer. */
  cost: Cost | null
  /** `none`: it is done though nobody waits for it. */
  caller: 'waits' | 'refused' | 'none'
  /** By `performance.now()`. */
  readonly until: number
  readonly resolve: (answer: Answer) => void
  readonly reject: (fault: unknown) => void
}

/** `sent`: what is on its way. Its callers are refused in time too, and what was done for them is undone later. */
export const waitingList = (timeout: number, sent: () => readonly Waiting[]) => {
  let queue: Waiting[] = []
  let hints = new Map<string, string>()
  let timer: NodeJS.Timeout | null = null

  const callers = (): readonly Waiting[] => [...sent(), ...queue].filter(({ caller }) => caller === 'waits')

  const note = ({ operation: { request_id: requestId, key_id: keyId } }: Waiting): void => {
    if (requestId !== undefined && keyId !== undefined) hints.set(requestId, keyId)
  }

  const push = (one: Waiting): void => {
    note(one)
    queue.push(one)
  }

  const waiting = (operation: LedgerOperation, more: Omit<Waiting, 'operation' | 'hint' | 'cost'>): Waiting => ({
    operation,
    hint: operation.request_id === undefined ? undefined : hints.get(operation.request_id),
    cost: null,
    ...more,
  })

  const addFreeing = (operation: LedgerOperation): void => {
    if (queue.length < mostFreeing)
      push(waiting(operation, { caller: 'none', until: Infinity, resolve: () => {}, reject: () => {} }))
  }

  const refuse = (one: Waiting): void => {
    if (one.caller !== 'waits') return
    one.caller = 'refused'
    one.reject(away())
    if (isFreeing(one.operation)) addFreeing(one.operation)
  }

  const expire = (): void => {
    timer = null
    const now = performance.now()
    for (const one of callers()) if (one.until <= now) refuse(one)
    queue = queue.filter(({ caller }) => caller !== 'refused')
    const [next] = callers()
    if (next !== undefined) expireIn(next.until - now)
  }

  const expireIn = (ms: number): void => {
    timer ??= setTimeout(expire, Math.max(1, ms))
  }

  return {
    /** Rejects with a 503 if it is not answered in time, or at once where the database `isAway`. */
    add: (operation: LedgerOperation, isAway: boolean): Promise<Answer> =>
      new Promise((resolve, reject) => {
        const one = waiting(operation, { caller: 'waits', until: performance.now() + timeout, resolve, reject })
        if (isAway) return refuse(one)
        push(one)
        expireIn(timeout)
      }),
    addFreeing,
    refuse,
    putBack: (ones: readonly Waiting[]): void => {
      queue.unshift(...ones)
    },
    take: (most: number): readonly Waiting[] => {
      const taken = queue.splice(0, most)
      hints = new Map()
      queue.forEach(note)
      return taken
    },
    isEmpty: (): boolean => queue.length === 0,
    hasCallers: (): boolean => callers().length > 0,
    stop: (): void => {
      if (timer !== null) clearTimeout(timer)
    },
  }
}
