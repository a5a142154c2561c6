import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Node } from '@domesday/core'
import { openSource, type OpenSource } from '@domesday/tool-testing'
import { districtOf } from './comparison.ts'
import { income, incomeAt, incomeIn, incomeOf, onsSmallArea, percentOfMedian } from './index.ts'
import { workbookOn } from './release.ts'

describe('ons-small-area', () => {
  let table: OpenSource
  beforeAll(async () => {
    table = await openSource(onsSmallArea)
  })
  afterAll(async () => {
    expect(table.unmatched).toEqual([])
    await table.close()
  })

  it('gives the net income of a neighbourhood beside that of the median one', async () => {
    expect(await table.ask(income, 'E02002607')).toEqual({
      net_annual_income: 32640,
      lower_limit: 28810,
      upper_limit: 36980,
      median_neighbourhood: 39478,
      pct_of_median: 82.7,
      area: 'Warrington 018',
      area_code: 'E02002607',
      period: 'financial year ending 2023',
      comparison: {
        district: {
          value: 32640,
          area: 'Warrington',
          period: 'financial year ending 2023',
          source: 'ons-small-area',
        },
        region: null,
        nation: {
          value: 39478,
          area: 'England and Wales',
          period: 'financial year ending 2023',
          source: 'ons-small-area',
        },
        uk: null,
      },
    })
    expect(await table.ask(income, 'W02000399')).toMatchObject({ area: 'Cardiff 033', net_annual_income: 29760 })
  })

  it('compares with the median neighbourhood of the district', async () => {
    // Hartlepool has two in the sample: £36,442 and £28,117.
    expect((await table.ask(income, 'E02002484'))?.comparison.district).toMatchObject({
      value: 32280,
      area: 'Hartlepool',
    })
    expect(['Stoke-on-Trent 031', 'King’s Lynn and West Norfolk 002', 'Warrington', null].map(districtOf)).toEqual([
      'Stoke-on-Trent',
      'King’s Lynn and West Norfolk',
      null,
      null,
    ])
  })

  it('reads the sheet of net income, not that before or after housing costs, nor the total', async () => {
    expect(await table.ask(income, 'E02002483')).toMatchObject({ net_annual_income: 36442, pct_of_median: 92.3 })
    expect(await table.ask(income, 'E02002484')).toMatchObject({ net_annual_income: 28117, pct_of_median: 71.2 })
  })

  it('knows nothing of a neighbourhood that is not in the file', async () => {
    expect(await table.ask(income, 'E02009999')).toBeNull()
  })
})

describe('a row', () => {
  const wire = {
    'MSOA code': 'E02002483',
    'MSOA name': 'Hartlepool 001',
    'Disposable (net) annual income (£)': '36442',
    'Upper confidence limit (£)': '41250',
    'Lower confidence limit (£)': '32190',
  }

  it('is of one neighbourhood', () => {
    expect(incomeOf(wire)).toEqual({
      code: 'E02002483',
      name: 'Hartlepool 001',
      net: 36442,
      lower: 32190,
      upper: 41250,
    })
    expect(incomeOf({ ...wire, 'MSOA code': 'E12000001' })).toBeNull()
    expect(incomeOf({ ...wire, 'MSOA code': 'Source: Office for National Statistics' })).toBeNull()
  })

  it('is left out without an income, and has no limits that do not hold it', () => {
    for (const none of ['', '[x]', '0', '-1'])
      expect(incomeOf({ ...wire, 'Disposable (net) annual income (£)': none })).toBeNull()
    expect(
      incomeOf({ ...wire, 'Upper confidence limit (£)': '36000', 'Lower confidence limit (£)': '[x]' }),
    ).toMatchObject({ net: 36442, lower: null, upper: null })
  })
})

describe('the median', () => {
  it('is that of all neighbourhoods, as a hundred per cent', () => {
    expect([39478, 19739, 78956].map(percentOfMedian)).toEqual([100, 50, 200])
  })
})

describe('the page of the data', () => {
  const file = (edition: string, name: string) =>
    `<a href="/file?uri=/employmentandlabourmarket/datasets/smallareaincome/${edition}/${name}" class="btn">xlsx</a>`

  it('links to the workbook of this edition, whatever its name', () => {
    expect(
      workbookOn(
        file('financialyearending2026', 'new.xlsx') + file('financialyearending2023', 'datasetfinalcorrected.xlsx'),
      ),
    ).toBe(
      '/file?uri=/employmentandlabourmarket/datasets/smallareaincome/financialyearending2023/datasetfinalcorrected.xlsx',
    )
  })

  it('of another edition alone has none: its year and its median are others', () => {
    expect(workbookOn(file('financialyearending2026', 'datasetfinal.xlsx'))).toBeNull()
    expect(workbookOn(file('financialyearending2023', 'notes.pdf'))).toBeNull()
  })
})

describe('a place', () => {
  const inputOf = (ask: typeof incomeAt): ((known: object) => unknown) =>
    (ask({ kind: 'need', inputs: {} } as Node<never>) as unknown as { readonly input: (known: object) => unknown })
      .input
  const input = inputOf(incomeAt)

  it('is asked for by the code of its neighbourhood', () => {
    expect(input({ of: { postcode: 'WA1 1UH', codes: { msoa: 'E02002607' } } })).toBe('E02002607')
    expect(input({ of: { postcode: 'BT1 2FF', codes: { msoa: null } } })).toMatchObject({ $: 'not_covered' })
  })

  it('is not asked for where other figures stand in', () => {
    const asked = (nation: string, msoa: string) => inputOf(incomeIn)({ of: { nation, codes: { msoa } } })
    expect([asked('Wales', 'W02000399'), asked('Scotland', 'S02002727')]).toEqual(['W02000399', null])
  })
})
