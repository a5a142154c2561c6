/** A digest as text, for another node. */
import {
  ambiguous,
  Ambiguous,
  flag,
  integer,
  list,
  noSuch,
  NoSuch,
  notCovered,
  NotCovered,
  NotImported,
  number,
  object,
  optional,
  orNull,
  text,
} from '@domesday/core'
import { type Answered, digestMisfit } from '@domesday/core/client'

const candidate = object({
  id: text(),
  label: text(),
  status: optional(orNull(text())),
  since: optional(orNull(text())),
  address: optional(orNull(text())),
  born: optional(orNull(text())),
  appointments: optional(orNull(integer())),
})
const written = {
  at: number(),
  until: number(),
  value: optional({ schema: {} }),
  // In what way there is no value.
  no_such: optional(object({ detail: text(), candidates: list(candidate), existed: optional(flag()) })),
  ambiguous: optional(object({ detail: text(), candidates: list(candidate) })),
  not_covered: optional(object({ where: text() })),
}
const shape = { digest: object(written) } as Parameters<typeof digestMisfit>[0]

/** Null for what holds for one machine alone. */
export const encodeDigest = ({ value, at, until }: Answered): string | null => {
  if (value instanceof NotImported) return null
  const said =
    value instanceof NoSuch
      ? { no_such: { detail: value.detail, candidates: value.suggestions, ...(value.existed && { existed: true }) } }
      : value instanceof Ambiguous
        ? { ambiguous: { detail: value.detail, candidates: value.candidates } }
        : value instanceof NotCovered
          ? { not_covered: { where: value.where } }
          : { value }
  return JSON.stringify({ at, until, ...said })
}

/** Null for a text that no node has written. Whether the value fits its operation is for the caller to check. */
export const decodeDigest = (said: string): Answered | null => {
  let read: any
  try {
    read = JSON.parse(said)
  } catch {
    return null
  }
  if (typeof read !== 'object' || read === null || digestMisfit(shape, read) !== null) return null
  const value =
    read.no_such !== undefined
      ? noSuch(read.no_such.detail, read.no_such.candidates, read.no_such.existed)
      : read.ambiguous !== undefined
        ? ambiguous(read.ambiguous.detail, read.ambiguous.candidates)
        : read.not_covered !== undefined
          ? notCovered(read.not_covered.where)
          : read.value
  return { value, at: read.at, until: read.until }
}
