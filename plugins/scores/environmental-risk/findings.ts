/** The factors' findings in plain English. */
import type { Metric } from '@domesday/core'
import type { Ground, Level } from '@domesday/source-bgs-geosure'
import type { NearestWaterbody } from '@domesday/source-ea-catchment-data'
import type { WarningAt } from '@domesday/source-ea-flood-monitoring'
import type { Flood } from '@domesday/source-ea-flood-risk'
import type { RiverSampling } from '@domesday/source-ea-water-quality'
import type { AirQuality } from '@domesday/source-uk-air'
import type { Radon } from '@domesday/source-ukhsa-radon'
import { sampledClass } from './river-class.ts'

const listed = (parts: readonly string[]): string =>
  parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`
const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1).toLowerCase()
const away = (metres: number): string => (metres < 1000 ? `${metres} m` : `${(metres / 1000).toFixed(1)} km`)

export const floodFinding = ({
  level,
  levelNow,
  riversAndSea,
  surfaceWater,
  zone,
  warnings,
}: Flood<WarningAt>): Metric => {
  const bands = listed([
    ...(riversAndSea ? [`${riversAndSea} from rivers and the sea`] : []),
    ...(surfaceWater ? [`${surfaceWater} from surface water`] : []),
  ])
  const basis = [...(bands ? [bands] : []), ...(zone ? [`planning zone ${zone.zone}`] : [])].join('; ')
  const here = (warnings ?? [])
    .filter((warning) => warning.here)
    .map(({ severity, name, area }) => `${severity.toLowerCase()} for ${name ?? area}`)
  const now =
    here.length === 0
      ? ''
      : ` In force here: ${listed(here)}${levelNow === level ? '' : `, which raises it to ${levelNow}`}.`
  return { metric: levelNow, detail: `The long-term flood risk is ${level} (${basis}).${now}` }
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
