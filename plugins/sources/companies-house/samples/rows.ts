/** The register's answers for the sample companies and people, and for unknown ones. */
import { numberIn, yamlRows, type SampleAnswer, type SampleReply } from '@domesday/vocabulary-samples'
import { charges, insolvency, profile, type Company } from './company.ts'
import { filings } from './filings.ts'
import { appointments, officers, owners, ownerStatements } from './people.ts'
import {
  advancedSearch,
  companySearch,
  disqualifiedSearch,
  officerSearch,
  paged,
  type Disqualified,
} from './searches.ts'

const companies = ['companies.yaml', 'namesakes.yaml', 'circle.yaml', 'listed.yaml'].flatMap((file) =>
  yamlRows<Company>(import.meta.dirname, file),
)
const people = Map.groupBy(
  companies.flatMap((company) => company.officers.map((officer) => [officer, company] as const)),
  ([{ id }]) => id,
)
const disqualified = yamlRows<{ readonly reply: Disqualified }>(import.meta.dirname, 'exchanges.yaml').map(
  ({ reply }) => reply,
)

export const answer: SampleAnswer = ({ method, segments: [kind, id = '', part = ''], query }) => {
  if (method !== 'GET') return null
  const start = numberIn(query, 'start_index', 0)
  switch (kind) {
    case 'company':
      return ofCompany(id, part, start)
    case 'officers':
      return people.has(id) ? { json: further(appointments(people.get(id)!), start) } : { status: 404 }
    case 'disqualified-officers':
      return { status: 404 }
    case 'search':
      return searched(id, query)
    case 'advanced-search':
      return advancedSearch(companies, query)
    default:
      return null
  }
}

const searched = (what: string, query: URLSearchParams): SampleReply | null => {
  const words = query.get('q') ?? ''
  switch (what) {
    case 'companies':
      return paged(companySearch(companies, words, query.get('restrictions') ?? ''), query)
    case 'officers':
      return paged(officerSearch(people.values(), words), query)
    case 'disqualified-officers':
      return paged(disqualifiedSearch(disqualified, words), query)
    default:
      return null
  }
}

/** A later page. The first page has all sample items, so it is empty. */
const further = <T extends { readonly items: readonly unknown[] }>(body: T, start: number): T =>
  start === 0 ? body : { ...body, start_index: start, items: body.items.slice(start) }

// An unknown number has no profile and no insolvency, but empty lists.
const unknown: Company = {
  number: '',
  name: '',
  created: '',
  sic: [],
  address: {},
  accounts: { year_end: '12-31' },
  officers: [],
  filings: [],
}

const ofCompany = (number: string, part: string, start: number): SampleReply | null => {
  const known = companies.find((company) => company.number === number)
  const company = known ?? { ...unknown, number }
  switch (part) {
    case '':
      return known
        ? { json: profile(known) }
        : { status: 404, json: { errors: [{ type: 'ch:service', error: 'company-profile-not-found' }] } }
    case 'officers':
      return { json: further(officers(company), start) }
    case 'persons-with-significant-control':
      return { json: further(owners(company), start) }
    case 'persons-with-significant-control-statements':
      return { json: further(ownerStatements(company), start) }
    case 'filing-history':
      return { json: further(filings(company), start) }
    case 'charges':
      return { json: further(charges(company), start) }
    case 'insolvency':
      return company.insolvency ? { json: insolvency(company) } : { status: 404 }
    default:
      return null
  }
}
