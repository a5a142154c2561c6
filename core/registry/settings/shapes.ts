/**
 * The shapes of settings, beside those of the contract. `expects` (the words for what a pattern means) and
 * `maxDuration` are our own keywords; other validators ignore them.
 */
import { durationPattern, sizePattern } from '../../config/units.ts'
import { integer, number, object, optional, text, type Of, type Shape, type Shapes } from '../../contract/shape.ts'

export const nonEmpty = text({ minLength: 1 })
export const count = integer({ minimum: 1, maximum: 1_000_000_000 })
export const countOrZero = integer({ minimum: 0, maximum: 1_000_000_000 })
/** A price of at most a dollar. */
export const microUsd = integer({ minimum: 1, maximum: 1_000_000 })
export const fraction = number({ minimum: 0, maximum: 1 })
/** Of a score. */
export const points = number({ minimum: 0, maximum: 100 })
export const port = integer({ minimum: 0, maximum: 65_535 })
export const address = text({
  pattern: '^https?://[^\\s/?#]+\\S*$',
  expects: 'an address that begins with https:// or http://',
})
/** A host, or a folder of one: `bucket.example.org`, or `storage.example.org/bucket` of a storage that others share. */
export const hostPlace = text({
  pattern: '^[A-Za-z0-9]([A-Za-z0-9.-]*[A-Za-z0-9])?(/[A-Za-z0-9._-]+)*$',
  expects: 'a host name, or one with a folder',
})
export const size = text({ pattern: sizePattern, expects: 'a size such as 300kB, 8MB or 2GB' })

/** `most` is the longest; with `positive` it is above 0. */
export const duration = (limits: { readonly most?: string; readonly positive?: true } = {}): Shape<string> =>
  text({
    ...(limits.positive
      ? {
          pattern: '^(?=\\d{1,9}[a-z])0*[1-9]\\d*(?:ms|s|m|h|d)$',
          expects: 'a duration above 0, such as 500ms, 8s, 15m, 24h or 7d',
        }
      : { pattern: durationPattern, expects: 'a duration such as 500ms, 8s, 15m, 24h or 7d' }),
    ...(limits.most !== undefined && { maxDuration: limits.most }),
  })

/** A timer cannot wait longer than some 24.8 days: Node would fire it at once. */
export const longestTimer = '24d'

const time = '(?:[01]\\d|2[0-3]):[0-5]\\d'
/** A part of the day in UK time. */
export const hours = text({ pattern: `^${time}-${time}$`, expects: 'two times of the day, such as 21:00-07:00' })

/** `calls` in each period of `per`; `burst` is how many may be made at once. */
export const rate = object({ calls: count, per: duration({ positive: true }), burst: optional(count) })

export const named = <T>(names: readonly string[], of: Shape<T>): Readonly<Record<string, Shape<T>>> =>
  Object.fromEntries(names.map((name) => [name, of]))

/** Values of one shape under these names; those under `others` may be left out. */
export const keyed = <T>(
  names: readonly string[],
  of: Shape<T>,
  others: readonly string[] = [],
): Shape<Readonly<Record<string, T>>> => ({
  schema: object({ ...named(names, of), ...named(others, optional(of)) }).schema,
})

/** Keys that only exist under a condition, and are then required. */
export const onlyIf = <S extends Shapes>(condition: boolean, shapes: S) =>
  (condition ? shapes : {}) as { readonly [K in keyof S]: Shape<Of<S[K]> | undefined> }
