import { readBody } from '../../../test/support/read.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { apart, isNotCovered, type CallHow, type NotCovered, type Operation } from '@domesday/core'
import { readChecked } from '../../clients/http/read-checked.ts'
import { listenOnLoopback, openSource, recorded, recordings, type OpenSource } from '@domesday/tool-testing'
import {
  censusAreas,
  censusAreasBeside,
  ownDistrict,
  ownNeighbourhood,
  widening,
  type Area,
  type Locality,
} from './areas.ts'
import { activity, age, claimants, earnings, employment, nomis, occupation, population, tenure } from './index.ts'
import { claimantsAmong } from './neighbourhood.ts'

const warrington: Locality = {
  nation: 'England',
  region: 'North West',
  local_authority: 'Warrington',
  codes: { local_authority: 'E06000007', lsoa: 'E01033302' },
}
const cardiff: Locality = {
  nation: 'Wales',
  region: 'Wales',
  local_authority: 'Cardiff',
  codes: { local_authority: 'W06000015', lsoa: 'W01999999' },
}
const edinburgh: Locality = {
  nation: 'Scotland',
  region: 'Scotland',
  local_authority: 'City of Edinburgh',
  codes: { local_authority: 'S12000036', lsoa: 'S01014710' },
}
const belfast: Locality = {
  nation: 'Northern Ireland',
  region: 'Northern Ireland',
  local_authority: 'Belfast',
  codes: { local_authority: 'N09000003', lsoa: 'N21000001' },
}

const of = (areas: readonly Area[] | NotCovered): readonly Area[] => {
  if (isNotCovered(areas)) throw new Error(areas.where)
  return areas
}
type Row = Readonly<Record<string, string>>
const read = <T>(operation: Operation<any, T>, rows: readonly Row[], areas: readonly Area[]): T | null =>
  readBody(operation, rows, areas)

describe('nomis', () => {
  let tables: OpenSource
  beforeAll(async () => {
    tables = await openSource(nomis)
  })
  afterAll(() => tables.close())

  it('gives the labour market of a district', async () => {
    const own = { level: 'district', area: 'Warrington' }
    expect(await tables.ask(claimants, of(ownDistrict(warrington)))).toMatchObject({
      count: 4015,
      percent: 3.1,
      ...own,
      period: 'August 2026',
    })
    expect(await tables.ask(employment, of(widening(warrington)))).toMatchObject({
      percent: 79.4,
      ...own,
      period: 'Jul 2025-Jun 2026',
    })
    expect(await tables.ask(earnings, of(widening(edinburgh)))).toMatchObject({
      weekly: 701.3,
      level: 'district',
      area: 'City of Edinburgh',
      period: '2025',
    })
  })

  it('compares the rates of a district with its region and nation, each with its period', async () => {
    const at = (value: number, area: string, period: string) => ({ value, area, period, source: 'nomis' })
    const ofMonth = (value: number, area: string) => at(value, area, 'August 2026')
    expect((await tables.ask(claimants, of(ownDistrict(warrington))))?.comparison).toEqual({
      district: ofMonth(3.1, 'Warrington'),
      region: ofMonth(4.7, 'North West'),
      nation: ofMonth(4.2, 'England'),
      uk: null,
    })
    expect((await tables.ask(earnings, of(widening(cardiff))))?.comparison).toEqual({
      district: at(642.7, 'Cardiff', '2025'),
      region: null,
      nation: at(597.8, 'Wales', '2025'),
      uk: null,
    })
  })

  it('compares a neighbourhood with its district too, and takes no region for either', async () => {
    const areas = of(censusAreasBeside(warrington))
    expect(await tables.ask(tenure, areas)).toMatchObject({
      owner_occupied_pct: 25.7,
      level: 'neighbourhood',
      comparison: { district: { value: 67.5, area: 'Warrington' }, nation: { value: 61.3, area: 'England' }, uk: null },
    })
    expect((await tables.ask(activity, areas))?.comparison.region).toMatchObject({ area: 'North West' })
    expect(await tables.ask(tenure, areas.slice(2))).toBeNull()
  })

  it('takes a rate of the nation where the district has none, and says so; a count never', async () => {
    expect(await tables.ask(earnings, of(widening(belfast)))).toMatchObject({
      weekly: 588.4,
      level: 'nation',
      area: 'Northern Ireland',
    })
    expect(await tables.ask(claimants, of(ownDistrict(belfast)))).toMatchObject({ count: 8460, level: 'district' })
    expect(await tables.ask(claimants, [{ code: 'E06999999', level: 'district' }])).toBeNull()
  })

  it('gives the census of the neighbourhood, or else of its district', async () => {
    expect(await tables.ask(population, of(censusAreas(warrington)))).toEqual({
      population: 2264,
      level: 'neighbourhood',
      area: 'Warrington 018G',
      period: '2021',
    })
    expect(await tables.ask(population, of(censusAreas(cardiff)))).toMatchObject({
      population: 362310,
      level: 'district',
      area: 'Cardiff',
    })
    expect(await tables.ask(tenure, of(censusAreas(warrington)))).toMatchObject({
      households: 1235,
      owner_occupied_pct: 25.7,
      shared_ownership_pct: 1.1,
      social_rented_pct: 24,
      private_rented_pct: 48.9,
      rent_free_pct: 0.2,
      level: 'neighbourhood',
    })
  })

  it('adds up economic activity by the names of its cells, students with the others', async () => {
    const figures = await tables.ask(activity, of(censusAreas(warrington)))
    const { adults, economically_active_pct: active, in_work_pct: inWork } = figures!
    const { unemployed_pct: unemployed, retired_pct: retired } = figures!
    expect(adults).toBe(1968)
    expect(active).toBeCloseTo(67.3, 0)
    expect(inWork! + unemployed!).toBeCloseTo(active!, 0)
    expect(retired).toBeCloseTo(17.3, 0)
  })

  it('spreads residents over ages and occupations', async () => {
    const ages = await tables.ask(age, of(censusAreas(warrington)))
    expect(Object.keys(ages?.shares ?? {})).toHaveLength(11)
    expect(ages?.shares['25 to 34 years']).toBeCloseTo(22.1, 1)
    const groups = await tables.ask(occupation, of(censusAreas(warrington)))
    expect(Object.keys(groups?.shares ?? {})).toHaveLength(9)
    expect(groups?.shares['Professional occupations']).toBeCloseTo(31.9, 1)
  })

  it('counts the claimants of a neighbourhood, and divides them by its residents of the census', async () => {
    const counted = (await tables.ask(claimants, ownNeighbourhood(warrington)!))!
    expect(counted).toMatchObject({
      count: 85,
      percent: null,
      level: 'neighbourhood',
      area: 'Warrington 018G',
      period: 'August 2026',
    })
    const ages = await tables.ask(age, of(censusAreas(warrington)))
    expect(claimantsAmong(counted, ages)).toEqual({
      claimant_count: 85,
      claimant_rate_pct: 5.1,
      residents_16_to_64: 1666,
      area: 'Warrington 018G',
      period: 'August 2026',
    })
  })

  it('has no census of Scotland', async () => {
    expect(population.covers).toEqual(['England', 'Wales'])
    expect(await tables.ask(population, of(censusAreas(edinburgh)))).toBeNull()
  })
})

