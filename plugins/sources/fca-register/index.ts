import {
  distinct,
  flag,
  integer,
  list,
  need,
  number,
  numeric,
  object,
  orNull,
  partly,
  render,
  source,
  stated,
  text,
  type Node,
  type Of,
  type Shape,
  type Shown,
  type Tools,
} from '@domesday/core'
import { plainName, withoutForm, type Company } from '@domesday/vocabulary-companies'
import {
  actionOf,
  actionShape,
  dataOf,
  firmWire,
  historyWire,
  registrationFields,
  registrationOf,
  registrationShape,
  searchWire,
  type Action,
  type Registration,
} from './entries.ts'

export type { Action, Registration } from './entries.ts'

export const fcaRegister = source({
  id: 'fca-register',
  title: 'Financial Services Register',
  home: import.meta.dirname,
  licence: 'LicenseRef-FCA-Register',
  attribution: 'Contains information from the Financial Services Register © Financial Conduct Authority',
  charging: 'licence_needed',
  mayKeep: '7d',
  terms: {
    words:
      '“If you wish to re-use extracts from the Financial Services Register … you will need to apply for a licence and a fee may apply.” How long they may be kept is for that licence to say; until then a week is our limit.',
    url: 'https://www.fca.org.uk/re-use-public-sector-information-regulations/information-asset-register-charges',
  },
  coverage:
    'Firms that are or were authorised, registered or appointed under the UK financial services acts, with their disciplinary history',
  auth: [
    { header: 'X-AUTH-EMAIL', secret: 'EMAIL' },
    { header: 'X-AUTH-KEY', secret: 'API_KEY' },
  ],
  signup: 'https://register.fca.org.uk/Developer/s/',
  // Over the limit: a plain 429 and a block of one minute.
  slow: ({ status }) => (status === 429 ? 60 : null),
})

type AskedCompany = Pick<Company, 'number' | 'name'>

const firmFields = object({ ...registrationFields, disciplinary: list(actionShape, 'Newest first') })
/** A registration with its disciplinary history. */
export interface Firm extends Of<typeof firmFields> {}
const firmsShape: Shape<readonly Firm[]> = list(firmFields)

/**
 * A page of 20 firms by name. Matches parts of current, trading and former names; a hit without a reference number is a
 * warning, not a firm.
 */
