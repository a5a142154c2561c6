import {
  each,
  list,
  maybe,
  need,
  noSuch,
  object,
  orNull,
  source,
  subject,
  text,
  type Candidate,
  type Node,
  type Of,
  type Shape,
  type Shown,
  type Tools,
  type NoSuch,
} from '@domesday/core'
import { documentWire } from './document.ts'
import { entryShape, goodsShape, leafShape, readCode, type Goods, type Leaf } from './goods.ts'
import { fits, readSearch, searchShape, searchWire, type Hit, type TariffPlace, type SearchResult } from './search.ts'
import { tellingWords } from './words.ts'

export type { Goods, Leaf } from './goods.ts'
export { isFree, rateOf, type Rate } from './rate.ts'

export const tradeTariff = source({
  id: 'trade-tariff',
  title: 'UK Trade Tariff',
  home: import.meta.dirname,
  licence: 'OGL-UK-3.0',
  attribution:
    'Contains public sector information from HM Revenue & Customs licensed under the Open Government Licence v3.0',
  coverage: 'Every commodity code of the tariff for Great Britain, with the measures in force today',
  auth: [{ oauth: 'https://auth.id.trade-tariff.service.gov.uk/oauth2/token', scope: 'tariff/read', client: 'body' }],
  // The open host needs no token, but has a lower rate limit; tokens are for the managed host, which has another base
  // URL.
  keyless: true,
  signup: 'https://hub.trade-tariff.service.gov.uk',
})

// Digits, optionally separated by blanks, dots and dashes and after the name of the system, are a code; a suffix of two
// digits after all ten says that it is a group. Anything else is a description.
const code = /^\s*(?:HS|CN|commodity|tariff)?(?:\s*codes?)?[\s:]*(\d[\d\s.-]*)$/i
const digitsOf = (raw: string): string | null => {
  const digits = code
    .exec(raw)?.[1]
    ?.replace(/(^[\d\s.]{10,})-\d\d\s*$/, '$1')
    .replace(/\D/g, '')
  return digits === undefined || digits.length > 10 ? null : digits
}
/** The parameter of a path. */
export const commodity: Shape<string> = subject(
  {
    id: 'goods',
    title: 'Goods',
    forms: [{ title: 'commodity code', pattern: '^([0-9]{2}){2,5}$', compact: true }],
    named: 'goods',
  },
  {
    ...text({
      description: 'A commodity code of 2 to 10 digits, blanks, dots and dashes ignored, or a description of the goods',
      minLength: 2,
      maxLength: 160,
      pattern: '^(\\d{2,10}|.*[^\\d].*)$',
      title: '0101300000: 2 to 10 digits, or a description',
      examples: ['0101300000', '05 01', 'human hair'],
    }),
    clean: (raw: string) => digitsOf(raw) ?? raw.normalize('NFC').trim().replace(/\s+/g, ' '),
  },
)

const headers = { accept: 'application/vnd.hmrc.2.0+json' } // selects the version

/** One code: goods or a group. Null if the tariff does not have the code, or no longer has it. */
export const lookup = tradeTariff.get('lookup', {
  version: 3,
  wire: documentWire,
  path: ({ kind, id }: TariffPlace) => `/uk/api/${kind}/${encodeURIComponent(id)}`,
  headers,
  digest: entryShape,
  read: readCode,
  none: ({ status }) => (status === 404 ? null : undefined),
})

/** Codes by words; names and codes work alike. Without a match the lists are empty. */
export const search = tradeTariff.get('search', {
  version: 3,
  wire: searchWire,
  path: (words: string) => ['/uk/api/search', { q: words }],
  headers,
  digest: searchShape,
  read: readSearch,
  // A code is searched for only after its own page was a 404, so a 404 here means the same. For words it would be an
  // error.
  none: ({ status }, words): SearchResult | undefined =>
    status === 404 && /^\d+$/.test(words) ? { exact: null, hits: [] } : undefined,
})

const foundFields = object({
  goods: goodsShape,
  // Null if the code asked for is the goods' code.
  matched: orNull(
    object({
      asked: text(),
      others: list(leafShape, 'Goods that it may mean as well, the likeliest first, five at most'),
    }),
  ),
})
export interface Found extends Of<typeof foundFields> {}
const foundShape: Shape<Found> = foundFields

/** How goods are named in a list. */
export const label = ({ code, description }: Leaf): string => `${code} ${description}`.trim()
export const candidateOf = (leaf: Leaf): Candidate => ({ id: leaf.code, label: label(leaf) })
const tenDigits = (code: string): string => code.padEnd(10, '0')

