/** The columns of the two files. */
import { sent, wire, type Sent } from '@domesday/core'

const unreadOfDirectory = `
Location HSCA start date|Location Telephone Number|Registered manager|Location Web Address
Location Inspection Directorate|Location Region|Location NHS Region|Location Local Authority
Location ONSPD CCG Code|Location ONSPD CCG|Location Commissioning CCG Code|Location Commissioning CCG Name
Location Street Address|Location Address Line 2|Location City|Location County|Location PAF ID|Location UPRN ID
Location Parliamentary Constituency|Brand ID|Brand Name|Provider Companies House Number|Provider Charity Number
Provider ID|Provider Name|Provider HSCA start date|Provider Type/Sector|Service user band - Dementia
Service user band - Older People|Location Dual Registered
`
const unreadOfRatings = `
Location ODS Code|Location Name|Care Home?|Location Type|Location Primary Inspection Category
Location Street Address|Location Address Line 2|Location City|Location Post Code|Location Local Authority
Location Region|Location NHS Region|Location ONSPD CCG Code|Location ONSPD CCG|Location Commissioning CCG Code
Location Commissioning CCG Name|Report Type|Inherited Rating (Y/N)|URL|Provider ID|Provider Name|Brand ID
Brand Name
`
const unread = (names: string): {} => sent.unread(...names.trim().split(/[|\n]/))

const { scalar, must, often } = sent
/**
 * Held against the names that other programs use, as the regulator publishes no schema: only number and name are
 * required. A column that is gone from all rows would be read as a statement: not dormant, not rated, not there.
 */
export const directory = wire({
  ...unread(unreadOfDirectory),
  'Location ID': must(scalar),
  'Location Name': must(scalar),
  'Dormant (Y/N)': often(scalar),
  'Care home?': often(scalar),
  'Location Primary Inspection Category': often(scalar),
  'Location Type/Sector': scalar,
  'Location Latitude': often(scalar),
  'Location Longitude': often(scalar),
  'Location Latest Overall Rating': often(scalar),
  'Publication Date': scalar,
  'Inherited Rating (Y/N)': scalar,
  'Care homes beds': scalar,
  'Location ODS Code': often(scalar),
  'Location Postal Code': often(scalar),
  'Primary ID (Dual registration locations)': often(scalar),
})
export interface LocationColumns extends Sent<typeof directory> {}

/**
 * Held against the recorded header: an answer means nothing without its site and its service. Until 2023 the question
 * had another name.
 */
export const ratingsOfServices = wire({
  ...unread(unreadOfRatings),
  'Location ID': must(scalar),
  'Service / Population Group': must(scalar),
  Domain: scalar,
  'Key Question': scalar,
  'Latest Rating': often(scalar),
  'Publication Date': often(scalar),
})
export interface RatingColumns extends Sent<typeof ratingsOfServices> {}
