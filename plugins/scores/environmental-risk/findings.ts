/** Findings of the factors in plain English. */
import { between, listed, unknown, type FactorReading } from '@domesday/core'
import type { Ground, Level } from '@domesday/source-bgs-geosure'
import type { NearestWaterbody } from '@domesday/source-ea-catchment-data'
import type { WarningAt } from '@domesday/source-ea-flood-monitoring'
import { nowOf, type FloodLevels, type Likelihood } from '@domesday/source-ea-flood-risk'
import type { RiverSampling } from '@domesday/source-ea-water-quality'
import type { Radon } from '@domesday/source-ukhsa-radon'
import { away } from '@domesday/vocabulary-geography'
import type { Material } from './own-material.ts'
import { sampledClass } from './river-class.ts'

type Stability = Ground['ground_stability']

/** What is known of the likelihood, with its figures. */
const likelihoodDetail = ({ level, atLeast, area, addresses, riversAndSea, surfaceWater }: Likelihood): string => {
  const bands = listed([
    ...(riversAndSea ? [`${riversAndSea} from rivers and the sea`] : []),
    ...(surfaceWater ? [`${surfaceWater} from surface water`] : []),
  ])
  if (area === 'point') return `The long-term flood risk is ${level} (${bands}).`
  if (addresses === null) {
    const open = riversAndSea ? 'surface water' : 'rivers and the sea'
    return `The long-term flood risk is ${atLeast} or worse (${bands}): that from ${open} is not known.`
  }
  const counted = listed(
    Object.entries(addresses).flatMap(([likelihood, count]) => (count > 0 ? [`${count} ${likelihood}`] : [])),
  )
  if (counted === '') return `The long-term flood risk is ${level}: no address of the postcode is at a higher one.`
  return `The long-term flood risk in the postcode is ${level} at worst (addresses: ${counted})${bands && `; at its point ${bands}`}.`
}

/** Warnings in force here raise the level. `warnings` is null if they are unknown. */
export const floodFinding = (likelihood: Likelihood, warnings: readonly WarningAt[] | null): FactorReading => {
  const { level, atLeast, atMost } = nowOf(likelihood, warnings)
  const here = (warnings ?? [])
    .filter((warning) => warning.covers_postcode)
    .map(({ severity, name, area }) => `${severity.toLowerCase()} for ${name ?? area}`)
  const raised = level === null || level === likelihood.level ? '' : `, which raises it to ${level}`
  const inForce = warnings === null ? ' Whether a warning is in force is not known.' : ''
  const now = here.length === 0 ? inForce : ` In force here: ${listed(here)}${raised}.`
  // If a map failed, the postcode file may still settle it: let the bounds show how much is known.
  return between(atLeast, atMost, `${likelihoodDetail(likelihood)}${now}`, level ?? atLeast)
}

const stabilities: Readonly<Record<Stability, string>> = {
  stable: 'stable',
  moderate: 'moderately stable',
  unstable: 'unstable',
}
const stabilityOf = (levels: readonly (Level | null)[]): Stability =>
  levels.includes('high') ? 'unstable' : levels.includes('moderate') ? 'moderate' : 'stable'

/**
 * Only the worst spot of each hexagon is published: a place in it may be better. Where peat is mapped at the point
 * itself it is hardly stable, though the edges of that map are coarse; where something firm is, what compresses lies
 * elsewhere.
 */
export const groundFinding = ({
  ground: { ground_stability: stability, ground_hazards: hazards },
  material,
}: {
  readonly ground: Ground
  readonly material: Material | null
}): FactorReading => {
  const found = Object.entries(hazards).flatMap(([hazard, level]) =>
    level === 'moderate' || level === 'high' ? [`${hazard.replace('_', ' ')} ${level}`] : [],
  )
  const worst = found.length === 0 ? 'all five hazards are low' : `${listed(found)} at worst`
  const around = `${worst} in the 65 km² around`
  const { compressible_ground: compressible = null, ...others } = hazards
  if (material?.peat === true && compressible !== 'low')
    return between(
      'moderate',
      'unstable',
      `The ground is likely unstable: ${material.name} is mapped at the point itself, and peat compresses under load; ${around}.`,
      'unstable',
    )
  const apart = stabilityOf(Object.values(others))
  if (material?.soft === false && apart !== stability && !Object.values(others).includes(null))
    return between(
      'stable',
      stability,
      `The ground is likely ${apart === 'stable' ? '' : 'no worse than '}${stabilities[apart]}: ${material.name} is mapped at the point itself, which hardly compresses; ${around}.`,
      apart,
    )
  return between(
    'stable',
    stability,
    `The ground is ${stabilities[stability]}${stability === 'stable' ? '' : ' or better'}: ${around}.`,
    stability,
  )
}

/** Clay at the point itself is not spared what clay does around it; where none is mapped, it likely lies elsewhere. */
export const shrinkSwellFinding = ({
  level,
  material,
}: {
  readonly level: Level
  readonly material: Material | null
}): FactorReading => {
  const around = `Clay that shrinks and swells: ${level} at worst in the 65 km² around`
  if (level === 'low' || material === null) return between('low', level, `${around}.`, level)
  if (material.clay)
    return between('moderate', level, `${around}; ${material.name} is mapped at the point itself.`, level)
  return material.firm
    ? between('low', level, `${around}; ${material.name} is mapped at the point itself, and no clay.`, 'low')
    : between('low', level, `${around}.`, level)
}

const affectedHomes = ['below 1 %', '1 to 3 %', '3 to 5 %', '5 to 10 %', '10 to 30 %', 'over 30 %']
export const radonFinding = ({ class: number, radon_potential: potential }: Radon): FactorReading =>
  between(
    'low',
    potential,
    `Radon potential is ${potential} at most: ${affectedHomes[number - 1]} of homes reach the action level in the worst part of this square kilometre.`,
    potential,
  )

/** For planning, which leaves defences out: it says nothing of the likelihood. */
export const inZone3 = (levels: FloodLevels | null): string | null =>
  levels?.flood_zone === 3 ? 'It lies in flood zone 3, which leaves defences out.' : null

/**
 * From the ecological class. The chemical status does not help: every water body fails it. Null if there is no class.
 */
export const classFinding = ({ name, ecological }: NearestWaterbody): FactorReading | null => {
  if (ecological === null) return null
  const { status, class: metric, year } = ecological
  // No samples instead: whether the class can be read must not change what the score goes by.
  if (metric === null)
    return unknown(`the ecological class of ${name} is given as “${status}”, which is not known here`)
  const of = year === null ? '' : ` (${year})`
  return { metric, detail: `The ecological class of ${name} is ${metric.toLowerCase()}${of}.` }
}

/** From the samples of the nearest river, if no class is published. Null if the class could not be looked up. */
export const sampleFinding = (waterbody: NearestWaterbody | null, sampling: RiverSampling): FactorReading | null => {
  if (waterbody?.complete === false) return null
  const sampled = sampledClass(sampling)
  if (sampled)
    return {
      metric: sampled.status,
      detail: `Ammonia averages ${sampled.ammonia} mg/l in the river at ${sampled.name}, ${away(sampled.metres)} away, as in rivers of ${sampled.status.toLowerCase()} class.`,
    }
  return waterbody && sampling.complete
    ? unknown(`${waterbody.name} has no ecological class, and no ammonia was measured in a river near by`)
    : null
}
