/** Companies by name, as the register's search finds them. */
import { day, numeric, stated } from '@domesday/core'
import { code, companiesHouse, itemsOf, type Page } from './register.ts'

/** A company as a search finds it. */
export interface CompanyHit {
  readonly number: string
  readonly name: string
  /** The earlier name that the search matched, if it was that. */
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

/** The most that a page holds. */
const pageSize = 100

export interface CompanySearch {
  /** The best hundred, as the register ranks them. */
  readonly hits: readonly CompanyHit[]
  /** Whether these are all that it found. */
  readonly complete: boolean
}

/** Companies by name, current or former. The search also finds what is only similar. */
export const search = companiesHouse.get('search', {
  path: (name: string) => ['/search/companies', { q: name, items_per_page: pageSize }],
  read: (page: Page<WireHit>): CompanySearch => {
    const total = numeric(page.total_results),
      listed = itemsOf(page).length
    return { hits: hitsIn(page), complete: total === null ? listed < pageSize : total <= listed }
  },
})

/**
 * Active companies of the same name as far as the law tells names apart: what the registrar asks before a name is
 * taken.
 */
export const sameName = companiesHouse.get('same-name', {
  path: (name: string) => [
    '/search/companies',
    { q: name, items_per_page: pageSize, restrictions: 'active-companies legally-equivalent-company-name' },
  ],
  read: hitsIn,
  // The register documents the question, and its own site asks it; no answer to it was seen.
  confidence: 'unconfirmed',
})
