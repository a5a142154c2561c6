import { readBody } from '../../../test/support/read.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { apart, type CallHow } from '@domesday/core'
import { readChecked } from '../../clients/http/read-checked.ts'
import { openSource, recorded, recordings, type OpenSource } from '@domesday/tool-testing'
import { besideOf } from './comparison.ts'
import { fingertips, healthIndicators, healthOf, indicatorsOf, type HealthIndicators, type Locality } from './index.ts'

const read = (roots: readonly unknown[]): HealthIndicators =>
  readBody(indicatorsOf, roots, { code: 'E06000007', level: 'district' })

describe('fingertips', () => {
  let health: OpenSource
  beforeAll(async () => {
    health = await openSource(fingertips)
  })
  afterAll(() => health.close())

  it('gives the indicators of a district, one decimal', async () => {
    expect(
      await health.ask(healthIndicators, { district: 'E06000007', name: null, county: null, region: 'E12000002' }),
    ).toMatchObject({
      lifeExpectancyMale: { value: 78.9, period: '2022 - 24', level: 'district' },
      lifeExpectancyFemale: { value: 82.5, period: '2022 - 24', level: 'district' },
      obesity: { value: 28.6, period: '2024/25', level: 'district' },
      smoking: { value: 11.4, period: '2024', level: 'district' },
    })
  })

  it('takes a figure that the district lacks from its county', async () => {
    const { smoking, obesity } =
      (await health.ask(healthIndicators, {
        district: 'E07000128',
        name: null,
        county: 'E10000017',
        region: 'E12000002',
      })) ?? {}
    expect(smoking).toMatchObject({ value: 13.1, period: '2024', level: 'county' })
    expect(obesity?.level).toBe('district')
  })

  it('and then from its region, and from England where nothing nearer has it', async () => {
    const { lifeExpectancyMale, smoking } =
      (await health.ask(healthIndicators, { district: 'E06000053', name: null, county: null, region: 'E12000009' })) ??
      {}
    expect(lifeExpectancyMale).toMatchObject({ value: 80.1, period: '2022 - 24', level: 'region' })
    expect(smoking).toMatchObject({ value: 11.6, period: '2024', level: 'England' })
    expect(
      (await health.ask(healthIndicators, { district: 'E06000053', name: null, county: null, region: null }))
        ?.lifeExpectancyMale?.level,
    ).toBe('England')
  })

  it('knows a district whose code is of 2025 by the one before', async () => {
    const { obesity } =
      (await health.ask(healthIndicators, { district: 'E08000039', name: null, county: null, region: 'E12000003' })) ??
      {}
    expect(obesity).toMatchObject({ value: 24.5, period: '2024/25', level: 'district' })
  })

  it('takes that of the county of which a council was a part, and never that of one of its districts', async () => {
    const asked: string[] = []
    const { run } = healthIndicators.how as unknown as {
      readonly run: (input: object, tools: object) => Promise<HealthIndicators | null>
    }
    const smoking = { indicator: 92443, value: 9.8, period: '2024' }
    const known = await run(
      { district: 'E06000067', name: 'East Surrey', county: null, region: 'E12000008' },
      {
        ask: (_: unknown, { code, level }: { readonly code: string; readonly level: string }) => {
          asked.push(`${level} ${code}`)
          const none = { lifeExpectancyMale: null, lifeExpectancyFemale: null, obesity: null }
          return { ...none, smoking: code === 'E10000030' ? { ...smoking, level } : null }
        },
      },
    )
    expect(known?.smoking).toEqual({ ...smoking, level: 'county' })
    expect(asked).toEqual(['district E06000067', 'county E10000030', 'region E12000008', 'England E92000001'])
  })

  it('is asked for the region by its code', () => {
    const { input } = healthOf({ kind: 'need', inputs: {} }) as unknown as {
      readonly input: (known: { readonly of: Locality }) => unknown
    }
    expect(
      input({
        of: {
          region: 'South West',
          local_authority: 'Isles of Scilly',
          codes: { local_authority: 'E06000053', county: null },
        },
      }),
    ).toEqual({
      district: 'E06000053',
      name: 'Isles of Scilly',
      county: null,
      region: 'E12000009',
    })
  })

  it('has nothing for an area of another kind', async () => {
    expect(Object.values(await health.ask(indicatorsOf, { code: 'E07000128', level: 'county' }))).toEqual([
      null,
      null,
      null,
      null,
    ])
  })
})

