/** Spans of time between two dates. A date is a day of UTC, and the last one is in the span. */
import type { ParameterFault } from '@domesday/core/surface'
import { Misread, type Reader } from './readers.ts'

const day = 86_400_000
const date = /^\d{4}-\d{2}-\d{2}$/
const time = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,3})?)?(Z|[+-]\d{2}:\d{2})$/

/** A date or a time: the first millisecond of it, and the first one after it. */
export interface Moment {
  readonly starts: number
  readonly ends: number
}

/** Dates that do not exist, such as 30 February, are refused: JavaScript would take them for another day. */
const isReal = (text: string, at: number): boolean =>
  !Number.isNaN(at) && (!date.test(text) || new Date(at).toISOString().startsWith(text))

export const moment: Reader<Moment> = (text) => {
  const at = date.test(text) || time.test(text) ? Date.parse(text) : NaN
  if (!isReal(text, at) || at < 0)
    throw new Misread('must be a date such as 2026-11-01, or a time such as 2026-11-01T09:00:00Z')
  return { starts: at, ends: date.test(text) ? at + day : at }
}

export interface Wanted {
  readonly from?: Moment | undefined
  readonly to?: Moment | undefined
}

/** What is wrong with the two together. */
export const spanFaults = ({ from, to }: Wanted, names = { from: 'from', to: 'to' }): readonly ParameterFault[] =>
  from && to && from.starts > to.starts ? [{ parameter: names.from, detail: `is after '${names.to}'` }] : []

/** By default the days of this month so far. */
export const spanOf = ({ from, to }: Wanted, now: number): { readonly from: number; readonly to: number } => {
  const today = Math.floor(now / day) * day
  const end = to?.ends ?? Math.max(today, from?.starts ?? 0) + day
  const { y, m } = { y: new Date(end - 1).getUTCFullYear(), m: new Date(end - 1).getUTCMonth() }
  return { from: from?.starts ?? Date.UTC(y, m), to: end }
}
