/**
 * Stations and bus stops around a place. In London they are Transport for London's; elsewhere, or if it has none or
 * fails, NaPTAN's.
 */
import { derive, first, maybe, need, type Node, type Point } from '@domesday/core'
import { busStopsNear, stationsNear } from '@domesday/source-naptan'
import type { Place } from '@domesday/source-postcodes-io'
import { stopsNear, type Around } from '@domesday/source-tfl'
import { tune } from './settings.ts'

/** Null outside London. */
const inLondon = (place: Node<Place>, kind: Around['kind']) => {
  const at = maybe(derive(place, ({ region, point }) => (region === 'London' ? point : null)))
  const stops = need(
    stopsNear,
    { at, tune },
    ({ at, tune }) => at && { at, metres: Math.round(1000 * tune.london_reach_km[kind]), kind },
  )
  return maybe(derive(stops, (stops) => (stops.length > 0 ? stops : null)))
}

const around = <T>(place: Node<Place>, kind: Around['kind'], elsewhere: Node<T>) => {
  const london = inLondon(place, kind)
  return {
    stops: first(london, elsewhere),
    standIn: derive({ place, london }, ({ place, london }) => place.region === 'London' && london === null),
  }
}

export const stationsAround = (place: Node<Place>, point: Node<Point>) => {
  const elsewhere = need(stationsNear, { point, tune }, ({ point, tune: { reach_km } }) => {
    const { bus: _, ...km } = reach_km
    return { at: point, km }
  })
  return around(place, 'stations', elsewhere)
}

export const busStopsAround = (place: Node<Place>, point: Node<Point>) => {
  const elsewhere = need(busStopsNear, { point, tune }, ({ point, tune }) => ({ at: point, km: tune.reach_km.bus }))
  return around(place, 'buses', elsewhere)
}
