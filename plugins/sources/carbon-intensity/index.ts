import { derive, first, many, maybe, need, numeric, present, quantity, source, stated, type Node } from '@domesday/core'

export const carbonIntensity = source({
  id: 'carbon-intensity',
  title: 'Carbon intensity of electricity',
  home: import.meta.dirname,
  licence: 'CC-BY-4.0',
  attribution:
    'Carbon Intensity API, National Energy System Operator, with Environmental Defense Fund Europe, the University of Oxford and WWF, CC BY 4.0',
  covers: ['England', 'Wales', 'Scotland'],
  coverage:
    'Great Britain: carbon intensity and generation mix of electricity for 14 regions and the whole, by the half hour',
})

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

interface Intensity {
  readonly forecast?: number | null
  readonly actual?: number | null
  readonly index?: string | null
}
interface Share {
  readonly fuel?: string
  readonly perc?: number | string | null
}
interface Period {
  readonly from?: string
  readonly to?: string
  readonly intensity?: Intensity | null
  readonly generationmix?: readonly Share[] | null
}
interface Region {
  readonly shortname?: string
  readonly data?: readonly Period[] | Period
}
interface Reply<T> {
  readonly data?: readonly T[] | T
}

const dataOf = <T>({ data }: Reply<T>): readonly T[] => many<T>(present(data, 'data'))

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

/** The service leaves the seconds out: `2026-10-15T09:00Z`. */
const time = (raw: unknown): string | null => {
  const full = stated(raw)?.replace(/(T\d\d:\d\d)Z$/, '$1:00Z') ?? ''
  return /^\d{4}-\d{2}-\d{2}T/.test(full) && !Number.isNaN(Date.parse(full)) ? full : null
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
