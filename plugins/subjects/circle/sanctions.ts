/** Who of a company, its directors and its owners is under sanctions. The list is here: it costs no call. */
import { derive, maybe, need, type Node } from '@domesday/core'
import {
  hasEnded,
  isDirecting,
  naturalName,
  personWords,
  type Officer,
  type Officers,
  type Owner,
  type Owners,
  type Person,
  type Profile,
} from '@domesday/source-companies-house'
import {
  bodyKey,
  isDisqualification,
  isFreeze,
  numberIn,
  sanctionsScreening,
  type SanctionsListing,
  type SanctionsScreening,
  type ListSubject,
} from '@domesday/source-uk-sanctions-list'
import { servingOf, type CompanyFile } from '@domesday/subject-company'
import { wordsOf } from '@domesday/vocabulary-companies'
import { isMajority } from './bodies.ts'

/** What an owner holds: of overseas entities only that it is more than a quarter. */
export type Share = 'majority' | 'unstated' | 'minority'
interface Asked {
  readonly name: string
  readonly role: 'company' | 'owner' | 'director' | 'person'
  readonly share: Share | null
  readonly company_number: string | null
  readonly officer_id: string | null
  /** An overseas entity declared this owner as sanctioned. */
  readonly declared: boolean
  readonly subject: ListSubject
}
/** Somebody who is on the list, or may be. `listing` is null where it rests on the declaration alone. */
export interface Sanction extends Omit<Asked, 'subject' | 'declared'> {
  readonly listing: SanctionsListing | null
  readonly list_date: string | null
}

/** `VERSKELD, Anatol`, `Mr Anatol Verskeld`, `Anatol VERSKELD`. */
const personNamed = (name: string, born: string | null): ListSubject => ({
  kind: 'person',
  words: personWords(name),
  surname: (name.includes(',') ? wordsOf(name.split(',')[0]!).join(' ') : wordsOf(name).at(-1)) ?? null,
  born,
})
const bodyNamed = (names: readonly string[], number: string | null): ListSubject => ({
  kind: 'body',
  number: numberIn(number),
  names: names.map(bodyKey).filter((key) => key !== ''),
})

const shareOf = (owner: Owner): Share =>
  isMajority(owner)
    ? 'majority'
    : owner.control.length === 0 || owner.control.some((nature) => /more-than-25-percent/.test(nature))
      ? 'unstated'
      : 'minority'

const ownerIn = (owner: Owner): Asked => ({
  name: owner.name ?? 'An owner who is not named',
  role: 'owner',
  share: shareOf(owner),
  company_number: null,
  officer_id: null,
  declared: owner.is_sanctioned === true,
  subject:
    owner.kind === 'individual'
      ? personNamed(owner.name ?? '', owner.born)
      : bodyNamed([owner.name ?? ''], owner.registration_number),
})
const directorIn = (officer: Officer): Asked => ({
  name: naturalName(officer),
  role: 'director',
  share: null,
  company_number: null,
  officer_id: officer.officer_id,
  declared: false,
  subject: officer.is_corporate
    ? bodyNamed([officer.name], officer.registration_number)
    : personNamed(officer.name, officer.born),
})

/** The company itself, its owners and those who run it, each post once. */
const askedOf = (
  { number, name, formerNames, status }: Profile,
  officers: Officers | null,
  owners: Owners | null,
): readonly Asked[] => {
  const itself: Asked = {
    name,
    role: 'company',
    share: null,
    company_number: number,
    officer_id: null,
    declared: false,
    subject: bodyNamed([name, ...formerNames.map((former) => former.name)], number),
  }
  if (hasEnded(status)) return [itself]
  const serving = officers === null ? [] : servingOf(officers, status).filter(({ role }) => isDirecting(role))
  const directors = new Map(serving.map((one) => [one.officer_id ?? one.name, one])).values()
  return [
    itself,
    ...(owners?.items ?? []).filter(({ current }) => current).map(ownerIn),
    ...Array.from(directors, directorIn),
  ]
}

export const isSure = ({ listing }: Pick<Sanction, 'listing'>): boolean => listing?.match.sure !== 'possible'

/** What is sure hides what is possible; a declaration counts where the list has no such person. */
const foundIn = (asked: readonly Asked[], screening: SanctionsScreening | null): readonly Sanction[] =>
  asked.flatMap(({ subject: _, declared, ...one }, i) => {
    const listings = screening?.found[i] ?? []
    const sure = listings.filter((listing) => isSure({ listing }))
    const told = sure.length > 0 ? sure : declared ? [null] : listings
    return told.map((listing): Sanction => ({ ...one, listing, list_date: screening?.list_date ?? null }))
  })

export interface Sanctions {
  readonly asked: Node<readonly { readonly name: string }[]>
  /** Null where the list could not be read. */
  readonly screening: Node<SanctionsScreening>
  readonly found: Node<readonly Sanction[]>
}
const sanctionsAmong = (asked: Node<readonly Asked[]>): Sanctions => {
  const screening = need(sanctionsScreening, { asked }, ({ asked }) => ({
    subjects: asked.map(({ subject }) => subject),
  }))
  return {
    asked,
    screening,
    // What an owner was declared as holds without the list.
    found: derive({ asked, screening: maybe(screening) }, ({ asked, screening }) => foundIn(asked, screening)),
  }
}

export const sanctionsOf = ({
  profile,
  officers,
  owners,
}: Pick<CompanyFile, 'profile' | 'officers' | 'owners'>): Sanctions =>
  sanctionsAmong(
    derive({ profile, officers: maybe(officers), owners: maybe(owners) }, ({ profile, officers, owners }) =>
      askedOf(profile, officers, owners),
    ),
  )

export const sanctionsOfPerson = (person: Node<Person>): Sanctions =>
  sanctionsAmong(
    derive({ person }, ({ person: { name, born, is_corporate, officer_ids } }): readonly Asked[] => [
      {
        name,
        role: 'person',
        share: null,
        company_number: null,
        officer_id: officer_ids[0] ?? null,
        declared: false,
        subject: is_corporate ? bodyNamed([name], null) : personNamed(name, born),
      },
    ]),
  )

/** How far measures reach: whether the company itself is frozen, may be, or somebody beside it is. */
export type SanctionReach =
  | 'asset_freeze'
  | 'frozen_owner'
  | 'frozen_director_or_owner'
  | 'sanctions_disqualification'
  | 'other_sanctions'

export const reachOf = ({ role, share, listing }: Sanction): SanctionReach => {
  const measures = listing?.measures ?? []
  if (!isFreeze(measures)) return isDisqualification(measures) ? 'sanctions_disqualification' : 'other_sanctions'
  if (role === 'company' || role === 'person' || share === 'majority') return 'asset_freeze'
  return share === 'unstated' ? 'frozen_owner' : 'frozen_director_or_owner'
}
