/** A row of the directory of care services, in our words. */
import { stated, type Point } from '@domesday/core'
import { dayIn, ratingIn, type Rating, type Wire } from './rating.ts'

export const careTypes = ['gp', 'hospital', 'care home', 'dentist'] as const
export type CareType = (typeof careTypes)[number]

/** A place where care is given. Telephone numbers and the names of managers are left out. */
export interface Location {
  readonly id: string
  /**
   * A site that two providers have registered is in the directory twice: the row by which it is shown. Null for all
   * other sites.
   */
  readonly primary: string | null
  readonly name: string
  readonly type: CareType
  /** Null where there is none for the whole: dentists are never rated, and other sites may be rated per service. */
  readonly rating: Rating | null
  /** Day on which the rating was published. */
  readonly ratedOn: string | null
  /** The rating was given to an earlier owner. */
  readonly inherited: boolean
  /** Of care homes. */
  readonly beds: number | null
  readonly odsCode: string | null
  readonly postcode: string | null
  readonly at: Point
}

const yes = (raw: unknown): boolean => stated(raw)?.toUpperCase() === 'Y'

/** Null for what is none of the four: care at home, ambulances, clinics … */
const typeOf = (wire: Wire): CareType | null => {
  if (yes(wire['Care home?'])) return 'care home'
  const category = stated(wire['Location Primary Inspection Category']) ?? ''
  if (/^GP Practices/i.test(category)) return 'gp'
  if (/^Dentists/i.test(category) || stated(wire['Location Type/Sector']) === 'Primary Dental Care') return 'dentist'
  return /^(Acute hospital|Mental health)/i.test(category) ? 'hospital' : null
}

/** Files from other hands than the regulator's own have decimal commas. */
const degrees = (raw: unknown): number | null => {
  const text = stated(raw)?.replace(',', '.') ?? ''
  return /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : null
}
/** Blanks are written as a dash in some columns. */
const idOf = (raw: unknown): string | null => {
  const id = stated(raw)
  return id === null || /^-+$/.test(id) ? null : id.toUpperCase()
}

/** Null for what is dormant, of another kind, or has no place. */
export const locationOf = (wire: Wire): Location | null => {
  const id = idOf(wire['Location ID']),
    name = stated(wire['Location Name']),
    type = typeOf(wire)
  const lat = degrees(wire['Location Latitude']),
    lng = degrees(wire['Location Longitude'])
  if (id === null || name === null || type === null || lat === null || lng === null || yes(wire['Dormant (Y/N)']))
    return null
  const rating = ratingIn(wire['Location Latest Overall Rating'])
  const beds = type === 'care home' ? degrees(wire['Care homes beds']) : null
  return {
    id,
    primary: idOf(wire['Primary ID (Dual registration locations)']),
    name,
    type,
    rating,
    ratedOn: rating === null ? null : dayIn(wire['Publication Date']),
    inherited: rating !== null && yes(wire['Inherited Rating (Y/N)']),
    beds,
    odsCode: stated(wire['Location ODS Code'])?.toUpperCase() ?? null,
    postcode: stated(wire['Location Postal Code'])?.toUpperCase() ?? null,
    at: { lat, lng },
  }
}
