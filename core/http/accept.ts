/** Content negotiation of lookups: JSON, unless the surface declares another media type. */
import type { IncomingMessage } from 'node:http'
import { Failure } from '../contract/failure.ts'

const jsonType = 'application/json'

/** The media ranges of a header with their weights. Malformed ranges are ignored. */
const rangesIn = (header: string): ReadonlyMap<string, number> => {
  const ranges = new Map<string, number>()
  for (const part of header.toLowerCase().split(',')) {
    const [range = '', ...parameters] = part.split(';').map((each) => each.trim())
    const weight = parameters.find((each) => each.startsWith('q='))?.slice(2)
    if (/^[\w.+*-]+\/[\w.+*-]+$/.test(range)) ranges.set(range, weight === undefined ? 1 : Number(weight) || 0)
  }
  return ranges
}

export const accepts = (header: string | undefined, type = jsonType): boolean => {
  if (header === undefined || header === '*/*' || header === type) return true
  const ranges = rangesIn(header)
  if (ranges.size === 0) return true
  // Accept: application/problem+json alone counts as JSON.
  if (type === jsonType && (ranges.get('application/problem+json') ?? 0) > 0) return true
  // The most specific range that matches decides (RFC 9110, 12.5.1).
  const deciding = [type, type.replace(/\/.*/, '/*'), '*/*'].find((range) => ranges.has(range))
  return deciding !== undefined && ranges.get(deciding)! > 0
}

/** Whether a header names a type itself: a range that covers it is not enough. */
export const asksFor = (header: string | undefined, type: string): boolean =>
  header !== undefined && (rangesIn(header).get(type) ?? 0) > 0

/** Throws the 406. `others`: media types that have to be named, and were not. */
export const mustAccept = ({ headers }: IncomingMessage, type = jsonType, others: readonly string[] = []): void => {
  if (accepts(headers.accept, type)) return
  const allowed = [type, ...others]
  const shown = allowed.join(' or ').replace(jsonType, 'JSON')
  const detail = `Look-ups answer in ${shown} here, which the Accept header of this request leaves out.`
  throw new Failure('not_acceptable', detail, {
    errors: [{ parameter: 'Accept', detail: `leaves out ${shown}`, allowed }],
  })
}
