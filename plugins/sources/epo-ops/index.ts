import { need, numeric, partly, source, type Node, type Shown } from '@domesday/core'
import {
  doubtOf,
  matchByName,
  namesOf,
  plainName,
  sortedBy,
  surest,
  type Company,
  type Match,
} from '@domesday/vocabulary-companies'
import { foundIn, foundShape, searchWire, type Applicant, type Found, type Publication } from './document.ts'
import { patentsIn, patentsShape, type Patents } from './patents.ts'

export type { Publication } from './document.ts'
export type { Patent, Patents } from './patents.ts'

export const epoOps = source({
  id: 'epo-ops',
  title: 'Open Patent Services of the European Patent Office',
  home: import.meta.dirname,
  licence: 'LicenseRef-EPO-OPS-fair-use',
  attribution: 'Contains patent data of the European Patent Office (Open Patent Services)',
  charging: 'attribution',
  mayKeep: 'unlimited',
  terms: {
    words:
      '“Users may use and include these data in their own machine-readable databases, products and services”, but not hand on “the data as such”. What is fetched in a week is free up to a threshold, under a charter of fair use.',
    url: 'https://www.epo.org/en/service-support/ordering/terms-and-conditions/ops-terms-and-conditions',
  },
  coverage:
    'Published patent applications and patents of about a hundred offices. It knows applicants by name, not by company number',
  auth: [{ oauth: 'https://ops.epo.org/3.2/auth/accesstoken', client: 'basic' }],
  signup: 'https://developers.epo.org',
  // Over a quota: a 403, with the pause in Retry-After in milliseconds. If the service takes a client for a robot, it
  // states no pause.
  slow: ({ status, headers, body }) =>
    status === 403 &&
    (headers['x-rejection-reason'] !== undefined || /fair use/i.test(body)) &&
    !/RobotDetected/.test(body)
      ? (numeric(headers['retry-after']) ?? 60_000) / 1_000
      : null,
})

type AskedCompany = Pick<Company, 'name' | 'formerNames' | 'since'>

const pageSize = 100

/**
 * A page of publications that name one of these applicants. The words of a name must be adjacent; other words may
 * surround them. No match is a 404, and the service shows only the first 2,000.
 */
export const search = epoOps.get('search', {
  wire: searchWire,
  path: ({ names, page }: { readonly names: readonly string[]; readonly page: number }) => [
    '/published-data/search/biblio',
    {
      q: names.map((name) => `pa="${name}"`).join(' or '),
      Range: `${(page - 1) * pageSize + 1}-${page * pageSize}`,
    },
  ],
  headers: { accept: 'application/json' },
  digest: foundShape,
  read: foundIn,
  none: ({ status, body }): Found | undefined =>
    status === 404 && /EntityNotFound|No results found/.test(body) ? { total: 0, publications: [] } : undefined,
})

const mostNames = 4

/** Excludes namesakes abroad; without a stated country the name decides. */
const isOwn = (applicants: readonly Applicant[], names: ReadonlySet<string>): boolean => {
  const same = applicants.filter(({ name }) => names.has(plainName(name)))
  const residences = same.flatMap(({ residence }) => residence ?? [])
  return same.length > 0 && (residences.length === 0 || residences.includes('GB'))
}

/** Months after its filing, under the name of that day, at which an application is published. */
const filedBefore = 18

/** Whose an invention is, by the name on its first publication: later ones follow it. */
const matchOf = (company: AskedCompany, publications: readonly Publication[]): Match | null => {
  const on = publications.flatMap(({ published }) => published ?? []).toSorted()[0] ?? null
  const applicants = publications.flatMap((one) => one.applicants)
  const match = surest(applicants.map(({ name }) => matchByName(company, { name, on, lag: filedBefore })))
  const isBritish = applicants.some(
    ({ name, residence }) => residence === 'GB' && namesOf(company).has(plainName(name)),
  )
  return match && isBritish ? { ...match, agreed: [...match.agreed, 'country'] } : match
}

const mostPages = 3

/**
 * By the company's current and former names, without legal form. One call; three if there are over 100 publications.
 */
export const patents = epoOps.run(
  'patents',
  async (company: AskedCompany, { ask }) => {
    const names = new Set([...namesOf(company)].slice(0, mostNames))
    // It is not documented how the index stores an ampersand: search for both forms.
    const asked = [...new Set([...names].flatMap((one) => [one, one.replaceAll(' AND ', ' ')]))]
    if (asked.length === 0) return patentsIn({ own: [], possible: [] }, true)
    const first = await ask(search, { names: asked, page: 1 })
    const pages = Math.min(mostPages, Math.ceil(first.total / pageSize))
    const rest = await Promise.all(
      Array.from({ length: Math.max(0, pages - 1) }, (_, i) => ask(search, { names: asked, page: i + 2 })),
    )
    const own = [first, ...rest]
      .flatMap(({ publications }) => publications)
      .filter(({ applicants }) => isOwn(applicants, names))
    const families = [...Map.groupBy(own, ({ family }) => family).values()]
    const sorted = sortedBy(
      families.map((publications) => ({ publications, match: matchOf(company, publications) })),
      ({ match }) => match,
    )
    const known = patentsIn(sorted, first.total <= pages * pageSize)
    const why = doubtOf(sorted, 'invention')
    return why === null ? known : partly(known, why, known.total / families.length)
  },
  { digest: patentsShape, version: 3 },
)

export const patentsOf = (company: Node<AskedCompany>): Shown<Patents> =>
  need(patents, company, ({ name, formerNames, since = null }) => ({ name, formerNames, since }))
