import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openSource, recorded, recordings, type OpenSource } from '@domesday/core/testing'
import { careWithin, cqc, locationOf, nearestRated } from './index.ts'

const warrington = { lat: 53.389713, lng: -2.599634 }
const kentishTown = { lat: 51.545024, lng: -0.137429 }
const cockerham = { lat: 53.873809, lng: -2.723233 }

let directory: OpenSource
beforeAll(async () => {
  directory = await openSource(cqc)
})
afterAll(() => directory.close())

describe('care within a distance', () => {
  it('is counted by kind and rating, and listed nearest first', async () => {
    const care = await directory.ask(careWithin, { at: warrington, km: 3, most: 3 })
    expect(care).toMatchObject({
      total: 15,
      byType: { gp: 7, hospital: 2, 'care home': 4, dentist: 2 },
      byRating: { Outstanding: 1, Good: 8, 'Requires Improvement': 2, Inadequate: 1 },
    })
    expect(care.nearest.map(({ name }) => name)).toEqual([
      'Springfields Medical Centre',
      'Sample Bold Street Dental Practice',
      'Cockhedge Medical Centre',
    ])
    expect(care.nearest[0]).toEqual({
      id: expect.any(String),
      name: 'Springfields Medical Centre',
      type: 'gp',
      rating: 'Good',
      ratedOn: '2019-03-12',
      inherited: false,
      beds: null,
      odsCode: 'N81036',
      postcode: 'WA1 1UG',
      at: { lat: 53.38985, lng: -2.60025 },
      metres: 44,
    })
    expect(care.practices).toHaveLength(7)
  })

  it('is nothing in deep country', async () => {
    expect(await directory.ask(careWithin, { at: cockerham, km: 3, most: 100 })).toMatchObject({
      total: 0,
      nearest: [],
      practices: [],
    })
  })

  it('leaves out what is dormant, has no place, or is none of the four kinds', async () => {
    const { nearest } = await directory.ask(careWithin, { at: warrington, km: 3, most: 100 })
    expect(nearest.filter(({ name }) => /Closed Wing|Without a Place|Home Care|Consulting/.test(name))).toEqual([])
  })
})

describe('the nearest that are rated', () => {
  it('are so many of each kind, however near the others are', async () => {
    const rated = await directory.ask(nearestRated, { at: kentishTown, km: 15, each: 3 })
    expect(rated.gp.map(({ rating }) => rating)).toEqual(['Inadequate', 'Good', 'Requires Improvement'])
    expect(rated.hospital).toHaveLength(3)
    expect(rated.hospital.every(({ metres }, i, all) => i === 0 || metres >= all[i - 1]!.metres)).toBe(true)
    expect(rated['care home']).toHaveLength(3)
    expect(rated.dentist).toEqual([])
  })

  it('are fewer where there are no more', async () => {
    const rated = await directory.ask(nearestRated, { at: cockerham, km: 15, each: 5 })
    expect(rated.gp.map(({ name }) => name)).toEqual([
      'Garstang Medical Practice',
      'Berry Lane Medical Centre',
      'Great Eccleston Health Centre',
    ])
    expect(rated.hospital).toEqual([])
  })
})

