/** A site, from the directory and the file of ratings. */
import {
  choice,
  date,
  integer,
  list,
  object,
  orNull,
  point,
  subject,
  text,
  type Of,
  type Point,
  type Rows,
  type Shape,
} from '@domesday/core'
import { careTypes, type Location } from './location.ts'
import { ratings, ratingTones, type ServiceRating, type SiteRatings } from './rating.ts'

export interface Row {
  /** Indexed, to check whether a file was imported. */
  readonly file: 'directory' | 'ratings'
  readonly location: Location | null
  readonly ratings: SiteRatings | null
}
export type Sites = Rows<Row, 'file'>

export const keyOf = ({ location, ratings }: Row): string => location?.id ?? ratingsKey(ratings!.of)
const ratingsKey = (id: string): string => `ratings of ${id}`

/** `rated_per_service`: no overall rating. `unknown`: the file of ratings is not imported. */
export const ratingStates = ['rated', 'rated_per_service', 'not_rated', 'unknown'] as const
export type RatingState = (typeof ratingStates)[number]

export const serviceRatingsShape = list(
  object({
    service: text("The regulator's name of the service"),
    rating: choice(ratings, { description: 'Latest rating of the service', tones: ratingTones }),
    rated_on: orNull(date('Day on which the rating was published')),
  }),
  'Of its services, where the whole is not rated; null where the status is unknown',
)
export const careFields = {
  name: text('As registered'),
  type: choice(careTypes, 'By what it is registered to do'),
  rating: orNull(
    choice(ratings, {
      description: 'Latest overall rating of the regulator; null where there is none, as its status then says',
      tones: ratingTones,
    }),
  ),
  rated_on: orNull(
    date('Day on which the rating was published; null where the file states none, or one that was yet to come'),
  ),
  rating_status: choice(
    ratingStates,
    'rated: as a whole; rated_per_service: the regulator rates its services one by one, and not the whole; not_rated: no rating is published, as for every dentist; unknown: the regulator, or its file of ratings per service, is not known here',
  ),
  service_ratings: orNull(serviceRatingsShape),
  postcode: subject('postcode', orNull(text('Its own'))),
  distance_m: integer({ description: 'As the crow flies', unit: 'm' }),
  coordinates: point('WGS84 coordinates; of the postcode where only the NHS register knows it'),
  cqc_location_id: orNull(text("The regulator's number, which its own pages go by")),
  ods_code: orNull(text('NHS code of the organisation')),
}
const fields = object(careFields)
/** A site and its distance. */
export interface Care extends Of<typeof fields> {}
export const careShape: Shape<Care> = fields

/** What is known of the rating of a site that the regulator does not have. */
export const unregulated = {
  rating: null,
  rated_on: null,
  rating_status: 'unknown',
  service_ratings: null,
  cqc_location_id: null,
} as const

/** Whether the file of ratings is imported. */
export const hasRatings = (rows: Sites): boolean => {
  for (const _ of rows.where('file', 'ratings')) return true
  return false
}

/** A day after the file was downloaded is none on which anything was published. */
const pastIn =
  ({ asOf }: Pick<Sites, 'asOf'>) =>
  (day: string | null): string | null =>
    day !== null && day <= asOf.slice(0, 10) ? day : null

const published = (services: readonly ServiceRating[], past: ReturnType<typeof pastIn>) =>
  services.map(({ on, ...rated }) => ({ ...rated, rated_on: past(on) }))

const rated = (
  location: Location,
  rows: Sites,
  known: () => boolean,
): Pick<Care, 'rating' | 'rated_on' | 'rating_status' | 'service_ratings'> => {
  const { rating, ratedOn } = location
  const past = pastIn(rows)
  const none = { rating: null, rated_on: null, service_ratings: [] }
  const whole = { rating_status: 'rated', service_ratings: [] } as const
  if (rating !== null) return { ...whole, rating, rated_on: past(ratedOn) }
  if (location.type === 'dentist') return { ...none, rating_status: 'not_rated' }
  const found = rows.key(ratingsKey(location.id))?.ratings
  if (found?.overall) return { ...whole, rating: found.overall.rating, rated_on: past(found.overall.on) }
  if (found) return { ...none, rating_status: 'rated_per_service', service_ratings: published(found.services, past) }
  return known()
    ? { ...none, rating_status: 'not_rated' }
    : { ...none, rating_status: 'unknown', service_ratings: null }
}

/** Sites around a place, nearest first. `again` marks the second registration of a site. */
export function* sitesAround(
  rows: Sites,
  at: Point,
  km: number,
): Generator<{ readonly site: Care; readonly again: boolean }> {
  const shown = new Set<string>()
  let known: boolean | undefined
  for (const { location, km: away } of rows.near(at, km)) {
    if (!location) continue
    const { id, primary, name, type, odsCode, postcode, at: coordinates } = location
    const one = primary ?? id
    const again = shown.has(one) || (one !== id && rows.key(one)?.location != null)
    if (!again) shown.add(one)
    const site = {
      name,
      type,
      ...rated(location, rows, () => (known ??= hasRatings(rows))),
      postcode,
      distance_m: Math.round(away * 1000),
      coordinates,
      cqc_location_id: id,
      ods_code: odsCode,
    }
    yield { site, again }
  }
}
