/**
 * Where crimes are. The police move each to the nearest of their map points before they publish it, so that many
 * share one.
 */
import { countBy, numeric, rounded, stated, type Point } from '@domesday/core'
import { metresBetween } from '@domesday/vocabulary-geography'

/** A crime as sent, as far as it is read. */
export interface Wire {
  readonly category?: string | null
  readonly location?: {
    readonly latitude?: string | null
    readonly longitude?: string | null
    readonly street?: { readonly name?: string | null } | null
  } | null
}

/** A map point, and what was recorded there. */
export interface CrimePlace {
  readonly at: Point
  /** From the middle of the area. */
  readonly metres: number
  /** As the police call it: `On or near Bridge Street`. */
  readonly street: string | null
  readonly crimes: number
  /** Slug of the category with the most of them; of equals the first by name. */
  readonly commonest: string
}

export interface CrimePlaces {
  /** All that have a crime. */
  readonly total: number
  /** Those with the most crimes first, the nearer before the farther. */
  readonly top: readonly CrimePlace[]
}

/** A busy month has a thousand map points. What is kept of it stays small, and a map of more could not be read. */
const kept = 25

/** Its slug; anything else is no name to show. */
export const categoryOf = ({ category }: Wire): string =>
  typeof category === 'string' && /^[a-z][a-z-]{1,60}$/.test(category) ? category : 'other-crime'

/** A street without a name is sent as `On or near `, which says nothing. */
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
  // The distance decides between equals only: of thousands of points few need it.
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

/** Those of slices of a circle: a point lies in one of them only. */
export const placesTogether = (slices: readonly CrimePlaces[]): CrimePlaces => ({
  total: slices.reduce((total, slice) => total + slice.total, 0),
  top: inOrder(slices.flatMap(({ top }) => top)).slice(0, kept),
})
