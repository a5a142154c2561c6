/**
 * Identity verification: a statement to the registrar that a person is who they claim to be. Each role needs its own,
 * so a person may be verified for one company but not for another. Directors and owners owe it since 18 November 2025.
 */
import {
  choice,
  date,
  day,
  distinct,
  list,
  many,
  object,
  orAbsent,
  orNull,
  present,
  stated,
  text,
  type Of,
  type Shape,
} from '@domesday/core'

export interface WireVerification {
  readonly appointment_verification_start_on?: string | null
  readonly appointment_verification_end_on?: string | null
  readonly appointment_verification_statement_date?: string | null
  readonly appointment_verification_statement_due_on?: string | null
  readonly identity_verified_on?: string | null
  readonly authorised_corporate_service_provider_name?: string | null
  readonly anti_money_laundering_supervisory_bodies?: readonly string[] | null
}

const verificationFields = object({
  from: orNull(date('First day on which the statement is valid')),
  until: orNull(date('Day on which it was withdrawn; null while valid')),
  due: orNull(date('Last day to give it')),
  openFrom: orNull(date('First day on which an owner can give it')),
  // A check is not a statement for this role by itself. Absent for people checked by the registrar.
  checked: orNull(date('Day on which an agent checked the person')),
  agent: orNull(text()),
  supervisors: list(text()),
})
/** What the register states for one role. It also has the person's preferred name, which must not be published. */
export interface Verification extends Of<typeof verificationFields> {}
export const verificationDigest: Shape<Verification | null> = orNull(verificationFields)

/** The register's date for "no end". */
const open = '9999-12-31'

/** Of an officer, owner or appointment. Throws where the details have another name. */
export const verificationIn = (wire: {
  readonly identity_verification_details?: WireVerification | null
}): Verification | null => readVerification(orAbsent(wire, 'identity_verification_details', isVerification))

const isVerification = (value: unknown): boolean =>
  typeof value === 'object' &&
  value !== null &&
  Object.keys(value).some((name) => /^(appointment_verification_|identity_verified_on$)/.test(name))

/** The register sends an agent's details whole, a statement with its end, or the day by which one is due. */
const checkShape = (wire: WireVerification): void => {
  const { appointment_verification_start_on: from, appointment_verification_end_on: until } = wire
  const { appointment_verification_statement_due_on: due, identity_verified_on: checked } = wire
  if (checked !== undefined || wire.authorised_corporate_service_provider_name !== undefined) {
    present(wire.authorised_corporate_service_provider_name, 'authorised_corporate_service_provider_name')
    present(wire.anti_money_laundering_supervisory_bodies, 'anti_money_laundering_supervisory_bodies')
  }
  if (until !== undefined) present(from, 'appointment_verification_start_on')
  present(from ?? due ?? checked, 'appointment_verification_statement_due_on')
}

/**
 * Null if the register states nothing: for secretaries, corporate bodies, people who left, and before anything is due.
 */
export const readVerification = (wire: WireVerification | null | undefined): Verification | null => {
  if (typeof wire !== 'object' || wire === null) return null
  checkShape(wire)
  const until = day(wire.appointment_verification_end_on)
  return {
    from: day(wire.appointment_verification_start_on),
    until: until === open ? null : until,
    due: day(wire.appointment_verification_statement_due_on),
    openFrom: day(wire.appointment_verification_statement_date),
    checked: day(wire.identity_verified_on),
    agent: stated(wire.authorised_corporate_service_provider_name),
    supervisors: distinct(many(wire.anti_money_laundering_supervisory_bodies).map(stated)),
  }
}

const states = ['verified', 'pending', 'due', 'overdue', 'ended', 'not_stated'] as const
export type VerificationState = (typeof states)[number]

/** State on a day. A check by an agent is not enough: the role needs a statement. */
export const verificationOn = ({ from, until, due }: Verification, today: string): VerificationState => {
  if (from !== null && from > today) return 'pending'
  if (from !== null && (until === null || until > today)) return 'verified'
  if (until !== null && until <= today && (due === null || due <= until)) return 'ended'
  return due === null ? 'not_stated' : due < today ? 'overdue' : 'due'
}

const fields = object(
  {
    state: choice(states, {
      description:
        'verified; pending: given, and holds from a later day; due; overdue: the register has none although the last day has passed, which it ' +
        'may learn late; ended: taken away; not_stated: neither a statement nor a day by which it is due',
      tones: { good: ['verified'], fair: ['pending', 'due'], bad: ['overdue', 'ended'] },
    }),
    verified_by: orNull(choice(['agent', 'registrar'], 'Who checked the identity; null while there is no statement')),
    verified_on: orNull(date('When an agent checked the person; not published of those whom the registrar checked')),
    agent: orNull(text('The authorised agent')),
    agent_supervised_by: list(text(), 'Bodies that supervise the agent against money laundering'),
    statement_from: orNull(date('Since when the statement for this role holds')),
    statement_until: orNull(date('When it was taken away; null while it holds')),
    statement_open_from: orNull(date('The first day on which an owner can give it')),
    statement_due_on: orNull(date('The last day to give it')),
  },
  'Of identity, for this role; null where the register says nothing of it, as of secretaries, bodies corporate and those who left',
)
export type ShownVerification = Of<typeof fields>
export const verificationShape: Shape<ShownVerification | null> = orNull(fields)

export const verificationShown = (verification: Verification | null, today: string): ShownVerification | null =>
  verification && {
    state: verificationOn(verification, today),
    verified_by: verification.agent !== null ? 'agent' : verification.from !== null ? 'registrar' : null,
    verified_on: verification.checked,
    agent: verification.agent,
    agent_supervised_by: verification.supervisors,
    statement_from: verification.from,
    statement_until: verification.until,
    statement_open_from: verification.openFrom,
    statement_due_on: verification.due,
  }
