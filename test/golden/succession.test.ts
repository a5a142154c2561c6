/**
 * Schools and councils that others stood before, and those that only look so: through the whole service, in worlds of
 * their own.
 */
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { toGrid } from '@domesday/vocabulary-geography'
import { points } from './places-world.ts'
import { answering, both, changing, notFound, text } from './wire.ts'
import { forgetImports, openGoldenWorld, sampleAnswer, type GoldenWorld, type StandIn } from './world.ts'

afterAll(forgetImports)

/** A file of the sample world with these rows instead of its own, by the names of its columns. */
const rowsOf =
  (source: string, file: RegExp, rows: readonly Readonly<Record<string, string>>[]): StandIn =>
  async (call) => {
    if (call.source !== source || !file.test(call.target)) return undefined
    const sample = await sampleAnswer(call)
    if (sample.status !== 200) return sample
    const { body } = sample
    const whole = typeof body === 'string' || Buffer.isBuffer(body) ? String(body) : String(await buffer(body as never))
    const header = whole.split(/\r?\n/)[0]!.split(',')
    const cells = (row: Readonly<Record<string, string>>) =>
      header.map((name) => row[name.replaceAll('"', '')] ?? '').join(',')
    return { ...sample, body: [header.join(','), ...rows.map(cells)].join('\r\n') }
  }

const { easting, northing } = toGrid(points.PR30SG)
const near = { Easting: String(easting + 200), Northing: String(northing), 'PhaseOfEducation (code)': '2' }
const open = (URN: string, EstablishmentName: string, type: string, OpenDate: string, more: object = {}) => ({
  ...near,
  URN,
  EstablishmentName,
  OpenDate,
  'TypeOfEstablishment (name)': type,
  'EstablishmentTypeGroup (name)': 'Academies',
  'EstablishmentStatus (code)': '1',
  'LA (code)': '888',
  EstablishmentNumber: URN.slice(2),
  Postcode: `PR3 ${URN.slice(-1)}ZZ`,
  ...more,
})
const closed = (URN: string, EstablishmentName: string, reason: string, CloseDate: string, more: object = {}) => ({
  ...open(URN, EstablishmentName, 'Community school', ''),
  CloseDate,
  'EstablishmentStatus (code)': '2',
  'ReasonEstablishmentClosed (name)': reason,
  ...more,
})
const link = (URN: string, LinkURN: string, LinkName: string, LinkType: string) => ({
  URN,
  LinkURN,
  LinkName,
  LinkType,
  LinkEstablishedDate: '01-09-2026',
})
const inspected = (URN: string, grade: string, on: string, more: object = {}) => ({
  URN,
  'Latest OEIF overall effectiveness': grade,
  'Latest OEIF quality of education': grade,
  'Inspection start date of latest OEIF graded inspection': on,
  ...more,
})

