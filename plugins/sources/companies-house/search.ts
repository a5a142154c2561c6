import { day, numeric, stated } from '@domesday/core'
import { code, companiesHouse, itemsOf, type Page } from './register.ts'

/** A company found by a search. */
export interface CompanyHit {
  readonly number: string
  readonly name: string
  /** The former name, if the search matched it. */
  readonly formerName: string | null
  readonly status: string | null
  readonly type: string | null
  readonly incorporated: string | null
  readonly ceased: string | null
  /** The registered office in one line. */
  readonly address: string | null
}

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

export interface CompanySearch {
  /** The best hundred, in the register's order. */
  readonly hits: readonly CompanyHit[]
  /** Whether these are all matches. */
  readonly complete: boolean
}

/** Companies by current or former name. Similar names match too. */
export const search = companiesHouse.get('search', {
  demands: ['items?[].title', 'items?[].company_number'],
  path: (name: string) => ['/search/companies', { q: name, items_per_page: pageSize }],
  read: (page: Page<WireHit>): CompanySearch => {
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
  read: hitsIn,
  // The register documents this query, and its own site uses it; we have seen no answer to it.
  confidence: 'unconfirmed',
})
