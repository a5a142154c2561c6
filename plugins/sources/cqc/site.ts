/** A site, from the directory and the file of ratings. */
import type { Point, Rows } from '@domesday/core'
import type { Location } from './location.ts'
import type { ServiceRating, SiteRatings } from './rating.ts'

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

/** A site and its distance. */
export interface Care extends Omit<Location, 'primary'> {
  readonly metres: number
  readonly state: RatingState
  /** Ratings of its services, if there is no overall rating. */
  readonly services: readonly ServiceRating[]
}

/** Whether the file of ratings is imported. */
export const hasRatings = (rows: Sites): boolean => {
  for (const _ of rows.where('file', 'ratings')) return true
  return false
}

const rated = (
  location: Location,
  rows: Sites,
  known: () => boolean,
): Pick<Care, 'rating' | 'ratedOn' | 'state' | 'services'> => {
  const { rating, ratedOn } = location
  const none = { rating: null, ratedOn: null, services: [] }
  if (rating !== null) return { rating, ratedOn, state: 'rated', services: [] }
  if (location.type === 'dentist') return { ...none, state: 'not_rated' }
  const found = rows.key(ratingsKey(location.id))?.ratings
  if (found?.overall) return { rating: found.overall.rating, ratedOn: found.overall.on, state: 'rated', services: [] }
  if (found) return { ...none, state: 'rated_per_service', services: found.services }
  return { ...none, state: known() ? 'not_rated' : 'unknown' }
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
    const { primary, ...rest } = location
    const one = primary ?? location.id
    const again = shown.has(one) || (one !== location.id && rows.key(one)?.location != null)
    if (!again) shown.add(one)
    const site = {
      ...rest,
      ...rated(location, rows, () => (known ??= hasRatings(rows))),
      metres: Math.round(away * 1000),
    }
    yield { site, again }
  }
}
