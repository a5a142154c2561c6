import { dataset, notImported, type Point } from '@domesday/core'
import { careTypes, locationOf, type CareType, type Location } from './location.ts'
import { siteRatingsOf, united, type Rating, type ServiceRating, type Wire } from './rating.ts'
import { newestOf } from './releases.ts'
import { hasRatings, keyOf, ratingStates, sitesAround, type Care, type RatingState, type Row } from './site.ts'

export { careTypes, locationOf, type CareType, type Location } from './location.ts'
export { ratings, type Rating, type ServiceRating } from './rating.ts'
export { ratingStates, type Care, type RatingState } from './site.ts'

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
      demands: [
        'Dormant (Y/N)',
        'Care home?',
        'Location ODS Code',
        'Location Postal Code',
        'Primary ID (Dual registration locations)',
      ],
      addresses: () => [{ on: page, link: newestOf('HSCA_Active_Locations') }],
      as: 'ods',
      sheet: 'HSCA_Active_Locations',
      header: 'Location ID',
    },
    {
      part: 'ratings',
      addresses: () => [{ on: page, link: newestOf('Latest_ratings') }],
      as: 'ods',
      sheet: 'Locations',
      header: 'Location ID',
    },
  ],
  row: (wire: Wire, part): Row | null => {
    if (part === 'ratings') {
      const ratings = siteRatingsOf(wire)
      return ratings && { file: part, location: null, ratings }
    }
    const location = locationOf(wire)
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

/** What identifies a GP practice. */
export type Practice = Pick<Location, 'name' | 'odsCode' | 'postcode'>

/**
 * Care within a distance, each site once, and the nearest sites. `byType` has all four kinds; `byRating` counts only
 * overall ratings.
 */
export interface CareWithin {
  readonly total: number
  readonly byType: Readonly<Record<CareType, number>>
  readonly byRating: Readonly<Record<Rating, number>>
  readonly byState: Readonly<Record<RatingState, number>>
  readonly nearest: readonly Care[]
  /** Every GP practice, for comparison with other registers. */
  readonly practices: readonly Practice[]
}
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
  (rows, { at, km, most }: Around & { readonly most: number }): CareWithin => {
    const byType = none(careTypes)
    const byRating = { Outstanding: 0, Good: 0, 'Requires Improvement': 0, Inadequate: 0 }
    const byState = none(ratingStates)
    const nearest: Care[] = []
    const practices: Practice[] = []
    let total = 0
    for (const { site, again } of sitesAround(rows, at, km)) {
      const { type, rating, state, name, odsCode, postcode } = site
      if (type === 'gp') practices.push({ name, odsCode, postcode })
      if (again) continue
      total += 1
      byType[type] += 1
      byState[state] += 1
      if (rating !== null) byRating[rating] += 1
      if (nearest.length < most) nearest.push(site)
    }
    return { total, byType, byRating, byState, nearest, practices }
  },
  unconfirmed,
)

/**
 * Whether the file of ratings per service is imported. Without it we cannot tell if a site without an overall rating is
 * rated.
 */
export const serviceRatings = cqc.ask(
  'service-ratings',
  (rows, _: Record<string, never>) => (hasRatings(rows) ? { readable: true } : notImported('ratings per service')),
  unconfirmed,
)

/** A location with an overall rating or ratings per service, and its distance. */
export interface Rated {
  readonly name: string
  readonly rating: Rating | null
  /** Present if there is no overall rating. */
  readonly services: readonly ServiceRating[]
  readonly metres: number
}
/** The nearest rated locations. `unread` counts nearer ones whose rating state is unknown. */
export interface NearestRated {
  readonly rated: readonly Rated[]
  readonly unread: number
}

/** For each kind, the nearest `each` rated locations within `km` kilometres. Dentists are never rated. */
export const nearestRated = cqc.ask(
  'rated',
  (rows, { at, km, each }: Around & { readonly each: number }): Readonly<Record<CareType, NearestRated>> => {
    const found = Object.fromEntries(careTypes.map((type) => [type, { rated: [] as Rated[], unread: 0 }])) as Record<
      CareType,
      { rated: Rated[]; unread: number }
    >
    const open = new Set<CareType>(['gp', 'hospital', 'care home'])
    for (const { site, again } of sitesAround(rows, at, km)) {
      const { name, type, rating, services, metres, state } = site
      if (again || !open.has(type) || state === 'not_rated') continue
      const kind = found[type]
      if (state === 'unknown') kind.unread += 1
      else kind.rated.push({ name, rating, services, metres })
      if (kind.rated.length === each) open.delete(type)
      if (open.size === 0) break
    }
    return found
  },
  unconfirmed,
)

/** Whether all care within a distance is rated inadequate. */
export interface Inadequate {
  /** True if at least one is rated better; the others were then not counted. */
  readonly better: boolean
  readonly inadequate: number
  /** Number of sites whose rating state is unknown. */
  readonly unread: number
}

/** Within `km` kilometres. A site with ratings per service is inadequate if all its services are. */
export const allInadequate = cqc.ask(
  'all-inadequate',
  (rows, { at, km }: Around): Inadequate => {
    let inadequate = 0
    let unread = 0
    for (const { site, again } of sitesAround(rows, at, km)) {
      const { rating, services, state } = site
      if (again || state === 'not_rated') continue
      if (state === 'unknown') unread += 1
      else if ((rating === null ? services.map((one) => one.rating) : [rating]).every((one) => one === 'Inadequate'))
        inadequate += 1
      else return { better: true, inadequate: 0, unread: 0 }
    }
    return { better: false, inadequate, unread }
  },
  unconfirmed,
)
