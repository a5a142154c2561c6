/**
 * Locations of crimes. Before publication the police move each crime to the nearest of their map points, so many share
 * one.
 */
import {
  countBy,
  drawn,
  integer,
  list,
  numeric,
  object,
  orNull,
  point,
  rounded,
  stated,
  text,
  type Of,
  type Point,
  sent,
  wire,
  type Sent,
} from '@domesday/core'
import { metresBetween } from '@domesday/vocabulary-geography'

const { text: words, scalar, must, often, ignored } = sent
/** Held against recorded months, as there is no schema: a crime counts by its category. Some have no location. */
export const crimesWire = wire([
  {
    category: must(words),
    location: often({ latitude: must(scalar), longitude: must(scalar), street: { name: words, id: ignored } }),
    ...sent.unread('location_type', 'location_subtype', 'context', 'outcome_status', 'persistent_id', 'id', 'month'),
  },
])
export type Crime = Sent<typeof crimesWire>[number]

const placeShape = drawn(
  object({
    street: orNull(text('As the police call the point: a street, or a kind of place such as a car park')),
    coordinates: point(),
    distance_m: integer({ description: 'From the postcode', unit: 'm' }),
    crimes: integer('Recorded in this month at this point'),
    commonest_category: text('The category with the most of them; of equals the first by name'),
  }),
  'map',
  { title: 'street', kind: 'commonest_category', amount: 'crimes', distance: 'distance_m', at: 'coordinates' },
)
/** A map point, and its crimes. */
export interface CrimePlace extends Of<typeof placeShape> {}

/** The map points of a month's crimes. */
export const placesFields = {
  total_places: integer('Map points at which any was recorded'),
  places: list(
    placeShape,
    'The map points with the most crimes first, the nearer of equals first, 25 at most. A point is not the scene of ' +
      'a crime: to protect those concerned, the police move each to the nearest of some 750,000 fixed points of the country, such as the middle of a street',
  ),
}
const placesShape = object(placesFields)
export interface CrimePlaces extends Of<typeof placesShape> {}

/** A busy month has a thousand map points: limit what is cached and what a map has to show. */
const kept = 25

/** The category's slug; any other text is not fit to show. */
export const categoryOf = ({ category }: Crime): string =>
  typeof category === 'string' && /^[a-z][a-z-]{1,60}$/.test(category) ? category : 'other-crime'

/** A street without a name is sent as `On or near `. */
const streetOf = (raw: unknown): string | null => {
  const name = stated(raw)
  return name === null || /^on or near$/i.test(name) ? null : name
}

const inOrder = <P extends Pick<CrimePlace, 'crimes' | 'distance_m'>>(places: readonly P[]): readonly P[] =>
  places.toSorted((a, b) => b.crimes - a.crimes || a.distance_m - b.distance_m)

export const placesOf = (rows: readonly Crime[], middle: Point): CrimePlaces => {
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
      return lat === null || lng === null || Math.abs(lat) > 90 || Math.abs(lng) > 180
        ? []
        : {
            coordinates: { lat, lng },
            distance_m: rounded(metresBetween(middle, { lat, lng })),
            street: street?.name,
            crimes: crimes.length,
            rows: crimes,
          }
    })
  return {
    total_places: groups.length,
    places: inOrder(points)
      .slice(0, kept)
      .map(({ street, rows, ...rest }) => ({
        ...rest,
        street: streetOf(street),
        commonest_category: Object.keys(countBy(rows, categoryOf))[0]!,
      })),
  }
}

/** Merges the slices of a circle: each point is in only one of them. */
export const placesTogether = (slices: readonly CrimePlaces[]): CrimePlaces => ({
  total_places: slices.reduce((total, slice) => total + slice.total_places, 0),
  places: inOrder(slices.flatMap(({ places }) => places)).slice(0, kept),
})
