/** The nearest of many stops, whatever register has them. */
import type { Stop } from './stop.ts'

type Near = Pick<Stop, 'type' | 'distance_m'>

const byDistance = <S extends Near>(stops: readonly S[]): readonly S[] =>
  stops.toSorted((a, b) => a.distance_m - b.distance_m)

/** The nearest of each type. */
export const nearestOfEach = <S extends Near>(stops: readonly S[]): readonly S[] =>
  Array.from(Map.groupBy(byDistance(stops), ({ type }) => type).values(), ([nearest]) => nearest!)

/** The nearest of each type, then the nearest of all, `most` in total, by distance. */
export const nearestOf = <S extends Near>(stops: readonly S[], most: number): readonly S[] => {
  const first = nearestOfEach(stops)
  return byDistance([...first, ...byDistance(stops).filter((stop) => !first.includes(stop))].slice(0, most))
}
