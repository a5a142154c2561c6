import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openSource, recorded, recordings, type OpenSource } from '@domesday/tool-testing'
import { areasOf, disposableIncome, figureOf, gigabit, housePrices, onsLocalStats, residents } from './index.ts'
import { periodOf } from './indicators.ts'

const warrington = { district: 'E06000007', name: 'Warrington', region: 'E12000002', nation: 'E92000001' }

describe('ons-local-stats', () => {
  let table: OpenSource
  beforeAll(async () => {
    table = await openSource(onsLocalStats)
  })
  afterAll(async () => {
    expect(table.unmatched).toEqual([])
    await table.close()
  })

  it('gives one figure of the district, region, nation and kingdom, of one period', async () => {
    const of = (value: number, area: string) => ({ value, area, period: '2026-07', source: 'ons-local-stats' })
    expect(await table.ask(housePrices, warrington)).toEqual({
      district: of(247913, 'Warrington'),
      region: of(219480, 'North West'),
      nation: of(291717, 'England'),
      uk: of(268911, 'United Kingdom'),
    })
  })

  it('has figures of Scotland, which has no regions', async () => {
    const edinburgh = { district: 'S12000036', name: null, region: null, nation: 'S92000003' }
    expect(await table.ask(disposableIncome, edinburgh)).toMatchObject({
      district: { value: 25206, period: '2023' },
      region: null,
      nation: { value: 22908, area: 'Scotland' },
    })
  })

  it('of an unknown district has the wider areas alone', async () => {
    expect(await table.ask(gigabit, { ...warrington, district: 'E06999999' })).toMatchObject({
      district: null,
      region: { value: 86.1, period: '2026-01-01' },
    })
  })

  it('finds a district that has a new code by its former one', async () => {
    const former = { district: 'E08000039', name: null, region: null, nation: null }
    expect(await table.ask(gigabit, former)).toMatchObject({ district: { value: 78.8, area: 'Sheffield' } })
  })

  it('adds up the residents of the districts that a council was formed from, and no means or shares', () => {
    const of = (operation: typeof residents, indicator: string, missing: readonly string[] = []) => {
      const { answer } = operation.how as unknown as {
        readonly answer: (rows: object, input: object) => { readonly district: object | null }
      }
      const figures = ['E07000027', 'E07000030', 'E07000031', 'E92000001'].filter((code) => !missing.includes(code))
      const key = (asked: string) =>
        figures.some((code) => asked === `${indicator} ${code}`)
          ? { code: asked, area: 'A', period: '2022-06-30', value: 70_000 }
          : null
      return answer(
        { key, where: () => [] },
        { district: 'E06000064', name: 'Westmorland and Furness', region: null, nation: 'E92000001' },
      ).district
    }
    expect(of(residents, 'population-count')).toMatchObject({
      value: 210_000,
      area: 'Barrow-in-Furness, Eden and South Lakeland, until 31 March 2023',
      period: '2022-06-30',
    })
    expect(of(residents, 'population-count', ['E07000030'])).toBeNull()
    expect(of(housePrices, 'average-house-price')).toBeNull()
  })
})

describe('a row', () => {
  const wire = { indicator: 'Median age', areacd: 'E06000007', areanm: 'Warrington', period: '2024-06-30', value: '41' }

  it('is a figure of the indicator whose file it stands in', () => {
    expect(figureOf(wire, 'median-age')).toEqual({
      indicator: 'median-age',
      code: 'E06000007',
      area: 'Warrington',
      period: '2024-06-30',
      value: 41,
    })
  })

  it('is left out without a value', () => {
    for (const value of ['', '[x]', 'null', '-1']) expect(figureOf({ ...wire, value }, 'median-age')).toBeNull()
    expect(figureOf({ ...wire, areacd: '' }, 'median-age')).toBeNull()
  })
})

describe('a period', () => {
  it.each([
    ['2026-04-01/P1M', '2026-04'],
    ['2023-01-01/P1Y', '2023'],
    ['2024-08-01/P1Y', 'a year from 2024-08-01'],
    ['2021-01-01/P3Y', '3 years from 2021-01-01'],
    ['2024-06-30', '2024-06-30'],
  ])('%s is %s', (published, read) => {
    expect(periodOf(published)).toBe(read)
  })
})

describe('a place', () => {
  const place = {
    postcode: 'WA1 1UH',
    nation: 'England',
    region: 'North West',
    local_authority: 'Warrington',
    codes: { local_authority: 'E06000007' },
  }

  it('is asked for by the codes of its areas', () => {
    expect(areasOf(place)).toEqual(warrington)
    expect(areasOf({ ...place, codes: { local_authority: null } })).toMatchObject({ $: 'not_covered' })
  })
})

describe.skipIf(!recordings())('a documented answer', () => {
  it('is read', () => {
    const body = recorded('ons-local-stats', 'data-two-indicators-E07000148.csv') as string
    const [head = [], ...rows] = body
      .trim()
      .split('\n')
      .map((line) => line.split(','))
    const wires = rows.map((cells) => Object.fromEntries(head.map((name, i) => [name, cells[i]])))
    expect(wires.map((wire) => figureOf(wire as never, 'any'))).toEqual([
      { indicator: 'any', code: 'E07000148', area: 'Norwich', period: '2023', value: 82.7 },
      { indicator: 'any', code: 'E07000148', area: 'Norwich', period: '2025', value: 4 },
    ])
  })
})
