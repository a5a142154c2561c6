/** Counts and lists derived from a person's appointments. */
import {
  hasEnded,
  isDirecting,
  isInsolvent,
  verificationOn,
  type Appointment,
  type Disqualification,
  type Profile,
} from '@domesday/source-companies-house'
import { gazetteStateOf, isRelieved, type Notice } from '@domesday/source-gazette'

/** Whether an appointment is current. Officers of a company that ended are not marked as resigned. */
export const isActive = ({ resigned, company: { status } }: Appointment): boolean =>
  resigned === null && !hasEnded(status)

/** Each company once, with the latest appointment to it. */
export const companiesIn = (appointments: readonly Appointment[]): readonly Appointment[] =>
  [...Map.groupBy(appointments, ({ company }) => company.number).values()].map(([latest]) => latest!)

/** Appointments with responsibility for running a company; a secretary has none. */
export const directorships = (appointments: readonly Appointment[]): readonly Appointment[] =>
  appointments.filter(({ role }) => isDirecting(role))

export const isInsolvency = ({ company: { status } }: Appointment): boolean => isInsolvent(status)
export const isDissolved = ({ company: { status } }: Appointment): boolean => status === 'dissolved'
const isTrading = ({ company: { status } }: Appointment): boolean =>
  status === 'active' || status === 'open' || status === 'registered'

/** The company has a status that we do not know: it may have failed. */
export const isUnknownStatus = (one: Appointment): boolean =>
  one.company.status !== null && !isTrading(one) && !isInsolvency(one) && !hasEnded(one.company.status)

export interface Summary {
  /** Counts appointments. */
  readonly active: number
  readonly resigned: number
  readonly ended: number
  /** Counts companies, each once. */
  readonly dissolved: number
  readonly insolvent: number
  readonly trading: number
}

export const summaryOf = (appointments: readonly Appointment[]): Summary => {
  const companies = companiesIn(appointments)
  return {
    active: appointments.filter(isActive).length,
    resigned: appointments.filter(({ resigned }) => resigned !== null).length,
    ended: appointments.filter((one) => one.resigned === null && !isActive(one)).length,
    dissolved: companies.filter(isDissolved).length,
    insolvent: companies.filter(isInsolvency).length,
    trading: companies.filter(isTrading).length,
  }
}

/** Failed companies that the person ran: insolvent ones first, then dissolved ones. */
export const failedIn = (appointments: readonly Appointment[]): readonly Appointment[] => {
  const companies = companiesIn(directorships(appointments))
  return [...companies.filter(isInsolvency), ...companies.filter(isDissolved)]
}
/** Trading companies that the person runs today: their filing reflects on the director. */
export const runIn = (appointments: readonly Appointment[]): readonly Appointment[] =>
  companiesIn(directorships(appointments).filter((one) => isActive(one) && isTrading(one)))

/** Companies whose notices matter most: insolvent ones, then current ones, then the others, latest first. */
export const watchedIn = (appointments: readonly Appointment[]): readonly Appointment[] => {
  const companies = companiesIn(directorships(appointments))
  const rank = (one: Appointment): number => (isInsolvency(one) ? 0 : isActive(one) ? 1 : 2)
  return companies.toSorted((a, b) => rank(a) - rank(b))
}

/** Current directorships by the state of identity verification for them. */
export interface Identity {
  readonly roles: number
  readonly verified: number
  readonly due: number
  readonly overdue: number
  readonly unstated: number
}
/** Whether an identity statement for this role was due and is missing. Whoever runs a trading company owes one. */
export const isUnverified = (one: Appointment, today: string): boolean =>
  one.verification !== null && verificationOn(one.verification, today) === 'overdue'
export const identityIn = (appointments: readonly Appointment[], today: string): Identity => {
  const roles = directorships(appointments).filter((one) => isActive(one) && isTrading(one))
  const states = roles.map(({ verification }) => verification && verificationOn(verification, today))
  const are = (...wanted: readonly string[]): number => states.filter((state) => wanted.includes(state ?? '')).length
  const [verified, due, overdue] = [are('verified'), are('due', 'pending'), are('overdue')]
  return { roles: roles.length, verified, due, overdue, unstated: roles.length - verified - due - overdue }
}

export const isOverdue = ({ accounts, confirmation, statusDetail }: Profile): boolean =>
  accounts?.overdue === true || confirmation?.overdue === true || statusDetail === 'active-proposal-to-strike-off'

export type Standing = 'none' | 'past' | 'pending' | 'current'
export const isInForce = ({ from, until }: Disqualification, today: string): boolean =>
  (from ?? '') <= today && (until === null || until >= today)
export const standingOf = (bans: readonly Disqualification[], today: string): Standing =>
  bans.some((ban) => isInForce(ban, today))
    ? 'current'
    : bans.some(({ from }) => from !== null && from > today)
      ? 'pending'
      : bans.length > 0
        ? 'past'
        : 'none'

export type Timing = 'in_office' | 'within_3_years_of_leaving' | 'other'
const yearsAfter = (day: string, years: number): string => `${Number(day.slice(0, 4)) + years}${day.slice(4)}`

/**
 * When a notice was published relative to the appointment. An insolvency office-holder reports on everyone who was a
 * director in the three years before.
 */
export const timingOf = ({ appointed, appointedBefore, resigned }: Appointment, published: string | null): Timing => {
  if (published === null || published < (appointed ?? appointedBefore ?? '')) return 'other'
  if (resigned === null || published <= resigned) return 'in_office'
  return published <= yearsAfter(resigned, 3) ? 'within_3_years_of_leaving' : 'other'
}

/**
 * Whether notices of the last six years show that a company failed under the person. A petition that was later
 * dismissed does not count.
 */
export const isWarned = (appointment: Appointment, notices: readonly Notice[], today: string): boolean =>
  notices.some(
    (notice) =>
      (notice.severity === 'critical' || notice.severity === 'high') &&
      (notice.published ?? '') >= yearsAfter(today, -6) &&
      timingOf(appointment, notice.published) !== 'other' &&
      !isRelieved(notice, notices),
  )

/** Whether a notice from the person's time has an unknown code: the company may have failed. */
export const isUnclear = (appointment: Appointment, notices: readonly Notice[], today: string): boolean =>
  gazetteStateOf(notices, today).unrated.some(({ published }) => timingOf(appointment, published) !== 'other')

/** Whether two appointments to one company overlapped in time. */
export const overlap = (
  a: Pick<Appointment, 'appointed' | 'resigned'>,
  b: Pick<Appointment, 'appointed' | 'resigned'>,
): boolean => (a.appointed ?? '') <= (b.resigned ?? '9999') && (b.appointed ?? '') <= (a.resigned ?? '9999')