describe('a figure', () => {
  const root = (id: number, sex: number, data: object, rest: object = {}) => ({
    IID: id,
    Sex: { Id: sex },
    YearRange: 3,
    Data: [{ AreaCode: 'E06000007', Year: 2022, ...data }],
    ...rest,
  })

  it('that is missing is never -1', () => {
    expect(
      read([
        root(93881, 4, { Val: -1, ValF: '-' }),
        root(92443, 4, { Val: -1 }),
        root(93283, 1, { Val: 80.1, ValF: 'x' }),
      ]),
    ).toEqual(read([]))
    expect(
      read([root(93881, 4, { Val: '26.55', ValF: '26.5' }), root(92443, 4, { Val: 11, ValF: 11 as never })]),
    ).toMatchObject({ obesity: { value: 26.6 }, smoking: { value: 11 } })
  })

  it('is the plain one, of the area, over three years, and the latest', () => {
    expect(
      read([
        root(93283, 1, { Val: 70, ValF: '70.0' }, { Grouping: [{ CategoryTypeId: 39 }] }),
        root(93283, 1, { Val: 71, ValF: '71.0', AreaCode: 'E92000001' }),
        root(93283, 1, { Val: 72, ValF: '72.0', Year: 2024 }, { YearRange: 1 }),
        root(90366, 1, { Val: 73, ValF: '73.0', Year: 2020 }),
        root(90366, 1, { Val: 74, ValF: '74.0' }),
        root(93283, 1, { Val: 75, ValF: '75.0' }),
        root(93283, 2, { Val: 76, ValF: '76.0' }),
      ]),
    ).toMatchObject({ lifeExpectancyMale: { value: 75 }, lifeExpectancyFemale: { value: 76 } })
  })

  it('is the latest by its period where the row has no year, with sex and range where older releases have them', () => {
    const of = (period: string, value: number) => ({
      IID: 93283,
      SexId: 1,
      Grouping: [{ Period: period, YearRange: 3 }],
      Data: [{ Val: value, ValF: String(value) }],
    })
    expect(read([of('2021 - 23', 78), of('2022 - 24', 79)]).lifeExpectancyMale).toMatchObject({
      value: 79,
      period: '2022 - 24',
    })
  })

  it('that cannot be read takes no other with it, and is told', () => {
    const roots = Array.from({ length: 12 }, (_, i) =>
      i === 3 ? { Sex: { Id: 4 } } : root(i === 5 ? 92443 : 1, 4, { Val: 11, ValF: '11.0' }),
    )
    const { value, parts } = apart(readChecked(indicatorsOf.how as CallHow, roots, { code: 'E06000007' }).value)
    expect((value as HealthIndicators).smoking).toMatchObject({ value: 11 })
    expect(parts).toMatchObject([{ why: '1 of 23 rows could not be read' }])
  })

  it('is found without the members that may be missing', () => {
    const { smoking } = read([
      { IID: 92443, Grouping: [{ SexId: 4, Period: '2024' }], Data: [{ Val: 11.2 }] },
      { IID: 93881 },
      {},
    ])
    expect(smoking).toMatchObject({ value: 11.2, period: '2024', level: 'district' })
    expect(read([{ IID: 92443, Grouping: [{ SexId: 4 }], Data: [{ Val: 11.2, ValF: '' }] }]).smoking).toBeNull()
    expect(() => readBody(indicatorsOf, null, {})).toThrow()
  })
})

describe('a comparison', () => {
  const of = (indicator: number, value: number) => ({ indicator, value, period: '2022 - 24', level: 'region' }) as const
  const wider = (indicator: number) => besideOf(of(93283, 78), [['region', 'North West', of(indicator, 77.3)]])

  it('is with the same indicator alone: another one has other bands of age', () => {
    expect(wider(93283)?.region).toMatchObject({ value: 77.3, area: 'North West', period: '2022 - 24' })
    expect(wider(90366)?.region).toBeNull()
    expect(besideOf(null, [])).toBeNull()
  })
})

describe.skipIf(!recordings())('recorded answers of fingertips', () => {
  it('a figure, its period and the area it is of are those of the table for all areas', () => {
    // The recorded table has another indicator; the service writes all values, periods and areas in the same way.
    const [header, ...rows] = (recorded('fingertips', 'all-data-by-indicator-id-90362.csv') as string)
      .trim()
      .split(/\r?\n/)
      .map((line) => line.split(','))
    const [men, women] = rows.map((cells) => Object.fromEntries(header!.map((name, i) => [name, cells[i]!])))
    expect([men!['Area Code'], men!['Sex'], women!['Sex']]).toEqual(['E92000001', 'Male', 'Female'])
    const rootOf = (row: Readonly<Record<string, string>>, sex: number) => ({
      IID: 90366,
      Sex: { Id: sex },
      YearRange: Number.parseInt(row['Time period range']!),
      Grouping: [{ Period: row['Time period'] }],
      Data: [{ Val: Number(row['Value']), AreaCode: row['Area Code'] }],
    })
    expect(
      readBody(indicatorsOf, [rootOf(men!, 1), rootOf(women!, 2)], { code: 'E92000001', level: 'England' }),
    ).toMatchObject({
      lifeExpectancyMale: { value: 63, period: '2009 - 11', level: 'England' },
      lifeExpectancyFemale: { value: 64, period: '2009 - 11', level: 'England' },
      obesity: null,
      smoking: null,
    })
  })
})
