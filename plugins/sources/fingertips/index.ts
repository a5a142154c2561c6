import { need, notCovered, type Node, type Shown } from '@domesday/core'
import { nationCode, regionCode } from '@domesday/vocabulary-geography'
import { formerCouncils } from '@domesday/vocabulary-succession'
import { indicatorsShape, type HealthIndicators, type Level } from './indicators.ts'
import { byName, fingertips, indicatorsOf } from './latest.ts'

export { indicatorsCompared } from './comparison.ts'
export type { HealthIndicators, Indicator, Level } from './indicators.ts'
export { fingertips, indicatorsOf } from './latest.ts'
export { indicatorsShown } from './shown.ts'

interface Around {
  readonly district: string
  readonly name: string | null
  readonly county: string | null
  readonly region: string | null
}

/** The day of the councils that the area types of the service are of. */
const areasAt = '2023-04-01'

/**
 * The indicators of a district, of the council that had its area before, or of the county of which it was a part. A
 * missing figure is taken from its county, then its region, then England; `level` says which. The rates of several
 * former districts are not those of the council that they became.
 */
export const healthIndicators = fingertips.run(
  'health',
  async (codes: Around, { ask }): Promise<HealthIndicators | null> => {
    const { same, within } = formerCouncils({ code: codes.district, name: codes.name }, areasAt)
    const levels: readonly (readonly [level: Level, code: string | null])[] = [
      ['district', codes.district],
      ...same.map(({ code }) => ['district', code] as const),
      ['county', codes.county],
      ...within.map(({ code }) => ['county', code] as const),
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
  readonly local_authority: string | null
  readonly codes: { readonly local_authority: string | null; readonly county: string | null }
}

export const healthOf = (place: Node<Locality>): Shown<HealthIndicators> =>
  need(healthIndicators, place, ({ region, local_authority: name, codes }) =>
    codes.local_authority === null
      ? notCovered('a place outside every district')
      : { district: codes.local_authority, name, county: codes.county, region: regionCode(region) },
  )
