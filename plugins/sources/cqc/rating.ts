/** The regulator's ratings, and the file that holds one for each service of a site. */
import { day, stated } from '@domesday/core'

/** Best first. */
export const ratings = ['Outstanding', 'Good', 'Requires Improvement', 'Inadequate'] as const
export type Rating = (typeof ratings)[number]

/** Written with a small letter in some files; all the words for "no rating" are null. */
export const ratingIn = (raw: unknown): Rating | null => {
  const word = stated(raw)?.toLowerCase()
  return ratings.find((rating) => rating.toLowerCase() === word) ?? null
}

/** Files from other hands than the regulator's own have years of two digits. */
export const dayIn = (raw: unknown): string | null =>
  day(stated(raw)?.replace(/^(\d{1,2}\/\d{1,2}\/)(\d{2})$/, '$120$2'))

export interface ServiceRating {
  readonly service: string
  readonly rating: Rating
  /** Day on which it was published. */
  readonly on: string | null
}
/** What is rated at a site: its services, and the whole of it where the regulator rates that. */
export interface SiteRatings {
  readonly of: string
  readonly overall: ServiceRating | null
  readonly services: readonly ServiceRating[]
}
export type Wire = Readonly<Record<string, unknown>>

/**
 * A row holds one answer to one question about one service; what is wanted is the answer for the service as a whole.
 */
export const siteRatingsOf = (wire: Wire): SiteRatings | null => {
  const of = stated(wire['Location ID'])?.toUpperCase() ?? null
  const service = stated(wire['Service / Population Group'])
  const rating = ratingIn(wire['Latest Rating'])
  const question = stated(wire['Domain'] ?? wire['Key Question'])
  if (of === null || service === null || rating === null || !/^overall$/i.test(question ?? '')) return null
  const rated = { service, rating, on: dayIn(wire['Publication Date']) }
  return /^overall$/i.test(service) ? { of, overall: rated, services: [] } : { of, overall: null, services: [rated] }
}

/** Two ratings of one service may stand in the file, at times with one date: then the graver one is taken. */
const later = (a: ServiceRating, b: ServiceRating): ServiceRating => {
  const [one, other] = [a.on ?? '', b.on ?? '']
  if (one !== other) return one > other ? a : b
  return ratings.indexOf(a.rating) >= ratings.indexOf(b.rating) ? a : b
}

/** What two rows say of one site. */
export const united = (a: SiteRatings, b: SiteRatings): SiteRatings => {
  const services = new Map(a.services.map((rated) => [rated.service, rated]))
  for (const rated of b.services) {
    const known = services.get(rated.service)
    services.set(rated.service, known ? later(known, rated) : rated)
  }
  const overall = a.overall && b.overall ? later(a.overall, b.overall) : (a.overall ?? b.overall)
  return { of: a.of, overall, services: [...services.values()] }
}
