import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { notImported } from '@domesday/core'
import { openSource, recorded, recordings, type OpenSource } from '@domesday/tool-testing'
import { areaOf, deprivation, deprivationIn, deprivationOf, imd, type Deprivation, type Locality } from './index.ts'

let indices: OpenSource
beforeAll(async () => {
  indices = await openSource(imd)
})
afterAll(() => indices.close())

const { input } = deprivationOf({ kind: 'need', inputs: {} }) as unknown as {
  readonly input: (known: { readonly of: Locality }) => never
}
const of = async (nation: string, lsoa: string | null, lsoa11: string | null): Promise<Deprivation> =>
  (await indices.ask(deprivation, input({ of: { nation, codes: { lsoa, lsoa11 } } }))) as Deprivation

describe('the deprivation of a place', () => {
  it('in England and Wales goes by the area of 2021', async () => {
    expect(await of('England', 'E01033302', 'E01000000')).toEqual({
      data_available: true,
      imd_decile: 3,
      imd_rank: 8611,
      areas_ranked: 33755,
      income_rank: 8702,
      income_deprived_pct: 19.3,
      index: 'English Indices of Deprivation',
      year: 2025,
      nation: 'England',
      area_code: 'E01033302',
      area_name: 'Warrington 018G',
      less_deprived_than_pct: 25.8,
    })
    expect(await of('Wales', 'W01001835', 'W01001694')).toMatchObject({
      area_name: 'Cardiff 033F',
      imd_rank: 187,
      imd_decile: 1,
      income_rank: 263,
      income_deprived_pct: null,
    })
  })

  it('in Scotland and Northern Ireland goes by the area of the index, not that of the last census', async () => {
    expect(await of('Scotland', 'S01014710', 'S01008675')).toMatchObject({
      year: 2020,
      areas_ranked: 6976,
      imd_rank: 2592,
      imd_decile: 4,
      income_rank: 3543,
    })
    expect(await of('Northern Ireland', 'N21000001', '95GG20S1')).toMatchObject({
      area_name: 'Duncairn 1',
      imd_rank: 49,
      imd_decile: 1,
      income_deprived_pct: 24,
    })
    expect(await of('Scotland', 'S01008675', 'S01014710')).toMatchObject({ data_available: false, area_code: null })
  })

  it('is not known where the index does not rank the area, or the place has no code', async () => {
    expect(await of('England', 'E01999999', null)).toMatchObject({ nation: 'England', data_available: false })
    expect(await of('Northern Ireland', null, null)).toMatchObject({ imd_rank: null, imd_decile: null })
  })

  it('is not known of a nation whose file is not there', () => {
    if (deprivation.how.kind !== 'ask') throw new TypeError('not a question to a dataset')
    expect(deprivation.how.answer({ where: () => [] } as never, { nation: 'Wales', code: 'W01001835' })).toEqual(
      notImported('Wales'),
    )
  })

  it('is not covered off the four nations', () =>
    expect(input({ of: { nation: 'Isle of Man', codes: { lsoa: null, lsoa11: null } } })).toMatchObject({
      $: 'not_covered',
    }))
})

describe('a ranked area', () => {
  const area = { code: 'S', name: null, nation: 'Scotland', rank: 697.5, decile: 1, incomePercent: null } as const
  const at = (incomeRank: number | null) => deprivationIn('Scotland', { ...area, incomeRank })

  it('is less deprived by income than a share of the areas', () => {
    expect([1, 6976, 3488.5].map((rank) => at(rank).less_deprived_than_pct)).toEqual([0, 100, 50])
    expect(at(null).less_deprived_than_pct).toBeNull()
  })

  it('that ties with another has the rank that both share', () =>
    expect(at(3488.5)).toMatchObject({ imd_rank: 697, income_rank: 3488 }))

  it('of another edition has no tenth and no share out of range', () =>
    expect(deprivationIn('England', { ...area, incomeRank: null, decile: 11, incomePercent: 101 })).toMatchObject({
      imd_decile: null,
      income_deprived_pct: null,
    }))
})

