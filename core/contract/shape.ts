/**
 * Shapes: one value that is both a JSON Schema and a TypeScript type. Parameters, settings and answers are declared
 * with shapes, so that validation, documentation and types cannot differ.
 */
declare const value: unique symbol

export type JsonSchema = Readonly<Record<string, unknown>>

export interface Shape<T> {
  readonly [value]?: T
  readonly schema: JsonSchema
  /** Normalises a caller's input before validation. */
  readonly clean?: (raw: string) => string
  readonly optional?: true
  /** The kind of subject that a parameter names: `company`, `postcode`. */
  readonly kind?: string
}

export type Shapes = Readonly<Record<string, Shape<any>>>
export type Of<S> = S extends Shape<infer T> ? T : never

type OptionalKeys<S extends Shapes> = { [K in keyof S]: undefined extends Of<S[K]> ? K : never }[keyof S]
export type All<S extends Shapes> = { readonly [K in Exclude<keyof S, OptionalKeys<S>>]: Of<S[K]> } & {
  readonly [K in OptionalKeys<S>]?: Exclude<Of<S[K]>, undefined>
}

/** A description, or JSON Schema keywords. `unit` is published as `x-unit`. */
export type About = string | (JsonSchema & { readonly description?: string; readonly unit?: string })

const shape = <T>(schema: JsonSchema, about: About = {}): Shape<T> => {
  const { unit, ...rest } =
    typeof about === 'string' ? { description: about } : (about as JsonSchema & { unit?: string })
  return { schema: { ...schema, ...rest, ...(unit === undefined ? {} : { 'x-unit': unit }) } }
}

export const text = (about?: About): Shape<string> => shape({ type: 'string' }, about)
export const number = (about?: About): Shape<number> => shape({ type: 'number' }, about)
export const integer = (about?: About): Shape<number> => shape({ type: 'integer' }, about)
export const flag = (about?: About): Shape<boolean> => shape({ type: 'boolean' }, about)
/** A day, `YYYY-MM-DD`. */
export const date = (about?: About): Shape<string> => shape({ type: 'string', format: 'date' }, about)
/** One of a closed list of words. */
export const choice = <const W extends string>(words: readonly W[], about?: About): Shape<W> =>
  shape({ type: 'string', enum: words }, about)
export const list = <T>(of: Shape<T>, about?: About): Shape<readonly T[]> =>
  shape({ type: 'array', items: of.schema }, about)
/** An object with any keys and values of one shape. */
export const table = <T>(of: Shape<T>, about?: About): Shape<Readonly<Record<string, T>>> =>
  shape({ type: 'object', additionalProperties: of.schema }, about)

/** A closed object: surplus keys are rejected, which detects malformed answers. */
export const object = <S extends Shapes>(of: S, about?: About): Shape<All<S>> =>
  shape(
    {
      type: 'object',
      properties: Object.fromEntries(Object.entries(of).map(([key, member]) => [key, member.schema])),
      required: Object.keys(of).filter((key) => !of[key]!.optional),
      additionalProperties: false,
    },
    about,
  )

/** The shape, or null if the source does not state the value. */
export const orNull = <T>(of: Shape<T>): Shape<T | null> => ({ schema: nullable(of.schema) })

const takesNull = ({
  type,
  anyOf,
}: {
  readonly type?: unknown
  readonly anyOf?: readonly { readonly type?: unknown }[]
}): boolean => type === 'null' || (Array.isArray(type) && type.includes('null')) || (anyOf?.some(takesNull) ?? false)

/** Allows null too; unchanged if the schema already does. */
export const nullable = (schema: JsonSchema): JsonSchema => {
  if (takesNull(schema)) return schema
  const { description, 'x-unit': unit, ...rest } = schema
  const about = {
    ...(description === undefined ? {} : { description }),
    ...(unit === undefined ? {} : { 'x-unit': unit }),
  }
  if (typeof rest['type'] === 'string' && rest['enum'] === undefined)
    return { ...rest, type: [rest['type'], 'null'], ...about }
  return { anyOf: [rest, { type: 'null' }], ...about }
}

/** A parameter or key that may be absent. */
export const optional = <T>(of: Shape<T>): Shape<T | undefined> => ({ ...of, optional: true })

/** A parameter that names a subject of this kind; candidates and suggestions carry the kind. */
export const subject = <T>(kind: string, of: Shape<T>): Shape<T> => ({ ...of, kind })

/** WGS84 degrees, with the source's decimals; six if converted from a British grid reference. */
export interface Point {
  readonly lat: number
  readonly lng: number
}
export const point = (about: About = 'WGS84 coordinates'): Shape<Point> =>
  object(
    {
      lat: number({ description: 'Latitude', minimum: -90, maximum: 90, unit: 'degrees' }),
      lng: number({ description: 'Longitude', minimum: -180, maximum: 180, unit: 'degrees' }),
    },
    about,
  )

/** A query without two letters or digits would match everything. */
export const hasWord = '[\\p{L}\\p{N}].*[\\p{L}\\p{N}]'

/** A name or free query: 2 to 160 characters with at least two letters or digits; whitespace is normalised. */
export const phrase = (about?: About): Shape<string> => ({
  ...text({
    minLength: 2,
    maxLength: 160,
    pattern: hasWord,
    ...(typeof about === 'string' ? { description: about } : about),
  }),
  clean: (raw) => raw.normalize('NFC').trim().replace(/\s+/g, ' '),
})

export type NameMatch = 'one' | 'best'
/** The parameter `match` of a lookup by name. Its default is `names.match` in `service.yaml`. */
export const nameMatch: Shape<NameMatch> = choice(['one', 'best'], {
  description:
    'What becomes of a name that several have: one refuses it with the candidates (409), best takes the likeliest one',
  default: 'one',
})

/** A full UK postcode in any casing and spacing, normalised to `SW1A 2AA`. */
export const postcode: Shape<string> = {
  kind: 'postcode',
  ...text({
    description: 'A full UK postcode, in any casing and spacing',
    format: 'uk-postcode',
    examples: ['SW1A 2AA'],
  }),
  clean: (raw) =>
    raw
      .trim()
      .toUpperCase()
      .replace(/\s+/g, '')
      .replace(/(?=.{3}$)/, ' '),
}