describe('areas', () => {
  it('go from the district to its region and nation', () => {
    expect(of(widening(warrington)).map(({ code, level }) => `${level} ${code}`)).toEqual([
      'district E06000007',
      'region E12000002',
      'nation E92000001',
    ])
    expect(of(widening(cardiff)).map(({ code }) => code)).toEqual(['W06000015', 'W92000004'])
  })

  it('try the former code of a district that has a new one', () => {
    expect(
      of(ownDistrict({ ...warrington, codes: { local_authority: 'E08000039', lsoa: null } })).map(({ code }) => code),
    ).toEqual(['E08000039', 'E08000019', 'E12000002', 'E92000001'])
  })

  it('of a council that was formed from several are theirs together for counts, and its county for rates', () => {
    const surrey: Locality = {
      nation: 'England',
      region: 'South East',
      local_authority: 'East Surrey',
      codes: { local_authority: 'E06000067', lsoa: null },
    }
    const parts = ['E07000207', 'E07000208', 'E07000210', 'E07000211', 'E07000215']
    expect(of(ownDistrict(surrey))).toEqual([
      { code: 'E06000067', level: 'district' },
      {
        code: '',
        level: 'district',
        parts,
        name: 'Elmbridge, Epsom and Ewell, Mole Valley, Reigate and Banstead and Tandridge, until 31 March 2027',
      },
      { code: 'E12000008', level: 'region', beside: true },
      { code: 'E92000001', level: 'nation', beside: true },
    ])
    expect(of(widening(surrey)).map(({ code, level }) => `${level} ${code}`)).toEqual([
      'district E06000067',
      'county E10000030',
      'region E12000008',
      'nation E92000001',
    ])
    const { path } = claimants.how as unknown as { readonly path: (areas: unknown) => readonly [string, any] }
    expect(path(ownDistrict(surrey))[1].geography).toBe(['E06000067', ...parts, 'E12000008', 'E92000001'].join())
  })

  it('of several districts are added up cell by cell, but for rates, and are none where one is missing', () => {
    const areas = [{ code: '', level: 'district', parts: ['E1', 'E2'], name: 'One and Two' }] as const
    const row = (code: string, cell: string, value: string, date = 'August 2027') => ({
      DATE_NAME: date,
      GEOGRAPHY_CODE: code,
      GEOGRAPHY_NAME: `of ${code}`,
      MEASURE: cell,
      MEASURE_NAME: 'A',
      OBS_VALUE: value,
    })
    const rates = [row('E1', '2', '3.1'), row('E2', '2', '2.1')]
    expect(read(claimants, [row('E1', '1', '1200'), row('E2', '1', '800'), ...rates], areas)).toMatchObject({
      count: 2000,
      percent: null,
      level: 'district',
      area: 'One and Two',
      period: 'August 2027',
    })
    expect(read(claimants, [row('E1', '1', '1200'), ...rates], areas)).toBeNull()
    expect(read(claimants, [row('E1', '1', '1200'), row('E2', '1', '', 'August 2027')], areas)).toBeNull()
    expect(read(claimants, [row('E1', '1', '1200'), row('E2', '1', '800', 'July 2027')], areas)).toBeNull()
  })

  it('are none for a place outside every district', () => {
    const island: Locality = {
      nation: 'Channel Islands',
      region: 'Channel Islands',
      local_authority: null,
      codes: { local_authority: null, lsoa: null },
    }
    expect([ownDistrict(island), widening(island), censusAreas(island)].every((areas) => isNotCovered(areas))).toBe(
      true,
    )
  })
})

