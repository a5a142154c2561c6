/** A row of the directory of care services, in our words. */
import { day, stated, type Point } from '@domesday/core'

export const careTypes = ['gp', 'hospital', 'care home', 'dentist'] as const
export type CareType = (typeof careTypes)[number]
export const ratings = ['Outstanding', 'Good', 'Requires Improvement', 'Inadequate'] as const
export type Rating = (typeof ratings)[number]

/** A place where care is given. Telephone numbers and the names of managers are left out. */
export interface Location {
  readonly id: string
  readonly name: string
  readonly type: CareType
  /** Null where there is none: dentists are never rated. */
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
export type Wire = Readonly<Record<string, unknown>>

const yes = (raw: unknown): boolean => stated(raw)?.toUpperCase() === 'Y'

/** Null for what is none of the four: care at home, ambulances, clinics … */
const typeOf = (wire: Wire): CareType | null => {
  if (yes(wire['Care home?'])) return 'care home'
  const category = stated(wire['Location Primary Inspection Category']) ?? ''
  if (/^GP Practices/i.test(category)) return 'gp'
  if (/^Dentists/i.test(category) || stated(wire['Location Type/Sector']) === 'Primary Dental Care') return 'dentist'
  return /^(Acute hospital|Mental health)/i.test(category) ? 'hospital' : null
}

/** Written with a small letter in some files; all the words for "no rating" are null. */
const ratingOf = (raw: unknown): Rating | null => {
  const word = stated(raw)?.toLowerCase()
  return ratings.find((rating) => rating.toLowerCase() === word) ?? null
}

/** Files from other hands than the regulator's own have decimal commas and years of two digits. */
const degrees = (raw: unknown): number | null => {
  const text = stated(raw)?.replace(',', '.') ?? ''
  return /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : null
}
const dayOf = (raw: unknown): string | null => day(stated(raw)?.replace(/^(\d{1,2}\/\d{1,2}\/)(\d{2})$/, '$120$2'))

/** Null for what is dormant, of another kind, or has no place. */
export const locationOf = (wire: Wire): Location | null => {
  const id = stated(wire['Location ID']),
    name = stated(wire['Location Name']),
    type = typeOf(wire)
  const lat = degrees(wire['Location Latitude']),
    lng = degrees(wire['Location Longitude'])
  if (id === null || name === null || type === null || lat === null || lng === null || yes(wire['Dormant (Y/N)']))
    return null
  const rating = ratingOf(wire['Location Latest Overall Rating'])
  const beds = type === 'care home' ? degrees(wire['Care homes beds']) : null
  return {
    id,
    name,
    type,
    rating,
    ratedOn: rating === null ? null : dayOf(wire['Publication Date']),
    inherited: rating !== null && yes(wire['Inherited Rating (Y/N)']),
    beds,
    odsCode: stated(wire['Location ODS Code'])?.toUpperCase() ?? null,
    postcode: stated(wire['Location Postal Code'])?.toUpperCase() ?? null,
    at: { lat, lng },
  }
}
