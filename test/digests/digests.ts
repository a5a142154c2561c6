/** The shape of each operation's digest, field by field, beside what is committed of it. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { AnySource } from '../../core/contract/client.ts'
import type { JsonSchema, Operation } from '../../core/index.ts'

/** `fields`: what each holds, by its path; `premises[].rating?` is one of a list that may be absent. */
export interface Digest {
  readonly version: number
  readonly fields: Readonly<Record<string, string>>
}
export type Digests = Readonly<Record<string, Digest>>

/** Written by `npm run digests`. */
export const digestsFile = join(import.meta.dirname, 'digests.json')
export const committed = (): Digests => JSON.parse(readFileSync(digestsFile, 'utf8')) as Digests

type Fields = readonly (readonly [path: string, holds: string])[]
interface Keywords {
  readonly properties?: Readonly<Record<string, JsonSchema>>
  readonly required?: readonly string[]
  readonly items?: JsonSchema
  readonly additionalProperties?: JsonSchema | boolean
  readonly anyOf?: readonly JsonSchema[]
  readonly oneOf?: readonly JsonSchema[]
}

/** What makes a value mean something else. Descriptions, titles, examples and bounds do not. */
const telling = ['type', 'enum', 'const', 'format', 'x-unit'] as const
const holdsOf = (schema: JsonSchema): string =>
  telling
    .flatMap((keyword) => {
      const value: unknown = schema[keyword]
      if (value === undefined) return []
      return Array.isArray(value) ? value.map(String).sort().join('|') : String(value)
    })
    .join(' ')

const fieldsIn = (schema: JsonSchema, at: string): Fields => {
  const { properties = {}, required = [], items, additionalProperties, anyOf, oneOf } = schema as Keywords
  const of = (key: string): string => `${at === '' ? '' : `${at}.`}${key}${required.includes(key) ? '' : '?'}`
  const others = typeof additionalProperties === 'object' ? [additionalProperties] : []
  return [
    [at, holdsOf(schema)],
    ...Object.entries(properties).flatMap(([key, one]) => fieldsIn(one, of(key))),
    ...(items ? fieldsIn(items, `${at}[]`) : []),
    ...others.flatMap((one) => fieldsIn(one, `${at}.*`)),
    ...[...(anyOf ?? []), ...(oneOf ?? [])].flatMap((one, n) => fieldsIn(one, `${at}|${n + 1}`)),
  ]
}

export const digestOf = ({ version = 1, digest }: Pick<Operation<any, any>, 'version' | 'digest'>): Digest => ({
  version,
  fields: Object.fromEntries(fieldsIn(digest.schema, '').toSorted(([a], [b]) => (a < b ? -1 : 1))),
})

/** By `<source>.<operation>`. */
export const digestsOf = (sources: Iterable<AnySource>): Digests =>
  Object.fromEntries(
    [...sources]
      .flatMap((source) => ('stored' in source && source.stored ? [source, source.stored] : [source]))
      .flatMap(({ id, operations }) => [...operations].map(([name, one]) => [`${id}.${name}`, digestOf(one)] as const))
      .toSorted(([a], [b]) => (a < b ? -1 : 1)),
  )

const differences = (before: Digest, now: Digest): readonly string[] => {
  const paths = new Set([...Object.keys(before.fields), ...Object.keys(now.fields)])
  return [...paths]
    .filter((path) => before.fields[path] !== now.fields[path])
    .map((path) => `${path}: ${before.fields[path] ?? 'none'} → ${now.fields[path] ?? 'none'}`)
}

export interface Drift {
  /** Kept digests would be misread: the author has to raise the version. */
  readonly unraised: readonly string[]
  /** What is new, gone or raised, and not yet committed. */
  readonly unwritten: readonly string[]
}

export const driftBetween = (kept: Digests, now: Digests): Drift => {
  const unraised: string[] = [],
    unwritten: string[] = []
  for (const name of new Set([...Object.keys(kept), ...Object.keys(now)])) {
    const [before, after] = [kept[name], now[name]]
    if (before === undefined || after === undefined) {
      unwritten.push(`${name} is ${before === undefined ? 'new' : 'gone'}`)
      continue
    }
    const changes = differences(before, after)
    if (!Number.isInteger(after.version) || after.version < before.version)
      unraised.push(`${name} has version ${after.version}, and had ${before.version}: it only rises, by whole numbers`)
    else if (after.version > before.version) unwritten.push(`${name} has version ${after.version}`)
    else if (changes.length > 0)
      unraised.push(`${name} still has version ${after.version}, and another digest: ${changes.join(', ')}`)
  }
  return { unraised, unwritten }
}