export const search = fcaRegister.get('search', {
  wire: searchWire,
  // The service rejects quotation marks and wildcards as "invalid input".
  path: ({ name, page }: { readonly name: string; readonly page: number }) => [
    '/Search',
    {
      q: name
        .replace(/[*?'‘’"“”^~:[\]{}\\/|!]+/g, ' ')
        .replace(/\s+/g, ' ')
        .trim(),
      type: 'firm',
      pgnp: page > 1 ? page : null,
    },
  ],
  digest: object({ hits: list(object({ frn: text(), name: text() })), pages: number() }),
  read: (body) => ({
    hits: dataOf(body).flatMap((hit) => {
      const frn = stated(hit['Reference Number'])
      return frn === null ? [] : [{ frn, name: stated(hit.Name)?.replace(/ \(Postcode: [^)]*\)$/, '') ?? '' }]
    }),
    pages: Math.ceil((numeric(body.ResultInfo?.total_count) ?? 0) / (numeric(body.ResultInfo?.per_page) || 20)),
  }),
})

const searchPagesAtMost = 5

/** Firms found by name. Results are not sorted by relevance: an exact match may be on the last page. */
const named = async (name: string, { ask }: Tools) => {
  const first = await ask(search, { name, page: 1 })
  const others = Array.from({ length: Math.min(first.pages, searchPagesAtMost) - 1 }, (_, i) =>
    ask(search, { name, page: i + 2 }),
  )
  return [first, ...(await Promise.all(others))].flatMap(({ hits }) => hits)
}

/** One firm by its reference number; null if there is none. */
export const registration = fcaRegister.get('registration', {
  wire: firmWire,
  path: (frn: string) => `/Firm/${encodeURIComponent(frn)}`,
  digest: registrationShape,
  version: 2,
  read: (body, frn) => {
    const [firm] = dataOf(body)
    return firm === undefined ? null : registrationOf(firm, frn)
  },
})

/** One page of a firm's disciplinary history, ten items; oldest first across pages. */
export const disciplinary = fcaRegister.get('disciplinary', {
  wire: historyWire,
  path: ({ frn, page }: { readonly frn: string; readonly page: number }) => [
    `/Firm/${encodeURIComponent(frn)}/DisciplinaryHistory`,
    { pgnp: page },
  ],
  digest: object({ actions: list(actionShape), more: flag() }),
  read: (body) => ({
    actions: dataOf(body).map(actionOf),
    more: stated(body.ResultInfo?.Next) !== null,
  }),
})

const pagesAtMost = 10
const history = async (frn: string, { ask }: Tools): Promise<readonly Action[]> => {
  const actions: Action[] = []
  for (let page = 1, more = true; more && page <= pagesAtMost; page++) {
    const answer = await ask(disciplinary, { frn, page })
    actions.push(...answer.actions)
    more = answer.more
  }
  return actions.toSorted((a, b) => (b.date ?? '').localeCompare(a.date ?? '', 'en'))
}

const candidatesAtMost = 10

/**
 * The firms that are this company, by number; those with a current permission first. `[]` if the register has none with
 * that name and number. The service cannot search by number and its search results have none, so each candidate is read
 * and compared.
 */
export const firms = fcaRegister.run(
  'firms',
  async ({ number, name }: AskedCompany, tools) => {
    const seen = new Set<string>()
    const unnumbered: Registration[] = []
    const faults: unknown[] = []
    const ownOf = async (frns: readonly string[]): Promise<readonly Registration[]> => {
      for (const frn of frns) seen.add(frn)
      const found = await Promise.all(
        frns.map((frn) => tools.ask(registration, frn).catch((fault: unknown) => void faults.push(fault))),
      )
      const firms = found.filter((one) => one != null)
      unnumbered.push(...firms.filter(({ company, current }) => company === null && current !== false))
      return firms.filter(({ company }) => company === number)
    }
    const find = async (words: string): Promise<readonly Registration[]> => {
      const hits = (await named(words, tools)).filter(({ frn }) => !seen.has(frn))
      const { same = [], other = [] } = Object.groupBy(hits, (hit) =>
        plainName(hit.name) === plainName(name) ? 'same' : 'other',
      )
      const own = await ownOf(distinct(same.map(({ frn }) => frn)))
      return own.length > 0 ? own : ownOf(distinct(other.map(({ frn }) => frn)).slice(0, candidatesAtMost))
    }
    const byName = await find(name)
    // The register writes Ltd or Limited, as the firm wrote it.
    const own = byName.length > 0 || withoutForm(name) === name ? byName : await find(withoutForm(name))
    // A candidate that cannot be read hides none that is this company for certain.
    if (own.length === 0 && faults.length > 0) throw faults[0]
    const known = await Promise.all(
      own.map(async (found): Promise<Firm> => ({ ...found, disciplinary: await history(found.frn, tools) })),
    )
    const firms = known.toSorted((a, b) => Number(b.current) - Number(a.current))
    const namesake = unnumbered.find((one) => plainName(one.name) === plainName(name))
    return firms.length > 0 || namesake === undefined
      ? firms
      : partly(firms, `a firm of this name, FRN ${namesake.frn}, is a possible match: it states no company number`)
  },
  { digest: firmsShape, version: 2 },
)

export const firmsOf = (company: Node<AskedCompany>): Shown<readonly Firm[]> =>
  need(firms, company, ({ number, name }) => ({ number, name }))

const { frn, name, status, since, sub_status, other_statuses, cautions } = registrationFields
const regulated = object(
  {
    registered: orNull(flag('On the register with a permission or registration today')),
    frn: orNull(frn),
    name: orNull(name),
    status,
    since,
    sub_status,
    other_statuses,
    cautions,
    disciplinary_history: list(actionShape, 'Newest first'),
    entries: integer('Entries that the register has for the company, past ones too'),
  },
  { title: 'FinancialRegulator', description: 'Financial Conduct Authority, matched by company number' },
)

/** The first of a company's firms, with the history of all, as answers show it. */
export const regulatedAs = (firms: Node<readonly Firm[]>): Shown<Of<typeof regulated>> =>
  render(regulated, firms, (firms) => {
    const [firm] = firms
    return {
      registered: firm === undefined ? false : firm.current,
      frn: firm?.frn ?? null,
      name: firm?.name ?? null,
      status: firm?.status ?? null,
      since: firm?.since ?? null,
      sub_status: firm?.sub_status ?? null,
      other_statuses: firm?.other_statuses ?? [],
      cautions: firm?.cautions ?? [],
      disciplinary_history: firms.flatMap(({ disciplinary }) => disciplinary),
      entries: firms.length,
    }
  })
