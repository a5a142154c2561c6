import {
  choice,
  dataset,
  flag,
  integer,
  list,
  notImported,
  object,
  orNull,
  table,
  text,
  type Of,
  type Point,
  type Shape,
} from '@domesday/core'
import { ofCircle } from '@domesday/vocabulary-geography'
import { directory, ratingsOfServices, type LocationColumns, type RatingColumns } from './columns.ts'
import { careTypes, locationOf, type CareType } from './location.ts'
import { ratings, siteRatingsOf, united, type Rating, ratingTones } from './rating.ts'
import { newestOf } from './releases.ts'
import {
  careShape,
  hasRatings,
  keyOf,
  ratingStates,
  serviceRatingsShape,
  sitesAround,
  type Care,
  type Row,
} from './site.ts'

export { careTypes, locationOf, type CareType, type Location } from './location.ts'
export { ratings, type Rating } from './rating.ts'
export { careFields, unregulated, type Care, type RatingState } from './site.ts'

const page = '/about-us/transparency/using-cqc-data'

export const cqc = dataset({
  id: 'cqc',
  title: 'Care directory of the Care Quality Commission',
  home: import.meta.dirname,
  licence: 'OGL-UK-3.0',
  attribution:
    'Contains public sector information from the Care Quality Commission, licensed under the Open Government Licence v3.0',
  covers: ['England'],
  coverage:
    'GP practices, hospitals, care homes and dentists registered in England, with their latest overall rating or those of their services; dentists are never rated',
  pull: [
    {
      part: 'directory',
      wire: directory,
      addresses: () => [{ on: page, link: newestOf('HSCA_Active_Locations') }],
      as: 'ods',
      sheet: 'HSCA_Active_Locations',
      header: 'Location ID',
    },
    {
      part: 'ratings',
      wire: ratingsOfServices,
      addresses: () => [{ on: page, link: newestOf('Latest_ratings') }],
      as: 'ods',
      sheet: 'Locations',
      header: 'Location ID',
    },
  ],
  row: (columns: LocationColumns | RatingColumns, part): Row | null => {
    if (part === 'ratings') {
      const ratings = siteRatingsOf(columns as RatingColumns)
      return ratings && { file: part, location: null, ratings }
    }
    const location = locationOf(columns as LocationColumns)
    return location && { file: 'directory', location, ratings: null }
  },
  key: keyOf,
  newer: (old, next) => (old.ratings && next.ratings ? { ...next, ratings: united(old.ratings, next.ratings) } : next),
  index: ['file'],
  place: ({ location }) => location?.at ?? null,
  version: 2,
})

// We could get no copy of the files with rows: column names are those that other programs use.
const unconfirmed = { confidence: 'unconfirmed' } as const

const counts = (about: string) => table(integer(), about)
export const careCounts = {
  total: integer('Of all kinds'),
  by_type: counts('Providers by type; one that no register here knows is left out'),
  by_rating: orNull(
    table(integer(), {
      description: 'Providers rated as a whole, by rating; null where the regulator is another',
      tones: ratingTones,
    }),
  ),
  by_rating_status: counts('Providers by the status of their rating'),
}
const withinFields = object({
  ...careCounts,
  nearest: list(careShape),
  practices: list(object({ name: text(), ods_code: orNull(text()), postcode: orNull(text()) })),
})
/**
 * Care within a distance, each site once, and the nearest sites. `by_type` has all four kinds; `by_rating` counts only
 * overall ratings. `practices` are all GP practices, for comparison with other registers.
 */
export interface CareWithin extends Of<typeof withinFields> {}
const withinShape: Shape<CareWithin> = withinFields

interface Around {
  readonly at: Point
  readonly km: number
}

const none = <K extends string>(names: readonly K[]) =>
  Object.fromEntries(names.map((name) => [name, 0])) as Record<K, number>

/**
 * Care within `km` kilometres; lists the nearest `most`. Within 3 km of central London there are about a thousand
 * sites.
 */
