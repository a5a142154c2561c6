/** Counts and lists derived from a person's appointments. */
import {
  date,
  drawn,
  flag,
  integer,
  list,
  object,
  orNull,
  render,
  today,
  type Node,
  type Of,
  type Shown,
} from '@domesday/core'
import {
  companyFields,
  hasEnded,
  isDirecting,
  isInsolvent,
  postFields,
  verificationOn,
  verificationShape,
  verificationShown,
  type Appointment,
  type Person,
  type Profile,
} from '@domesday/source-companies-house'

/** Whether an appointment is current. Officers of a company that ended are not marked as resigned. */
export const isActive = ({ resigned_on, company: { company_status } }: Appointment): boolean =>
  resigned_on === null && !hasEnded(company_status)

/** Each company once, with the latest appointment to it. */
export const companiesIn = (appointments: readonly Appointment[]): readonly Appointment[] =>
  [...Map.groupBy(appointments, ({ company }) => company.company_number).values()].map(([latest]) => latest!)

/** Appointments with responsibility for running a company; a secretary has none. */
export const directorships = (appointments: readonly Appointment[]): readonly Appointment[] =>
  appointments.filter(({ role }) => isDirecting(role))

export const isInsolvency = ({ company: { company_status: status } }: Appointment): boolean => isInsolvent(status)
export const isDissolved = ({ company: { company_status: status } }: Appointment): boolean => status === 'dissolved'
const isTrading = ({ company: { company_status: status } }: Appointment): boolean =>
  status === 'active' || status === 'open' || status === 'registered'

/** The company has a status that we do not know: it may have failed. */
export const isUnknownStatus = (one: Appointment): boolean =>
  one.company.company_status !== null && !isTrading(one) && !isInsolvency(one) && !hasEnded(one.company.company_status)

const summaryShape = object({
  active_appointments: integer('Those that last today'),
  resigned_appointments: integer('Those that the person resigned from'),
  ended_appointments: integer('Neither: they ended with the company'),
  active_companies: integer('Companies of this portfolio, past appointments too, that are active'),
  dissolved_companies: integer('Of this portfolio, those that were dissolved'),
  insolvent_companies: integer('In insolvency proceedings'),
})

/** Counts appointments one by one, and companies once. */
export const summaryOf = (appointments: readonly Appointment[]): Of<typeof summaryShape> => {
  const companies = companiesIn(appointments)
  return {
    active_appointments: appointments.filter(isActive).length,
    resigned_appointments: appointments.filter(({ resigned_on }) => resigned_on !== null).length,
    ended_appointments: appointments.filter((one) => one.resigned_on === null && !isActive(one)).length,
    active_companies: companies.filter(isTrading).length,
    dissolved_companies: companies.filter(isDissolved).length,
    insolvent_companies: companies.filter(isInsolvency).length,
  }
}
export const portfolioShown = (person: Node<Person>): Shown<Of<typeof summaryShape>> =>
  render(summaryShape, person, ({ appointments }) => summaryOf(appointments))

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

const identityShape = object(
  {
    directorships: integer('Of active companies, that last today'),
    verified: integer('Of these, with a statement that holds'),
    due: integer('Not given yet, or not in force yet'),
    overdue: integer('Of which the register has no statement although it was due'),
    without_statement: integer('Of which the register says nothing'),
  },
  'The identity is verified for each role apart',
)

/** Whether an identity statement for this role was due and is missing. Whoever runs a trading company owes one. */
export const isUnverified = (one: Appointment, today: string): boolean =>
  one.verification !== null && verificationOn(one.verification, today) === 'overdue'
export const identityIn = (appointments: readonly Appointment[], today: string): Of<typeof identityShape> => {
  const roles = directorships(appointments).filter((one) => isActive(one) && isTrading(one))
  const states = roles.map(({ verification }) => verification && verificationOn(verification, today))
  const are = (...wanted: readonly string[]): number => states.filter((state) => wanted.includes(state ?? '')).length
  const [verified, due, overdue] = [are('verified'), are('due', 'pending'), are('overdue')]
  const count = roles.length
  return { directorships: count, verified, due, overdue, without_statement: count - verified - due - overdue }
}
export const identityShown = (person: Node<Person>): Shown<Of<typeof identityShape>> =>
  render(identityShape, { person, today }, ({ person: { appointments }, today }) => identityIn(appointments, today))

export const isOverdue = ({ accounts, confirmation, statusDetail }: Profile): boolean =>
  accounts?.overdue === true || confirmation?.overdue === true || statusDetail === 'active-proposal-to-strike-off'

/** Whether two appointments to one company overlapped in time. */
export const overlap = (
  a: Pick<Appointment, 'appointed_on' | 'resigned_on'>,
  b: Pick<Appointment, 'appointed_on' | 'resigned_on'>,
): boolean => (a.appointed_on ?? '') <= (b.resigned_on ?? '9999') && (b.appointed_on ?? '') <= (a.resigned_on ?? '9999')

const appointmentsShape = list(
  drawn(
    object({
      ...companyFields,
      ...postFields,
      appointed_before: orNull(date('Where only this is known, of appointments before 1992')),
      is_active: flag('Lasts today'),
      identity_verification: verificationShape,
    }),
    'timeline',
    {
      title: ['company_name', 'company_number'],
      from: ['appointed_on', 'appointed_before'],
      until: 'resigned_on',
      running: 'is_active',
      word: 'company_status',
      kind: 'role',
      more: ['role', 'company_number'],
    },
  ),
  'Latest first; 100 at most',
)
export const appointmentsShown = (person: Node<Person>): Shown<Of<typeof appointmentsShape>> =>
  render(appointmentsShape, { person, today }, ({ person: { appointments }, today }) =>
    appointments.slice(0, 100).map((one) => {
      const { company, verification, ...post } = one
      return {
        ...company,
        ...post,
        is_active: isActive(one),
        identity_verification: verificationShown(verification, today),
      }
    }),
  )