describe('claimants of a neighbourhood', () => {
  const counted = { count: 40, level: 'neighbourhood', area: 'A', period: 'August 2026' } as const
  const shares = { '16 to 19 years': 5, '20 to 24 years': 10, '25 to 34 years': 20, '35 to 49 years': 20 }
  const ages = { total: 1000, shares: { ...shares, '50 to 64 years': 15 }, area: 'A', period: '2021' }

  it('have a rate of the residents of 16 to 64 of the same neighbourhood', () => {
    expect(claimantsAmong(counted, { ...ages, level: 'neighbourhood' })).toMatchObject({
      residents_16_to_64: 700,
      claimant_rate_pct: 5.7,
    })
  })

  it('have none where the residents are not told, or are those of the district', () => {
    const unknown = { claimant_count: 40, residents_16_to_64: null, claimant_rate_pct: null }
    expect(claimantsAmong(counted, null)).toMatchObject(unknown)
    expect(claimantsAmong(counted, { ...ages, level: 'district' })).toMatchObject(unknown)
    expect(claimantsAmong(counted, { ...ages, shares, level: 'neighbourhood' })).toMatchObject(unknown)
  })

  it('have none where they are more than the residents', () => {
    expect(claimantsAmong({ ...counted, count: 705 }, { ...ages, level: 'neighbourhood' })).toMatchObject({
      residents_16_to_64: 700,
      claimant_rate_pct: null,
    })
  })

  it('are asked for in England and Wales alone', () => {
    expect(ownNeighbourhood(cardiff)).toEqual([{ code: 'W01999999', level: 'neighbourhood' }])
    expect([edinburgh, belfast].map(ownNeighbourhood)).toEqual([null, null])
    expect(ownNeighbourhood({ ...warrington, codes: { local_authority: 'E06000007', lsoa: null } })).toBeNull()
  })
})

