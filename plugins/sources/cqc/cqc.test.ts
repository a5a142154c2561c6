import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openSource, recorded, recordings, type OpenSource } from '@domesday/tool-testing'
import { allInadequate, careWithin, cqc, locationOf, nearestRated, serviceRatings } from './index.ts'
import { siteRatingsOf, united } from './rating.ts'

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
      by_type: { gp: 7, hospital: 2, 'care home': 4, dentist: 2 },
      by_rating: { Outstanding: 1, Good: 8, 'Requires Improvement': 1, Inadequate: 1 },
      by_rating_status: { rated: 11, rated_per_service: 1, not_rated: 3, unknown: 0 },
    })
    expect(care.nearest.map(({ name }) => name)).toEqual([
      'Springfields Medical Centre',
      'Sample Bold Street Dental Practice',
      'Cockhedge Medical Centre',
    ])
    expect(care.nearest[0]).toEqual({
      name: 'Springfields Medical Centre',
      type: 'gp',
      rating: 'Good',
      rated_on: '2019-03-12',
      rating_status: 'rated',
      service_ratings: [],
      postcode: 'WA1 1UG',
      distance_m: 44,
      coordinates: { lat: 53.38985, lng: -2.60025 },
      cqc_location_id: expect.any(String),
      ods_code: 'N81036',
    })
    expect(care.practices).toHaveLength(7)
  })

  it('has a site that two providers have registered once, by its primary row', async () => {
    const { nearest } = await directory.ask(careWithin, { at: warrington, km: 3, most: 100 })
    expect(nearest.filter(({ name }) => name === 'Sample Bank House')).toMatchObject([
      { cqc_location_id: '1-9000000070', rating: 'Outstanding', rating_status: 'rated' },
    ])
  })

  it('tells what is rated per service from what is not rated', async () => {
    const { nearest } = await directory.ask(careWithin, { at: warrington, km: 3, most: 100 })
    const named = (wanted: string) => nearest.find(({ name }) => name === wanted)
    expect(named('Sample Mersey Street Surgery')).toMatchObject({
      rating: null,
      rated_on: null,
      rating_status: 'rated_per_service',
      service_ratings: [
        { service: 'GP practices', rating: 'Good', rated_on: '2025-10-08' },
        { service: 'Out of hours services', rating: 'Requires Improvement', rated_on: '2025-10-08' },
      ],
    })
    expect(named('Manchester Road Surgery')).toMatchObject({
      rating: null,
      rating_status: 'not_rated',
      service_ratings: [],
    })
    expect(named('Sample Bold Street Dental Practice')).toMatchObject({ rating_status: 'not_rated' })
    expect(named('Warrington Hospital')).toMatchObject({ rating: 'Good', rating_status: 'rated', service_ratings: [] })
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

describe('without the file of ratings', () => {
  const location = locationOf({
    'Location ID': '1-1',
    'Location Name': 'Sample House',
    'Care home?': 'Y',
    'Location Latitude': '51.5',
    'Location Longitude': '-0.1',
    'Location Latest Overall Rating': 'Not Rated',
  })!
  const rows = (found: object, file: readonly object[]) => ({
    near: () => [{ file: 'directory', location, ratings: null, km: 1 }],
    key: () => null,
    asOf: '2026-10-15T04:00:00Z',
    where: () => file,
    ...found,
  })
  type Asked = { readonly how: object }
  const answer = ({ how }: Asked, of: object): any =>
    (how as { readonly answer: (rows: object, input: object) => unknown }).answer(of, {
      at: location.at,
      km: 3,
      most: 9,
      each: 3,
    })

  it('it is unknown whether the services of a site are rated', () => {
    expect(answer(careWithin, rows({}, []))).toMatchObject({
      by_rating_status: { unknown: 1, not_rated: 0 },
      nearest: [{ rating_status: 'unknown', service_ratings: null }],
    })
    expect(answer(serviceRatings, rows({}, []))).toMatchObject({ $: 'not_imported' })
  })

  it('the site counts as possibly rated, and possibly inadequate', () => {
    expect(answer(nearestRated, rows({}, []))['care home']).toEqual({ rated: [], unread: 1 })
    expect(answer(allInadequate, rows({}, []))).toEqual({ better: false, inadequate: 0, unread: 1 })
  })

  it('the result differs from that of a file without the site', () => {
    const others = [{ file: 'ratings' }]
    expect(answer(careWithin, rows({}, others)).by_rating_status).toMatchObject({ unknown: 0, not_rated: 1 })
    expect(answer(serviceRatings, rows({}, others))).toEqual({ readable: true })
  })

  it('takes the rating of the whole from there where the directory has none', () => {
    const ratings = { of: '1-1', overall: { service: 'Overall', rating: 'Good', on: '2025-10-04' }, services: [] }
    expect(answer(careWithin, rows({ key: () => ({ ratings }) }, [])).nearest).toMatchObject([
      { rating: 'Good', rated_on: '2025-10-04', rating_status: 'rated' },
    ])
  })
})

describe('a rating that was published after the file was made', () => {
  it('has no day', () => {
    const site = (on: string) => ({
      location: { id: '1-1', primary: null, name: 'A', type: 'gp', rating: 'Good', ratedOn: on, odsCode: null },
      km: 1,
    })
    const { how } = careWithin as unknown as { how: { answer: (rows: object, input: object) => any } }
    const dayOf = (on: string) =>
      how.answer(
        { asOf: '2026-10-15T04:00:00Z', near: () => [site(on)], key: () => null, where: () => [] },
        {
          at: warrington,
          km: 2,
          most: 9,
        },
      ).nearest[0]
    expect(dayOf('2026-10-15')).toMatchObject({ rating: 'Good', rated_on: '2026-10-15' })
    expect(dayOf('2062-10-15')).toMatchObject({ rating: 'Good', rated_on: null })
  })
})

describe('a site that is registered twice', () => {
  const site = (id: string, primary: string | null) => ({
    file: 'directory',
    location: { id, primary, name: id, type: 'gp', rating: 'Good', odsCode: id },
    km: 1,
  })
  const ids = (listed: readonly ReturnType<typeof site>[]) => {
    const rows = {
      asOf: '2026-10-15T04:00:00Z',
      near: () => listed,
      key: (id: string) => listed.find(({ location }) => location.id === id) ?? null,
    }
    const { how } = careWithin as unknown as { how: { answer: (rows: object, input: object) => any } }
    const { nearest, practices, total } = how.answer(rows, { at: warrington, km: 2, most: 9 })
    return [nearest.map(({ cqc_location_id: id }: { cqc_location_id: string }) => id), total, practices.length]
  }

  it('is shown by its primary row, in whichever order they come, and both are compared with other registers', () => {
    expect(ids([site('2', '1'), site('1', '1'), site('3', null)])).toEqual([['1', '3'], 2, 3])
    expect(ids([site('1', '1'), site('2', '1')])).toEqual([['1'], 1, 2])
  })

  it('is shown once where its primary row is not in the directory', () => {
    expect(ids([site('2', '1'), site('4', '1')])).toEqual([['2'], 1, 2])
  })
})

describe('whether all care is inadequate', () => {
  const site = (id: string, rating: string | null, services: readonly string[] = []) => ({
    location: { id, primary: null, name: id, type: 'care home', rating },
    ratings: services.map((service) => ({ service, rating: service, on: null })),
    km: 1,
  })
  const all = (...sites: readonly ReturnType<typeof site>[]) => {
    const rows = {
      asOf: '2026-10-15T04:00:00Z',
      near: () => sites.map(({ location, km }) => ({ location, km })),
      key: (key: string) => {
        const found = sites.find(({ location, ratings }) => ratings.length > 0 && key === `ratings of ${location.id}`)
        return found ? { ratings: { of: found.location.id, overall: null, services: found.ratings } } : null
      },
      where: () => [{}],
    }
    const { how } = allInadequate as unknown as { how: { answer: (rows: object, input: object) => unknown } }
    return how.answer(rows, { at: warrington, km: 2 })
  }

  it('needs every rated site, and all services of a site, to be inadequate', () => {
    const bad = [site('1', 'Inadequate'), site('2', null, ['Inadequate', 'Inadequate']), site('3', null)]
    expect(all(...bad)).toEqual({ better: false, inadequate: 2, unread: 0 })
    expect(all()).toEqual({ better: false, inadequate: 0, unread: 0 })
    const better = { better: true, inadequate: 0, unread: 0 }
    expect(all(...bad, site('4', 'Requires Improvement'))).toEqual(better)
    expect(all(...bad, site('5', null, ['Inadequate', 'Good']))).toEqual(better)
  })

  it('is false for the sample data', async () => {
    expect(await directory.ask(allInadequate, { at: warrington, km: 15 })).toMatchObject({ better: true })
    expect(await directory.ask(allInadequate, { at: { lat: 50, lng: -5 }, km: 15 })).toEqual({
      better: false,
      inadequate: 0,
      unread: 0,
    })
  })
})

describe('the nearest that are rated', () => {
  it('are the given number of each kind, nearest first', async () => {
    const rated = await directory.ask(nearestRated, { at: kentishTown, km: 15, each: 3 })
    expect(rated.gp.rated.map(({ rating }) => rating)).toEqual(['Inadequate', 'Good', 'Requires Improvement'])
    expect(rated.hospital.rated).toHaveLength(3)
    expect(rated.hospital.rated.every(({ distance_m: m }, i, all) => i === 0 || m >= all[i - 1]!.distance_m)).toBe(true)
    expect(rated['care home'].rated).toHaveLength(3)
  })

  it('have one that is rated per service among them', async () => {
    const { gp } = await directory.ask(nearestRated, { at: warrington, km: 15, each: 5 })
    expect(gp.rated.filter(({ rating }) => rating === null)).toMatchObject([
      {
        name: 'Sample Mersey Street Surgery',
        service_ratings: [{ rating: 'Good' }, { rating: 'Requires Improvement' }],
      },
    ])
  })

  it('are fewer where there are no more', async () => {
    const rated = await directory.ask(nearestRated, { at: cockerham, km: 15, each: 5 })
    expect(rated.gp.rated.map(({ name }) => name)).toEqual([
      'Garstang Medical Practice',
      'Berry Lane Medical Centre',
      'Great Eccleston Health Centre',
    ])
    expect(rated.hospital).toEqual({ rated: [], unread: 0 })
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
    expect(locationOf({ ...row, 'Location ID': '-' })).toBeNull()
  })

  it('says by which row a site is shown that is registered twice', () => {
    const primary = (id: string) => locationOf({ ...row, 'Primary ID (Dual registration locations)': id })?.primary
    expect(['1-9', '', '-'].map(primary)).toEqual(['1-9', null, null])
  })
})

describe('a row of the file of ratings', () => {
  const row = {
    'Location ID': '1-1',
    'Service / Population Group': 'Supported living',
    Domain: 'Overall',
    'Latest Rating': 'Requires improvement',
    'Publication Date': '04/10/2025',
  }
  const service = { service: 'Supported living', rating: 'Requires Improvement', on: '2025-10-04' } as const

  it('is the rating of a service, or of the whole', () => {
    expect(siteRatingsOf(row)).toEqual({ of: '1-1', overall: null, services: [service] })
    expect(siteRatingsOf({ ...row, 'Service / Population Group': 'Overall' })).toEqual({
      of: '1-1',
      overall: { ...service, service: 'Overall' },
      services: [],
    })
    const { Domain: question, ...older } = row
    expect(siteRatingsOf({ ...older, 'Key Question': question })).toMatchObject({ services: [service] })
  })

  it('is left out where it answers another question, or has no rating', () => {
    expect(siteRatingsOf({ ...row, Domain: 'Safe' })).toBeNull()
    for (const word of ['', 'Not Rated', 'Not applicable', 'Insufficient evidence to rate'])
      expect(siteRatingsOf({ ...row, 'Latest Rating': word })).toBeNull()
    expect(siteRatingsOf({ ...row, 'Service / Population Group': ' ' })).toBeNull()
  })

  it('is put together with the others of its site: the later of one service, or the graver', () => {
    const one = siteRatingsOf(row)!
    const with_ = (more: object) => united(one, siteRatingsOf({ ...row, ...more })!)
    expect(with_({ 'Service / Population Group': 'Overall', 'Latest Rating': 'Good' })).toMatchObject({
      overall: { rating: 'Good' },
      services: [service],
    })
    expect(with_({ 'Latest Rating': 'Good', 'Publication Date': '04/10/2024' }).services).toEqual([service])
    expect(with_({ 'Latest Rating': 'Good', 'Publication Date': '04/10/2026' }).services).toMatchObject([
      { rating: 'Good' },
    ])
    expect(with_({ 'Latest Rating': 'Inadequate' }).services).toMatchObject([{ rating: 'Inadequate' }])
    expect(with_({ 'Latest Rating': 'Good' }).services).toEqual([service])
  })
})

describe('the page of downloads', () => {
  type Files = readonly { readonly addresses: () => readonly [{ readonly link: (page: string) => string | null }] }[]
  const [link, ratings] = (cqc.pull as unknown as Files).map(({ addresses }) => addresses()[0].link) as [
    (page: string) => string | null,
    (page: string) => string | null,
  ]

  it('leads to the newest directory, wherever its folder is', () => {
    const page = [
      '<a href="/sites/default/files/2026-08/4_August_2026_HSCA_Active_Locations.ods">',
      '<a class="x" href="https://www.cqc.org.uk/system/files/2026-10/01_October_2026_HSCA_Active_Locations.ods">',
      '<a href="/system/files/2025-12/01_December_2025_HSCA_Active_Locations.ods">',
    ].join('\n')
    expect(link(page)).toBe('https://www.cqc.org.uk/system/files/2026-10/01_October_2026_HSCA_Active_Locations.ods')
    expect(link('<a href="/system/files/2026-10/12_October_2026_CQC_directory.csv">')).toBeNull()
    expect(ratings(page)).toBeNull()
  })

  it('leads to a corrected issue before the one that it corrects', () => {
    const first = '/sites/default/files/2024-03/01_March_2024_HSCA_Active_Locations.ods'
    const corrected = '/sites/default/files/2024-03/01_March_2024_HSCA_active_locations-v2.ods'
    const older = '/sites/default/files/2024-02/01_February_2024_HSCA_Active_Locations-v3.ods'
    for (const page of [
      [older, first, corrected],
      [corrected, first, older],
    ])
      expect(link(page.map((address) => `<a href="${address}">`).join('\n'))).toBe(corrected)
    expect(link(`<a href="${first}"><a href="${older}">`)).toBe(first)
  })

  it('leads to the newest ratings', () => {
    const address = (month: string) => `https://www.cqc.org.uk/system/files/2026-10/01_${month}_2026_Latest_ratings.ods`
    expect(ratings(`<a href="${address('September')}"><a href="${address('October')}">`)).toBe(address('October'))
    expect(link(`<a href="${address('October')}">`)).toBeNull()
  })
})

describe.skipIf(!recordings())('recorded answers of cqc', () => {
  it("the regulator's own words for a practice are those that the directory is read by", () => {
    // The register's format differs from the directory's: compare names, dates, places, ratings and kinds.
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
      primary: null,
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
