/**
 * Shapes: one value that is both a JSON Schema and a TypeScript type. Parameters, settings and answers are written in
 * it, so that what is checked, documented and typed can never differ.
 */
declare const value: unique symbol

export type JsonSchema = Readonly<Record<string, unknown>>

export interface Shape<T> {
  readonly [value]?: T
  readonly schema: JsonSchema
  /** Brings what a caller typed to its usual form before it is checked. */
  readonly clean?: (raw: string) => string
  readonly optional?: true
  /** What it names, where a parameter names a subject: `company`, `postcode`. */
  readonly kind?: string
}

export type Shapes = Readonly<Record<string, Shape<any>>>
export type Of<S> = S extends Shape<infer T> ? T : never

type OptionalKeys<S extends Shapes> = { [K in keyof S]: undefined extends Of<S[K]> ? K : never }[keyof S]
export type All<S extends Shapes> = { readonly [K in Exclude<keyof S, OptionalKeys<S>>]: Of<S[K]> } & {
  readonly [K in OptionalKeys<S>]?: Exclude<Of<S[K]>, undefined>
}

/** Words for the reference, or any other JSON Schema keyword. Units stand in `unit` and are published as `x-unit`. */
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
/** An object with free keys and values of one shape. */
export const table = <T>(of: Shape<T>, about?: About): Shape<Readonly<Record<string, T>>> =>
  shape({ type: 'object', additionalProperties: of.schema }, about)

/** A closed object: surplus keys are refused, so that a spoilt answer is caught. */
export const object = <S extends Shapes>(of: S, about?: About): Shape<All<S>> =>
  shape(
    {
      type: 'object',
      properties: Object.fromEntries(Object.entries(of).map(([key, one]) => [key, one.schema])),
      required: Object.keys(of).filter((key) => !of[key]!.optional),
      additionalProperties: false,
    },
    about,
  )

/** The shape, or null where the source does not state it. */
export const orNull = <T>(of: Shape<T>): Shape<T | null> => ({ schema: nullable(of.schema) })

const takesNull = ({
  type,
  anyOf,
}: {
  readonly type?: unknown
  readonly anyOf?: readonly { readonly type?: unknown }[]
}): boolean => type === 'null' || (Array.isArray(type) && type.includes('null')) || (anyOf?.some(takesNull) ?? false)

/** The schema, and null. One that takes null already stays as it is. */
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

/** A parameter or key that may be left out. */
export const optional = <T>(of: Shape<T>): Shape<T | undefined> => ({ ...of, optional: true })

/** A parameter that names a subject of this kind: candidates and suggestions say it. */
export const subject = <T>(kind: string, of: Shape<T>): Shape<T> => ({ ...of, kind })

/** WGS84 degrees, with as many decimals as the source gives; those made from British grid references have six. */
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

/** Without two letters or digits a query would match everything, and cost as much as one that asks something. */
export const hasWord = '[\\p{L}\\p{N}].*[\\p{L}\\p{N}]'

/** A name or free query: 2 to 160 characters, two letters or digits among them, blanks trimmed and joined. */
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
/**
 * The parameter `match` of a look-up whose subject may be named. Where a call does not say it, `names.match` of
 * `service.yaml` does.
 */
export const nameMatch: Shape<NameMatch> = choice(['one', 'best'], {
  description:
    'What becomes of a name that several have: one refuses it with the candidates (409), best takes the likeliest one',
  default: 'one',
})

/** A full UK postcode in any casing and spacing; the cleaned form is the usual one, `SW1A 2AA`. */
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
