/**
 * A year of a region's carbon intensity. The service answers for at most a fortnight, so one week of each month stands
 * for the month.
 */
import {
  each,
  figure,
  integer,
  maybe,
  need,
  number,
  object,
  quantity,
  render,
  rounded,
  stated,
  text,
  today,
  type Node,
  type Of,
  type Shape,
  type Shown,
} from '@domesday/core'
import { carbonIntensity, regionWire, timeOf, weekWire } from './wire.ts'

/** A network operator's region, by its number and its name. */
export const regionWords = "The network operator's region, which is not the English region"
const regionName = object({ id: integer(), name: text(regionWords) })
export type RegionName = Of<typeof regionName>

/** The region of an outcode; it hardly ever changes. An outcode outside all regions is a 400. */
export const region = carbonIntensity.get('region', {
  wire: regionWire,
  path: (outcode: string) => `/regional/postcode/${encodeURIComponent(outcode)}`,
  digest: regionName,
  read: ({ data: [found] }) => {
    const id = quantity(found?.regionid),
      name = stated(found?.shortname)
    return id !== null && name !== null ? { id, name } : null
  },
  none: ({ status }) => (status === 400 ? null : undefined),
})

const day = 86_400_000
const weekOfHalfHours = 7 * 48
const dayOf = (time: number): string => new Date(time).toISOString().slice(0, 10)

/** A week in a region, from midnight UTC on the day `from`. */
export interface WeekOf {
  readonly region: RegionName
  readonly from: string
}

/** The mean of a week's half hours, gCO2 per kWh. Null if the service has less than half of them. */
export const week = carbonIntensity.get('week', {
  wire: weekWire,
  // The answer starts with the half hour that ends at the first time and ends with the one that ends at the second.
  path: ({ region: { id }, from }: WeekOf) =>
    `/regional/intensity/${from}T00:30Z/${dayOf(Date.parse(from) + 7 * day)}T00:00Z/regionid/${id}`,
  digest: number(),
  read: ({ data: [found] }, { region, from }) => {
    // The service once renumbered its regions: reject the figures of another region.
    if (found?.shortname !== region.name) throw new TypeError('answered for another region')
    const begin = Date.parse(from)
    const within = found.data.filter((period) => {
      const at = Date.parse(timeOf(period.from) ?? '')
      return at >= begin && at < begin + 7 * day
    })
    const values = within.map(({ intensity }) => quantity(intensity.forecast)).filter((value) => value !== null)
    return values.length < Math.max(weekOfHalfHours / 2, within.length * 0.9)
      ? null
      : rounded(values.reduce((sum, value) => sum + value, 0) / values.length, 1)
  },
})

const monthsOfYear = 12

/** The first day of each of the twelve months before this one; constant within a month, so answers can be cached. */
export const firstWeeks = (today: string): readonly string[] => {
  const [year = 0, month = 0] = today.split('-').map(Number)
  return Array.from({ length: monthsOfYear }, (_, i) => dayOf(Date.UTC(year, month - 1 - monthsOfYear + i, 1)))
}

const yearFields = object({
  region: text(regionWords),
  mean: figure('gCO2/kWh', 'Mean of the weeks'),
  low: figure('gCO2/kWh', 'The mean if each unknown week were as the lowest known one'),
  high: figure('gCO2/kWh', 'The mean if each unknown week were as the highest known one'),
  weeks: integer('Weeks that are known, of twelve'),
  from: text('First month'),
  to: text('Last month'),
})
export interface Year extends Of<typeof yearFields> {}
const yearShape: Shape<Year> = yearFields

/** Null if less than half of the weeks are known. */
export const yearOf = (region: string, today: string, weeks: readonly (number | null)[]): Year | null => {
  const months = firstWeeks(today).map((first) => first.slice(0, 7))
  const known = weeks.filter((mean) => mean !== null)
  if (known.length < monthsOfYear / 2) return null
  const sum = known.reduce((sum, mean) => sum + mean, 0)
  const unknown = monthsOfYear - known.length
  const whole = (of: number): number => rounded((sum + unknown * of) / monthsOfYear, 1)
  return {
    region,
    mean: rounded(sum / known.length, 1),
    low: whole(Math.min(...known)),
    high: whole(Math.max(...known)),
    weeks: known.length,
    from: months[0]!,
    to: months.at(-1)!,
  }
}

/** Carbon intensity of the electricity at a place over a year. */
export const yearAt = (place: Node<{ readonly outcode: string }>): Shown<Year> => {
  const at = need(region, place, ({ outcode }) => outcode)
  const weeks = each(maybe(week), { at, today }, ({ at, today }) =>
    firstWeeks(today).map((from) => ({ region: at, from })),
  )
  return render(yearShape, { at, today, weeks }, ({ at, today, weeks }) => yearOf(at.name, today, weeks))
}
