/** Wording of findings. */
import { counted, spoken } from '@domesday/core'
import type { Charges } from '@domesday/source-companies-house'

/** ` since 14 May 2026`, or nothing without a day. */
export const dated = (before: string, day: string | null | undefined): string => (day ? `${before} ${spoken(day)}` : '')

/** `Its status is voluntary arrangement`: the register's status in plain words. */
export const statusInWords = (status: string): string => status.replaceAll('-', ' ')

/** `Accounts to 30 September 2025 are 107 days overdue.` */
export const overdueInWords = (
  { overdue, dueTo }: { readonly overdue: number; readonly dueTo: string | null },
  asOf: string,
  today: string,
): string => {
  const what = `Accounts${dated(' to', dueTo)}`,
    days = counted(overdue, 'day')
  return asOf < today
    ? `${what} were ${days} overdue on ${spoken(asOf)}, when its duty to file ended.`
    : `${what} are ${days} overdue.`
}

/** The same for the confirmation statement: `55 days overdue`. If the winding-up or end came first, as of then. */
export const statementInWords = (
  { overdue, due }: { readonly overdue: number; readonly due: string | null | undefined },
  asOf: string,
  today: string,
): string => {
  const how = overdue > 0 ? `${counted(overdue, 'day')} overdue` : 'not overdue'
  if (asOf < today) return `The confirmation statement was ${how} on ${spoken(asOf)}, when its duty to file ended.`
  return `The confirmation statement is ${how}${overdue > 0 ? '' : dated('; the next is due by', due)}.`
}

/** `3 of 4 registered charges are outstanding` */
export const outstandingInWords = ({ total, outstanding }: Charges): string => {
  if (total === 0) return 'No charge is registered'
  if (total === 1) return `The only registered charge is ${outstanding === 0 ? 'satisfied' : 'outstanding'}`
  const all = total === 2 ? 'Both' : `All ${total}`
  if (outstanding === 0) return `${all} registered charges are satisfied`
  if (outstanding === total) return `${all} registered charges are outstanding`
  return `${outstanding} of ${total} registered charges ${outstanding === 1 ? 'is' : 'are'} outstanding`
}
