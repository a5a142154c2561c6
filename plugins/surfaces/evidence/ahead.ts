/** The same evidence under later clocks: when the rating changes by itself if nothing is filed. */
import { setImmediate as breathe } from 'node:timers/promises'
import { ukDay } from '@domesday/core'
import { Failure } from '@domesday/core/surface'
import { mustBeScored, replayed, scoreSettings, type Kept } from '@domesday/surface-parts/replays'
import { processorTime } from './processor.ts'

export interface Standing {
  readonly score: number | null
  readonly rating: string | null
}
export interface Turn {
  /** A day in the United Kingdom. */
  readonly on: string
  readonly in_days: number
  readonly before: Standing
  readonly after: Standing
  /** The sentences of the factors and facts that moved. */
  readonly because: readonly string[]
}
export interface Ahead {
  readonly from: string
  /** The last day that was looked at: earlier than asked for where evidence or time for it did not reach farther. */
  readonly to: string
  readonly now: Standing
  readonly turns: readonly Turn[]
}

const day = 86_400_000
/** Milliseconds of processor that one look may take: a replay waits for nothing. */
const budget = 2_000

const offersAhead = (kept: Kept): boolean => scoreSettings(kept)?.ahead === true

/** Under a later clock the code may ask for what the evidence does not hold: nothing can be said from then on. */
const endOfEvidence = (error: unknown): null => {
  if (error instanceof Failure && error.code === 'cannot_be_replayed') return null
  throw error
}

/** Throws the 404 where the clock decides nothing. */
export const ahead = async (kept: Kept, days: number): Promise<Ahead> => {
  if (!offersAhead(kept))
    throw new Failure('not_offered', `The rating of ${kept.endpoint.declared.id} does not change by time alone.`)
  const at = Date.parse(kept.pack.now)
  const look = async (now: Date) => mustBeScored(kept, await replayed(kept, { now }))
  let last = await look(new Date(at))
  const first = { score: last.score, rating: last.rating }
  const turns: Turn[] = []
  let seen = at,
    used = 0
  for (let ahead = 1; ahead <= days; ahead++) {
    if (used > budget) break
    const began = processorTime()
    const now = new Date(at + ahead * day)
    const next = await look(now).catch(endOfEvidence)
    if (next === null) break
    used += processorTime() - began
    if (next.rating !== last.rating) {
      const before = new Map(last.signals.map((signal) => [signal.factor, signal]))
      turns.push({
        on: ukDay(now),
        in_days: ahead,
        before: { score: last.score, rating: last.rating },
        after: { score: next.score, rating: next.rating },
        because: [
          ...next.signals
            .filter(({ factor, points }) => points !== before.get(factor)?.points)
            .map(({ detail }) => detail),
          ...(next.override && next.override.reason !== last.override?.reason ? [next.override.reason] : []),
        ],
      })
    }
    last = next
    seen = now.getTime()
    await breathe()
  }
  return { from: ukDay(new Date(at)), to: ukDay(new Date(seen)), now: first, turns }
}
