/** The fields of operators' commands: how each is read, from JSON or from text, and its schema. */
import { isPlainText, type JsonSchema } from '@domesday/core'
import { faultsShown, milliseconds, nearest } from '@domesday/core/surface'
import { latestExpiry } from '@domesday/core/store'

/** What values are checked against. */
export interface Loaded {
  readonly endpoints: readonly string[]
  /** Those that sell to keys. */
  readonly surfaces: readonly string[]
  /** Unix milliseconds. */
  readonly now: number
}

export interface Field<T = unknown> {
  readonly schema: JsonSchema
  readonly isRequired: boolean
  /** Throws a `FieldFault`. */
  read(given: unknown, known: Loaded): T
  /** What a text on a command line or in an address stands for in JSON. */
  parse(text: string): unknown
}
export type Fields = Readonly<Record<string, Field<any>>>
export type Input<F extends Fields> = { readonly [K in keyof F]: F[K] extends Field<infer T> ? T : never }

/** What is wrong with a value, to be read after the field's name. */
class FieldFault extends Error {}

export interface InputFault {
  readonly parameter: string
  readonly detail: string
}

/** Thrown by a command where fields are readable and wrong: two that do not go together, or a key that is not there. */
export class InputRefused extends Error {
  readonly faults: readonly InputFault[]
  constructor(...faults: readonly InputFault[]) {
    super(faults.map(({ parameter, detail }) => `${parameter} ${detail}`).join('; '))
    this.faults = faults
  }
}

const field = <T>(schema: JsonSchema, read: Field<T>['read'], parse: Field['parse'] = (text) => text): Field<T> => ({
  schema,
  isRequired: true,
  read,
  parse,
})

/** Undefined where it is not given. */
export const notRequired = <T>(of: Field<T>): Field<T | undefined> => ({
  ...of,
  isRequired: false,
  read: (given, known) => (given === undefined ? undefined : of.read(given, known)),
})

export const defaulted = <T>(of: Field<T>, value: T): Field<T> => ({
  ...of,
  schema: { ...of.schema, default: value },
  isRequired: false,
  read: (given, known) => (given === undefined ? value : of.read(given, known)),
})

/** Null, or the text `none`, takes a bound away. */
export const orNone = <T>(of: Field<T>): Field<T | null> => ({
  ...of,
  schema: { ...of.schema, type: [of.schema['type'], 'null'] },
  read: (given, known) => (given === null ? null : of.read(given, known)),
  parse: (text) => (text === 'none' ? null : of.parse(text)),
})

export const wholeNumber = (description: string, { least, most }: { least: number; most: number }): Field<number> =>
  field(
    { type: 'integer', minimum: least, maximum: most, description },
    (given) => {
      if (typeof given === 'number' && Number.isSafeInteger(given) && given >= least && given <= most) return given
      throw new FieldFault(`must be a whole number from ${least} to ${most}`)
    },
    (text) => (/^[+-]?\d{1,15}$/.test(text) ? Number(text) : text),
  )

const isLine = (text: string): boolean => isPlainText(text) && !/[\t\n]/.test(text)

export const line = (description: string, longest: number): Field<string> =>
  field({ type: 'string', minLength: 1, maxLength: longest, description }, (given) => {
    if (typeof given === 'string' && given.trim() !== '' && given.length <= longest && isLine(given)) return given
    throw new FieldFault(`must be a line of 1 to ${longest} characters`)
  })

const kinds = { endpoints: 'endpoints here', surfaces: 'surfaces here that sell to keys' } as const

/** Ids of what is loaded; on a command line with commas between them. */
export const ids = (description: string, kind: keyof typeof kinds): Field<readonly string[]> =>
  field(
    { type: 'array', items: { type: 'string' }, minItems: 1, uniqueItems: true, description },
    (given, known) => {
      if (!Array.isArray(given) || given.length === 0 || given.some((id) => typeof id !== 'string'))
        throw new FieldFault('must be a list of one id or more')
      const faults = (given as readonly string[])
        .filter((id) => !known[kind].includes(id))
        .slice(0, faultsShown)
        .map((id) => {
          const shown = `'${id.slice(0, 40)}' is none of the ${kinds[kind]}`
          const near = nearest(id.slice(0, 40), known[kind])
          return near ? `${shown}; did you mean '${near}'?` : `${shown}, which are ${known[kind].join(', ')}`
        })
      if (faults.length > 0) throw new FieldFault(faults.join('; '))
      return [...new Set(given as readonly string[])]
    },
    (text) => text.split(',').map((id) => id.trim()),
  )

const time = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d))?$/

/** A duration, or null for other text. */
const durationIn = (text: string): number | null => {
  try {
    return milliseconds(text)
  } catch {
    return null
  }
}

/** Dates that do not exist, such as 30 February, are refused: JavaScript would take them for another day. */
const isReal = (text: string): boolean => {
  const day = text.slice(0, 10)
  const at = Date.parse(day)
  return time.test(text) && !Number.isNaN(Date.parse(text)) && new Date(at).toISOString().startsWith(day)
}

/** A time, or a duration before or after now; Unix milliseconds. A date is its midnight in UTC. */
export const moment = (description: string, direction: 'past' | 'future'): Field<number> =>
  field({ type: 'string', description }, (given, { now }) => {
    const text = typeof given === 'string' ? given : ''
    const duration = durationIn(text)
    const at = duration !== null ? now + (direction === 'past' ? -duration : duration) : Date.parse(text)
    if (duration === null && !isReal(text))
      throw new FieldFault(
        'must be a duration such as 30d, a date such as 2027-01-31, or a time such as 2027-01-31T12:00Z',
      )
    if (direction === 'future' && at <= now) throw new FieldFault('must be in the future')
    if (direction === 'future' && at > latestExpiry) throw new FieldFault('must be before the year 10000')
    return at
  })

/** Milliseconds. */
export const duration = (description: string): Field<number> =>
  field({ type: 'string', description }, (given) => {
    const ms = typeof given === 'string' ? durationIn(given) : null
    if (ms === null) throw new FieldFault('must be a duration such as 30m, 24h or 7d')
    return ms
  })

/** Everything that is wrong at once, or the input. */
export const readInput = <F extends Fields>(
  fields: F,
  given: Readonly<Record<string, unknown>>,
  known: Loaded,
): { readonly input: Input<F> } | { readonly faults: readonly InputFault[] } => {
  const names = Object.keys(fields)
  const faults: InputFault[] = Object.keys(given)
    .filter((name) => !names.includes(name))
    .slice(0, faultsShown)
    .map((name) => {
      const near = nearest(name.slice(0, 40), names)
      return {
        parameter: name.slice(0, 40),
        detail: near ? `is not accepted here; did you mean '${near}'?` : 'is not accepted here',
      }
    })
  const input: Record<string, unknown> = {}
  for (const [name, { isRequired, read }] of Object.entries(fields)) {
    if (isRequired && given[name] === undefined) {
      faults.push({ parameter: name, detail: 'is missing' })
      continue
    }
    try {
      input[name] = read(given[name], known)
    } catch (fault) {
      if (!(fault instanceof FieldFault)) throw fault
      faults.push({ parameter: name, detail: fault.message })
    }
  }
  return faults.length > 0 ? { faults } : { input: input as Input<F> }
}
