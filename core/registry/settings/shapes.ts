import { durationPattern, sizePattern } from '../../config/units.ts'

/**
 * The JSON Schema fragments that settings are built from. `expects` is for our own fault lines, `maxDuration` for our
 * own check; others ignore both.
 */
export type JsonSchema = Readonly<Record<string, unknown>>

export const closed = (properties: Readonly<Record<string, object>>, optional: readonly string[] = []): JsonSchema => ({
  type: 'object',
  required: Object.keys(properties).filter((key) => !optional.includes(key)),
  additionalProperties: false,
  properties,
})

/** Every one of the names, each with the same shape. */
export const each = (names: readonly string[], shape: object, optional: readonly string[] = []): JsonSchema =>
  closed(Object.fromEntries(names.map((name) => [name, shape])), optional)

export const text: JsonSchema = { type: 'string', minLength: 1 }
export const flag: JsonSchema = { type: 'boolean' }
export const count: JsonSchema = { type: 'integer', minimum: 1, maximum: 1_000_000_000 }
export const wholeOrNone: JsonSchema = { type: 'integer', minimum: 0, maximum: 1_000_000_000 }
export const fraction: JsonSchema = { type: 'number', minimum: 0, maximum: 1 }
export const points: JsonSchema = { type: 'number', minimum: 0, maximum: 100 }
export const port: JsonSchema = { type: 'integer', minimum: 0, maximum: 65_535 }

export const duration: JsonSchema = {
  type: 'string',
  pattern: durationPattern,
  expects: 'a duration such as 500ms, 8s, 15m, 24h or 7d',
}
export const durationUpTo = (most: string): JsonSchema => ({ ...duration, maxDuration: most })
/** Such a one above 0. */
export const lasting = (of: JsonSchema): JsonSchema => ({
  ...of,
  pattern: '^(?=\\d{1,9}[a-z])0*[1-9]\\d*(?:ms|s|m|h|d)$',
  expects: 'a duration above 0, such as 500ms, 8s, 15m, 24h or 7d',
})
export const size: JsonSchema = { type: 'string', pattern: sizePattern, expects: 'a size such as 300kB, 8MB or 2GB' }
export const address: JsonSchema = {
  type: 'string',
  pattern: '^https?://[^\\s/?#]+\\S*$',
  expects: 'an address that begins with https:// or http://',
}
export const hostName: JsonSchema = {
  type: 'string',
  pattern: '^[A-Za-z0-9]([A-Za-z0-9.-]*[A-Za-z0-9])?$',
  expects: 'a host name',
}
export const listOf = (items: object, rest: object = {}): JsonSchema => ({ type: 'array', items, ...rest })

const time = '(?:[01]\\d|2[0-3]):[0-5]\\d'
/** Of the clock of the United Kingdom. */
export const hours: JsonSchema = {
  type: 'string',
  pattern: `^${time}-${time}$`,
  expects: 'two times of the day, such as 21:00-07:00',
}

/** `calls` in each period of `per`; `burst` is how many may come at once. */
export const rate = closed({ calls: count, per: lasting(duration), burst: count }, ['burst'])
/** What a timer can wait for: beyond some 24.8 days it does not wait at all. */
export const timed = durationUpTo('24d')
/**
 * The same for callers, where `burst` is how many more are let through once `calls` are used up: none, where it is 0.
 */
export const allowance = closed({ calls: count, per: lasting(timed), burst: wholeOrNone }, ['burst'])
