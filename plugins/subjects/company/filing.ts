/** Whether a company files its accounts and confirmation statement on time. */
import type { Due, Filings, Profile } from '@domesday/source-companies-house'
import { daysBetween, monthsAfter } from './calendar.ts'
import { wasStruckOff } from './warnings.ts'

/** Days overdue, 0 if not; null if the register states no due date. */
export const daysOverdue = (due: Due | null, asOf: string): number | null => {
  if (due === null) return null
  if (due.next_due !== null) return Math.max(0, daysBetween(due.next_due, asOf))
  return due.overdue === null ? null : Number(due.overdue)
}

export interface AccountsRecord {
  /** Days by which the next accounts are or were overdue on `asOf`. */
  readonly overdue: number | null
  readonly due: string | null
  /** End of the period of the accounts that are due. */
  readonly dueTo: string | null
  readonly everFiled: boolean
  /** Accounts filed in the three years before `asOf`, and how many of them came after the ordinary deadline. */
  readonly sets: number
  readonly late: number
}

/** Months from the end of the period to the deadline. */
const monthsAllowed = ({ type }: Profile): number => (type === 'plc' ? 6 : 9)

/**
 * First accounts may cover up to 18 months. Their deadline counts from the first anniversary of incorporation, and is
 * at least three months after the end of the period.
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
  const last = accounts?.last_made_up_to ?? null
  // The register states no due date for a company that has ended. If it was struck off, it owed accounts until then.
  const struckOff = accounts?.next_due === null && last !== null && wasStruckOff(filings)
  const dueTo = struckOff ? monthsAfter(last, 12) : (accounts?.next_made_up_to ?? null)
  const due = struckOff ? deadlineOf(dueTo!, profile, false) : (accounts?.next_due ?? null)
  const overdue = struckOff ? Math.max(0, daysBetween(due!, asOf)) : daysOverdue(accounts, asOf)
  // Newest first: if corrected accounts were filed for the same period, the first ones overwrite them, and count.
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
