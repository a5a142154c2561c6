/** How punctually a company files its accounts and its confirmation statement. */
import type { Due, Filings, Profile } from '@domesday/source-companies-house'
import { daysBetween, monthsAfter } from './calendar.ts'
import { wasStruckOff } from './warnings.ts'

/** Days by which something is overdue, 0 where it is not; null where the register states nothing that is due. */
export const daysOverdue = (due: Due | null, asOf: string): number | null => {
  if (due === null) return null
  if (due.due !== null) return Math.max(0, daysBetween(due.due, asOf))
  return due.overdue === null ? null : Number(due.overdue)
}

export interface AccountsRecord {
  /** Days by which the next accounts are, or were, overdue on the day that is asked. */
  readonly overdue: number | null
  readonly due: string | null
  /** Up to when the accounts that are due run. */
  readonly dueTo: string | null
  readonly everFiled: boolean
  /** Sets filed in the three years up to that day, and those of them that came after the ordinary deadline. */
  readonly sets: number
  readonly late: number
}

/** Months from the end of the period to the deadline. */
const monthsAllowed = ({ type }: Profile): number => (type === 'plc' ? 6 : 9)

/**
 * First accounts may run up to 18 months: their time counts from the first anniversary, and does not end before three
 * months from their own end.
 */
const deadlineOf = (madeUpTo: string, profile: Profile, areFirst: boolean): string => {
  const months = monthsAllowed(profile),
    { incorporated } = profile
  if (!areFirst || incorporated === null || madeUpTo > monthsAfter(incorporated, 18))
    return monthsAfter(madeUpTo, months)
  return [monthsAfter(incorporated, 12 + months), monthsAfter(madeUpTo, 3)].toSorted().at(-1)!
}

export const accountsRecord = (profile: Profile, filings: Filings, asOf: string): AccountsRecord => {
  const { accounts } = profile
  const last = accounts?.lastMadeUpTo ?? null
  // The register states nothing that is due from a company that has ended. One that it struck off had accounts to
  // file until then.
  const struckOff = accounts?.due === null && last !== null && wasStruckOff(filings)
  const dueTo = struckOff ? monthsAfter(last, 12) : (accounts?.nextMadeUpTo ?? null)
  const due = struckOff ? deadlineOf(dueTo!, profile, false) : (accounts?.due ?? null)
  const overdue = struckOff ? Math.max(0, daysBetween(due!, asOf)) : daysOverdue(accounts, asOf)
  // Newest first: where a corrected set was filed for the same period, the first one stays, and tells.
  const firstFiled = new Map(filings.accounts.map(({ madeUpTo, filed }) => [madeUpTo, filed]))
  const [earliest] = [...firstFiled.keys()].toSorted()
  const recent = [...firstFiled].filter(([, filed]) => filed >= monthsAfter(asOf, -36))
  return {
    overdue,
    due,
    dueTo,
    everFiled: last !== null,
    sets: recent.length,
    late: recent.filter(([madeUpTo, filed]) => filed > deadlineOf(madeUpTo, profile, madeUpTo === earliest)).length,
  }
}
