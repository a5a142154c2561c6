/** The register's searches over the sample companies and their people. */
import { numberIn, page, type SampleReply } from '@domesday/vocabulary-samples'
import { office, pathOf, statusOf, type Company } from './company.ts'
import { birth, type Post } from './people.ts'

export interface Disqualified {
  readonly forename: string
  readonly other_forenames?: string
  readonly surname: string
  readonly date_of_birth: string
  readonly links: { readonly self: string }
  readonly disqualifications: readonly { readonly address: Readonly<Record<string, string>> }[]
}

const words = (text: string): readonly string[] =>
  text
    .toUpperCase()
    .split(/[^A-Z0-9]+/)
    .filter((word) => word !== '' && !/^(LTD|LIMITED|PLC|LLP)$/.test(word))

/** How well a name matches a query: 1 for each word, ½ for a word with the same beginning. */
const likeness = (query: string, name: string): number => {
  const held = words(name)
  const alike = (word: string): boolean => word.length > 4 && held.some((other) => other.startsWith(word.slice(0, 4)))
  return words(query).reduce((sum, word) => sum + (held.includes(word) ? 1 : alike(word) ? 0.5 : 0), 0)
}
/** All matches, best first. */
const ranked = <T>(all: Iterable<T>, like: (one: T) => number): readonly T[] =>
  [...all]
    .map((one) => ({ one, score: like(one) }))
    .filter(({ score }) => score > 0)
    .toSorted((a, b) => b.score - a.score)
    .map(({ one }) => one)

const snippet = (address: Readonly<Record<string, string>>): string => Object.values(office(address)).join(', ')
const dated = (date: string, options: Intl.DateTimeFormatOptions): string =>
  new Date(`${date}T00:00:00Z`).toLocaleString('en-GB', { month: 'long', year: 'numeric', timeZone: 'UTC', ...options })

const described = ({ number, ceased, created }: Company) => ({
  description: `${number} - ${ceased ? 'Dissolved' : 'Incorporated'} on ${dated(ceased ?? created, { day: 'numeric' })}`,
  description_identifier: [ceased ? 'dissolved-on' : 'incorporated-on'],
})

export interface Found {
  readonly kind: string
  readonly items: readonly object[]
}

/** `restrictions` narrow the search to active companies and to legally equivalent names. */
export const companySearch = (companies: readonly Company[], query: string, restrictions: string): Found => {
  const only = restrictions.split(/[ +]/),
    same = words(query).join('')
  const allowed = companies.filter(
    (company) =>
      !(only.includes('active-companies') && statusOf(company) !== 'active') &&
      !(only.includes('legally-equivalent-company-name') && words(company.name).join('') !== same),
  )
  const formerName = ({ former: [one] = [] }: Company): string => one?.name ?? ''
  return {
    kind: 'search#companies',
    items: ranked(allowed, (company) =>
      Math.max(likeness(query, company.name), likeness(query, formerName(company))),
    ).map((company) => ({
      kind: 'searchresults#company',
      title: company.name,
      company_number: company.number,
      company_status: statusOf(company),
      company_type: company.type ?? 'ltd',
      date_of_creation: company.created,
      ...(company.ceased && { date_of_cessation: company.ceased }),
      address: company.address,
      address_snippet: snippet(company.address),
      ...described(company),
      // The register puts a blank after a former name.
      snippet: likeness(query, formerName(company)) > likeness(query, company.name) ? `${formerName(company)} ` : '',
      matches: { title: [], snippet: [] },
      links: { self: pathOf(company) },
    })),
  }
}

export const officerSearch = (people: Iterable<readonly Post[]>, query: string): Found => ({
  kind: 'search#officers',
  items: ranked(people, ([post]) => likeness(query, post![0].name)).map((posts) => {
    const [{ id, name, born }, { address }] = posts[0]!
    return {
      kind: 'searchresults#officer',
      title: name,
      appointment_count: posts.length,
      ...(born && { date_of_birth: birth(born) }),
      address,
      address_snippet: snippet(address),
      description: `Total number of appointments ${posts.length}${born ? ` - Born ${dated(`${born}-01`, {})}` : ''}`,
      description_identifiers: ['appointment-count', ...(born ? ['born-on'] : [])],
      snippet: '',
      matches: { title: [], snippet: [] },
      links: { self: `/officers/${id}/appointments` },
    }
  }),
})

export const disqualifiedSearch = (disqualified: readonly Disqualified[], query: string): Found => ({
  kind: 'search#disqualified-officers',
  items: ranked(disqualified, ({ forename, surname }) => likeness(query, `${forename} ${surname}`)).map((one) => ({
    kind: 'searchresults#disqualified-officer',
    title: [one.forename, one.other_forenames, one.surname].filter(Boolean).join(' '),
    date_of_birth: one.date_of_birth,
    description: `Born on ${dated(one.date_of_birth, { day: 'numeric' })} - Disqualified`,
    description_identifiers: ['born-on'],
    address: one.disqualifications[0]!.address,
    address_snippet: snippet(one.disqualifications[0]!.address),
    snippet: '',
    matches: { title: [], snippet: [] },
    links: { self: one.links.self },
  })),
})

/** One page of what a search found. */
export const paged = ({ kind, items }: Found, query: URLSearchParams): SampleReply => {
  const start = numberIn(query, 'start_index', 0),
    size = numberIn(query, 'items_per_page', 20)
  const head = {
    kind,
    page_number: Math.floor(start / size) + 1,
    items_per_page: size,
    start_index: start,
    total_results: items.length,
  }
  return { json: { ...head, items: page(items, start, size).items } }
}

/** Companies that the samples do not have, at the postcodes of formation agents. */
const crowded: Readonly<Record<string, number>> = { 'WA1 9ZZ': 4208 }

/** Companies that have one of the codes, the words in the name and the place in the address. No match is a 404. */
export const advancedSearch = (companies: readonly Company[], query: URLSearchParams): SampleReply => {
  const codes = query.getAll('sic_codes').flatMap((list) => list.split(','))
  const statuses = query.getAll('company_status').flatMap((list) => list.split(','))
  const name = words(query.get('company_name_includes') ?? ''),
    place = words(query.get('location') ?? '')
  const found = companies.filter(
    (company) =>
      (codes.length === 0 || company.sic.some((code) => codes.includes(code))) &&
      (statuses.length === 0 || statuses.includes(statusOf(company))) &&
      name.every((word) => company.name.includes(word)) &&
      place.every((word) => words(Object.values(company.address).join(' ')).includes(word)),
  )
  if (found.length === 0) return { status: 404 }
  const items = found.map((company) => ({
    kind: 'search-results#company',
    company_name: company.name,
    company_number: company.number,
    company_status: statusOf(company),
    company_type: company.type ?? 'ltd',
    date_of_creation: company.created,
    ...(company.ceased && { date_of_cessation: company.ceased }),
    registered_office_address: office(company.address),
    sic_codes: company.sic,
    links: { company_profile: pathOf(company) },
  }))
  const others = codes.length + name.length === 0 ? (crowded[place.join(' ')] ?? 0) : 0
  const { items: listed } = page(items, numberIn(query, 'start_index', 0), numberIn(query, 'size', 20))
  return { json: { kind: 'search#advanced-search', hits: items.length + others, top_hit: items[0], items: listed } }
}
