/** Fuel codes of the upstream in the words that are shown, and the mix that they make. */
import { numeric, stated } from '@domesday/core'

/** One fuel in one interval. */
export interface Outturn {
  readonly startTime?: string
  readonly fuelType?: string
  readonly generation?: number | string | null
}

const fuels = ['gas', 'wind', 'nuclear', 'hydro', 'biomass', 'coal', 'oil', 'other', 'imports'] as const
export type Fuel = (typeof fuels)[number]

export interface Mix {
  /** MW by fuel, imports among them; wind farms on local networks are not metered. */
  readonly byFuel: Readonly<Record<Fuel, number>>
  /** MW, the sum of these. */
  readonly total: number
  /** MW that leave over the interconnectors. */
  readonly exports: number
  /** MW that pumped storage takes. */
  readonly pumping: number
}

// PS is pumped storage, which counts while it generates.
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

/** Interconnectors are added from time to time, all with codes that begin alike. */
const fuelOf = (code: string): Fuel => (code.startsWith('INT') ? 'imports' : (words[code] ?? 'other'))

/** What is negative is taken from the system: it is no generation, and is kept apart. */
export const mixOf = (rows: readonly Outturn[]): Mix => {
  const byFuel = Object.fromEntries(fuels.map((fuel) => [fuel, 0])) as Record<Fuel, number>
  // An interval that was published twice lists its fuels twice.
  const figures = new Map(
    rows.flatMap(({ fuelType, generation }) => {
      const code = stated(fuelType),
        mw = numeric(generation)
      return code === null || mw === null ? [] : [[code, mw] as const]
    }),
  )
  let exports = 0,
    pumping = 0
  for (const [code, mw] of figures) {
    if (mw >= 0) byFuel[fuelOf(code)] += mw
    else if (code === 'PS') pumping -= mw
    else if (code.startsWith('INT')) exports -= mw
  }
  return { byFuel, total: Object.values(byFuel).reduce((sum, mw) => sum + mw, 0), exports, pumping }
}

/**
 * The rows of the newest interval. The service sends them in no promised order, and writes times in more than one
 * way.
 */
export const latest = <Row extends { readonly startTime?: string }>(
  rows: readonly Row[],
): { readonly from: string; readonly rows: readonly Row[] } | null => {
  const timed = rows.flatMap((row) => {
    const ms = Date.parse(row.startTime ?? '')
    return Number.isNaN(ms) ? [] : [{ row, ms }]
  })
  if (timed.length === 0) return null
  const newest = timed.reduce((latest, { ms }) => Math.max(latest, ms), -Infinity)
  return {
    from: new Date(newest).toISOString().replace(/\.\d+Z$/, 'Z'),
    rows: timed.filter(({ ms }) => ms === newest).map(({ row }) => row),
  }
}
