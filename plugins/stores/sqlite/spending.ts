/**
 * What keys spend in a day and a month, for spend caps. All that a key has ever spent is what was credited to it less
 * its balance, so that a charge writes nothing more: only the first one of a day notes what was spent before that day.
 */
import type { DatabaseSync } from 'node:sqlite'
import type { ReachedCap } from '@domesday/core/store'
import { dayOf, monthOf, reachedCap, spentOn } from '@domesday/store-parts/caps'

/** Columns of `keys join terms`: what was spent in the day `on` and its month. */
export const spentColumns =
  'spent_on as "on", credited - balance - before_day as day, credited - balance - before_month as month'

/**
 * A condition on a row of `keys`: no cap refuses that ?2 more are held. ?3 is today, ?4 the first day of its month. It
 * says the same as `reachedCap`.
 */
export const withinCaps = `
  (is_capped = 0 or ?2 = 0 or (
    select (credits_per_day is null or iif(spent_on = ?3, credited - balance - before_day, 0) + held + ?2 <= credits_per_day)
      and (credits_per_month is null or iif(spent_on >= ?4, credited - balance - before_month, 0) + held + ?2 <= credits_per_month)
    from terms where key_id = id
  ))
`

interface Capped {
  readonly creditsPerDay: number | null
  readonly creditsPerMonth: number | null
  readonly held: number
  readonly on: number
  readonly day: number
  readonly month: number
}

export type Spending = ReturnType<typeof sqliteSpending>

/** Call its methods inside a transaction. */
export const sqliteSpending = (db: DatabaseSync, now: () => number) => {
  const byId = db.prepare(`
    select credits_per_day as creditsPerDay, credits_per_month as creditsPerMonth, held, ${spentColumns}
    from keys join terms on key_id = id where id = ?
  `)
  const beginDay = db.prepare(`
    update terms set before_day = credited - k.balance,
      before_month = iif(k.spent_on >= ?2, before_month, credited - k.balance)
    from keys k where k.id = ?1 and key_id = ?1
  `)
  const setDay = db.prepare('update keys set spent_on = ?2 where id = ?1')
  const credit = db.prepare(
    'update terms set credited = credited + ?2, unpaid = iif(?3 > 0, 0, unpaid) where key_id = ?1',
  )
  const giveBack = db.prepare(`
    update terms set before_day = before_day + iif(k.spent_on = ?3, ?2, 0),
      before_month = before_month + iif(k.spent_on between ?4 and ?5, ?2, 0)
    from keys k where k.id = ?1 and key_id = ?1
  `)

  return {
    /** Call it before a charge; `lastDay` is the day of the charge before. */
    charging: (keyId: string, lastDay: number): void => {
      const today = dayOf(now())
      if (today === lastDay) return
      beginDay.run(keyId, monthOf(today))
      setDay.run(keyId, today)
    },

    /** Call it after anything else than a charge. `chargedAt`: of the charge that is given back. */
    credited: (keyId: string, amount: number, chargedAt: number | undefined): void => {
      // What is granted is paid for; a refund gives back what the key had.
      credit.run(keyId, amount, chargedAt === undefined ? amount : 0)
      if (chargedAt === undefined) return
      const day = dayOf(chargedAt)
      giveBack.run(keyId, amount, day, monthOf(day), monthOf(day, 1) - 1)
    },

    /** The cap that refuses another charge or hold. */
    capOf: (keyId: string, amount: number): ReachedCap | null => {
      const { held, on, day, month, ...caps } = byId.get(keyId) as unknown as Capped
      return reachedCap(caps, spentOn(dayOf(now()), { on, day, month }), held, amount)
    },
  }
}
