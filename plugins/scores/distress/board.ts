/** Who runs a company, and who stopped. */
import { hasEnded, isDirecting, type Officer, type Officers } from '@domesday/source-companies-house'
import { monthsAfter } from './calendar.ts'

/** All officers in office today. Those of a company that has ended are not marked as resigned, and serve no more. */
export const servingOf = ({ items }: Officers, status: string | null): readonly Officer[] =>
  hasEnded(status) ? [] : items.filter(({ resigned }) => resigned === null)

export interface Board {
  readonly serving: readonly Officer[]
  /** Those who left in the twelve months up to the day that is asked, or since; the latest first. */
  readonly left: readonly Officer[]
  /** Of all who served in those months, those who left, in percent; null where nobody is registered. */
  readonly leftPercent: number | null
}

export const boardOf = ({ items }: Officers, asOf: string): Board => {
  const since = monthsAfter(asOf, -12)
  const directing = items.filter(({ role }) => isDirecting(role))
  const serving = directing.filter(({ resigned }) => resigned === null)
  const left = directing
    .filter(({ resigned }) => resigned !== null && resigned >= since)
    .toSorted((a, b) => b.resigned!.localeCompare(a.resigned!))
  const served = serving.length + left.length
  return {
    serving,
    left,
    leftPercent: served > 0 ? Math.round((100 * left.length) / served) : directing.length > 0 ? 100 : null,
  }
}
