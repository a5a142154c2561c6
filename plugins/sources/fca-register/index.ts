import { day, many, need, source, stated, type Node, type Tools } from '@domesday/core'

export const fcaRegister = source({
  id: 'fca-register',
  title: 'Financial Services Register',
  home: import.meta.dirname,
  licence: 'LicenseRef-FCA-Register',
  attribution: 'Contains information from the Financial Services Register © Financial Conduct Authority',
  coverage: 'Firms that are or were authorised, registered or appointed under the UK financial services acts, with their disciplinary history',
  auth: [{ header: 'X-AUTH-EMAIL', secret: 'EMAIL' }, { header: 'X-AUTH-KEY', secret: 'API_KEY' }],
  signup: 'https://register.fca.org.uk/Developer/s/',
  // A breach is a plain 429 and a block of one minute.
  slow: ({ status }) => status === 429 ? 60 : null,
})

/** A company as Companies House knows it: number of eight characters, and registered name. */
export interface Company { readonly number: string; readonly name: string }

/** A firm as it stands on the register. Days are ISO dates; the register's own words pass through. */
export interface Registration {
  /** Firm reference number. */
  readonly frn: string
  readonly name: string
  /** Such as Authorised, Registered, Appointed representative, No longer authorised. */
  readonly status: string
  /** Since when it has that status. */
  readonly since: string | null
  /** False once a permission has ended, or where there never was one. */
  readonly current: boolean
  /** Such as In Administration. */
  readonly subStatus: string | null
  readonly subStatusSince: string | null
  /** Cautions that the register shows on top of the entry. */
  readonly cautions: readonly string[]
  /** The company number that the firm gave, eight characters. */
  readonly company: string | null
}

/** Something the regulator did: a fine, a withdrawal of approval. */
export interface Action {
  readonly action: string
  readonly date: string | null
  /** The act it was done under, such as FSMA. */
  readonly under: string | null
  /** The first sentence of the register's account. */
  readonly summary: string | null
}

/** A registration with its disciplinary history, newest first. */
export interface Firm extends Registration { readonly disciplinary: readonly Action[] }

interface Envelope<T> { readonly Status?: string; readonly Data?: T | null; readonly ResultInfo?: { readonly Next?: string | null } | null }
type Wire = Readonly<Record<string, unknown>>

/** Everything is a 200: `…-00` answers, `…-11` says that there is none, all else is a fault, a refused key (01-01-11) too. */
const dataOf = <T>({ Status, Data }: Envelope<T>): T | null => {
  const [, area, outcome] = /^FSR-API-(\d\d)-\d\d-(\d\d)$/.exec(Status ?? '') ?? []
  if (outcome === '00') return Data ?? null
  if (outcome === '11' && area !== '01') return null
  throw new Error(area === undefined ? 'an answer without a status code' : `status code ${Status}`)
}

/** Older entries lack the leading zero. */
const companyNumber = (raw: unknown): string | null => /^[A-Z]{0,2}\d{1,8}[A-Z]?$/i.exec(stated(raw) ?? '')?.[0].toUpperCase().padStart(8, '0') ?? null
const ended = /^(no longer|unauthorised|cancelled|revoked|refused|lapsed|withdrawn|former)/i

