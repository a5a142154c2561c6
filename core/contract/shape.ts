/**
 * Shapes: one value that is both a JSON Schema and a TypeScript type. Parameters, settings and answers are declared
 * with shapes, so that validation, documentation and types cannot differ.
 */
import type { Pictures, Tones } from './drawn.ts'
import { nullable, type JsonSchema } from './nullable.ts'

declare const value: unique symbol

export type { JsonSchema } from './nullable.ts'

export interface Shape<T> {
  readonly [value]?: T
  readonly schema: JsonSchema
  /** Normalises a caller's input before validation. */
  readonly clean?: (raw: string) => string
  readonly optional?: true
  /** The kind of subject that a parameter names. */
  readonly kind?: SubjectKind
  /** The members of an object: sections pick from them. */
  readonly fields?: Shapes
  /** What each member of a list is. */
  readonly member?: Shape<any>
}

/** A kind of subject that look-ups are about. The first parameter that has more than the `id` describes the kind. */
export interface SubjectKind {
  /** `company`: what candidates and the keyword `x-subject` carry. */
  readonly id: string
  /** Such as `A company`. */
  readonly title?: string
  /** What identifies one: a company number, a postcode. */
  readonly forms?: readonly SubjectForm[]
  /** What any other text may be taken for: `as a company’s name`. Absent where nothing but a form identifies one. */
  readonly named?: string
}

export interface SubjectForm {
  /** Such as `company number`. */
  readonly title: string
  readonly pattern: string
  /** Casing and blanks do not matter: the pattern is that of capitals without blanks. */
  readonly compact?: true
}

export type Shapes = Readonly<Record<string, Shape<any>>>
export type Of<S> = S extends Shape<infer T> ? T : never

type OptionalKeys<S extends Shapes> = { [K in keyof S]: undefined extends Of<S[K]> ? K : never }[keyof S]
/** One plain object where no member is optional: tsc prints an intersection in full. */
export type All<S extends Shapes> = [OptionalKeys<S>] extends [never]
  ? { readonly [K in keyof S]: Of<S[K]> }
  : { readonly [K in Exclude<keyof S, OptionalKeys<S>>]: Of<S[K]> } & {
      readonly [K in OptionalKeys<S>]?: Exclude<Of<S[K]>, undefined>
    }

/** A description, or JSON Schema keywords. `unit` is published as `x-unit`, `tones` as `x-tones`. */
export type About<W = string | boolean> =
  | string
  | (JsonSchema & { readonly description?: string; readonly unit?: string; readonly tones?: Tones<W> })

const annotated = (schema: JsonSchema, about: About<any> = {}): JsonSchema => {
  const { unit, tones, ...rest }: JsonSchema = typeof about === 'string' ? { description: about } : about
  return {
    ...schema,
    ...rest,
    ...(unit === undefined ? {} : { 'x-unit': unit }),
    ...(tones === undefined ? {} : { 'x-tones': tones }),
  }
}
const shape = <T>(schema: JsonSchema, about?: About<any>): Shape<T> => ({ schema: annotated(schema, about) })

/** The same shape, described in other words. */
export const described = <T>(of: Shape<T>, about: About): Shape<T> => ({ ...of, schema: annotated(of.schema, about) })

export const text = (about?: About): Shape<string> => shape({ type: 'string' }, about)
export const number = (about?: About): Shape<number> => shape({ type: 'number' }, about)
export const integer = (about?: About): Shape<number> => shape({ type: 'integer' }, about)
/** A number in a unit. */
export const figure = (unit: string, description: string): Shape<number> => number({ description, unit })
/** An instant, ISO 8601. */
export const time = (about?: About): Shape<string> => shape({ type: 'string', format: 'date-time' }, about)
export const flag = (about?: About): Shape<boolean> => shape({ type: 'boolean' }, about)
/** A day, `YYYY-MM-DD`. */
export const date = (about?: About): Shape<string> => shape({ type: 'string', format: 'date' }, about)
/** One of a closed list of words. */
export const choice = <const W extends string>(words: readonly W[], about?: About<NoInfer<W>>): Shape<W> =>
  shape({ type: 'string', enum: words }, about)
export const list = <T>(of: Shape<T>, about?: About): Shape<readonly T[]> => ({
  ...shape({ type: 'array', items: of.schema }, about),
  member: of,
})
/** An object with any keys and values of one shape. */
export const table = <T>(of: Shape<T>, about?: About): Shape<Readonly<Record<string, T>>> =>
  shape({ type: 'object', additionalProperties: of.schema }, about)

/** A closed object: surplus keys are rejected, which detects malformed answers. */
export const object = <S extends Shapes>(of: S, about?: About): Shape<All<S>> => ({
  ...shape<All<S>>(
    {
      type: 'object',
      properties: Object.fromEntries(Object.entries(of).map(([key, member]) => [key, member.schema])),
      required: Object.keys(of).filter((key) => !of[key]!.optional),
      additionalProperties: false,
    },
    about,
  ),
  fields: of,
})

type Names<T> = keyof NonNullable<T> & string
/** The same shape, drawn as this picture: each part is a field, or several. A list is drawn as its members say. */
export const drawn = <T, P extends keyof Pictures<string>>(
  of: Shape<T>,
  as: P,
  parts: Pictures<Names<T> | readonly Names<T>[]>[P],
): Shape<T> => ({ ...of, schema: { ...of.schema, 'x-drawn': { as, ...parts } } })

/** The shape, or null if the source does not state the value. */
export const orNull = <T>({ schema, fields, member }: Shape<T>): Shape<T | null> => ({
  schema: nullable(schema),
  ...(fields && { fields }),
  ...(member && { member }),
})

/** A parameter or key that may be absent. */
export const optional = <T>(of: Shape<T>): Shape<T | undefined> => ({ ...of, optional: true })

/**
 * A value that names a subject of this kind, published as `x-subject`: of a parameter, candidates carry the kind; of an
 * answer, readers can follow it to that subject.
 */
export const subject = <T>(kind: SubjectKind | string, of: Shape<T>): Shape<T> => {
  const known = typeof kind === 'string' ? { id: kind } : kind
  return { ...of, kind: known, schema: { ...of.schema, 'x-subject': known.id } }
}

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
  clean: (raw) => raw.toWellFormed().normalize('NFC').trim().replace(/\s+/g, ' '),
})

export type NameMatch = 'one' | 'best'
/** The parameter `match` of a lookup by name. Its default is `names.match` in `service.yaml`. */
export const nameMatch: Shape<NameMatch> = choice(['one', 'best'], {
  description:
    'What becomes of a name that several have: one refuses it with the candidates (409), best takes the likeliest one',
  default: 'one',
})
/** The same where the likeliest one is taken unless the caller asks otherwise, whatever `names.match` says. */
export const bestMatch: typeof nameMatch = { ...nameMatch, schema: { ...nameMatch.schema, default: 'best' } }

/** A full UK postcode in any casing and spacing, normalised to `SW1A 2AA`. */
export const postcode: Shape<string> = subject(
  {
    id: 'postcode',
    title: 'A place',
    forms: [{ title: 'postcode', pattern: '^[A-Z]{1,2}[0-9][A-Z0-9]?[0-9][A-Z]{2}$', compact: true }],
  },
  {
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
  },
)
