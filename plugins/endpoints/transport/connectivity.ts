/** How well public transport connects a place. Weights, curves and bands are ours; the interface fixes the factors. */
import { about, factor, score, type FactorReading, type Node } from '@domesday/core'
import type { Place } from '@domesday/source-postcodes-io'
import { away } from '@domesday/vocabulary-geography'
import { nearestOf, nearestOfEach, type Stop } from '@domesday/vocabulary-stops'
import { tune } from './settings.ts'

/** The metric if there is none within reach: beyond the end of any curve. */
const outOfReach = 1e9

type Near = Pick<Stop, 'name' | 'type' | 'distance_m'>

interface Around {
  readonly stops: Node<readonly Near[]>
  /** Whether NaPTAN replaces Transport for London, which measures to other points of a station. */
  readonly standIn: Node<boolean>
}
interface Connected {
  readonly place: Node<Place>
  readonly stations: Around
  readonly buses: Around
}

const reading = (standIn: boolean, metric: number, detail: string): FactorReading =>
  standIn ? about(metric, detail) : { metric, detail }

const proximity = ({ stops, standIn }: Around, reach: 'rail' | 'bus', what: string, named: (nearest: Near) => string) =>
  factor({ stops, standIn, tune }, ({ stops, standIn, tune: { reach_km } }) => {
    const [nearest] = nearestOf(stops, 1)
    return nearest
      ? reading(standIn, nearest.distance_m, `The nearest ${named(nearest)}, is ${away(nearest.distance_m)} away.`)
      : reading(standIn, outOfReach, `There is no ${what} within ${reach_km[reach]} km.`)
  })

export const connectivityOf = ({ place, stations, buses }: Connected) =>
  score('connectivity', {
    station_proximity: proximity(stations, 'rail', 'railway station', ({ name, type }) => `station, ${name} (${type})`),
    bus_proximity: proximity(buses, 'bus', 'bus stop', ({ name }) => `bus stop, ${name}`),

    diversity: factor(
      { rail: stations.stops, bus: buses.stops, railStandIn: stations.standIn, busStandIn: buses.standIn, tune },
      ({ rail, bus, railStandIn, busStandIn, tune: { diversity_km: km } }) => {
        const kinds = nearestOfEach([...rail, ...bus])
          .filter(({ distance_m }) => distance_m <= km * 1000)
          .map(({ type }) => type)
        const which = `${kinds.length} of rail, metro, tram and bus within ${km} km: ${kinds.join(', ')}.`
        const found = kinds.length === 0 ? `There is no public transport within ${km} km.` : which
        return reading(railStandIn || busStandIn, kinds.length, found)
      },
    ),

    regional_baseline: factor({ place, tune }, ({ place: { region, local_authority: district }, tune }) => {
      if (region === 'London') return { metric: 'london', detail: 'In London, whose network is the densest.' }
      return district !== null && tune.major_cities.includes(district)
        ? { metric: 'major_city', detail: `In a major city: ${district}.` }
        : { metric: 'elsewhere', detail: `In ${district ?? region}, outside London and the major cities.` }
    }),
  })
