import { derive, first, many, maybe, need, numeric, quantity, stated, type Node } from '@domesday/core'
import { carbonIntensity, dataOf, time, type Period, type Region, type Reply, type Share } from './wire.ts'

export { carbonIntensity } from './wire.ts'
export { firstWeeks, region, week, yearAt, yearOf, type Year } from './year.ts'

/** Carbon intensity of the half hour that is running. */
export interface Carbon {
  readonly scope: 'regional' | 'national'
  /** The network operator's region, `London`, which is no English region; null where national. */
  readonly region: string | null
  /** The half hour, in UTC: `2026-10-15T09:00:00Z`. */
  readonly from: string | null
  readonly to: string | null
  /** gCO2 per kWh: measured where it is, else forecast. Regions are never measured. */
  readonly intensity: number | null
  readonly measured: boolean
  /** very low, low, moderate, high or very high; the thresholds move every year. */
  readonly index: string | null
  /** Per cent by fuel, all nine fuels, most first; null where the mix is not stated. */
  readonly mix: Readonly<Record<string, number>> | null
}

const fuels = ['gas', 'wind', 'nuclear', 'solar', 'biomass', 'hydro', 'coal', 'imports', 'other']

/** Fuels that a reply leaves out are at nought. */
const mixOf = (shares: readonly Share[] | null | undefined): Readonly<Record<string, number>> | null => {
  const given = (shares ?? []).flatMap(({ fuel, perc }) => {
    const name = stated(fuel),
      share = numeric(perc)
    return name !== null && share !== null ? [[name, share] as const] : []
  })
  // A share that cannot be would be nought if it were left out.
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

/** The running half hour in the region of an outcode (`RG10`). Outcodes that belong to no region are a 400. */
export const regional = carbonIntensity.get('regional', {
  path: (outcode: string) => `/regional/postcode/${encodeURIComponent(outcode)}`,
  read: (reply: Reply<Region>): Carbon | null => {
    const [region] = dataOf(reply)
    const period = many<Period>(region?.data)[0]
    // Keyed by name, because the numbers of the regions were moved.
    return period
      ? { scope: 'regional', region: stated(region?.shortname), ...periodOf(period), mix: mixOf(period.generationmix) }
      : null
  },
  none: ({ status }) => (status === 400 ? null : undefined),
})

/** The running half hour of Great Britain, without its mix. */
export const national = carbonIntensity.get('national', {
  path: () => '/intensity',
  read: (reply: Reply<Period>): Carbon | null => {
    const [period] = dataOf(reply)
    return period ? { scope: 'national', region: null, ...periodOf(period), mix: null } : null
  },
})

/** The mix of Great Britain. The reply's `data` is one object here. */
export const nationalMix = carbonIntensity.get('national-mix', {
  path: () => '/generation',
  read: (reply: Reply<Period>) => mixOf(dataOf(reply)[0]?.generationmix),
})

/** Carbon intensity at a place: of its region, or of Great Britain where the region's is not to be had. */
export const carbonAt = (place: Node<{ readonly outcode: string }>): Node<Carbon> => {
  const local = maybe(need(regional, { place }, ({ place }) => place.outcode))
  // Asked only once the region has not answered.
  const country = need(national, { local }, ({ local }) => (local ? null : {}))
  const mix = need(nationalMix, { local }, ({ local }) => (local ? null : {}))
  return first(
    local,
    derive({ country, mix: maybe(mix) }, ({ country, mix }): Carbon => ({ ...country, mix })),
  )
}
