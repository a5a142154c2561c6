import {
  date,
  day,
  flag,
  list,
  numeric,
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
import { code, companiesHouse, pageSent } from './register.ts'

const hitFields = object({
  number: text(),
  name: text(),
  formerName: orNull(text('If the search matched it')),
  status: orNull(text()),
  type: orNull(text()),
  incorporated: orNull(date()),
  ceased: orNull(date()),
  address: orNull(text('The registered office in one line')),
})
/** A company found by a search. */
export interface CompanyHit extends Of<typeof hitFields> {}
const hitsShape: Shape<readonly CompanyHit[]> = list(hitFields)

const { text: words, must, often } = sent
/** Held against the register's search: a hit is a number and a name. It sends a status and a type of null, or "". */
const hitsWire = wire({
  ...pageSent,
  items: must([
    {
      title: must(words),
      company_number: must(words),
      snippet: words,
      company_status: often(words),
      company_type: often(words),
      date_of_creation: often(words),
      date_of_cessation: words,
      address_snippet: often(words),
      ...sent.unread(
        'address',
        'description',
        'description_identifier',
        'external_registration_number',
        'kind',
        'links',
        'matches',
      ),
    },
  ]),
})

const readHit = (hit: Sent<typeof hitsWire>['items'][number]): CompanyHit => ({
  number: hit.company_number,
  name: stated(hit.title) ?? hit.company_number,
  formerName: stated(hit.snippet),
  status: code(hit.company_status),
  type: code(hit.company_type),
  incorporated: day(hit.date_of_creation),
  ceased: day(hit.date_of_cessation),
  address: stated(hit.address_snippet),
})

/** The register's maximum. */
const pageSize = 100

const searchFields = object({
  hits: list(hitFields, "The best hundred, in the register's order"),
  complete: flag('Whether these are all matches'),
})
export interface CompanySearch extends Of<typeof searchFields> {}

/** Companies by current or former name. Similar names match too. */
export const search = companiesHouse.get('search', {
  wire: hitsWire,
  path: (name: string) => ['/search/companies', { q: name, items_per_page: pageSize }],
  digest: searchFields,
  read: ({ items, total_results }, _, unread) => {
    const total = numeric(total_results),
      listed = items.length + unread
    return { hits: items.map(readHit), complete: total === null ? listed < pageSize : total <= listed }
  },
})

/** Active companies with a legally equivalent name: the registrar's test before a name can be taken. */
export const sameName = companiesHouse.get('same-name', {
  wire: hitsWire,
  path: (name: string) => [
    '/search/companies',
    { q: name, items_per_page: pageSize, restrictions: 'active-companies legally-equivalent-company-name' },
  ],
  digest: hitsShape,
  read: ({ items }) => items.map(readHit),
  // The register documents this query, and its own site uses it; we have seen no answer to it.
  confidence: 'unconfirmed',
})
