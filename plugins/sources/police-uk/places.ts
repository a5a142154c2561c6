/**
 * Locations of crimes. Before publication the police move each crime to the nearest of their map points, so many share
 * one.
 */
import { countBy, numeric, rounded, stated, type Point } from '@domesday/core'
import { metresBetween } from '@domesday/vocabulary-geography'

/** The parts of a crime that we read. */
export interface Wire {
  readonly category?: string | null
  readonly location?: {
    readonly latitude?: string | null
    readonly longitude?: string | null
    readonly street?: { readonly name?: string | null } | null
  } | null
}

/** A map point, and its crimes. */
export interface CrimePlace {
  readonly at: Point
  /** Distance from the centre of the area. */
  readonly metres: number
  /** The police's name: `On or near Bridge Street`. */
  readonly street: string | null
  readonly crimes: number
  /** Slug of the most frequent category; of equal ones, the first by name. */
  readonly commonest: string
}

export interface CrimePlaces {
  /** Number of map points with a crime. */
  readonly total: number
  /** Most crimes first, then nearest first. */
  readonly top: readonly CrimePlace[]
}

/** A busy month has a thousand map points: limit what is cached and what a map has to show. */
const kept = 25

/** The category's slug; any other text is not fit to show. */
export const categoryOf = ({ category }: Wire): string =>
  typeof category === 'string' && /^[a-z][a-z-]{1,60}$/.test(category) ? category : 'other-crime'

/** A street without a name is sent as `On or near `. */
const streetOf = (raw: unknown): string | null => {
  const name = stated(raw)
  return name === null || /^on or near$/i.test(name) ? null : name
}

const inOrder = <P extends Pick<CrimePlace, 'crimes' | 'metres'>>(places: readonly P[]): readonly P[] =>
  places.toSorted((a, b) => b.crimes - a.crimes || a.metres - b.metres)

export const placesOf = (rows: readonly Wire[], middle: Point): CrimePlaces => {
  const byPoint = Map.groupBy(
    rows.filter(({ location }) => location?.latitude && location.longitude),
    ({ location }) => `${location!.latitude} ${location!.longitude}`,
  )
  const groups = [...byPoint.values()].sort((a, b) => b.length - a.length)
  // Distance only breaks ties, so compute it only for points that can be among the first.
  const least = groups[Math.min(kept, groups.length) - 1]?.length ?? 0
  const points = groups
    .filter(({ length }) => length >= least)
    .flatMap((crimes) => {
      const { latitude, longitude, street } = crimes[0]!.location!
      const lat = numeric(latitude),
        lng = numeric(longitude)
      return lat === null || lng === null
        ? []
        : {
            at: { lat, lng },
            metres: rounded(metresBetween(middle, { lat, lng })),
            street: street?.name,
            crimes: crimes.length,
            rows: crimes,
          }
    })
  return {
    total: groups.length,
    top: inOrder(points)
      .slice(0, kept)
      .map(({ street, rows, ...rest }) => ({
        ...rest,
        street: streetOf(street),
        commonest: Object.keys(countBy(rows, categoryOf))[0]!,
      })),
  }
}

/** Merges the slices of a circle: each point is in only one of them. */
export const placesTogether = (slices: readonly CrimePlaces[]): CrimePlaces => ({
  total: slices.reduce((total, slice) => total + slice.total, 0),
  top: inOrder(slices.flatMap(({ top }) => top)).slice(0, kept),
})
