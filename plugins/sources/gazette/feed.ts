/** The format of the notice feed, and which of its notices are about a company. */
import {
  choice,
  date,
  day,
  drawn,
  flag,
  fromJson,
  link,
  list,
  many,
  numeric,
  object,
  orNull,
  passing,
  sent,
  stated,
  text,
  type Of,
  type Sent,
  type Shape,
  wire,
} from '@domesday/core'
import {
  companyNumber,
  matchByName,
  matchShape,
  numberMatch,
  surest,
  type Company,
} from '@domesday/vocabulary-companies'
import { petitionIn, petitionShape } from './petition.ts'
import { isNamed, namedIn } from './reuse.ts'
import { noticeSeverities, severityOf, severityTones } from './codes.ts'

const notice = {
  // Null for scanned pages.
  code: orNull(text('Four digits')),
  type: text('In the Gazette’s words'),
  severity: choice(noticeSeverities, { description: 'How much it says of distress', tones: severityTones }),
  published: orNull(date('Day of the issue')),
  url: text({ description: 'Its page', format: 'uri' }),
  withdrawn: flag('The Gazette has taken it back: it says nothing any more'),
  petition: petitionShape,
}
/** What answers show of a notice, whichever company it is about. */
export const noticeFields = { notice_id: text('The Gazette’s own'), ...notice }
const aboutCompany = drawn(
  object({
    ...noticeFields,
    matched_by: choice(['number', 'name'], 'Names recur: a match by name alone is less sure'),
    match: matchShape,
  }),
  'events',
  { on: 'published', title: 'type', word: 'severity', more: ['matched_by', 'url'] },
)
/** An insolvency notice about a company. Practitioners' names are left out. */
export interface Notice extends Of<typeof aboutCompany> {}
export const noticeShape: Shape<Notice> = aboutCompany

const entryFields = object({
  id: text('Such as 4237126, L-57776-035 for older ones, or London/issue/34159/page/3065 for scanned pages'),
  ...notice,
  title: text(),
  numbers: list(text(), 'Company numbers in the notice, eight characters. A joint notice has several'),
  text: text('The start of its text, where a name is searched for. Empty if a number is printed'),
  named: list(text(), 'Companies that a notice of the re-use of a name names'),
})
/** A notice before it is matched with a company. */
export interface Entry extends Of<typeof entryFields> {}
export const entriesShape: Shape<readonly Entry[]> = list(entryFields)

const { scalar, any, often, unread } = sent
const words = sent.text
/**
 * Held against the publisher's documents of the feed, which state no obligation. A title and a content are texts or
 * have one; scanned pages have no code. One entry comes without its list, and none without the member.
 */
export const feedWire = wire({
  'f:total': scalar,
  entry: [
    {
      id: words,
      title: any,
      'f:notice-code': scalar,
      published: often(words),
      content: any,
      category: [{ '@term': words }],
      link: [{ '@href': words, '@rel': words, ...unread('@title', '@type') }],
      'f:status': words,
      ...unread('author', 'updated', 'geo:Point'),
    },
  ],
  ...unread('id', 'title', 'updated', 'link', 'openSearch:Query', 'f:facets'),
  ...unread('f:page-number', 'f:page-size', 'f:page-start', 'f:page-stop'),
})
export type WireFeed = Sent<typeof feedWire>
type WireEntry = NonNullable<WireFeed['entry']>[number]

/**
 * Removes stray backslashes and control characters, which are invalid in JSON: scanned text reaches the feed unchecked.
 */
