/**
 * The questions that wait for a source's quota. The next one is of the caller who was served least recently, in the
 * order in which that caller asked; interactive ones come before bulk, which has a small share of its own.
 */
import { LRUCache } from 'lru-cache'
import type { Waiter } from '@domesday/core/client'
import { isBulk, type BulkSettings } from './bulk.ts'

export interface Queued {
  /** Those who wait for it by now: the same function for all questions of a request. */
  readonly waiters: () => readonly Waiter[]
}

export interface FairQueue<T extends Queued> {
  readonly size: number
  add(one: T): void
  remove(one: T): void
  /** Takes out the one whose turn it is. */
  next(): T | undefined
  /** How many come before the next question of these waiters, if nobody else comes. */
  ahead(waiters: readonly Waiter[]): number
  /** Takes out all. */
  empty(): readonly T[]
}

/** Callers whose last turn is remembered; who is forgotten comes first again. */
const mostCallers = 1_000

const idsOf = (waiters: readonly Waiter[]): readonly string[] =>
  waiters.length === 0 ? [''] : waiters.map(({ id }) => id)

interface Head {
  readonly request: Queued['waiters']
  readonly ids: readonly string[]
  readonly last: number
}

/** Questions stand by their request: there are many of them, and what is said of the request holds for all. */
export const createFairQueue = <T extends Queued>(settings: () => BulkSettings): FairQueue<T> => {
  const requests = new Map<Queued['waiters'], Set<T>>()
  const lastTurns = new LRUCache<string, number>({ max: mostCallers })
  let size = 0
  let turn = 0
  /** Interactive questions that were served in a row while bulk waited. */
  let passedOver = 0

  const lastTurnOf = (ids: readonly string[]): number => Math.min(...ids.map((id) => lastTurns.get(id) ?? 0))

  const choose = (): Head | undefined => {
    const bulk = settings()
    const first: Partial<Record<'interactive' | 'bulk', Head>> = {}
    for (const request of requests.keys()) {
      const waiters = request(),
        ids = idsOf(waiters),
        kind = isBulk(waiters, bulk) ? 'bulk' : 'interactive',
        last = lastTurnOf(ids)
      if (last < (first[kind]?.last ?? Infinity)) first[kind] = { request, ids, last }
    }
    if (!first.interactive || !first.bulk) return first.interactive ?? first.bulk
    passedOver = (passedOver + 1) % bulk.one_in
    return passedOver === 0 ? first.bulk : first.interactive
  }

  const remove = (one: T): void => {
    const questions = requests.get(one.waiters)
    if (!questions?.delete(one)) return
    size -= 1
    if (questions.size === 0) requests.delete(one.waiters)
  }

  return {
    get size() {
      return size
    },
    add: (one) => {
      const questions = requests.get(one.waiters) ?? new Set()
      requests.set(one.waiters, questions.add(one))
      size += 1
    },
    remove,
    next: () => {
      const chosen = choose()
      if (chosen === undefined) return undefined
      const [one] = requests.get(chosen.request)!
      remove(one!)
      turn += 1
      for (const id of chosen.ids) lastTurns.set(id, turn)
      return one
    },
    ahead: (waiters) => {
      const bulk = settings(),
        [own = ''] = idsOf(waiters),
        canWait = isBulk(waiters, bulk)
      const counts = new Map<string, number>()
      let others = 0
      for (const [request, questions] of requests) {
        const those = request(),
          [id = ''] = idsOf(those)
        if (isBulk(those, bulk) === canWait) counts.set(id, (counts.get(id) ?? 0) + questions.size)
        else others += questions.size
      }
      const turns = counts.get(own) ?? 0,
        last = lastTurnOf([own])
      let before = turns
      for (const [id, count] of counts)
        if (id !== own) before += Math.min(count, lastTurnOf([id]) <= last ? turns + 1 : turns)
      return before + (canWait ? Math.min(others, (bulk.one_in - 1) * before) : 0)
    },
    empty: () => {
      const all = [...requests.values()].flatMap((questions) => [...questions])
      requests.clear()
      size = 0
      return all
    },
  }
}
