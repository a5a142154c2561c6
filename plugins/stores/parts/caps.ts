/** Spend caps of keys: what every store counts, and when a cap refuses. Days and months are those of UTC. */
import type { KeyTerms, ReachedCap } from '@domesday/core/store'

const dayMs = 86_400_000

/** Days since 1970. */
export const dayOf = (at: number): number => Math.floor(at / dayMs)

/** The day on which the month of this day begins, `months` later. */
export const monthOf = (day: number, months = 0): number => {
  const date = new Date(day * dayMs)
  return dayOf(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + months))
}

/** What a key spent in the day `on` and its month, credits. */
export interface Spent {
  /** The day of the newest charge. */
  readonly on: number
  readonly day: number
  readonly month: number
}

/** The same on a later day, on which a new day or month may have begun. */
export const spentOn = (today: number, spent: Spent): Spent =>
  spent.on === today ? spent : { on: today, day: 0, month: monthOf(spent.on) === monthOf(today) ? spent.month : 0 }

/** The cap that refuses another `amount`, the later one of two; null if none does. `held` counts as spent. */
export const reachedCap = (
  { creditsPerDay, creditsPerMonth }: Pick<KeyTerms, 'creditsPerDay' | 'creditsPerMonth'>,
  spent: Spent,
  held: number,
  amount: number,
): ReachedCap | null => {
  const over = (cap: number | null, used: number): cap is number => cap !== null && amount > 0 && used + amount > cap
  const reached = (per: ReachedCap['per'], credits: number, used: number, end: number): ReachedCap => ({
    per,
    credits,
    left: Math.max(0, credits - used),
    endsAt: end * dayMs,
  })
  const [today, thisMonth] = [spent.day + held, spent.month + held]
  if (over(creditsPerMonth, thisMonth)) return reached('month', creditsPerMonth, thisMonth, monthOf(spent.on, 1))
  return over(creditsPerDay, today) ? reached('day', creditsPerDay, today, spent.on + 1) : null
}
