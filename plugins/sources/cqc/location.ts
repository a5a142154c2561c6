/** A row of the directory of care services. */
import { stated, type Point } from '@domesday/core'
import type { LocationColumns } from './columns.ts'
import { dayIn, ratingIn, type Rating } from './rating.ts'

export const careTypes = ['gp', 'hospital', 'care home', 'dentist'] as const
export type CareType = (typeof careTypes)[number]

/** A place where care is given. Telephone numbers and managers' names are left out. */
export interface Location {
  readonly id: string
  /**
   * Key of the row to show, if two providers registered the same site: the directory then has it twice. Null for all
   * other sites.
   */
  readonly primary: string | null
  readonly name: string
  readonly type: CareType
  /** Overall rating. Null if there is none: dentists are never rated, and other sites may be rated per service. */
  readonly rating: Rating | null
  /** Day on which the rating was published. */
  readonly ratedOn: string | null
  /** The rating was given to a previous owner. */
  readonly inherited: boolean
  /** Care homes only. */
  readonly beds: number | null
  readonly odsCode: string | null
  readonly postcode: string | null
  readonly at: Point
}

const yes = (raw: unknown): boolean => stated(raw)?.toUpperCase() === 'Y'

/** Null for all other kinds: home care, ambulances, clinics … */
const typeOf = (columns: LocationColumns): CareType | null => {
  if (yes(columns['Care home?'])) return 'care home'
  const category = stated(columns['Location Primary Inspection Category']) ?? ''
  if (/^GP Practices/i.test(category)) return 'gp'
  if (/^Dentists/i.test(category) || stated(columns['Location Type/Sector']) === 'Primary Dental Care') return 'dentist'
  return /^(Acute hospital|Mental health)/i.test(category) ? 'hospital' : null
}

/** Files that were not made by the regulator have decimal commas. */
const degrees = (raw: unknown): number | null => {
  const text = stated(raw)?.replace(',', '.') ?? ''
  return /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : null
}
/** Some columns have a dash instead of a blank. */
const idOf = (raw: unknown): string | null => {
  const id = stated(raw)
  return id === null || /^-+$/.test(id) ? null : id.toUpperCase()
}

/** Null for dormant sites, other kinds, and sites without coordinates. */
export const locationOf = (columns: LocationColumns): Location | null => {
  const id = idOf(columns['Location ID']),
    name = stated(columns['Location Name']),
    type = typeOf(columns)
  const lat = degrees(columns['Location Latitude']),
    lng = degrees(columns['Location Longitude'])
  if (id === null || name === null || type === null || lat === null || lng === null || yes(columns['Dormant (Y/N)']))
    return null
  const rating = ratingIn(columns['Location Latest Overall Rating'])
  const beds = type === 'care home' ? degrees(columns['Care homes beds']) : null
  return {
    id,
    primary: idOf(columns['Primary ID (Dual registration locations)']),
    name,
    type,
    rating,
    ratedOn: rating === null ? null : dayIn(columns['Publication Date']),
    inherited: rating !== null && yes(columns['Inherited Rating (Y/N)']),
    beds,
    odsCode: stated(columns['Location ODS Code'])?.toUpperCase() ?? null,
    postcode: stated(columns['Location Postal Code'])?.toUpperCase() ?? null,
    at: { lat, lng },
  }
}
