/** Names of the upstream's fuel codes, and the generation mix. */
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
  /** MW by fuel, including imports; wind farms on local networks are not metered. */
  readonly byFuel: Readonly<Record<Fuel, number>>
  /** MW, sum of `byFuel`. */
  readonly total: number
  /** MW exported over the interconnectors. */
  readonly exports: number
  /** MW consumed by pumped storage. */
  readonly pumping: number
}

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
export const mixOf = (rows: readonly Outturn[]): Mix => {
  const byFuel = Object.fromEntries(fuels.map((fuel) => [fuel, 0])) as Record<Fuel, number>
  // An interval published twice has each fuel twice.
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

/** The rows of the newest interval. The service guarantees no order and writes times in several formats. */
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
