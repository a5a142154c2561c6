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
  object,
  orNull,
  sent,
  stated,
  text,
  wire,
  type Of,
  type Sent,
  type Shape,
} from '@domesday/core'

/** Held against the register's schema and its answers in its own forum: none is required. */
export const verificationSent = {
  appointment_verification_start_on: sent.text,
  appointment_verification_end_on: sent.text,
  appointment_verification_statement_date: sent.text,
  appointment_verification_statement_due_on: sent.text,
  identity_verified_on: sent.text,
  authorised_corporate_service_provider_name: sent.text,
  anti_money_laundering_supervisory_bodies: [sent.text],
  // It must not be published.
  preferred_name: sent.ignored,
} as const
const verificationWire = wire(verificationSent)
export interface WireVerification extends Sent<typeof verificationWire> {}

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

/** Of an officer, owner or appointment. */
export const verificationIn = (wire: {
  readonly identity_verification_details?: WireVerification | null
}): Verification | null => readVerification(wire.identity_verification_details)

/**
 * Null if the register states nothing: for secretaries, corporate bodies, people who left, and before anything is due.
 */
export const readVerification = (wire: WireVerification | null | undefined): Verification | null => {
  if (typeof wire !== 'object' || wire === null || Object.keys(wire).length === 0) return null
  const until = day(wire.appointment_verification_end_on)
  return {
    from: day(wire.appointment_verification_start_on),
    until: until === open ? null : until,
    due: day(wire.appointment_verification_statement_due_on),
    openFrom: day(wire.appointment_verification_statement_date),
    checked: day(wire.identity_verified_on),
    agent: stated(wire.authorised_corporate_service_provider_name),
    supervisors: distinct((wire.anti_money_laundering_supervisory_bodies ?? []).map(stated)),
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
