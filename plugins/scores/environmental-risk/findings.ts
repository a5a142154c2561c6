/** The factors' findings in plain English. */
import { between, type FactorReading, type Metric } from '@domesday/core'
import type { Ground, Level } from '@domesday/source-bgs-geosure'
import type { NearestWaterbody } from '@domesday/source-ea-catchment-data'
import type { WarningAt } from '@domesday/source-ea-flood-monitoring'
import { nowOf, type Likelihood } from '@domesday/source-ea-flood-risk'
import type { RiverSampling } from '@domesday/source-ea-water-quality'
import type { AirQuality } from '@domesday/source-uk-air'
import type { Radon } from '@domesday/source-ukhsa-radon'
import { sampledClass } from './river-class.ts'

const listed = (parts: readonly string[]): string =>
  parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`
const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1).toLowerCase()
const away = (metres: number): string => (metres < 1000 ? `${metres} m` : `${(metres / 1000).toFixed(1)} km`)

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

/** Warnings in force here raise the level. `warnings`: null where they are not known. */
export const floodFinding = (likelihood: Likelihood, warnings: readonly WarningAt[] | null): FactorReading => {
  const { level, atLeast, atMost } = nowOf(likelihood, warnings)
  const here = (warnings ?? [])
    .filter((warning) => warning.here)
    .map(({ severity, name, area }) => `${severity.toLowerCase()} for ${name ?? area}`)
  const raised = level === null || level === likelihood.level ? '' : `, which raises it to ${level}`
  const inForce = warnings === null ? ' Whether a warning is in force is not known.' : ''
  const now = here.length === 0 ? inForce : ` In force here: ${listed(here)}${raised}.`
  // Where a map failed, the postcode file can still tell all: it is for the bounds to say how much is known.
  return between(atLeast, atMost, `${likelihoodDetail(likelihood)}${now}`, level ?? atLeast)
}

const stabilities: Readonly<Record<Ground['stability'], string>> = {
  stable: 'stable',
  moderate: 'moderately stable',
  unstable: 'unstable',
}
export const groundFinding = ({ stability, hazards }: Ground): Metric => {
  const found = Object.entries(hazards).flatMap(([hazard, level]) =>
    level === 'moderate' || level === 'high' ? [`${hazard.replace('_', ' ')} ${level}`] : [],
  )
  const worst = found.length === 0 ? 'all five hazards are low' : `${listed(found)} at worst`
  return { metric: stability, detail: `The ground is ${stabilities[stability]}: ${worst} in the 65 km² around.` }
}

export const shrinkSwellFinding = (level: Level): Metric => ({
  metric: level,
  detail: `Clay that shrinks and swells: ${level} at worst in the 65 km² around.`,
})

const affectedHomes = ['below 1 %', '1 to 3 %', '3 to 5 %', '5 to 10 %', '10 to 30 %', 'over 30 %']
export const radonFinding = ({ class: number, potential }: Radon): Metric => ({
  metric: potential,
  detail: `Radon potential is ${potential}: ${affectedHomes[number - 1]} of homes reach the action level in the worst part of this square kilometre.`,
})

export const airFinding = ({ index, band, readings: [worst] }: AirQuality): Metric => {
  const cause = worst ? `, from ${worst.pollutant} of ${worst.value} µg/m³ at ${worst.site}, ${worst.km} km away` : ''
  return { metric: index, detail: `The daily air quality index is ${index} of 10 (${band})${cause}.` }
}

/**
 * By the ecological class; where there is none, by the samples of the nearest river. Chemical status is no help: every water body fails
 * it. Null where the class could not be looked up.
 */
export const waterFinding = (waterbody: NearestWaterbody | null, sampling: RiverSampling | null): Metric | null => {
  if (waterbody?.ecological) {
    const { status, year } = waterbody.ecological
    return {
      metric: capital(status),
      detail: `The ecological class of ${waterbody.name} is ${status.toLowerCase()}${year === null ? '' : ` (${year})`}.`,
    }
  }
  if (waterbody?.complete === false) return null
  const sampled = sampling && sampledClass(sampling)
  // Both answered, and neither says: a word that no curve has is told, and not weighed.
  if (waterbody && sampling?.complete && !sampled) {
    return {
      metric: 'not classified',
      detail: `Not weighed: ${waterbody.name} has no ecological class, and no ammonia was measured in a river near by.`,
    }
  }
  return (
    sampled && {
      metric: sampled.status,
      detail: `Ammonia averages ${sampled.ammonia} mg/l in the river at ${sampled.name}, ${away(sampled.metres)} away, as in rivers of ${sampled.status.toLowerCase()} class.`,
    }
  )
}
