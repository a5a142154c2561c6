/** What the factors of the score find, and the land that decides it. */
import { between, counted, listed, rounded, settled, type FactorReading } from '@domesday/core'
import type { Mining } from '@domesday/source-mining-risk'
import type { Activity } from '@domesday/source-planning-applications'
import type { Bearing, Brownfield, Constraints, Designated, FloodZones, Site } from '@domesday/source-planning-data'
import type { Performance } from '@domesday/source-planning-performance'
import type { Comparison } from '@domesday/vocabulary-comparison'

const someOf = (count: number, one: string): string => (count === 0 ? `No ${one}s` : counted(count, one))
const named = ({ kind, name }: Pick<Site, 'kind' | 'name'>): string =>
  name === null ? `${/^[aeiou]/i.test(kind) ? 'an' : 'a'} ${kind}` : `${name} (${kind})`

export const constraintsFinding = ({ sites, level, weight }: Constraints): FactorReading => ({
  metric: weight,
  detail:
    sites.length === 0
      ? 'Nothing is designated here, as far as the register has it.'
      : `${counted(sites.length, 'designation')} here ${sites.length > 1 ? 'put' : 'puts'} the constraint level at ${level}${sites.length > 1 ? '; the heaviest is' : ':'} ${named(sites[0]!)}.`,
})

export const activityFinding = ({
  total,
  counted: listed,
  large,
  approval_rate_pct: approved,
  ...of
}: Activity): FactorReading => ({
  metric: of.momentum,
  detail:
    `${someOf(total, 'application')} within ${of.radius_m} m in ${of.days} days` +
    (total === 0
      ? '.'
      : ` (${rounded(of.density)} a square kilometre a year)${listed < total ? `; of the newest ${listed}` : ''}, ${large || 'none'} of them large` +
        `${approved === null ? ' and none decided' : `, and ${approved} % of those decided approved`}.`),
})

export const natureFinding = ({ bearing, by, beyond }: Bearing): FactorReading => {
  const told =
    by === null
      ? 'Inside no protected landscape or nature reserve, and no national wildlife site lies near.'
      : `${by.at_postcode ? 'Inside' : by.distance_m === null ? 'Near' : `${by.distance_m} m from`} ${named(by)}.`
  return beyond.length === 0
    ? settled(bearing, told)
    : between(
        bearing,
        'beside a wildlife site',
        `${told} Sites in ${listed(beyond)}, which is near, are not known.`,
        bearing,
      )
}

export const councilFinding = ({
  authority,
  decisions,
  approval_rate_pct: approved,
  in_time_pct: inTime,
  from,
  to,
  comparison,
}: Performance): FactorReading | null => {
  const rates = [approved, inTime].filter((rate) => rate !== null)
  if (rates.length === 0) return null
  const beside = ({ nation }: Comparison): string => (nation ? ` (${nation.area} ${nation.value} %)` : '')
  const said = [
    approved !== null && `${approved} % approved${beside(comparison.approval_rate_pct)}`,
    inTime !== null && `${inTime} % in time${beside(comparison.in_time_pct)}`,
  ]
  return {
    metric: rates.reduce((sum, rate) => sum + rate, 0) / rates.length,
    detail: `${authority} made ${counted(decisions, 'decision')} from ${from} to ${to}: ${said.filter(Boolean).join(', ')}.`,
  }
}

export const brownfieldFinding = ({ radius_m: metres, total, homes_min: homes }: Brownfield): FactorReading => ({
  metric: total,
  detail: `${someOf(total, 'brownfield site')} registered within ${metres} m${homes !== null && homes > 0 ? `, for at least ${counted(homes, 'home')}` : ''}.`,
})

export const floodFinding = ({ zone, probability, zones }: FloodZones): FactorReading => {
  const told = `Flood zone ${zone}, a ${probability} probability${zones.length > 1 ? `; another register says zone ${zones[1]!.zone}` : ''}.`
  // The platform's copy may be older than the agency's map, which decides.
  return zones.some(({ sources }) => sources.includes('ea-flood-risk'))
    ? settled(zone, told)
    : between(zone, 3, told, zone)
}

const mined: Readonly<Record<Mining['level'], string>> = {
  'outside the coalfield': 'Outside the coalfield.',
  'on the coalfield': 'On the coalfield, outside its high-risk areas.',
  'surface mining': 'On land that was or is mined from the surface.',
  'high risk': 'In a Development High Risk Area: an application needs a Coal Mining Risk Assessment.',
}
export const miningFinding = ({ level }: Mining): FactorReading => ({ metric: level, detail: mined[level] })

/** Land where new building is normally refused. */
const forbidding: readonly string[] = ['green belt', 'Site of Special Scientific Interest', 'scheduled monument']

export const protectedLand = (designated: readonly Designated[]): string | null => {
  const inside = designated.filter(({ kind, at_postcode: here }) => here && forbidding.includes(kind))
  const kinds = [...new Set(inside.map(({ kind }) => `${kind === 'green belt' ? 'the' : 'a'} ${kind}`))]
  return kinds.length > 0 ? `Inside ${kinds.join(' and ')}: new building is refused here as a rule.` : null
}

export const listedHere = (designated: readonly Designated[]): string | null => {
  const one = designated.find(({ kind, at_postcode: here }) => here && kind === 'listed building')
  if (one === undefined) return null
  return `The building here is listed${one.grade === null ? '' : `, grade ${one.grade}`}${one.name === null ? '' : `: ${one.name}`}.`
}
