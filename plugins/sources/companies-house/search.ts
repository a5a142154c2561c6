import { date, day, flag, list, numeric, object, orNull, stated, text, type Of, type Shape } from '@domesday/core'
import { code, companiesHouse, itemsOf, type Page } from './register.ts'

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

interface WireHit {
  readonly title?: string | null
  readonly company_number?: string | null
  readonly snippet?: string | null
  readonly company_status?: string | null
  readonly company_type?: string | null
  readonly date_of_creation?: string | null
  readonly date_of_cessation?: string | null
  readonly address_snippet?: string | null
}

const hitsIn = (page: Page<WireHit>): readonly CompanyHit[] =>
  itemsOf(page).flatMap((hit) => {
    const number = stated(hit.company_number),
      name = stated(hit.title)
    return number === null || name === null
      ? []
      : [
          {
            number,
            name,
            formerName: stated(hit.snippet),
            status: code(hit.company_status),
            type: code(hit.company_type),
            incorporated: day(hit.date_of_creation),
            ceased: day(hit.date_of_cessation),
            address: stated(hit.address_snippet),
          },
        ]
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
  demands: ['items?[].title', 'items?[].company_number'],
  path: (name: string) => ['/search/companies', { q: name, items_per_page: pageSize }],
  digest: searchFields,
  read: (page: Page<WireHit>) => {
    const total = numeric(page.total_results),
      listed = itemsOf(page).length
    return { hits: hitsIn(page), complete: total === null ? listed < pageSize : total <= listed }
  },
})

/** Active companies with a legally equivalent name: the registrar's test before a name can be taken. */
export const sameName = companiesHouse.get('same-name', {
  path: (name: string) => [
    '/search/companies',
    { q: name, items_per_page: pageSize, restrictions: 'active-companies legally-equivalent-company-name' },
  ],
  digest: hitsShape,
  read: hitsIn,
  // The register documents this query, and its own site uses it; we have seen no answer to it.
  confidence: 'unconfirmed',
})
