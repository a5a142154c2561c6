/** How well public transport connects a place. Weights, curves and bands are ours; the interface fixes the factors. */
import { about, factor, score, type FactorReading, type Node } from '@domesday/core'
import type { Place } from '@domesday/source-postcodes-io'
import type { Stop } from '@domesday/vocabulary-stops'
import { nearestOf, nearestOfEach } from './nearest.ts'
import { tune } from './settings.ts'

const away = (metres: number): string => (metres < 1000 ? `${metres} m` : `${(metres / 1000).toFixed(1)} km`)

/** The metric if there is none within reach: beyond the end of any curve. */
const outOfReach = 1e9

type Near = Pick<Stop, 'name' | 'type' | 'distance_m'>

interface Around {
  readonly place: Node<Place>
  readonly stations: Node<readonly Near[]>
  readonly buses: Node<readonly Near[]>
  /** Whether NaPTAN replaces the register that measures better. */
  readonly otherStations: Node<boolean>
  readonly otherBuses: Node<boolean>
}

const reading = (other: boolean, metric: number, detail: string): FactorReading =>
  other ? about(metric, detail) : { metric, detail }

export const connectivityOf = ({ place, stations, buses, otherStations, otherBuses }: Around) =>
  score('connectivity', {
    station_proximity: factor({ stations, other: otherStations, tune }, ({ stations, other, tune }) => {
      const [nearest] = nearestOf(stations, 1)
      return nearest
        ? reading(
            other,
            nearest.distance_m,
            `The nearest station, ${nearest.name} (${nearest.type}), is ${away(nearest.distance_m)} away.`,
          )
        : reading(other, outOfReach, `There is no railway station within ${tune.reach_km.rail} km.`)
    }),

    bus_proximity: factor({ buses, other: otherBuses, tune }, ({ buses, other, tune }) => {
      const [nearest] = nearestOf(buses, 1)
      return nearest
        ? reading(
            other,
            nearest.distance_m,
            `The nearest bus stop, ${nearest.name}, is ${away(nearest.distance_m)} away.`,
          )
        : reading(other, outOfReach, `There is no bus stop within ${tune.reach_km.bus} km.`)
    }),

    diversity: factor(
      { stations, buses, otherStations, otherBuses, tune },
      ({ stations, buses, otherStations, otherBuses, tune: { diversity_km: km } }) => {
        const kinds = nearestOfEach([...stations, ...buses])
          .filter(({ distance_m }) => distance_m <= km * 1000)
          .map(({ type }) => type)
        const which = `${kinds.length} of rail, metro, tram and bus within ${km} km: ${kinds.join(', ')}.`
        return reading(
          otherStations || otherBuses,
          kinds.length,
          kinds.length === 0 ? `There is no public transport within ${km} km.` : which,
        )
      },
    ),

    regional_baseline: factor({ place, tune }, ({ place: { region, local_authority: district }, tune }) => {
      if (region === 'London') return { metric: 'london', detail: 'In London, whose network is the densest.' }
      return district !== null && tune.major_cities.includes(district)
        ? { metric: 'major_city', detail: `In a major city: ${district}.` }
        : { metric: 'elsewhere', detail: `In ${district ?? region}, outside London and the major cities.` }
    }),
  })