/** A code that ends in six zeros is a heading, whether or not goods are declared under it. */
const placeOf = (code: string): TariffPlace =>
  code.length <= 2
    ? { kind: 'chapters', id: code }
    : tenDigits(code).endsWith('000000')
      ? { kind: 'headings', id: tenDigits(code).slice(0, 4) }
      : { kind: 'commodities', id: tenDigits(code) }

interface Descended {
  readonly goods: Goods
  readonly others: readonly Leaf[]
}

/** The goods at a place: for a group, the first under it. A chapter is two levels above its goods. */
const descend = async (place: TariffPlace, tools: Tools, steps = 2): Promise<Descended | null> => {
  const at = await tools.ask(lookup, place)
  if (at === null) return null
  if (at.goods) return { goods: at.goods, others: [] }
  // The list may be a day older than its codes: try the next ones.
  for (const leaf of steps > 0 ? at.leaves.slice(0, 5) : []) {
    const found = await descend(placeOf(leaf.code), tools, steps - 1)
    if (found)
      return {
        goods: found.goods,
        others: found.others.length > 0 ? found.others : at.leaves.filter(({ code }) => code !== leaf.code),
      }
  }
  return null
}

const foundAs = (asked: string, { goods, others }: Descended): Found => ({
  goods,
  matched:
    /^\d+$/.test(asked) && tenDigits(asked) === goods.code
      ? null
      : { asked, others: others.slice(0, 5).map(({ code, description }) => ({ code, description })) },
})

/** The order that the tariff's own site uses: heading or commodity, subheading, exact match of the search. */
const byCode = async (code: string, tools: Tools): Promise<Found | NoSuch> => {
  const place = placeOf(code)
  const found =
    (await descend(place, tools)) ??
    (place.kind === 'commodities' ? await descend({ kind: 'subheadings', id: `${place.id}-80` }, tools) : null) ??
    (await exactly(await tools.ask(search, code), tools))
  return found
    ? foundAs(code, found)
    : noSuch(`The tariff has no goods under the code ${code}.`, await near(code, tools))
}

const exactly = async ({ exact }: SearchResult, tools: Tools): Promise<Descended | null> =>
  exact && descend(exact, tools)

/** Codes of the same heading with the most common digits: suggestions for a typing error. */
const near = async (code: string, { ask }: Tools): Promise<readonly Candidate[]> => {
  const heading =
    code.length < 4 ? null : await ask(lookup, { kind: 'headings', id: code.slice(0, 4) }).catch(() => null)
  if (heading === null) return []
  if (heading.goods) return [candidateOf(heading.goods)]
  const shared = (leaf: Leaf): number => [...`${leaf.code}.`].findIndex((digit, i) => digit !== code[i])
  return heading.leaves
    .toSorted((a, b) => shared(b) - shared(a))
    .slice(0, 5)
    .map(candidateOf)
}

/** Goods that the words fit no worse than those that were found. */
const alike = ({ fit }: Hit, { goods, others }: Descended, hits: readonly Hit[]): readonly Leaf[] => {
  const known = new Set([goods.code, ...others.map(({ code }) => code)])
  const isMeant = ({ place, code, ...hit }: Hit): boolean =>
    fits.indexOf(hit.fit) <= fits.indexOf(fit) && place.kind === 'commodities' && !known.has(code)
  return hits.filter(isMeant)
}

const byWords = async (words: string, tools: Tools): Promise<Found | NoSuch> => {
  if (tellingWords(words).length === 0)
    return noSuch(`'${words}' names no goods. Give a word of their description, or a code of 2 to 10 digits.`)
  const result = await tools.ask(search, words)
  const known = await exactly(result, tools)
  if (known) return foundAs(words, known)
  const { hits } = result
  if (hits === null) throw new TypeError('there is no goods_nomenclature_match in it')
  for (const hit of hits.slice(0, 3)) {
    const found = await descend(hit.place, tools)
    if (found) return foundAs(words, { ...found, others: [...found.others, ...alike(hit, found, hits)] })
  }
  return noSuch(`The tariff knows no goods called '${words}'.`)
}

/** The goods for 2 to 10 digits or a description. */
export const find = tradeTariff.run(
  'find',
  (asked: string, tools) => (/^\d+$/.test(asked) ? byCode(asked, tools) : byWords(asked, tools)),
  { version: 3, digest: foundShape },
)

export const goodsOf = (asked: Node<{ readonly commodity: string }>): Shown<Found> =>
  need(find, asked, ({ commodity }) => commodity)

/** What the tariff has of each of the others; null of one that it no longer has, or that could not be read. */
export const othersOf = (found: Node<Found>) =>
  each(maybe(lookup), found, ({ matched }) => (matched?.others ?? []).map(({ code }) => placeOf(code)))