describe('schools', () => {
  const register = rowsOf('gias', /\/edubasealldata\d+\.csv/, [
    // Younger than the outcomes, of which the newest day is 20 September.
    open('991001', 'Moor Academy', 'Academy converter', '01-10-2026'),
    closed('991002', 'Moor School', 'Academy Converter', '30-09-2026', { EstablishmentNumber: '1001' }),
    // A sponsor's academy in the place of a failing school, and one of another trust under a new number.
    open('991011', 'Hope Academy', 'Academy sponsor led', '01-09-2025'),
    closed('991012', 'Gate School', 'For Academy', '31-08-2025'),
    open('991021', 'Second Academy', 'Academy sponsor led', '01-09-2026'),
    closed('991022', 'First Academy', 'Transferred to new sponsor', '31-08-2026'),
    // Infants and juniors in one, and a part of a school that goes on.
    open('991031', 'Beck Primary School', 'Community school', '01-09-2026'),
    closed('991032', 'Beck Infant School', 'Result of Amalgamation/Merger', '31-08-2026'),
    closed('991033', 'Beck Junior School', 'Result of Amalgamation/Merger', '31-08-2026'),
    open('991041', 'Far Campus', 'Free schools', '01-09-2026'),
    open('991042', 'Wide School', 'Community school', ''),
    // New on the ground of one that closed for good, and new beside a sixth form.
    open('991051', 'New School', 'Free schools', '01-09-2026', { Postcode: 'PR3 5XX' }),
    closed('991052', 'Old School', 'Closure', '31-08-2026', { Postcode: 'PR3 5XX' }),
    // A converter that was inspected since.
    open('991061', 'Fell Academy', 'Academy converter', '01-09-2019'),
    closed('991062', 'Fell School', 'Academy Converter', '31-08-2019', { EstablishmentNumber: '1061' }),
  ])
  const links = rowsOf('gias', /links_edubasealldata/, [
    link('991011', '991012', 'Gate School', 'Predecessor'),
    link('991021', '991022', 'First Academy', 'Predecessor'),
    link('991031', '991032', 'Beck Infant School', 'Predecessor - amalgamated'),
    link('991031', '991033', 'Beck Junior School', 'Predecessor - amalgamated'),
    link('991041', '991042', 'Wide School', 'Predecessor - Split School'),
    link('991051', '991042', 'Wide School', 'Sixth Form Centre Link'),
  ])
  const outcomes = rowsOf('ofsted', /state-funded.*\.csv$/, [
    inspected('991002', '4', '10/05/2023', { 'Most recent category of concern': 'SM' }),
    inspected('991022', '3', '04/03/2025'),
    inspected('991032', '1', '21/06/2022'),
    inspected('991033', '3', '07/11/2023'),
    inspected('991042', '2', '12/11/2024'),
    inspected('991061', '2', '15/09/2026', { 'Publication date': '20/09/2026' }),
    { URN: '991011', 'School open date': '01/09/2025' },
    { URN: '991031', 'School open date': '01/09/2026' },
    { URN: '991051', 'School open date': '01/09/2026' },
  ])
  const withoutLinks = answering('gias', { path: /links_edubasealldata/ }, () => notFound())

  const worlds: GoldenWorld[] = []
  const look = async (standIn: StandIn) => {
    const world = await openGoldenWorld({ pull: ['gias', 'ofsted'], inPart: true }, standIn)
    worlds.push(world)
    const { status, body } = await world.get('/education/PR30SG?depth=full')
    expect(status).toBe(200)
    const school = (urn: string) => body.data.schools.find((one: any) => one.urn === urn)
    const before = (urn: string) =>
      body.data.predecessors
        .filter(({ successor }: any) => successor === urn)
        .map(({ urn, kind, inspectorate_rating }: any) => [urn, kind, inspectorate_rating])
    return { school, before, summary: body.data.summary, missing: body._meta.missing }
  }
  let now: Awaited<ReturnType<typeof look>>, unlinked: typeof now
  beforeAll(async () => {
    now = await look(both(links, register, outcomes))
    unlinked = await look(both(withoutLinks, register, outcomes))
  })
  afterAll(() => Promise.all(worlds.map((world) => world.close())))

  it('that converted after the outcomes are not known, and the failing one before is named', () => {
    expect(now.school('991001')).toMatchObject({ inspectorate_rating: null, inspectorate_rating_basis: 'unknown' })
    expect(now.school('991001').rating_note).toMatch(
      /continues Moor School \(until 30 September 2026\).* last Inadequate \(special measures\) on 10 May 2023; that is not the grade/,
    )
    expect(now.before('991001')).toEqual([['991002', 'continued', 'Inadequate']])
  })

  it('of a sponsor have no grade of the school in whose place they are, and say which it was', () => {
    expect(now.school('991011')).toMatchObject({ inspectorate_rating: null, inspectorate_rating_basis: 'unknown' })
    expect(now.before('991011')).toEqual([['991012', 'replaced', null]])
    expect(now.before('991021')).toEqual([['991022', 'continued', 'Requires Improvement']])
  })

  it('that were several have the outcomes of all, and one that was split off that of the school it left', () => {
    expect(now.before('991031')).toEqual([
      ['991032', 'merged', 'Outstanding'],
      ['991033', 'merged', 'Requires Improvement'],
    ])
    expect(now.before('991041')).toEqual([['991042', 'split', 'Good']])
    expect(now.school('991042')).toMatchObject({ inspectorate_rating: 'Good', inspectorate_rating_basis: 'graded' })
  })

  it('are not inspected where nothing stood before: not one that closed for good, nor a shared sixth form', () => {
    expect(now.school('991051')).toMatchObject({
      inspectorate_rating: 'Not Inspected',
      inspectorate_rating_basis: 'none',
    })
    expect(now.before('991051')).toEqual([])
    expect(now.summary).toMatchObject({ not_inspected: 1, not_known: 5, good: 2 })
  })

  it('that were inspected since have their own grade', () => {
    expect(now.school('991061')).toMatchObject({ inspectorate_rating: 'Good', rating_note: null })
    expect(now.before('991061')).toEqual([['991062', 'continued', null]])
  })

  it('are known by the register alone where the file of links is missing, but for a split and other numbers', () => {
    expect(unlinked.before('991001')).toEqual([['991002', 'continued', 'Inadequate']])
    expect(unlinked.before('991041')).toEqual([])
    expect(unlinked.school('991021')).toMatchObject({ inspectorate_rating_basis: 'unknown' })
    expect(unlinked.school('991021').rating_note).toMatch(/succeeded a school that the register does not name/)
  })
})