describe('a row of the directory', () => {
  const row = {
    'Location ID': '1-1',
    'Location Name': 'Sample House',
    'Care home?': 'Y',
    'Location Latitude': '51.5',
    'Location Longitude': '-0.1',
    'Care homes beds': '12',
    'Location Latest Overall Rating': 'Requires improvement',
    'Publication Date': '04/10/2022',
    'Inherited Rating (Y/N)': 'N',
    'Dormant (Y/N)': 'N',
  }
  const clinic = (category: string, sector = 'Independent Healthcare Org') =>
    locationOf({
      ...row,
      'Care home?': 'N',
      'Location Primary Inspection Category': category,
      'Location Type/Sector': sector,
    })?.type

  it('has a rating in our spelling, or none', () => {
    const rated = (word: string) => locationOf({ ...row, 'Location Latest Overall Rating': word })?.rating
    expect(['Outstanding', 'Good', 'Requires improvement', 'Inadequate'].map(rated)).toEqual([
      'Outstanding',
      'Good',
      'Requires Improvement',
      'Inadequate',
    ])
    expect(
      ['', 'No published rating', 'Insufficient evidence to rate', 'Inspected but not rated', 'Not applicable'].map(
        rated,
      ),
    ).toEqual([null, null, null, null, null])
  })

  it('has no day of a rating that it does not have', () => {
    expect(locationOf(row)).toMatchObject({ ratedOn: '2022-10-04', beds: 12, inherited: false })
    expect(locationOf({ ...row, 'Location Latest Overall Rating': '', 'Inherited Rating (Y/N)': 'Y' })).toMatchObject({
      rating: null,
      ratedOn: null,
      inherited: false,
    })
  })

  it('may have decimal commas and years of two digits', () => {
    expect(
      locationOf({
        ...row,
        'Location Latitude': '51,404562',
        'Location Longitude': '-0,192098',
        'Publication Date': '04/02/16',
      }),
    ).toMatchObject({ at: { lat: 51.404562, lng: -0.192098 }, ratedOn: '2016-02-04' })
  })

  it('is of one of four kinds, or left out', () => {
    expect(clinic('GP Practices', 'Primary Medical Services')).toBe('gp')
    expect(clinic('Dentists', 'Primary Dental Care')).toBe('dentist')
    expect(clinic('', 'Primary Dental Care')).toBe('dentist')
    expect(
      [
        'Acute hospital - NHS non-specialist',
        'Acute hospital - Independent specialist',
        'Mental health - community & residential - NHS',
      ].map((category) => clinic(category)),
    ).toEqual(['hospital', 'hospital', 'hospital'])
    expect(
      [
        'Community based adult social care services',
        'Slimming Clinics',
        'Independent consulting doctors',
        'Ambulance service',
        '',
      ].map((category) => clinic(category)),
    ).toEqual([undefined, undefined, undefined, undefined, undefined])
  })

  it('is left out where it is dormant or has no place', () => {
    expect(locationOf({ ...row, 'Dormant (Y/N)': 'Y' })).toBeNull()
    expect(locationOf({ ...row, 'Location Latitude': '' })).toBeNull()
    expect(locationOf({})).toBeNull()
  })
})

describe('the page of downloads', () => {
  const [{ addresses }] = cqc.pull as unknown as readonly [
    { readonly addresses: () => readonly [{ readonly link: (page: string) => string | null }] },
  ]
  const [{ link }] = addresses()

  it('leads to the newest directory, wherever its folder is', () => {
    const page = [
      '<a href="/sites/default/files/2026-08/4_August_2026_HSCA_Active_Locations.ods">',
      '<a class="x" href="https://www.cqc.org.uk/system/files/2026-10/01_October_2026_HSCA_Active_Locations.ods">',
      '<a href="/system/files/2025-12/01_December_2025_HSCA_Active_Locations.ods">',
    ].join('\n')
    expect(link(page)).toBe('https://www.cqc.org.uk/system/files/2026-10/01_October_2026_HSCA_Active_Locations.ods')
    expect(link('<a href="/system/files/2026-10/12_October_2026_CQC_directory.csv">')).toBeNull()
  })
})

describe.skipIf(!recordings())('recorded answers of cqc', () => {
  it("the regulator's own words for a practice are those that the directory is read by", () => {
    // The register says it in another form than the directory: what is compared are names, dates, places and the words of ratings and kinds.
    const {
      locationId,
      name,
      odsCode,
      postalCode,
      onspdLatitude,
      onspdLongitude,
      careHome,
      locationTypes,
      currentRatings,
    } = recorded('cqc', 'location-1-545611283.json')
    expect(
      locationOf({
        'Location ID': locationId,
        'Location Name': name,
        'Location ODS Code': odsCode,
        'Location Postal Code': postalCode,
        'Care home?': careHome,
        'Location Primary Inspection Category': `${locationTypes[0].type}s`,
        'Location Latest Overall Rating': currentRatings.overall.rating,
        'Publication Date': currentRatings.overall.reportDate,
        'Location Latitude': onspdLatitude,
        'Location Longitude': onspdLongitude,
        'Dormant (Y/N)': 'N',
      }),
    ).toEqual({
      id: '1-545611283',
      name: 'Morden Hall Medical Centre',
      type: 'gp',
      rating: 'Good',
      ratedOn: '2016-02-04',
      inherited: false,
      beds: null,
      odsCode: 'H85037',
      postcode: 'SW19 3DA',
      at: { lat: 51.404562, lng: -0.192098 },
    })
  })
})