describe('a table', () => {
  const asked: readonly Area[] = [
    { code: 'A', level: 'district' },
    { code: 'B', level: 'region' },
  ]
  const row = (code: string, value: string): Row => ({
    DATE_NAME: '2025',
    GEOGRAPHY_CODE: code,
    GEOGRAPHY_NAME: code,
    PAY: '1',
    PAY_NAME: 'Weekly pay - gross',
    OBS_VALUE: value,
  })

  it('passes over an area whose figure is held back', () => {
    expect(read(earnings, [row('B', '600.5'), row('A', '')], asked)).toMatchObject({
      weekly: 600.5,
      level: 'region',
      area: 'B',
      period: '2025',
    })
    expect(read(earnings, [row('A', '')], asked)).toBeNull()
    expect(read(earnings, [], asked)).toBeNull()
  })

  it('skips impossible values', () => {
    expect(read(earnings, [row('B', '600.5'), row('A', '-1')], asked)).toMatchObject({ weekly: 600.5 })
    const rate = (column: string, value: string) => ({
      ...row('A', value),
      [column]: column === 'VARIABLE' ? '45' : '2',
      [`${column}_NAME`]: column,
    })
    expect(read(employment, [rate('VARIABLE', '100.1')], asked)).toBeNull()
    expect(
      read(
        claimants,
        [{ ...row('A', '15'), MEASURE: '1', MEASURE_NAME: 'Claimant count' }, rate('MEASURE', '310')],
        asked,
      ),
    ).toMatchObject({
      count: 15,
      percent: null,
    })
  })

  it('says nothing of cells that it does not have', () => {
    const cell = (code: string, name: string, value: string): Row => ({
      DATE_NAME: '2021',
      GEOGRAPHY_CODE: 'A',
      GEOGRAPHY_NAME: 'A',
      C2021_EASTAT_20: code,
      C2021_EASTAT_20_NAME: name,
      OBS_VALUE: value,
    })
    const total = cell('0', 'Total: All usual residents aged 16 years and over', '1500')
    expect(read(activity, [total, cell('15', 'Economically inactive: Retired', '300')], asked)).toMatchObject({
      adults: 1500,
      economically_active_pct: null,
      in_work_pct: null,
      unemployed_pct: null,
      retired_pct: 20,
    })
    expect(
      read(activity, [total, cell('7', 'Economically active (excluding full-time students): Unemployed', '0')], asked),
    ).toMatchObject({ economically_active_pct: 0, unemployed_pct: 0, retired_pct: null })
    const working = cell('1', 'Economically active (excluding full-time students): In employment', '700')
    const withheld = cell('7', 'Economically active (excluding full-time students): Unemployed', '')
    expect(read(activity, [total, working, withheld], asked)).toMatchObject({
      economically_active_pct: null,
      in_work_pct: 46.7,
      unemployed_pct: null,
    })
  })

  it('tells of a cell that cannot be read', () => {
    const rows = Array.from({ length: 12 }, (_, i) =>
      i === 3 ? { ...row('A', '9'), PAY: undefined } : row('A', '600.5'),
    )
    expect(apart(readChecked(earnings.how as CallHow, rows, asked).value)).toMatchObject({
      value: { weekly: 600.5 },
      parts: [{ why: '1 of 12 rows could not be read' }],
    })
  })

  it('has no share of more than all', () => {
    const cell = (code: string, value: string): Row => ({
      GEOGRAPHY_CODE: 'A',
      C2021_TENURE_9: code,
      C2021_TENURE_9_NAME: code,
      OBS_VALUE: value,
    })
    expect(read(tenure, [cell('0', '100'), cell('1001', '101'), cell('1003', '30')], asked)).toMatchObject({
      households: 100,
      owner_occupied_pct: null,
      social_rented_pct: 30,
    })
  })

  it('is an error without values', async () => {
    // For an unknown table or cell, the service sends a web page.
    const page = await listenOnLoopback(async () => ({
      status: 200,
      headers: { 'content-type': 'text/csv' },
      body: 'Cannot create query\nx\n',
    }))
    const behind = await openSource(nomis, { gateway: page.origin })
    await expect(behind.ask(earnings, asked)).rejects.toThrow('GEOGRAPHY_CODE')
    await behind.close()
    await page.close()
  })
})

describe.skipIf(!recordings())('recorded answers of nomis', () => {
  const rows = (file: string): readonly Row[] => {
    const [head = [], ...body] = (recorded('nomis', file) as string)
      .trim()
      .split(/\r?\n/)
      .map((line) => line.split(','))
    return body.map((cells) => Object.fromEntries(head.map((name, i) => [name, cells[i] ?? ''])))
  }
  // The recordings were made with other columns: add the cell's code, or its name.
  const barking: readonly Area[] = [{ code: 'E09000002', level: 'district' }]

  it('are read', () => {
    expect(
      read(
        employment,
        rows('NM_17_5-employment-rate-E09000002.csv').map((row) => ({ ...row, VARIABLE: '45' })),
        barking,
      ),
    ).toMatchObject({ percent: 67.3, level: 'district', area: 'Barking and Dagenham', period: 'Jul 2016-Jun 2017' })
    expect(
      read(
        earnings,
        rows('NM_30_1-annual-pay-median-E09000002.csv').map((row) => ({
          ...row,
          PAY: '1',
          PAY_NAME: 'Annual pay - gross',
        })),
        barking,
      ),
    ).toMatchObject({ weekly: 28012, level: 'district', area: 'Barking and Dagenham', period: '2016' })
    const city: readonly Area[] = [{ code: 'E01000003', level: 'neighbourhood' }]
    expect(
      read(
        claimants,
        rows('NM_162_1-claimant-count-lsoa.csv').map((row) => ({ ...row, MEASURE: '1' })),
        city,
      ),
    ).toMatchObject({ count: 15, percent: null, level: 'neighbourhood', area: 'City of London 001C', period: 'Dec-17' })
  })
})
