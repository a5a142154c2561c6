/** The people who run a company, and those who left. */
import { hasEnded, isDirecting, type Officer, type Officers } from '@domesday/source-companies-house'
import { monthsAfter } from './calendar.ts'

/** Officers in office today. When a company ends, they no longer serve but are not marked as resigned. */
export const servingOf = ({ items }: Officers, status: string | null): readonly Officer[] =>
  hasEnded(status) ? [] : items.filter((one) => one.resigned_on === null)

export interface Board {
  readonly serving: readonly Officer[]
  /** Officers who left in the twelve months before `asOf`, or since; latest first. */
  readonly left: readonly Officer[]
  /** Percentage of the officers of those months who left; null if nobody is registered. */
  readonly leftPercent: number | null
}

export const boardOf = ({ items }: Officers, asOf: string): Board => {
  const since = monthsAfter(asOf, -12)
  const directing = items.filter(({ role }) => isDirecting(role))
  const serving = directing.filter((one) => one.resigned_on === null)
  const left = directing
    .filter(({ resigned_on: left }) => left !== null && left >= since)
    .toSorted((a, b) => b.resigned_on!.localeCompare(a.resigned_on!, 'en'))
  const served = serving.length + left.length
  return {
    serving,
    left,
    leftPercent: served > 0 ? Math.round((100 * left.length) / served) : directing.length > 0 ? 100 : null,
  }
}
