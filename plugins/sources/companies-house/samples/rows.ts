/** Answers for the sample companies and their people, and the register's searches over them. */
import { numeric, page, yamlRows, type SampleAnswer, type SampleReply } from '@domesday/core/samples'
import * as wire from './wire.ts'
import type { Company } from './wire.ts'

const companies = yamlRows<Company>(import.meta.dirname, 'companies.yaml')
const byNumber = new Map(companies.map((company) => [company.number, company]))
const posts = Map.groupBy(companies.flatMap((company) => company.officers.map((officer) => [officer, company] as const)), ([{ id }]) => id)

interface Disqualified { readonly forename: string; readonly other_forenames?: string; readonly surname: string; readonly date_of_birth: string; readonly links: { readonly self: string }; readonly disqualifications: readonly { readonly address: Readonly<Record<string, string>> }[] }
const disqualified = yamlRows<{ readonly reply: Disqualified }>(import.meta.dirname, 'exchanges.yaml').map(({ reply }) => reply)

export const answer: SampleAnswer = ({ method, segments: [kind, id = '', part = ''], query }) => {
  if (method !== 'GET') return null
  if (kind === 'company') return ofCompany(id, part, numeric(query, 'start_index', 0))
  if (kind === 'officers') return posts.has(id) ? { json: cut(wire.appointments(posts.get(id)!), numeric(query, 'start_index', 0)) } : { status: 404 }
  if (kind === 'disqualified-officers') return { status: 404 }
  if (kind === 'advanced-search') return advanced(query)
  const found = kind === 'search' && searches[id]?.(query.get('q') ?? '')
  return found ? { json: searched(found, query) } : null
}

/** A page that starts further on. All that the samples hold is on the first. */
const cut = <T extends { readonly items: readonly unknown[] }>(body: T, start: number): T => start === 0 ? body : { ...body, start_index: start, items: body.items.slice(start) }

// A number that the register does not know has no profile and no insolvency, but lists that are empty.
const unknown: Company = { number: '', name: '', created: '', sic: [], address: {}, accounts: { year_end: '12-31' }, officers: [], filings: [] }
const ofCompany = (number: string, part: string, start: number): SampleReply | null => {
  const company = byNumber.get(number), listed = company ?? { ...unknown, number }
  switch (part) {
    case '': return company ? { json: wire.profile(company) } : { status: 404, json: { errors: [{ type: 'ch:service', error: 'company-profile-not-found' }] } }
    case 'officers': return { json: cut(wire.officers(listed), start) }
    case 'persons-with-significant-control': return { json: cut(wire.owners(listed), start) }
    case 'filing-history': return { json: cut(wire.filings(listed), start) }
    case 'charges': return { json: cut(wire.charges(listed), start) }
    case 'insolvency': return company?.insolvency ? { json: wire.insolvency(company) } : { status: 404 }
    default: return null
  }
}

