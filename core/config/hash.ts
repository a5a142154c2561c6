/** Names JSON values by their contents. */
import { createHash } from 'node:crypto'

/** Twelve hex digits: the same for any order of keys, and from run to run. */
export const hashOf = (value: unknown): string =>
  createHash('sha256').update(canonical(value)).digest('hex').slice(0, 12)

/**
 * JSON with sorted keys, so that equal values give equal text. As in JSON, a key whose value is undefined is absent,
 * and `toJSON` is called where there is one, as in dates.
 */
export const canonical = (value: unknown): string => {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null'
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  if ('toJSON' in value && typeof value.toJSON === 'function') return canonical(value.toJSON())
  const entries = Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1))
  return `{${entries.map(([key, member]) => `${JSON.stringify(key)}:${canonical(member)}`).join(',')}}`
}
