import { need, notCovered, type Node, type Shown } from '@domesday/core'
import { formerCode, nationCode, regionCode } from '@domesday/vocabulary-geography'
import { indicatorsShape, type HealthIndicators, type Level } from './indicators.ts'
import { byName, fingertips, indicatorsOf } from './latest.ts'

export { indicatorsCompared } from './comparison.ts'
export type { HealthIndicators, Indicator, Level } from './indicators.ts'
export { fingertips, indicatorsOf } from './latest.ts'
export { indicatorsShown } from './shown.ts'

interface Around {
  readonly district: string
  readonly county: string | null
  readonly region: string | null
}

/**
 * The indicators of a district. A missing figure is taken from its county, then its region, then England; `level` says
 * which.
 */
export const healthIndicators = fingertips.run(
  'health',
  async (codes: Around, { ask }): Promise<HealthIndicators | null> => {
    const levels: readonly (readonly [level: Level, code: string | null])[] = [
      ['district', codes.district],
      // Its area types are those of 2023.
      ['district', formerCode(codes.district)],
      ['county', codes.county],
      ['region', codes.region],
      ['England', nationCode('England')],
    ]
    let known = byName(() => null)
    for (const [level, code] of levels) {
      if (code === null || Object.values(known).every((figure) => figure !== null)) continue
      const here = await ask(indicatorsOf, { code, level })
      const narrower = known
      known = byName((name) => narrower[name] ?? here[name])
    }
    return Object.values(known).some((figure) => figure !== null) ? known : null
  },
  { confidence: 'unconfirmed', digest: indicatorsShape },
)

/** A place with its region's name, and the GSS codes of its district and county. */
export interface Locality {
  readonly region: string
  readonly codes: { readonly local_authority: string | null; readonly county: string | null }
}

export const healthOf = (place: Node<Locality>): Shown<HealthIndicators> =>
  need(healthIndicators, place, ({ region, codes }) =>
    codes.local_authority === null
      ? notCovered('a place outside every district')
      : { district: codes.local_authority, county: codes.county, region: regionCode(region) },
  )
