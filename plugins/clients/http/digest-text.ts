/** A digest as text, for another node. */
import { isNotImported, number, object, optional } from '@domesday/core'
import { type Answered, digestMisfit } from '@domesday/core/client'

const shape = {
  digest: object({ at: number(), until: number(), value: optional({ schema: {} }) }),
} as Parameters<typeof digestMisfit>[0]

/** Null for what holds for one machine alone. */
export const encodeDigest = ({ value, at, until }: Answered): string | null =>
  isNotImported(value) ? null : JSON.stringify({ at, until, value })

/** Null for a text that no node has written. Whether the value fits its operation is for the caller to check. */
export const decodeDigest = (said: string): Answered | null => {
  let read: any
  try {
    read = JSON.parse(said)
  } catch {
    return null
  }
  if (typeof read !== 'object' || read === null || digestMisfit(shape, read) !== null) return null
  return { value: read.value, at: read.at, until: read.until }
}
