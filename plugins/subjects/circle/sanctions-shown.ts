/** What the UK Sanctions List says, in words and as answers show it. */
import { date, integer, list, listed, object, orNull, render, subject, text, type Of, type Shown } from '@domesday/core'
import { listingFields, type SanctionsListing } from '@domesday/source-uk-sanctions-list'
import { matchShape } from '@domesday/vocabulary-companies'
import type { Member, StateRow } from './member.ts'
import { isSure, type Sanction, type Sanctions } from './sanctions.ts'

const measuresInWords = ({ measures }: SanctionsListing): string =>
  measures.length === 0
    ? 'its measures are not stated, and have to be taken for an asset freeze'
    : listed(measures.map((one) => one.toLowerCase()))

/** The entry, under its own name where that is another; the day of the list stands beside it in the answer. */
const entryOf = (name: string, { reference, listed_as: listedAs }: SanctionsListing, more = ''): string =>
  `the UK Sanctions List (${reference}${name.toLowerCase() === listedAs.toLowerCase() ? '' : `, ${listedAs}`}${more})`

/** What a match rests on, and what of it is against it. */
const basisOf = ({ match: { by, agreed, against } }: SanctionsListing): string =>
  by === 'number'
    ? `Told by its number${against.length > 0 ? ', under another name' : ' and name'}`
    : `Told by ${listed(agreed.map((one) => (one === 'name' ? 'full name' : one)))}`

const whyUnsure = ({ match: { agreed, against } }: SanctionsListing): string =>
  against.length > 0
    ? 'with a forename that one of the two lacks'
    : agreed.includes('year of birth')
      ? 'of which the list states the year of birth alone'
      : 'no birth or number to compare'

/** `Anatol VERSKELD is on the UK Sanctions List (RUS0251): asset freeze. Told by …`; `who` begins it. */
export const sanctionInWords = (who: string, one: Sanction): string => {
  const { listing } = one
  return listing === null
    ? `${who} was declared as sanctioned in the latest filing of this overseas entity. ${one.list_date === null ? 'The list was not read' : 'The list has no such person'}: the measures are not known, and have to be taken for an asset freeze.`
    : `${who} is on ${entryOf(one.name, listing)}: ${measuresInWords(listing)}. ${basisOf(listing)}.`
}
/** Never says that it is so. */
export const possibleInWords = (who: string, one: Sanction & { readonly listing: SanctionsListing }): string =>
  `a possible match: ${who} shares a name on ${entryOf(one.name, one.listing, `: ${measuresInWords(one.listing)}`)}, ${whyUnsure(one.listing)}`

const matchedFields = object({
  name: text('As the register of the company has it'),
  role: text('company, owner, director, or the person who was asked for'),
  share: orNull(text('Of an owner: majority, minority, or unstated')),
  company_number: subject('company', orNull(text('Of the company itself'))),
  officer_id: subject('person', orNull(text('Of a director: what the director look-up takes'))),
  reference: orNull(listingFields.reference),
  listed_as: orNull(listingFields.listed_as),
  regime: listingFields.regime,
  measures: orNull(list(text(), 'As the list words them; null where only an overseas entity declared it')),
  designated_on: listingFields.designated_on,
  match: orNull(matchShape),
})
/** Its schema has a name, so that documents have it once. */
const matchedShape = { ...matchedFields, schema: { ...matchedFields.schema, title: 'SanctionsMatch' } }
export const sanctionsShape = object({
  list_date: orNull(date('The day of the list')),
  screened: integer('Names and numbers that were looked up: the company, its owners and those who run it'),
  matches: list(matchedShape, 'Those on the list, and possible matches, which prove nothing; none where nobody is'),
})

export const sanctionsShown = ({ asked, screening, found }: Sanctions): Shown<Of<typeof sanctionsShape>> =>
  render(sanctionsShape, { asked, screening, found }, ({ asked, screening, found }) => ({
    list_date: screening.list_date,
    screened: asked.length,
    matches: found.map(({ listing, list_date: _, ...one }) => ({
      ...one,
      reference: listing?.reference ?? null,
      listed_as: listing?.listed_as ?? null,
      regime: listing?.regime ?? null,
      measures: listing?.measures ?? null,
      designated_on: listing?.designated_on ?? null,
      match: listing?.match ?? null,
    })),
  }))

/** A member of the circle with what the list says of it. A possible match is no state. */
export const withSanctions = (member: Member, found: readonly Sanction[]): Member => {
  const own = found.filter(
    (one) =>
      isSure(one) &&
      one.role !== 'company' &&
      (one.officer_id === null ? one.name === member.name : one.officer_id === member.officer_id),
  )
  if (own.length === 0) return member
  const states = own.map((one): StateRow => ({
    state: 'sanctioned',
    since: one.listing?.designated_on ?? null,
    until: null,
    detail: sanctionInWords(one.name, one),
  }))
  return { ...member, states: [...states, ...(member.states ?? [])] }
}
