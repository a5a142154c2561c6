import { dataset, type Point } from '@domesday/core'
import { careTypes, locationOf, type CareType, type Location, type Rating, type Wire } from './location.ts'

export { careTypes, locationOf, ratings, type CareType, type Location, type Rating } from './location.ts'

/** Each month's file has an address of its own, in a folder that has moved before: the page links to the newest, and to older ones. */
const newest = (page: string): string | null => {
  const links = Array.from(
    page.matchAll(/href=["']([^"']*?(\d{1,2})_([a-z]+)_(\d{4})_HSCA_Active_Locations\.ods)["']/gi),
    ([, address = '', date, month, year]) => ({ address, at: Date.parse(`${date} ${month} ${year} UTC`) }),
  )
  return links.toSorted((a, b) => b.at - a.at)[0]?.address ?? null
}

export const cqc = dataset({
  id: 'cqc',
  title: 'Care directory of the Care Quality Commission',
  home: import.meta.dirname,
  licence: 'OGL-UK-3.0',
  attribution:
    'Contains public sector information from the Care Quality Commission, licensed under the Open Government Licence v3.0',
  covers: ['England'],
  coverage:
    'GP practices, hospitals, care homes and dentists registered in England, with their latest overall rating; dentists are never rated',
  pull: [
    {
      part: '',
      addresses: () => [{ on: '/about-us/transparency/using-cqc-data', link: newest }],
      as: 'ods',
      sheet: 'HSCA_Active_Locations',
      header: 'Location ID',
    },
  ],
  row: (wire: Wire): Location | null => locationOf(wire),
  key: ({ id }) => id,
  place: ({ at }) => at,
})

// Columns go by what programs that read the directory call them: no copy with rows was to be had.
const unconfirmed = { confidence: 'unconfirmed' } as const

/** A location and how far it is. */
export interface Care extends Location {
  readonly metres: number
}
/** What tells one GP practice from another. */
export type Practice = Pick<Location, 'name' | 'odsCode' | 'postcode'>

/** Care within a distance, and the nearest of it. `byType` has all four kinds; `byRating` counts what is rated. */
export interface CareWithin {
  readonly total: number
  readonly byType: Readonly<Record<CareType, number>>
  readonly byRating: Readonly<Record<Rating, number>>
  readonly nearest: readonly Care[]
  /** Every GP practice, to compare with other registers. */
  readonly practices: readonly Practice[]
}
interface Around {
  readonly at: Point
  readonly km: number
}

/** Care within so many kilometres, the nearest `most` of it listed: within 3 km of the middle of London there are some thousand. */
export const careWithin = cqc.ask(
  'within',
  (rows, { at, km, most }: Around & { readonly most: number }): CareWithin => {
    const byType = { gp: 0, hospital: 0, 'care home': 0, dentist: 0 }
    const byRating = { Outstanding: 0, Good: 0, 'Requires Improvement': 0, Inadequate: 0 }
    const nearest: Care[] = []
    const practices: Practice[] = []
    let total = 0
    for (const { km: away, ...location } of rows.near(at, km)) {
      const { type, rating, name, odsCode, postcode } = location
      total += 1
      byType[type] += 1
      if (rating !== null) byRating[rating] += 1
      if (type === 'gp') practices.push({ name, odsCode, postcode })
      if (nearest.length < most) nearest.push({ ...location, metres: Math.round(away * 1000) })
    }
    return { total, byType, byRating, nearest, practices }
  },
  unconfirmed,
)

/** A rated location and how far it is. */
export interface Rated {
  readonly name: string
  readonly rating: Rating
  readonly metres: number
}

/** The nearest rated locations of each kind, at most `each` of them, within so many kilometres. Dentists have none. */
export const nearestRated = cqc.ask(
  'rated',
  (rows, { at, km, each }: Around & { readonly each: number }): Readonly<Record<CareType, readonly Rated[]>> => {
    const found = Object.fromEntries(careTypes.map((type) => [type, [] as Rated[]])) as Record<CareType, Rated[]>
    const open = new Set<CareType>(['gp', 'hospital', 'care home'])
    for (const { name, type, rating, km: away } of rows.near(at, km)) {
      if (rating === null || !open.has(type)) continue
      found[type].push({ name, rating, metres: Math.round(away * 1000) })
      if (found[type].length === each) open.delete(type)
      if (open.size === 0) break
    }
    return found
  },
  unconfirmed,
)