export const mended = (text: string): string =>
  text
    .replace(/\p{Cc}/gu, ' ')
    .replace(/\\(["\\/bfnrt]|u[\da-f]{4})?/gi, (escape, legal?: string) => (legal === undefined ? '\\\\' : escape))

export const parse = (text: string): unknown => {
  try {
    return fromJson(text)
  } catch {
    return parseMended(text)
  }
}

const parseMended = (text: string): unknown => {
  try {
    return fromJson(mended(text))
  } catch {
    // While it is maintained the service answers 200 with a page.
    if (/^\s*</.test(text)) throw passing('a page in place of the feed')
    // The parser's message would quote the text.
    throw new SyntaxError('the feed is not JSON')
  }
}

const textOf = (said: unknown): string =>
  stated(typeof said === 'object' && said !== null ? (said as { readonly '#text'?: unknown })['#text'] : said) ?? ''

// The text is truncated with an ellipsis: a truncated number must not match another company's.
const written = String.raw`(?:[A-Z]{2}|R0)?\s?\d{5,8}|[A-Z]{2}\s?(?:\d{5}[A-Z]|\d{4}[A-Z]{2}|\d{3}[A-Z]{3})`
const printed = new RegExp(
  String.raw`\b(?:company|registered)\s*(?:registration\s*)?(?:number|no\.?)\s*[:(]*\s*(${written})(?=[\s),;]|\.(?!\.)|$)`,
  'gi',
)

const site = 'https://www.thegazette.co.uk'
/** A scanned page may have only a path. */
const addressOf = (said: string | null | undefined): string | null => link(said?.startsWith('/') ? site + said : said)

/** A notice names its company at the start, and the other parties later. */
const longestStart = 300

/** Null without an address: then it is not a notice. */
const entryOf = (notice: WireEntry): Entry | null => {
  const page = many(notice.link).find((one) => one['@rel'] === undefined && one['@href'] !== notice.id)
  const address = addressOf(page?.['@href']) ?? addressOf(notice.id)
  if (address === null) return null
  const code = stated(notice['f:notice-code'])
  const title = textOf(notice.title)
  const text = textOf(notice.content)
  const numbers = [...text.matchAll(printed)].map(([, number]) => companyNumber(number) ?? number!)
  return {
    // For a scanned page the last part alone is a page number, which other issues have too.
    id: (stated(notice.id) ?? address).replace(/^.*\/notice\/|^(?:https?:\/\/[^/]+)?\//, ''),
    code,
    type: stated(many(notice.category)[0]?.['@term']) ?? title,
    severity: severityOf(code),
    published: day(notice.published),
    url: address,
    withdrawn: /withdrawn|retracted/i.test(stated(notice['f:status']) ?? ''),
    petition: petitionIn(code, text),
    title,
    numbers,
    text: numbers.length > 0 ? '' : text.slice(0, longestStart),
    named: namedIn(code, text),
  }
}

export interface Feed {
  readonly total: number | null
  readonly entries: readonly Entry[]
  /** Entries without an address. */
  readonly lost: number
}

/** Throws if this is not a feed. `isFirst`: of several pages the last may be without notices, whatever the total. */
export const feedOf = ({ 'f:total': total, entry }: WireFeed, isFirst = true): Feed => {
  const all = many(entry),
    entries = all.flatMap((one) => entryOf(one) ?? [])
  if ((total ?? entry) === undefined) throw new TypeError('it is no feed: there is neither a total nor an entry')
  if (isFirst && all.length === 0 && Number(total) > 0) throw new TypeError('there is no entry in it')
  if (all.length > 0 && entries.length === 0) throw new TypeError('no notice among the entries')
  return { total: numeric(total), entries, lost: all.length - entries.length }
}

/** Text for comparing names: capitals, one blank between words, and one at each end. */
export const plain = (text: string): string =>
  ` ${text
    .toUpperCase()
    .replace(/&/g, ' AND ')
    .replace(/[^A-Z0-9]+/g, ' ')
    .trim()} `
    .replace(/ LTD /g, ' LIMITED ')
    .replace(/ (PUBLIC LIMITED COMPANY|P L C) /g, ' PLC ')

// A longer name may end in a shorter one: a name matches only at the start of the text or after one of these words.
const before = ['', ' OF', ' RE', ' AND', ' COMPANY']

/**
 * The notice if it is about the company, else null. If the notice prints numbers, only they are compared; otherwise a
 * name is that the company bore on its day. Nearly all notices print the number: one that has none is as a rule about a
 * body that is on no register, so that a name alone is a possible match.
 */
export const noticeAbout = (company: Company, { id, title, numbers, text, named, ...entry }: Entry): Notice | null => {
  const found = { notice_id: id, ...entry }
  if (numbers.includes(company.number)) return { ...found, matched_by: 'number', match: numberMatch }
  // It prints the number of the company that failed, and the name of the one that goes on.
  if (isNamed(named, company.name)) {
    const match = matchByName(company, { name: company.name, on: null })
    return match && { ...found, matched_by: 'name', match }
  }
  if (numbers.length > 0) return null
  const told = [title, text].map(plain)
  const isTold = (name: string): boolean =>
    told.some((one) => before.some((word) => (word === '' ? one.startsWith(name) : one.includes(word + name))))
  const match = surest(
    [company, ...company.formerNames]
      .filter(({ name }) => isTold(plain(name)))
      .map(({ name }) => matchByName(company, { name, on: entry.published })),
  )
  return match && { ...found, matched_by: 'name', match: { ...match, sure: 'possible' } }
}