const words = (text: string): readonly string[] => text.toUpperCase().split(/[^A-Z0-9]+/).filter((word) => word !== '' && !/^(LTD|LIMITED|PLC|LLP)$/.test(word))
/** How well a name answers a query: one for each word that stands in it, half for one that begins alike. */
const likeness = (asked: readonly string[], name: string): number => {
  const held = words(name)
  return asked.reduce((sum, word) => sum + (held.includes(word) ? 1 : word.length > 4 && held.some((other) => other.startsWith(word.slice(0, 4))) ? 0.5 : 0), 0)
}
/** What answers a query at all, best first. */
const ranked = <T>(query: string, all: Iterable<T>, like: (asked: readonly string[], one: T) => number): readonly T[] => {
  const asked = words(query)
  return [...all].map((one) => ({ one, score: like(asked, one) })).filter(({ score }) => score > 0).toSorted((a, b) => b.score - a.score).map(({ one }) => one)
}
const snippet = ({ premises = '', address_line_1 = '', ...rest }: Readonly<Record<string, string>>): string => [`${premises} ${address_line_1}`, ...Object.values(rest)].join(', ')
const longDate = (date: string): string => new Date(`${date}T00:00:00Z`).toLocaleString('en-GB', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' })

const searches: Readonly<Record<string, (query: string) => { readonly kind: string; readonly items: readonly object[] }>> = {
  companies: (query) => {
    const former = ({ former: [one] = [] }: Company): string => one?.name ?? ''
    const like = (asked: readonly string[], company: Company): number => Math.max(likeness(asked, company.name), likeness(asked, former(company)))
    return {
      kind: 'search#companies',
      items: ranked(query, companies, like).map((company) => {
        const byFormer = likeness(words(query), former(company)) > likeness(words(query), company.name)
        return {
          kind: 'searchresults#company', title: company.name, company_number: company.number, company_status: company.status ?? 'active', company_type: company.type ?? 'ltd',
          date_of_creation: company.created, ...(company.ceased && { date_of_cessation: company.ceased }), address: company.address, address_snippet: snippet(company.address),
          description: `${company.number} - ${company.ceased ? `Dissolved on ${longDate(company.ceased)}` : `Incorporated on ${longDate(company.created)}`}`,
          description_identifier: [company.ceased ? 'dissolved-on' : 'incorporated-on'],
          // The register closes a former name with a blank.
          snippet: byFormer ? `${former(company)} ` : '', matches: { title: [], snippet: [] }, links: { self: `/company/${company.number}` },
        }
      }),
    }
  },
  officers: (query) => ({
    kind: 'search#officers',
    items: ranked(query, posts.values(), (asked, [[officer]]) => likeness(asked, officer.name)).map((held) => {
      const [officer, company] = held[0]!
      const born = officer.born && { month: Number(officer.born.slice(5)), year: Number(officer.born.slice(0, 4)) }
      return {
        kind: 'searchresults#officer', title: officer.name, appointment_count: held.length, ...(born && { date_of_birth: born }), address: company.address, address_snippet: snippet(company.address),
        description: `Total number of appointments ${held.length}${officer.born ? ` - Born ${longDate(`${officer.born}-01`).slice(2)}` : ''}`,
        description_identifiers: ['appointment-count', ...(born ? ['born-on'] : [])], snippet: '', matches: { title: [], snippet: [] }, links: { self: `/officers/${officer.id}/appointments` },
      }
    }),
  }),
  'disqualified-officers': (query) => ({
    kind: 'search#disqualified-officers',
    items: ranked(query, disqualified, (asked, { forename, surname }) => likeness(asked, `${forename} ${surname}`)).map((one) => ({
      kind: 'searchresults#disqualified-officer', title: [one.forename, one.other_forenames, one.surname].filter(Boolean).join(' '), date_of_birth: one.date_of_birth,
      description: `Born on ${longDate(one.date_of_birth)} - Disqualified`, description_identifiers: ['born-on'], address: one.disqualifications[0]!.address, address_snippet: snippet(one.disqualifications[0]!.address),
      snippet: '', matches: { title: [], snippet: [] }, links: { self: one.links.self },
    })),
  }),
}

const searched = ({ kind, items }: { readonly kind: string; readonly items: readonly object[] }, query: URLSearchParams): object => {
  const start = numeric(query, 'start_index', 0), size = numeric(query, 'items_per_page', 20)
  return { kind, page_number: Math.floor(start / size) + 1, items_per_page: size, start_index: start, total_results: items.length, items: page(items, start, size).items }
}

/** Companies that carry one of the codes, whose name holds the words and whose address holds the place. None is a 404. */
const advanced = (query: URLSearchParams): SampleReply => {
  const codes = query.getAll('sic_codes').flatMap((list) => list.split(',')), status = query.get('company_status')
  const name = words(query.get('company_name_includes') ?? ''), location = words(query.get('location') ?? '')
  const items = companies.filter((company) => (codes.length === 0 || company.sic.some((code) => codes.includes(code)))
    && (status === null || status.split(',').includes(company.status ?? 'active'))
    && name.every((word) => company.name.includes(word))
    && location.every((word) => words(Object.values(company.address).join(' ')).includes(word)))
    .map((company) => {
      const { registered_office_address, date_of_creation, company_type = company.type ?? 'ltd' } = { ...wire.profile(company), company_type: company.type }
      return {
        kind: 'search-results#company', company_name: company.name, company_number: company.number, company_status: company.status ?? 'active', company_type, date_of_creation,
        ...(company.ceased && { date_of_cessation: company.ceased }), registered_office_address, sic_codes: company.sic, links: { company_profile: `/company/${company.number}` },
      }
    })
  return items.length === 0 ? { status: 404 }
    : { json: { kind: 'search#advanced-search', etag: '425f6d9a46dcc54ffc185ed3d4311dc22f2accef', hits: items.length, top_hit: items[0], items: page(items, numeric(query, 'start_index', 0), numeric(query, 'size', 20)).items } }
}

