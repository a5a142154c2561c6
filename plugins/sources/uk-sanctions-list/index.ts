/** The UK Sanctions List, and who of a register is on it. */
import { dataset, date, list, object, orNull, text, type Of, type Shape } from '@domesday/core'
import { bySureness, matchShape } from '@domesday/vocabulary-companies'
import { designationWire, entryOf, type Entry } from './entry.ts'
import { matchOf, type ListSubject } from './match.ts'
import { personKey } from './names.ts'

export { bodyKey } from './names.ts'
export { numberIn } from './numbers.ts'
export type { ListedBody, ListedPerson, ListSubject } from './match.ts'

export const ukSanctionsList = dataset({
  id: 'uk-sanctions-list',
  title: 'UK Sanctions List',
  home: import.meta.dirname,
  licence: 'OGL-UK-3.0',
  attribution:
    'Contains public sector information from the Foreign, Commonwealth and Development Office, licensed under the Open Government Licence v3.0',
  terms: {
    words:
      'Published on gov.uk, whose content is under the Open Government Licence except where otherwise stated. The licence covers no personal data: births of listed people are used to tell namesakes apart, and no more of them than that is kept.',
    url: 'https://www.gov.uk/government/publications/the-uk-sanctions-list',
  },
  coverage:
    'All people and organisations that the United Kingdom has designated, about six thousand; ships are left out. Companies that they own or control are not listed',
  pull: [
    {
      part: '',
      wire: designationWire,
      addresses: () => ['/docs/UK-Sanctions-List.xml'],
      as: 'xml',
      rows: 'Designation',
    },
  ],
  row: entryOf,
  key: ({ id }) => id,
  index: ['names', 'surnames', 'numbers'],
})

/** What answers show of an entry. */
export const listingFields = {
  reference: text('Of the list, such as RUS0251'),
  listed_as: text('The primary name of the entry'),
  regime: orNull(text('The regulations')),
  measures: list(text(), 'As the list words them, such as Asset freeze'),
  designated_on: orNull(date('When it was put on the list')),
}
const listingDigest = object({ ...listingFields, match: matchShape })
export interface SanctionsListing extends Of<typeof listingDigest> {}
const listingShape: Shape<SanctionsListing> = listingDigest

const screeningDigest = object({
  list_date: orNull(date('The day of the list')),
  found: list(list(listingShape), 'Of each that was asked for, in their order: the surest first'),
})
export interface SanctionsScreening extends Of<typeof screeningDigest> {}
const screeningShape: Shape<SanctionsScreening> = screeningDigest

/** Who of several is on the list. */
export const sanctionsScreening = ukSanctionsList.ask(
  'screening',
  (rows, { subjects }: { readonly subjects: readonly ListSubject[] }) => {
    const candidatesOf = (subject: ListSubject): Iterable<Entry> =>
      new Map(
        (subject.kind === 'person'
          ? [
              ...rows.where('names', personKey(subject.words)),
              ...(subject.surname === null ? [] : rows.where('surnames', subject.surname)),
            ]
          : [
              ...(subject.number === null ? [] : rows.where('numbers', subject.number)),
              ...subject.names.flatMap((name) => [...rows.where('names', name)]),
            ]
        ).map((entry) => [entry.id, entry]),
      ).values()
    const [first] = rows.all()
    return {
      list_date: first?.listed ?? null,
      found: subjects.map((subject) =>
        [...candidatesOf(subject)]
          .flatMap((entry): readonly SanctionsListing[] => {
            const { id, name, regime, measures, designated } = entry
            const match = matchOf(subject, entry)
            return match === null
              ? []
              : [{ reference: id, listed_as: name, regime, measures, designated_on: designated, match }]
          })
          .toSorted((a, b) => bySureness(a.match, b.match)),
      ),
    }
  },
  { digest: screeningShape },
)

/** Whether measures freeze assets. Where none is stated, as in a mere declaration, they have to be taken for such. */
export const isFreeze = (measures: readonly string[]): boolean =>
  measures.length === 0 || measures.some((one) => /asset freeze/i.test(one))
export const isDisqualification = (measures: readonly string[]): boolean =>
  measures.some((one) => /director disqualification/i.test(one))