describe('a row of an index', () => {
  const england = (more: object) =>
    areaOf(
      {
        'LSOA code (2021)': 'E01000001',
        'LSOA name (2021)': 'City of London 001A',
        'Index of Multiple Deprivation (IMD) Score': '6.2',
        'Index of Multiple  Deprivation (IMD) Rank (where 1 is most deprived)': '29,199',
        'Index of Multiple Deprivation (IMD) Decile (where 1 is most deprived 10% of LSOAs)': '9',
        'Income Score (rate)': '0.0315',
        'Income Rank (where 1 is most deprived)': '31,001',
        ...more,
      },
      'England',
    )

  it('is found by the beginning of its columns, with commas in its numbers', () => {
    expect(england({})).toEqual({
      code: 'E01000001',
      name: 'City of London 001A',
      nation: 'England',
      rank: 29199,
      decile: 9,
      incomeRank: 31001,
      incomePercent: 3.2,
    })
  })

  it('ranks nothing without a code or a rank', () => {
    expect(england({ 'LSOA code (2021)': '' })).toBeNull()
    expect(areaOf({ Data_Zone: 'S01006506', SIMD2020v2_Rank: '' }, 'Scotland')).toBeNull()
  })

  it('falls in the tenth that the nation publishes, or else in an equal one', () => {
    const wales = (rank: number) => areaOf({ 'LSOA code': 'W01000001', 'WIMD 2025': rank, Income: 5 }, 'Wales')?.decile
    expect([1, 191, 192, 382, 383, 574, 1149, 1150, 1724, 1917].map(wales)).toEqual([1, 1, 2, 2, 3, 3, 6, 7, 9, 10])
    const scotland = (rank: string) => areaOf({ Data_Zone: 'S01006506', SIMD2020v2_Rank: rank }, 'Scotland')?.decile
    expect(['697', '697.5', '698', '6976'].map(scotland)).toEqual([1, 1, 2, 10])
    const ni = (rank: number) => areaOf({ SOA2001: '95AA01S1', MDM_rank: rank }, 'Northern Ireland')?.decile
    expect([89, 90, 890].map(ni)).toEqual([1, 2, 10])
  })
})

describe.skipIf(recordings() === null)('recorded rows', () => {
  const table = (file: string): readonly Record<string, string>[] => {
    const cells = (line: string): string[] =>
      Array.from(line.matchAll(/("(?:[^"]|"")*"|[^,]*)(?:,|$)/g), ([, cell = '']) => cell.replace(/^"|"$/g, ''))
    const [head = '', ...lines] = (recorded('imd', file) as string)
      .replace(/^\uFEFF/, '')
      .trim()
      .split(/\r?\n/)
    const names = cells(head)
    return lines.map((line) => {
      const row = cells(line)
      return Object.fromEntries(names.map((name, i) => [name, row[i] ?? '']))
    })
  }

  it('of 2025 are read, and their tenths are equal ones', () => {
    const areas = table('File_7_IoD2025-header-7rows.csv').map((row) => areaOf(row, 'England'))
    expect(areas).toHaveLength(7)
    expect(areas[0]).toEqual({
      code: 'E01008881',
      name: 'Birmingham 067A',
      nation: 'England',
      rank: 3696,
      decile: 2,
      incomeRank: 2652,
      incomePercent: 49.4,
    })
    for (const area of areas) expect(area!.decile).toBe(Math.ceil((area!.rank * 10) / 33_755))
  })

  it('of 2019 are read too', () => {
    expect(areaOf(table('File_1_IoD2019-header-50rows.csv')[0]!, 'England')).toMatchObject({
      code: 'E01000001',
      rank: 29199,
      decile: 9,
      incomeRank: null,
    })
    expect(areaOf(table('File_2_IoD2019-header-200rows.csv')[0]!, 'England')).toMatchObject({
      code: 'E01000001',
      rank: 29199,
      decile: 9,
      incomeRank: expect.any(Number),
    })
  })
})