export const careWithin = cqc.ask(
  'within',
  (rows, { at, km, most }: Around & { readonly most: number }) => {
    const byType = none(careTypes)
    const byRating = none(ratings)
    const byStatus = none(ratingStates)
    const nearest: Care[] = []
    const practices: CareWithin['practices'][number][] = []
    let total = 0
    for (const { site, again } of sitesAround(rows, at, km)) {
      const { type, rating, rating_status: status, name, ods_code, postcode } = site
      if (type === 'gp') practices.push({ name, ods_code, postcode })
      if (again) continue
      total += 1
      byType[type] += 1
      byStatus[status] += 1
      if (rating !== null) byRating[rating] += 1
      if (nearest.length < most) nearest.push(site)
    }
    const within = { total, by_type: byType, by_rating: byRating, by_rating_status: byStatus, nearest, practices }
    return ofCircle(within, { at, metres: km * 1000 }, cqc)
  },
  { ...unconfirmed, digest: withinShape },
)

/**
 * Whether the file of ratings per service is imported. Without it we cannot tell if a site without an overall rating is
 * rated.
 */
export const serviceRatings = cqc.ask(
  'service-ratings',
  (rows, _: Record<string, never>) => (hasRatings(rows) ? { readable: true } : notImported('ratings per service')),
  { ...unconfirmed, digest: object({ readable: flag() }) },
)

const ratedFields = object({
  name: text(),
  rating: orNull(choice(ratings)),
  service_ratings: serviceRatingsShape,
  distance_m: integer(),
})
/** A location with an overall rating or ratings per service, and its distance. */
export interface Rated extends Of<typeof ratedFields> {}
const ratedShape: Shape<Rated> = ratedFields

/** The regulator's scale as numbers, so that ratings can be averaged. */
const scale: Readonly<Record<Rating, number>> = { Inadequate: 1, 'Requires Improvement': 2, Good: 3, Outstanding: 4 }
/** One mark, or one for each service. */
export const marksOf = ({ rating, service_ratings: services }: Rated): readonly number[] =>
  rating === null ? services.map((service) => scale[service.rating]) : [scale[rating]]

const nearestFields = object({ rated: list(ratedShape), unread: integer() })
/** The nearest rated locations. `unread` counts nearer ones whose rating state is unknown. */
export interface NearestRated extends Of<typeof nearestFields> {}
const nearestShape: Shape<NearestRated> = nearestFields

/** For each kind, the nearest `each` rated locations within `km` kilometres. Dentists are never rated. */
export const nearestRated = cqc.ask(
  'rated',
  (rows, { at, km, each }: Around & { readonly each: number }) => {
    const kind = (): { rated: Rated[]; unread: number } => ({ rated: [], unread: 0 })
    const found = { gp: kind(), hospital: kind(), 'care home': kind() }
    const open = new Set<CareType>(['gp', 'hospital', 'care home'])
    for (const { site, again } of sitesAround(rows, at, km)) {
      const { name, type, rating, service_ratings, distance_m, rating_status: status } = site
      if (again || type === 'dentist' || !open.has(type) || status === 'not_rated') continue
      const kind = found[type]
      if (status === 'unknown') kind.unread += 1
      else kind.rated.push({ name, rating, service_ratings: service_ratings ?? [], distance_m })
      if (kind.rated.length === each) open.delete(type)
      if (open.size === 0) break
    }
    return found
  },
  { ...unconfirmed, digest: object({ gp: nearestShape, hospital: nearestShape, 'care home': nearestShape }) },
)

const inadequateFields = object({ better: flag(), inadequate: integer(), unread: integer() })
/**
 * Whether all care within a distance is rated inadequate. `better`: at least one is rated better; the others were then
 * not counted. `unread` is the number of sites whose rating state is unknown.
 */
export interface Inadequate extends Of<typeof inadequateFields> {}
const inadequateShape: Shape<Inadequate> = inadequateFields

/** Within `km` kilometres. A site with ratings per service is inadequate if all its services are. */
export const allInadequate = cqc.ask(
  'all-inadequate',
  (rows, { at, km }: Around) => {
    let inadequate = 0
    let unread = 0
    for (const { site, again } of sitesAround(rows, at, km)) {
      const { rating, service_ratings: services, rating_status: status } = site
      if (again || status === 'not_rated') continue
      if (services === null) unread += 1
      else if ((rating === null ? services.map((one) => one.rating) : [rating]).every((one) => one === 'Inadequate'))
        inadequate += 1
      // One that is better settles it, whatever is beyond a border.
      else return { better: true, inadequate: 0, unread: 0 }
    }
    return ofCircle({ better: false, inadequate, unread }, { at, metres: km * 1000 }, cqc)
  },
  { ...unconfirmed, digest: inadequateShape },
)
