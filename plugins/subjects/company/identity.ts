/** Identity verification of a company's directors and owners. */
import { counted, spoken } from '@domesday/core'
import {
  naturalName,
  verificationOn,
  type Officer,
  type Owner,
  type Profile,
  type Verification,
} from '@domesday/source-companies-house'
import { isLive, type Facts } from './facts.ts'

interface Person {
  readonly name: string
  readonly verification: Verification | null
}
export interface IdentityRecord {
  /** People who owe a statement: individuals, while they serve a trading company. */
  readonly people: readonly Person[]
  readonly verified: readonly Person[]
  readonly overdue: readonly Person[]
}

const recordOf = (people: readonly Person[], today: string): IdentityRecord => {
  const are = (state: string): readonly Person[] =>
    people.filter(({ verification }) => verification !== null && verificationOn(verification, today) === state)
  return { people, verified: are('verified'), overdue: are('overdue') }
}

const owesStatement = ({ role, is_corporate, resigned_on }: Officer): boolean =>
  !is_corporate && resigned_on === null && /director|^llp-/.test(role ?? '')

export const identityOfDirectors = (profile: Profile, officers: readonly Officer[], today: string): IdentityRecord =>
  recordOf(
    isLive(profile)
      ? officers.filter(owesStatement).map((one) => ({ name: naturalName(one), verification: one.verification }))
      : [],
    today,
  )

export const identityOfOwners = (profile: Profile, owners: readonly Owner[], today: string): IdentityRecord =>
  recordOf(
    isLive(profile)
      ? owners
          .filter(({ current, kind }) => current && kind === 'individual')
          .map(({ name, verification }) => ({ name: name ?? 'an owner who is not named', verification }))
      : [],
    today,
  )

const someOf = (people: readonly Person[]): string =>
  `${people
    .slice(0, 3)
    .map(({ name }) => name)
    .join(', ')}${people.length > 3 ? ` and ${people.length - 3} more` : ''}`

/** `The identity statement of 1 director is overdue: Ada MARSH, due by 15 March 2026.` */
export const overdueStatements = ({ overdue }: IdentityRecord, one: string): string | null => {
  const [first] = overdue.flatMap(({ verification }) => verification?.due ?? []).toSorted()
  if (first === undefined) return null
  const [what, are] = overdue.length === 1 ? ['statement', 'is'] : ['statements', 'are']
  const due = `${overdue.length === 1 ? '' : 'the first '}due by ${spoken(first)}`
  return `The identity ${what} of ${counted(overdue.length, one)} ${are} overdue: ${someOf(overdue)}, ${due}.`
}

/** The part of a sentence on the board; empty if the register states nothing. */
export const identityInWords = (record: IdentityRecord): string => {
  const late = overdueStatements(record, 'director')
  if (late !== null) return ` ${late}`
  const { people, verified } = record
  return verified.length === 0
    ? ''
    : ` ${verified.length} of ${counted(people.length, 'director')} ${verified.length === 1 ? 'has' : 'have'} a verified identity.`
}

/** From this day, directors' identity statements are due with the confirmation statement. */
const dutyBegan = '2025-11-18',
  transitionEnded = '2026-11-18'

/**
 * Directors without any statement, although the company has filed a confirmation statement since the duty began.
 * Filings lag.
 */
export const withoutStatement = ({ profile, officers, today }: Facts): string | null => {
  const confirmed = profile.confirmation?.last_made_up_to ?? null
  if (!officers || today <= transitionEnded || confirmed === null || confirmed < dutyBegan) return null
  const unstated = identityOfDirectors(profile, officers.items, today).people.filter(
    ({ verification }) => verification === null,
  )
  return unstated.length === 0
    ? null
    : `The register says nothing of the identity of ${counted(unstated.length, 'director')}, although a confirmation statement was made up to ${spoken(confirmed)}: ${someOf(unstated)}.`
}
