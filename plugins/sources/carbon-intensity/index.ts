import { derive, first, many, maybe, need, numeric, quantity, stated, type Node } from '@domesday/core'
import { carbonIntensity, dataOf, time, type Period, type Region, type CarbonReply, type Share } from './wire.ts'

export { carbonIntensity } from './wire.ts'
export { firstWeeks, region, week, yearAt, yearOf, type Year } from './year.ts'

/** Carbon intensity in the current half hour. */
export interface Carbon {
  readonly scope: 'regional' | 'national'
  /** The network operator's region, such as `London`; not an English region. Null for the national figure. */
  readonly region: string | null
  /** The half hour, in UTC: `2026-10-15T09:00:00Z`. */
  readonly from: string | null
  readonly to: string | null
  /** gCO2 per kWh: measured if available, otherwise forecast. Regional figures are always forecasts. */
  readonly intensity: number | null
  readonly measured: boolean
  /** very low, low, moderate, high or very high; the service changes the thresholds every year. */
  readonly index: string | null
  /** Percentages of all nine fuels, largest first; null if the mix is not stated. */
  readonly mix: Readonly<Record<string, number>> | null
}

const fuels = ['gas', 'wind', 'nuclear', 'solar', 'biomass', 'hydro', 'coal', 'imports', 'other']

/** A fuel that the answer leaves out has a share of 0. */
const mixOf = (shares: readonly Share[] | null | undefined): Readonly<Record<string, number>> | null => {
  const given = (shares ?? []).flatMap(({ fuel, perc }) => {
    const name = stated(fuel),
      share = numeric(perc)
    return name !== null && share !== null ? [[name, share] as const] : []
  })
  // If one share is impossible, reject the mix: a fuel left out would count as 0.
  if (given.length === 0 || given.some(([, share]) => share < 0 || share > 100)) return null
  const mix = new Map([...fuels.map((fuel) => [fuel, 0] as const), ...given])
  return Object.fromEntries([...mix].toSorted(([, a], [, b]) => b - a))
}

const periodOf = ({ from, to, intensity }: Period): Omit<Carbon, 'scope' | 'region' | 'mix'> => {
  const measured = quantity(intensity?.actual)
  return {
    from: time(from),
    to: time(to),
    intensity: measured ?? quantity(intensity?.forecast),
    measured: measured !== null,
    index: stated(intensity?.index),
  }
}

/** The current half hour in the region of an outcode (`RG10`). An outcode outside all regions is a 400. */
export const regional = carbonIntensity.get('regional', {
  path: (outcode: string) => `/regional/postcode/${encodeURIComponent(outcode)}`,
  read: (reply: CarbonReply<Region>): Carbon | null => {
    const [region] = dataOf(reply)
    const period = many<Period>(region?.data)[0]
    // Find the region by name: the service has renumbered its regions.
    return period
      ? { scope: 'regional', region: stated(region?.shortname), ...periodOf(period), mix: mixOf(period.generationmix) }
      : null
  },
  none: ({ status }) => (status === 400 ? null : undefined),
})

/** The current half hour in Great Britain, without its mix. */
export const national = carbonIntensity.get('national', {
  path: () => '/intensity',
  read: (reply: CarbonReply<Period>): Carbon | null => {
    const [period] = dataOf(reply)
    return period ? { scope: 'national', region: null, ...periodOf(period), mix: null } : null
  },
})

/** The mix of Great Britain. Here `data` is one object, not a list. */
export const nationalMix = carbonIntensity.get('national-mix', {
  path: () => '/generation',
  read: (reply: CarbonReply<Period>) => mixOf(dataOf(reply)[0]?.generationmix),
})

/** Carbon intensity of the region, or of Great Britain if the region did not answer. */
export const carbonAt = (place: Node<{ readonly outcode: string }>): Node<Carbon> => {
  const local = maybe(need(regional, { place }, ({ place }) => place.outcode))
  // Asked only if the region did not answer.
  const country = need(national, { local }, ({ local }) => (local ? null : {}))
  const mix = need(nationalMix, { local }, ({ local }) => (local ? null : {}))
  return first(
    local,
    derive({ country, mix: maybe(mix) }, ({ country, mix }): Carbon => ({ ...country, mix })),
  )
}