describe('councils', () => {
  const parts = ['E07000207', 'E07000208', 'E07000210', 'E07000211', 'E07000215']
  const moved = changing('postcodes-io', { path: /^\/postcodes\/WA11UH$/i }, (body) => ({
    ...body,
    result: {
      ...body.result,
      admin_district: 'East Surrey',
      codes: { ...body.result.codes, admin_district: 'E06000067' },
    },
  }))
  const table = (dimension: string, rows: readonly (readonly [code: string, name: string, value: number])[]) =>
    text(
      [
        `"DATE_NAME","GEOGRAPHY_CODE","GEOGRAPHY_NAME","${dimension}","${dimension}_NAME","OBS_VALUE"`,
        ...rows.map(
          ([code, name, value]) => `"May 2027","${code}","${name}","${dimension === 'MEASURE' ? 1 : 45}","A",${value}`,
        ),
      ].join('\n'),
      'text/csv',
    )
  const claiming = (of: readonly string[]): StandIn =>
    answering('nomis', { path: /NM_162_1/ }, ({ query }) =>
      query.get('geography')!.startsWith('E06000067,')
        ? table(
            'MEASURE',
            of.map((code, i) => [code, code, 1000 + 100 * i]),
          )
        : undefined,
    )
  const inWork: StandIn = answering('nomis', { path: /NM_17_5/ }, () =>
    table('VARIABLE', [
      ['E07000208', 'Epsom and Ewell', 81],
      ['E10000030', 'Surrey', 79.2],
      ['E12000002', 'North West', 74.1],
    ]),
  )

  let world: GoldenWorld
  beforeAll(async () => {
    world = await openGoldenWorld()
  })
  afterAll(() => world.close())
  const labour = async (...standIns: readonly StandIn[]) => {
    world.standIn = both(moved, ...standIns)
    return (await world.get('/demographics/WA11UH?depth=standard')).body.data.labour_market
  }

  it('of 2027 have the counts of their districts together, and the rates of the county that they left', async () => {
    const found = await labour(claiming(parts), inWork)
    expect(found).toMatchObject({
      claimant_count: 6000,
      claimant_rate_pct: null,
      employment_rate_pct: 79.2,
      basis: {
        claimant_count: {
          level: 'district',
          area: 'Elmbridge, Epsom and Ewell, Mole Valley, Reigate and Banstead and Tandridge, until 31 March 2027',
        },
        employment_rate_pct: { level: 'county', area: 'Surrey' },
      },
    })
  })

  it('have no count where one district lacks it', async () => {
    expect((await labour(claiming(parts.slice(1)), inWork)).claimant_count).toBeNull()
  })

  it('have their own as soon as there is one', async () => {
    expect(await labour(claiming(['E06000067', ...parts]), inWork)).toMatchObject({
      claimant_count: 1000,
      basis: { claimant_count: { level: 'district', area: 'E06000067' } },
    })
  })
})