/** Firms by name, 20 at most. Matches parts of current, trading and former names; a hit without a number is a warning, not a firm. */
export const search = fcaRegister.get('search', {
  // Quotation marks and wildcards anywhere are answered with "invalid input".
  path: (name: string) => ['/Search', { q: name.replace(/[*?'’"^~:[\]{}\\/|!]+/g, ' ').replace(/\s+/g, ' ').trim(), type: 'firm' }],
  read: (body: Envelope<readonly Wire[]>) => many(dataOf(body)).flatMap((hit) => {
    const frn = stated(hit['Reference Number'])
    return frn === null ? [] : [{ frn, name: stated(hit['Name'])?.replace(/ \(Postcode: [^)]*\)$/, '') ?? '' }]
  }),
})

/** One firm by its reference number; null where there is none. */
export const registration = fcaRegister.get('registration', {
  path: (frn: string) => `/Firm/${encodeURIComponent(frn)}`,
  read: (body: Envelope<readonly Wire[]>, frn): Registration | null => {
    const [firm] = many(dataOf(body))
    if (firm === undefined) return null
    const status = stated(firm['Status']) ?? 'Unknown'
    return {
      frn: stated(firm['FRN']) ?? frn,
      name: stated(firm['Organisation Name']) ?? '',
      status,
      since: day(firm['Status Effective Date']),
      current: !ended.test(status),
      subStatus: stated(firm['Sub-Status']),
      subStatusSince: day(firm['Sub Status Effective from']),
      cautions: many(firm['Exceptional Info Details'] as Wire | readonly Wire[]).flatMap((info) => stated(info['Exceptional Info Body']) ?? stated(info['Exceptional Info Title']) ?? []),
      company: companyNumber(firm['Companies House Number']),
    }
  },
})

/** Accounts run to pages of text, and end in the address of the notice. */
const firstSentence = (account: string | null): string | null => {
  const sentence = account && (/^.+?(?<!\b(?:v|No|St|Mr|Ms|Dr|plc|Ltd|Co))\.(?=\s+[A-Z])/.exec(account)?.[0] ?? account.replace(/\s*https?:\/\/\S+$/, ''))
  return sentence && sentence.length > 300 ? `${sentence.slice(0, sentence.lastIndexOf(' ', 299))} …` : sentence
}

/** One page of a firm's disciplinary history, ten items, oldest first over all pages. */
export const disciplinary = fcaRegister.get('disciplinary', {
  path: ({ frn, page }: { readonly frn: string; readonly page: number }) => [`/Firm/${encodeURIComponent(frn)}/DisciplinaryHistory`, { pgnp: page }],
  read: (body: Envelope<readonly Wire[]>) => ({
    actions: many(dataOf(body)).map((item): Action => ({
      action: stated(item['TypeofAction']) ?? 'Action',
      date: day(item['ActionEffectiveFrom']),
      under: stated(item['EnforcementType']),
      summary: firstSentence(stated(item['TypeofDescription'])),
    })),
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
  return actions.toSorted((a, b) => (b.date ?? '').localeCompare(a.date ?? ''))
}

const withoutForm = (name: string): string => name.replace(/[\s,]+(limited|ltd|plc|p\.l\.c|llp|l\.l\.p|cyfyngedig|cyf)\.?$/i, '')
const plain = (name: string): string => withoutForm(name).toUpperCase().replace(/&/g, ' AND ').replace(/[^A-Z0-9]+/g, ' ').trim()
const candidatesAtMost = 10

/**
 * The firms that a company is, by its number: those with a permission today first. `[]`: the register has none under that name with
 * that number. There is no look-up by number and no number in a search hit, so that each candidate is read and its number compared.
 */
export const firms = fcaRegister.run('firms', async ({ number, name }: Company, tools): Promise<readonly Firm[]> => {
  const seen = new Set<string>()
  const ownOf = async (frns: readonly string[]): Promise<readonly Registration[]> => {
    for (const frn of frns) seen.add(frn)
    return (await Promise.all(frns.map((frn) => tools.ask(registration, frn)))).filter((found) => found?.company === number) as Registration[]
  }
  const find = async (words: string): Promise<readonly Registration[]> => {
    const { same = [], other = [] } = Object.groupBy((await tools.ask(search, words)).filter(({ frn }) => !seen.has(frn)), (hit) => plain(hit.name) === plain(name) ? 'same' : 'other')
    const own = await ownOf(same.map(({ frn }) => frn))
    return own.length > 0 ? own : ownOf(other.slice(0, candidatesAtMost).map(({ frn }) => frn))
  }
  const byName = await find(name)
  // The register writes Ltd and Limited as the firm did.
  const own = byName.length > 0 || withoutForm(name) === name ? byName : await find(withoutForm(name))
  const known = await Promise.all(own.map(async (found): Promise<Firm> => ({ ...found, disciplinary: await history(found.frn, tools) })))
  return known.toSorted((a, b) => Number(b.current) - Number(a.current))
})

/** What the regulator knows of a company. */
export const firmsOf = (company: Node<Company>): Node<readonly Firm[]> => need(firms, { company }, ({ company: { number, name } }) => ({ number, name }))
