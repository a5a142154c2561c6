/**
 * The questions that wait for a source's quota. The next one is of the caller who was served least recently, in the
 * order in which that caller asked; interactive ones come before bulk, which has a small share of its own.
 */
import { LRUCache } from 'lru-cache'
import type { Waiter } from '@domesday/core/client'
import { isBulk, type BulkSettings } from './bulk.ts'

export interface Queued {
  /** Those who wait for it by now. */
  readonly waiters: () => readonly Waiter[]
}

export interface FairQueue<T extends Queued> {
  readonly size: number
  add(one: T): void
  remove(one: T): void
  /** Takes out the one whose turn it is. */
  next(): T | undefined
  /** How many come before the last question of these waiters, if nobody else comes. */
  ahead(waiters: readonly Waiter[]): number
  /** Takes out all. */
  empty(): readonly T[]
}

/** Callers whose last turn is remembered; who is forgotten comes first again. */
const mostCallers = 1_000

const idsOf = (waiters: readonly Waiter[]): readonly string[] =>
  waiters.length === 0 ? [''] : waiters.map(({ id }) => id)

export const createFairQueue = <T extends Queued>(settings: () => BulkSettings): FairQueue<T> => {
  const queue = new Set<T>()
  const lastTurns = new LRUCache<string, number>({ max: mostCallers })
  let turn = 0
  /** Interactive questions that were served in a row while bulk waited. */
  let passedOver = 0

  const lastTurnOf = (ids: readonly string[]): number => Math.min(...ids.map((id) => lastTurns.get(id) ?? 0))

  const choose = (): { readonly one: T; readonly ids: readonly string[] } | undefined => {
    const bulk = settings()
    const first: Partial<Record<'interactive' | 'bulk', { one: T; ids: readonly string[]; last: number }>> = {}
    for (const one of queue) {
      const waiters = one.waiters(),
        ids = idsOf(waiters),
        kind = isBulk(waiters, bulk) ? 'bulk' : 'interactive',
        last = lastTurnOf(ids)
      if (last < (first[kind]?.last ?? Infinity)) first[kind] = { one, ids, last }
    }
    if (!first.interactive || !first.bulk) return first.interactive ?? first.bulk
    passedOver = (passedOver + 1) % bulk.one_in
    return passedOver === 0 ? first.bulk : first.interactive
  }

  return {
    get size() {
      return queue.size
    },
    add: (one) => void queue.add(one),
    remove: (one) => void queue.delete(one),
    next: () => {
      const chosen = choose()
      if (chosen === undefined) return undefined
      queue.delete(chosen.one)
      turn += 1
      for (const id of chosen.ids) lastTurns.set(id, turn)
      return chosen.one
    },
    ahead: (waiters) => {
      const bulk = settings(),
        [own = ''] = idsOf(waiters),
        canWait = isBulk(waiters, bulk)
      const counts = new Map<string, number>()
      let others = 0
      for (const one of queue) {
        const those = one.waiters(),
          [id = ''] = idsOf(those)
        if (isBulk(those, bulk) === canWait) counts.set(id, (counts.get(id) ?? 0) + 1)
        else others += 1
      }
      const turns = counts.get(own) ?? 0,
        last = lastTurnOf([own])
      let before = turns
      for (const [id, count] of counts)
        if (id !== own) before += Math.min(count, lastTurnOf([id]) <= last ? turns + 1 : turns)
      return before + (canWait ? Math.min(others, (bulk.one_in - 1) * before) : 0)
    },
    empty: () => {
      const all = [...queue]
      queue.clear()
      return all
    },
  }
}
