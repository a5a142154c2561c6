/** Checks a pack: its structure, the hash of each value that is there, and its id. Every fault is told at once. */
import { answerPlace, depths, format, sealedIn, sealedPlaces, sourcesLeftOut, statement, type Pack } from './format.ts'
import { canonicalText, idOf, saltedHash } from './seal.ts'

export type Verified =
  | { readonly ok: true; readonly pack: Pack }
  | { readonly ok: false; readonly faults: readonly string[] }

/** Adds a sentence for each fault of a value that stands at this place of the pack. */
type Check = (value: unknown, at: string, faults: string[]) => void
type Members = Readonly<Record<string, Check>>

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const that =
  (fits: (value: unknown) => boolean, what: string): Check =>
  (value, at, faults) => {
    if (!fits(value)) faults.push(`${at} is not ${what}.`)
  }
const matching = (pattern: RegExp, what: string): Check =>
  that((value) => typeof value === 'string' && pattern.test(value), what)
const oneOf = (...allowed: readonly (string | null)[]): Check =>
  that((value) => allowed.includes(value as string), `one of: ${allowed.map((one) => one ?? 'null').join(', ')}`)

const object =
  (members: Members): Check =>
  (value, at, faults) => {
    if (!isObject(value)) return void faults.push(`${at || 'The pack'} is not an object.`)
    for (const name of Object.keys(value))
      if (!Object.hasOwn(members, name)) faults.push(`${at}/${name} is not a member of this format.`)
    for (const [name, check] of Object.entries(members))
      if (Object.hasOwn(value, name)) check(value[name], `${at}/${name}`, faults)
      else faults.push(`${at}/${name} is absent.`)
  }
const listOf =
  (each: Check): Check =>
  (value, at, faults) => {
    if (!Array.isArray(value)) return void faults.push(`${at} is not a list.`)
    for (const [i, one] of value.entries()) each(one, `${at}/${i}`, faults)
  }
const recordOf =
  (each: Check): Check =>
  (value, at, faults) => {
    if (!isObject(value)) return void faults.push(`${at} is not an object.`)
    for (const [name, one] of Object.entries(value)) each(one, `${at}/${name}`, faults)
  }
const orNull =
  (check: Check): Check =>
  (value, at, faults) => {
    if (value !== null) check(value, at, faults)
  }

const text = that((value) => typeof value === 'string', 'a text')
const sealed = matching(/^[0-9a-f]{64}$/, 'a SHA-256 hash of 64 hex digits')
/** `Date` takes 30 February for 2 March. */
const isTime = (value: string): boolean =>
  !Number.isNaN(Date.parse(value)) && new Date(value).toISOString().slice(0, 19) === value.slice(0, 19)
const isoTime = that(
  (value) => typeof value === 'string' && /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/.test(value) && isTime(value),
  'an ISO time in UTC',
)
const whole = that((value) => Number.isSafeInteger(value) && Number(value) >= 1, 'a whole number from 1')
const seconds = that((value) => typeof value === 'number' && value >= 0, 'a number of seconds')

const none = ['nothing', 'no_such', 'ambiguous', 'not_covered'] as const
const outcome: Check = (value, at, faults) => {
  if (!isObject(value)) return void faults.push(`${at} is not an object.`)
  if ('gap' in value) return object({ gap: text, retry_after_s: orNull(seconds) })(value, at, faults)
  if ('value' in value) return object({ value: sealed })(value, at, faults)
  const kind = none.find((one) => one === value['none'])
  const members = kind === undefined ? [] : sealedIn({ none: kind } as Parameters<typeof sealedIn>[0])
  object({ none: oneOf(...none), ...Object.fromEntries(members.map((name) => [name, sealed])) })(value, at, faults)
}

const structure = object({
  id: matching(/^ev_[0-9a-f]{64}$/, '`ev_` and 64 hex digits'),
  statement: that((value) => value === statement, `the statement of this format: “${statement}”`),
  form: object({
    format: oneOf(format),
    endpoint: text,
    versions: recordOf(text),
    asked: sealed,
    depth: oneOf(...depths),
    include: orNull(listOf(text)),
    now: isoTime,
    settings: sealed,
    settings_hash: text,
    asks: listOf(
      object({
        node: text,
        source: text,
        operation: text,
        digest_version: whole,
        question: sealed,
        outcome,
        fetched_at: orNull(isoTime),
        fresh_until: orNull(isoTime),
        from: oneOf('wire', 'cache', 'dataset', null),
      }),
    ),
    answer: object({ hash: sealed }),
  }),
  values: recordOf((value, at, faults) => {
    const members: Members = { salt: matching(/^[\w-]{21}[AQgw]$/, 'a salt of 16 bytes in base64url') }
    object(at === `/values/${answerPlace}` ? members : { ...members, value: () => {} })(value, at, faults)
  }),
  not_replayable: listOf(text),
})

/** The words for a pack of another format; null for one of this. */
const otherFormat = (pack: unknown): string | null => {
  const found = isObject(pack) && isObject(pack['form']) ? pack['form']['format'] : undefined
  if (typeof found !== 'string' || found === format) return null
  return found.startsWith('domesday-evidence/')
    ? `The pack has the format ${found}; this version reads ${format} only. Install the version that fits.`
    : `The pack has the format ${JSON.stringify(found)}, which is not one of evidence packs.`
}

const contentFaults = ({ id, form, values, not_replayable }: Pack): readonly string[] => {
  const places = sealedPlaces(form)
  const faults = Object.entries(values).flatMap(([place, { salt, value }]) => {
    const expected = places.get(place)
    if (expected === undefined) return [`/values has '${place}', where the form has nothing sealed.`]
    if (place === answerPlace || saltedHash(salt, canonicalText(value)) === expected) return []
    return [`The value of '${place}' is not the one that was sealed.`]
  })
  if (idOf(form) !== id) faults.push(`The id is not that of this form, which is ${idOf(form)}.`)
  const expected = sourcesLeftOut(form, values)
  if (canonicalText(not_replayable) !== canonicalText(expected))
    faults.push(
      `/not_replayable is not the list of the sources of which something is left out: ${expected.join(', ')}.`,
    )
  return faults
}

/** `pack`: what was parsed from JSON. */
export const verify = (pack: unknown): Verified => {
  const other = otherFormat(pack)
  if (other !== null) return { ok: false, faults: [other] }
  const faults: string[] = []
  structure(pack, '', faults)
  try {
    if (faults.length === 0) faults.push(...contentFaults(pack as Pack))
  } catch (error) {
    faults.push(`The pack holds what JSON of RFC 8785 cannot: ${(error as Error).message}.`)
  }
  return faults.length === 0 ? { ok: true, pack: pack as Pack } : { ok: false, faults }
}
