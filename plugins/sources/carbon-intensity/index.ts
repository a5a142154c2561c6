import {
  choice,
  drawn,
  figure,
  first,
  flag,
  maybe,
  need,
  number,
  numeric,
  object,
  orNull,
  quantity,
  render,
  stated,
  table,
  text,
  time,
  type Node,
  type Of,
  type Shape,
  type Shown,
} from '@domesday/core'
import { fuelColours } from '@domesday/vocabulary-fuels'
import { carbonIntensity, mixWire, periodsWire, regionsWire, timeOf, type Period, type Share } from './wire.ts'

export { carbonIntensity } from './wire.ts'
import { regionWords } from './year.ts'
export { firstWeeks, region, week, yearAt, yearOf, type Year } from './year.ts'

const mixShape = drawn(
  table(
    number({ description: 'Share of the fuel', unit: '%', minimum: 0, maximum: 100 }),
    'Per cent of the electricity used here by what generates it, most first; a fuel whose share is not known is left out',
  ),
  'shares',
  fuelColours,
)
const carbonFields = object({
  scope: choice(['regional', 'national'], 'national where the region is not to be had'),
  region: orNull(text(regionWords)),
  from: orNull(time('Start of the half hour, in UTC')),
  // The service changes the thresholds every year.
  index: orNull(
    text({
      description: 'very low, low, moderate, high or very high',
      tones: { good: ['very low', 'low'], fair: ['moderate'], bad: ['high', 'very high'] },
    }),
  ),
  intensity_gco2_kwh: orNull(figure('gCO2/kWh', 'Carbon in the electricity of this half hour')),
  measured: flag('Whether it is measured; if not, it is forecast. Regions are always forecast'),
  /** Largest first. */
  generation_mix: orNull(mixShape),
})
/** Carbon intensity in the current half hour. */
export interface Carbon extends Of<typeof carbonFields> {}
const carbonShape: Shape<Carbon> = carbonFields

const fuels = ['gas', 'wind', 'nuclear', 'solar', 'biomass', 'hydro', 'coal', 'imports', 'other']

/** A fuel that the answer leaves out has a share of 0 only where the others make a hundred per cent. */
const mixOf = (shares: readonly Share[] | null | undefined): Readonly<Record<string, number>> | null => {
  const given = (shares ?? []).flatMap(({ fuel, perc }) => {
    const share = numeric(perc)
    return share === null ? [] : [[fuel, share] as const]
  })
  if (given.length === 0 || given.some(([, share]) => share < 0 || share > 100)) return null
  const isWhole = given.reduce((sum, [, share]) => sum + share, 0) > 99
  const mix = new Map([...(isWhole ? fuels : []).map((fuel) => [fuel, 0] as const), ...given])
  return Object.fromEntries([...mix].toSorted(([, a], [, b]) => b - a))
}

const periodOf = ({ from, intensity }: Period): Omit<Carbon, 'scope' | 'region' | 'generation_mix'> => {
  const measured = quantity(intensity?.actual)
  return {
    from: timeOf(from),
    intensity_gco2_kwh: measured ?? quantity(intensity?.forecast),
    measured: measured !== null,
    index: stated(intensity?.index),
  }
}

/** The current half hour in the region of an outcode (`RG10`). An outcode outside all regions is a 400. */
export const regional = carbonIntensity.get('regional', {
  wire: regionsWire,
  path: (outcode: string) => `/regional/postcode/${encodeURIComponent(outcode)}`,
  digest: carbonShape,
  read: ({ data: [region] }) => {
    const period = region?.data[0]
    // Find the region by name: the service has renumbered its regions.
    return period
      ? {
          scope: 'regional',
          region: stated(region?.shortname),
          ...periodOf(period),
          generation_mix: mixOf(period.generationmix),
        }
      : null
  },
  none: ({ status }) => (status === 400 ? null : undefined),
})

/** The current half hour in Great Britain, without its mix. */
export const national = carbonIntensity.get('national', {
  wire: periodsWire,
  path: () => '/intensity',
  digest: carbonShape,
  read: ({ data: [period] }) =>
    period ? { scope: 'national', region: null, ...periodOf(period), generation_mix: null } : null,
})

/** The mix of Great Britain. */
export const nationalMix = carbonIntensity.get('national-mix', {
  wire: mixWire,
  path: () => '/generation',
  digest: mixShape,
  read: ({ data: [period] }) => mixOf(period?.generationmix),
})

/** Carbon intensity of the region, or of Great Britain if the region did not answer. */
export const carbonAt = (place: Node<{ readonly outcode: string }>): Shown<Carbon> => {
  const local = maybe(need(regional, place, ({ outcode }) => outcode))
  // Asked only if the region did not answer.
  const country = need(national, { local }, ({ local }) => (local ? null : {}))
  const mix = need(nationalMix, { local }, ({ local }) => (local ? null : {}))
  return first(
    local,
    render(carbonShape, { country, mix: maybe(mix) }, ({ country, mix }) => ({ ...country, generation_mix: mix })),
  )
}
