import {
  between,
  counted,
  derive,
  factor,
  gate,
  gates,
  rounded,
  score,
  settled,
  some,
  type Node,
  type Scored,
} from '@domesday/core'
import type { Mining } from '@domesday/source-mining-risk'
import type { NatureAround } from '@domesday/source-natural-england'
import type { Brownfield, Constraints, Site } from '@domesday/source-planning-data'
import type { Performance } from '@domesday/source-planning-performance'
import type { Activity } from './activity.ts'
import { leastHomes } from './brownfield.ts'
import { probability, type FloodZones } from './flood.ts'
import { bearingOf, designatedAround } from './sites.ts'

const someOf = (count: number, one: string): string => (count === 0 ? `No ${one}s` : counted(count, one))
const named = ({ kind, name }: Pick<Site, 'kind' | 'name'>): string =>
  name === null ? `${/^[aeiou]/i.test(kind) ? 'an' : 'a'} ${kind}` : `${name} (${kind})`

/** The parts of the answer that the score uses. */
export interface Parts {
  readonly constraints: Node<Constraints>
  readonly activity: Node<Activity>
  readonly nature: Node<NatureAround>
  readonly council: Node<Performance>
  readonly brownfield: Node<Brownfield>
  readonly flood: Node<FloodZones>
  readonly mining: Node<Mining>
  readonly tune: Node<{
    readonly beside_m: number
    readonly applications_radius_m: number
    readonly applications_days: number
    readonly brownfield_radius_m: number
  }>
}

/** How easy it is to build here: more points mean fewer obstacles. */
export const developmentScore = ({
  constraints,
  activity,
  nature,
  council,
  brownfield,
  flood,
  mining,
  tune,
}: Parts) => {
  const known = some({ register: constraints, nature })
  const bearing = derive({ known, tune }, ({ known: { register, nature }, tune }) =>
    bearingOf(register, nature, tune.beside_m),
  )

  return score(
    'development',
    {
      constraint_density: factor({ constraints }, ({ constraints: { sites, level, weight } }) => ({
        metric: weight,
        detail:
          sites.length === 0
            ? 'Nothing is designated here.'
            : `${counted(sites.length, 'designation')} here ${sites.length > 1 ? 'put' : 'puts'} the constraint level at ${level}${sites.length > 1 ? '; the heaviest is' : ':'} ${named(sites[0]!)}.`,
      })),

      development_momentum: factor(
        { activity, tune },
        ({ activity: { total, listed, density, large, approvalRate, momentum }, tune }) => ({
          metric: momentum,
          detail:
            `${someOf(total, 'application')} within ${tune.applications_radius_m} m in ${tune.applications_days} days` +
            (total === 0
              ? '.'
              : ` (${rounded(density)} a square kilometre a year)${listed < total ? `; of the newest ${listed}` : ''}, ${large || 'none'} of them large` +
                `${approvalRate === null ? ' and none decided' : `, and ${approvalRate} % of those decided approved`}.`),
        }),
      ),

      environmental_designations: factor({ bearing }, ({ bearing: { bearing, by } }) =>
        settled(
          bearing,
          by === null
            ? 'Inside no protected landscape or nature reserve, and no national wildlife site lies near.'
            : `${by.metres === 0 ? 'Inside' : by.metres === null ? 'Near' : `${by.metres} m from`} ${named(by)}.`,
        ),
      ),

      council_efficiency: factor(
        { council },
        ({ council: { authority, decisions, approvalRate, inTimeRate, from, to } }) => {
          const rates = [approvalRate, inTimeRate].filter((rate) => rate !== null)
          return (
            rates.length > 0 && {
              metric: rates.reduce((sum, rate) => sum + rate, 0) / rates.length,
              detail:
                `${authority} made ${counted(decisions, 'decision')} from ${from} to ${to}: ` +
                [
                  approvalRate !== null && `${approvalRate} % approved`,
                  inTimeRate !== null && `${inTimeRate} % in time`,
                ]
                  .filter(Boolean)
                  .join(', ') +
                '.',
            }
          )
        },
      ),

      brownfield_opportunity: factor({ brownfield, tune }, ({ brownfield: { total, sites }, tune }) => {
        const homes = leastHomes(sites)
        return {
          metric: total,
          detail: `${someOf(total, 'brownfield site')} registered within ${tune.brownfield_radius_m} m${homes > 0 ? `, for at least ${counted(homes, 'home')}` : ''}.`,
        }
      }),

      flood_risk: factor({ flood }, ({ flood: { zone, zones } }) => {
        const told = `Flood zone ${zone}, a ${probability[zone]} probability${zones.length > 1 ? `; another register says zone ${zones[1]!.zone}` : ''}.`
        // The platform's copy may be older than the agency's map, which decides.
        return zones.some(({ sources }) => sources.includes('ea-flood-risk'))
          ? settled(zone, told)
          : between(zone, 3, told, zone)
      }),

      mining_risk: factor({ mining }, ({ mining: { level } }) => ({
        metric: level,
        detail: {
          'outside the coalfield': 'Outside the coalfield.',
          'on the coalfield': 'On the coalfield, outside its high-risk areas.',
          'surface mining': 'On land that was or is mined from the surface.',
          'high risk': 'In a Development High Risk Area: an application needs a Coal Mining Risk Assessment.',
        }[level],
      })),
    },
    {
      gates: gates({
        protected_land: gate({ known }, ({ known: { register, nature } }) => protectedGate(register, nature)),
      }),
    },
  )
}

/** Land where new building is normally refused. */
const forbidding: readonly string[] = ['green belt', 'Site of Special Scientific Interest', 'scheduled monument']

const protectedGate = (register: Constraints | null, nature: NatureAround | null): string | null => {
  const inside = designatedAround(register, nature).filter(
    ({ kind, metres }) => metres === 0 && forbidding.includes(kind),
  )
  const kinds = [...new Set(inside.map(({ kind }) => kind))]
  return kinds.length === 0
    ? null
    : `Inside ${kinds.map((kind) => (kind === 'green belt' ? `the ${kind}` : `a ${kind}`)).join(' and ')}: new building is refused here as a rule.`
}

/** The score in this answer's format: a factor's points are called `score` and rounded. */
export const asDevelopment = ({ signals, ...rest }: Scored) => ({
  ...rest,
  factors: signals.map((signal) => ({
    ...signal,
    score: signal.points === null ? null : Math.round(signal.points),
  })),
})
