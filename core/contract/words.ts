/** Cleans text from upstreams, and formats values for English sentences. */

import { isPlainText, plainText } from './foreign-text.ts'

const namedEntities: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  pound: '£',
  ndash: '–',
  mdash: '—',
  rsquo: '’',
  lsquo: '‘',
  rdquo: '”',
  ldquo: '“',
  hellip: '…',
  euro: '€',
}

/**
 * Decodes character references and common named entities. Never expands a document's own entities. An invalid
 * reference becomes a space.
 */
export const decodeEntities = (text: string): string =>
  text.includes('&') ? text.replace(reference, characterOf) : text

const reference = /&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]{2,8}));/gi
const characterOf = (whole: string, decimal?: string, hex?: string, name?: string): string => {
  if (name !== undefined) return namedEntities[name.toLowerCase()] ?? whole
  const code = decimal === undefined ? Number.parseInt(hex!, 16) : Number(decimal)
  return code > 0 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff) ? String.fromCodePoint(code) : ' '
}

/**
 * A string from a source, cleaned: entities decoded, tags and characters that steer a reader removed, whitespace
 * normalised. Null if it is neither a string nor a number, or empty after cleaning.
 */
export const stated = (raw: unknown): string | null => {
  if (typeof raw === 'number') return String(raw)
  if (typeof raw !== 'string') return null
  const plain = /[&<\u0000-\u001f\u007f]|\s\s|^\s|\s$/.test(raw)
    ? decodeEntities(decodeEntities(raw.replace(/<\/?[a-z!][^<>]*>/gi, ' ')))
        .replace(/<\/?[a-z!][^<>]*>/gi, ' ')
        .replace(/[\s\u0000-\u001f\u007f]+/g, ' ')
        .trim()
    : raw
  const text = isPlainText(plain) ? plain : plainText(plain).trim()
  return text === '' ? null : text
}

/** A URL from a source, percent-encoded where needed; null if it is invalid or neither http nor https. */
export const link = (raw: unknown): string | null => {
  const address = stated(raw)
  if (address === null || !URL.canParse(address)) return null
  const { protocol, href } = new URL(address)
  return protocol === 'https:' || protocol === 'http:' ? href : null
}

/** A number, which may be text ("1,234.5", "£12"); null for anything else. */
export const numeric = (raw: unknown): number | null => {
  const plain = typeof raw === 'string' ? raw.replace(/[,£\s]/g, '') : ''
  const number =
    typeof raw === 'number' ? raw : /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(plain) ? Number(plain) : NaN
  return Number.isFinite(number) ? number : null
}

/**
 * A number from 0 to `most`, such as a count, a price or a percentage. Null if it is outside the range, or no number.
 */
export const quantity = (raw: unknown, most = Infinity): number | null => {
  const number = numeric(raw)
  return number !== null && number >= 0 && number <= most ? number : null
}

/** The day of an ISO date or time, or of `DD/MM/YYYY`, as `YYYY-MM-DD`; null if invalid. */
export const day = (raw: unknown): string | null => {
  const text = stated(raw)
  const [, iso] = /^(\d{4}-\d{2}-\d{2})(?:$|[T ])/.exec(text ?? '') ?? []
  const [, d, m, y] = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})(?:$|\s)/.exec(text ?? '') ?? []
  const found = iso ?? (y && `${y}-${m!.padStart(2, '0')}-${d!.padStart(2, '0')}`)
  // Some systems write the year 1 for no date.
  if (found?.startsWith('000')) return null
  // `Date` accepts 31 April and turns it into 1 May.
  return found && new Date(`${found}T00:00:00Z`).getUTCDate() === Number(found.slice(8)) ? found : null
}

/** Wraps a single value in a list: some upstreams send one object instead of a list of one. */
export const many = <T>(raw: T | readonly T[] | null | undefined): readonly T[] =>
  raw === null || raw === undefined ? [] : Array.isArray(raw) ? (raw as readonly T[]) : [raw as T]

/** How often each key occurs, most frequent first. */
export const countBy = <T>(items: Iterable<T>, key: (item: T) => string): Readonly<Record<string, number>> => {
  const counts = new Map<string, number>()
  for (const item of items) counts.set(key(item), (counts.get(key(item)) ?? 0) + 1)
  return Object.fromEntries([...counts].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1)))
}

export const rounded = (value: number, decimals = 0): number => Number(value.toFixed(decimals))

/** Each text once, in order of first appearance, without missing and empty ones. */
export const distinct = (values: readonly (string | null | undefined)[]): readonly string[] => [
  ...new Set(values.flatMap((value) => value || [])),
]

/** Adds a full stop if there is no final punctuation. */
export const sentence = (words: string): string => (/[.!?]$/.test(words) ? words : `${words}.`)

export const capitalised = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1)

/** `a, b and c`; with `or` as the last word between them, `a, b or c`. */
export const listed = (words: readonly string[], last: 'and' | 'or' = 'and'): string =>
  words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} ${last} ${words.at(-1)}`

/** A name from code as words: `gazette_warnings` as `Gazette warnings`, `HIGH_RISK` as `high risk`. */
export const spelledOut = (name: string): string =>
  name
    .toLowerCase()
    .replaceAll(/[_-]/g, ' ')
    .replace(/\bgazette\b/, 'Gazette')
    .replace(/\bepc\b/, 'EPC')
    .replace(/\b4g\b/, '4G')

/** `1 charge`, `1,204 charges` */
export const counted = (count: number, one: string, several = `${one}s`): string =>
  `${count.toLocaleString('en-GB')} ${count === 1 ? one : several}`

/** Whole pounds: `£1,204`. */
export const pounds = (amount: number): string => `£${Math.round(amount).toLocaleString('en-GB')}`

let british: Intl.DateTimeFormat | undefined
/** An ISO day in words: `14 May 2026`. */
export const spoken = (day: string): string => {
  // Lazy: the first formatter of a process loads the locale data, which takes milliseconds.
  british ??= new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' })
  return british.format(Date.parse(`${day}T00:00:00Z`))
}

let calendar: Intl.DateTimeFormat | undefined
/** The date in the United Kingdom at that time, as `YYYY-MM-DD`. */
export const ukDay = (at: Date): string => {
  calendar ??= new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/London' })
  return calendar.format(at)
}
