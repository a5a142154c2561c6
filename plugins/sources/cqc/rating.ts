/** The regulator's ratings, and the file with a rating for each service of a site. */
import { day, stated, type Tones } from '@domesday/core'
import type { RatingColumns } from './columns.ts'

/** Best first. */
export const ratings = ['Outstanding', 'Good', 'Requires Improvement', 'Inadequate'] as const
export type Rating = (typeof ratings)[number]
export const ratingTones: Tones<Rating> = {
  good: ['Outstanding', 'Good'],
  fair: ['Requires Improvement'],
  bad: ['Inadequate'],
}

/** Some files use lower case; all words for "no rating" become null. */
export const ratingIn = (raw: unknown): Rating | null => {
  const word = stated(raw)?.toLowerCase()
  return ratings.find((rating) => rating.toLowerCase() === word) ?? null
}

/** Files that were not made by the regulator have two-digit years. */
export const dayIn = (raw: unknown): string | null =>
  day(stated(raw)?.replace(/^(\d{1,2}\/\d{1,2}\/)(\d{2})$/, '$120$2'))

export interface ServiceRating {
  readonly service: string
  readonly rating: Rating
  /** Publication day. */
  readonly on: string | null
}
/** Ratings of a site: its services, and overall if the regulator gives one. */
export interface SiteRatings {
  readonly of: string
  readonly overall: ServiceRating | null
  readonly services: readonly ServiceRating[]
}

/** A row has one answer to one question about one service; only the overall answer for each service counts. */
export const siteRatingsOf = (columns: RatingColumns): SiteRatings | null => {
  const of = stated(columns['Location ID'])?.toUpperCase() ?? null
  const service = stated(columns['Service / Population Group'])
  const rating = ratingIn(columns['Latest Rating'])
  const question = stated(columns.Domain ?? columns['Key Question'])
  if (of === null || service === null || rating === null || !/^overall$/i.test(question ?? '')) return null
  const rated = { service, rating, on: dayIn(columns['Publication Date']) }
  return /^overall$/i.test(service) ? { of, overall: rated, services: [] } : { of, overall: null, services: [rated] }
}

/** The file may have two ratings of one service, even with the same date: then take the worse one. */
const later = (a: ServiceRating, b: ServiceRating): ServiceRating => {
  const [one, other] = [a.on ?? '', b.on ?? '']
  if (one !== other) return one > other ? a : b
  return ratings.indexOf(a.rating) >= ratings.indexOf(b.rating) ? a : b
}

export const united = (a: SiteRatings, b: SiteRatings): SiteRatings => {
  const services = new Map(a.services.map((rated) => [rated.service, rated]))
  for (const rated of b.services) {
    const known = services.get(rated.service)
    services.set(rated.service, known ? later(known, rated) : rated)
  }
  const overall = a.overall && b.overall ? later(a.overall, b.overall) : (a.overall ?? b.overall)
  return { of: a.of, overall, services: [...services.values()] }
}
