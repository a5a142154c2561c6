import { need, NoSuch, noSuch, source, type Matched, type Node, type Some, type Tools } from '@domesday/core'
import type { Document } from './document.ts'
import { readCode, type Goods, type Group, type Leaf } from './goods.ts'
import { readSearch, type Place, type SearchResult, type SearchWire } from './search.ts'

export type { AdditionalDuty, Control, CountryRate, Goods, Group } from './goods.ts'
export { isFree, type Rate } from './rate.ts'

export const tradeTariff = source({
  id: 'trade-tariff',
  title: 'UK Trade Tariff',
  home: import.meta.dirname,
  licence: 'OGL-UK-3.0',
  attribution: 'Contains public sector information from HM Revenue & Customs licensed under the Open Government Licence v3.0',
  coverage: 'Every commodity code of the tariff for Great Britain, with the measures in force today',
  auth: [{ oauth: 'https://auth.id.trade-tariff.service.gov.uk/oauth2/token', scope: 'tariff/read', client: 'body' }],
  // The open host answers without a token, at a lower rate; tokens are for the managed host, which is another base address.
  keyless: true,
  signup: 'https://hub.trade-tariff.service.gov.uk',
})

const headers = { accept: 'application/vnd.hmrc.2.0+json' } // negotiates the version

/** One code: goods, or the group that it stands for. Null where the tariff has no such code, or has it no more. */
export const lookup = tradeTariff.get('lookup', {
  path: ({ kind, id }: Place) => `/uk/api/${kind}/${encodeURIComponent(id)}`,
  headers,
  read: (document: Document) => readCode(document),
  none: ({ status }) => status === 404 ? null : undefined,
})

/** Codes by words, names and codes alike. A search without a match is an answer with empty lists. */
export const search = tradeTariff.get('search', {
  path: (words: string) => ['/uk/api/search', { q: words }],
  headers,
  read: (wire: SearchWire) => readSearch(wire),
  none: ({ status }): SearchResult | undefined => status === 404 ? { exact: null, hits: [] } : undefined,
})

export interface Found {
  readonly goods: Goods
  /** Null where the code that was asked is the code of the goods. */
  readonly matched: Matched | null
}

const label = ({ code, description }: Leaf): string => `${code} ${description}`.trim()
const tenDigits = (code: string): string => code.padEnd(10, '0')

/** A code ending in six noughts is a heading, whether or not goods are declared under it. */
const placeOf = (code: string): Place =>
  code.length <= 2 ? { kind: 'chapters', id: code }
  : tenDigits(code).endsWith('000000') ? { kind: 'headings', id: tenDigits(code).slice(0, 4) }
  : { kind: 'commodities', id: tenDigits(code) }

/** Goods at a place: the first under it, where it is a group. A chapter lies two steps above its goods. */
const descend = async (asked: string, place: Place, { ask }: Tools): Promise<Found | null> => {
  let at = await ask(lookup, place)
  let others: readonly Leaf[] = []
  for (let steps = 0; at?.kind === 'group' && steps < 3; steps += 1) {
    const [next, ...rest]: readonly Leaf[] = at.leaves
    others = rest
    at = next === undefined ? null : await ask(lookup, placeOf(next.code))
  }
  if (at?.kind !== 'goods') return null
  const isAsked = /^\d+$/.test(asked) && tenDigits(asked) === at.code
  return { goods: at, matched: isAsked ? null : { asked, chosen: label(at), candidates: others.slice(0, 5).map(label) } }
}

/** In the order that the tariff's own site tries: heading or commodity, subheading, and what the search knows the code as. */
const byCode = async (code: string, tools: Tools): Promise<Found | NoSuch> => {
  const place = placeOf(code)
  const direct = await descend(code, place, tools) ?? (place.kind === 'commodities' ? await descend(code, { kind: 'subheadings', id: `${place.id}-80` }, tools) : null)
  if (direct) return direct
  const { exact } = await tools.ask(search, code)
  const known = exact && await descend(code, exact, tools)
  return known ?? noSuch(`The tariff has no goods under the code ${code}.`, await near(code, tools))
}

/** The codes of the same heading that share most digits: suggestions for a near miss. */
const near = async (code: string, { ask }: Tools): Promise<readonly string[]> => {
  const heading: Group | Goods | null = code.length < 4 ? null : await ask(lookup, { kind: 'headings', id: code.slice(0, 4) }).catch(() => null)
  if (heading?.kind !== 'group') return heading ? [heading.code] : []
  const shared = (leaf: Leaf): number => [...leaf.code].findIndex((digit, i) => digit !== code[i])
  return heading.leaves.toSorted((a, b) => shared(b) - shared(a)).slice(0, 5).map((leaf) => leaf.code)
}

const byWords = async (words: string, tools: Tools): Promise<Found | NoSuch> => {
  const { exact, hits } = await tools.ask(search, words)
  const known = exact && await descend(words, exact, tools)
  if (known) return known
  // The search index may be a day ahead of the codes.
  for (const [i, hit] of hits.slice(0, 3).entries()) {
    const found = await descend(words, hit.place, tools)
    if (!found) continue
    const others = hits.filter((one, j) => j !== i && one.code !== found.goods.code)
    return { ...found, matched: { asked: words, chosen: label(found.goods), candidates: others.slice(0, 5).map(label) } }
  }
  return noSuch(`The tariff knows no goods called '${words}'.`)
}

/** The goods that 2 to 10 digits or a description mean. */
export const find = tradeTariff.run('find', (asked: string, tools) => /^\d+$/.test(asked) ? byCode(asked, tools) : byWords(asked, tools))

export const goodsOf = (asked: Node<{ readonly commodity: string }>): Node<Some<Found>> => need(find, { asked }, ({ asked }) => asked.commodity)
