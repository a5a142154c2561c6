/** Names of the upstream's fuel codes, and the generation mix. */
import { figure, numeric, object, orNull, type Of } from '@domesday/core'

/** One fuel in one interval. */
export interface Outturn {
  readonly fuelType: string
  readonly generation: number | string | boolean
}

const mw = (about: string) => figure('MW', about)
/** What generates on the transmission system. */
export const fuels = {
  gas: mw('Gas'),
  wind: mw('Wind farms on the transmission system; those on local networks are not metered'),
  nuclear: mw('Nuclear'),
  hydro: mw('Hydro, pumped storage among it while it generates'),
  biomass: mw('Biomass'),
  imports: mw('What comes in over the interconnectors, those that export left out'),
  coal: mw('Coal'),
  oil: mw('Oil'),
  other: mw('Anything else'),
}
export type Fuel = keyof typeof fuels
const names = Object.keys(fuels) as readonly Fuel[]
export const flows = {
  total_generation_mw: mw('All of the mix, imports among it'),
  exports_mw: mw('What leaves over the interconnectors'),
  pumping_mw: mw('What pumped storage takes while it stores'),
}
/** Codes that are in every interval: without a row of one, what its fuel makes is not known. */
const usual: Readonly<Partial<Record<Fuel, readonly string[]>>> = {
  gas: ['CCGT'],
  wind: ['WIND'],
  nuclear: ['NUCLEAR'],
  hydro: ['NPSHYD', 'PS'],
  biomass: ['BIOMASS'],
}
export const mixFuels = {
  ...fuels,
  gas: orNull(fuels.gas),
  wind: orNull(fuels.wind),
  nuclear: orNull(fuels.nuclear),
  hydro: orNull(fuels.hydro),
  biomass: orNull(fuels.biomass),
  imports: orNull(fuels.imports),
}
export const mixShape = object(mixFuels)
const mixFields = object({ ...flows, mix: mixShape })
type Mix = Of<typeof mixFields>

// PS is pumped storage; it counts while it generates.
const words: Readonly<Record<string, Fuel>> = {
  CCGT: 'gas',
  OCGT: 'gas',
  WIND: 'wind',
  NUCLEAR: 'nuclear',
  NPSHYD: 'hydro',
  PS: 'hydro',
  BIOMASS: 'biomass',
  COAL: 'coal',
  OIL: 'oil',
}

/** New interconnectors appear from time to time; their codes all start with INT. */
const fuelOf = (code: string): Fuel => (code.startsWith('INT') ? 'imports' : (words[code] ?? 'other'))

/** Negative figures are consumption, not generation: they are kept apart. */
export const mixOf = (rows: readonly Outturn[]): { readonly mix: Mix; readonly lacking: readonly Fuel[] } => {
  const mix = Object.fromEntries(names.map((fuel) => [fuel, 0])) as Record<Fuel, number>
  // An interval published twice has each fuel twice.
  const figures = new Map(
    rows.flatMap(({ fuelType, generation }) => {
      const mw = numeric(generation)
      return mw === null ? [] : [[fuelType, mw] as const]
    }),
  )
  let exports = 0,
    pumping = 0
  for (const [code, mw] of figures) {
    if (mw >= 0) mix[fuelOf(code)] += mw
    else if (code === 'PS') pumping -= mw
    else if (code.startsWith('INT')) exports -= mw
  }
  const lacking = names.filter((fuel) =>
    fuel === 'imports'
      ? ![...figures.keys()].some((code) => fuelOf(code) === fuel)
      : usual[fuel]?.some((code) => !figures.has(code)),
  )
  return {
    lacking,
    mix: {
      total_generation_mw: Object.values(mix).reduce((sum, mw) => sum + mw, 0),
      mix: Object.fromEntries(
        names.map((fuel) => [fuel, lacking.includes(fuel) ? null : mix[fuel]]),
      ) as unknown as Mix['mix'],
      exports_mw: exports,
      pumping_mw: pumping,
    },
  }
}

/** The rows of the newest interval. The service guarantees no order and writes times in several formats. */
export const latest = <Row extends { readonly startTime: string }>(
  rows: readonly Row[],
): { readonly from: string; readonly rows: readonly Row[] } | null => {
  const timed = rows.flatMap((row) => {
    const ms = Date.parse(row.startTime)
    return Number.isNaN(ms) ? [] : [{ row, ms }]
  })
  if (timed.length === 0) return null
  const newest = timed.reduce((latest, { ms }) => Math.max(latest, ms), -Infinity)
  return {
    from: new Date(newest).toISOString().replace(/\.\d+Z$/, 'Z'),
    rows: timed.filter(({ ms }) => ms === newest).map(({ row }) => row),
  }
}
