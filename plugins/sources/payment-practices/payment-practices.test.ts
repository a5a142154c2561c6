import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openSource, recorded, recordings, type OpenSource } from '@domesday/tool-testing'
import { paymentPractices, paymentReports, rowOf, type Columns, type PaymentReports } from './index.ts'
import { newerOf } from './report.ts'
import { spreadOf, wordOf } from './spread.ts'

let register: OpenSource
beforeAll(async () => {
  register = await openSource(paymentPractices)
})
afterAll(() => register.close())

const of = (number: string): Promise<PaymentReports> => register.ask(paymentReports, number)

describe('the reports of a company', () => {
  it('are read from fields that hold line breaks, newest first', async () => {
    const { reports, newest } = await of('99000090')
    expect(reports).toBe(7)
    expect(newest.map(({ period_end, average_days_to_pay }) => [period_end, average_days_to_pay])).toEqual([
      ['2026-04-30', 52],
      ['2025-10-31', 38],
      ['2025-04-30', 36],
      ['2024-10-31', 35],
      ['2024-04-30', 34],
      ['2023-10-31', 34],
    ])
    expect(newest[0]).toEqual({
      period_start: '2025-11-01',
      period_end: '2026-04-30',
      filed: '2026-05-29',
      average_days_to_pay: 52,
      paid_within_30_days: 31,
      paid_31_to_60_days: 38,
      paid_after_60_days: 31,
      late_share: 44,
      shortest_terms: 30,
      longest_terms: 90,
      withheld: [],
      url: 'https://check-payment-practices.service.gov.uk/report/990008/',
    })
  })

  it('count a corrected period once, by the report that was filed last', async () => {
    const { newest } = await of('99000090')
    expect(newest[1]).toMatchObject({ filed: '2025-12-04', average_days_to_pay: 38 })
    const report = (id: string, filed: string) => ({ id, filed }) as Parameters<typeof newerOf>[0]
    expect(newerOf(report('2', '2026-01-02'), report('3', '2026-01-01')).id).toBe('2')
    expect(newerOf(report('2', '2026-01-01'), report('10', '2026-01-01')).id).toBe('10')
    expect(newerOf(report('10', '2026-01-01'), report('2', '2026-01-01')).id).toBe('10')
  })

  it('are none of a company that need not report', async () => {
    for (const number of ['99000017', '99000025'])
      expect(await of(number), number).toEqual({ reports: 0, newest: [], rank: null })
  })

  it('leave out what cannot be right, and say so', async () => {
    const absurd = await of('99070101')
    expect(absurd.newest.map(({ average_days_to_pay: days }) => days)).toEqual([null, 47])
    expect(absurd.newest[0]).toMatchObject({
      late_share: 30,
      withheld: [expect.stringMatching(/^average_days_to_pay: .* over 365 days/)],
    })
    expect(JSON.stringify(absurd)).not.toContain('4323394')
    expect(absurd.rank).toBeNull()
    expect((await of('99070104')).newest[0]).toMatchObject({
      average_days_to_pay: 28,
      paid_within_30_days: null,
      paid_after_60_days: null,
      withheld: [expect.stringMatching(/do not add up to 100/)],
    })
    // No invoice was paid: none days is no speed.
    expect((await of('99070105')).newest[0]).toMatchObject({ average_days_to_pay: null, paid_within_30_days: null })
    // A period that goes on until 2062.
    expect((await of('99070106')).newest).toMatchObject([{ period_end: '2026-06-30', average_days_to_pay: 30 }])
  })

  it('may state no figures, where no contract counts', async () => {
    expect((await of('99070103')).newest).toMatchObject([
      { average_days_to_pay: null, late_share: null, shortest_terms: null, longest_terms: null, withheld: [] },
    ])
  })
})

describe('the place among the reports of late', () => {
  it('is that of the newest report, the fastest first', async () => {
    const all = { since: '2025-01-01', reports: 81 }
    expect((await of('99000058')).rank).toEqual({ ...all, faster_percent: 0, decile: 1, median_days: 36 })
    expect((await of('99000090')).rank).toMatchObject({ ...all, faster_percent: 77, decile: 8 })
    expect((await of('99070040')).rank).toMatchObject({ ...all, faster_percent: 98, decile: 10 })
    // Two are as fast as each other: neither is ahead.
    expect((await of('99070014')).rank).toEqual((await of('99070106')).rank)
  })

  it('is none of an old report, whose figures stand', async () => {
    const { rank, newest } = await of('99070102')
    expect(rank).toBeNull()
    expect(newest[0]).toMatchObject({ period_end: '2019-06-30', average_days_to_pay: 49 })
  })

  it('counts the half-year of the download and three before it', () => {
    const counted = new Set<string>()
    const count = (word: string) => {
      counted.add(word.split('x')[0]!)
      return word === '2025h2x3' || word === '2024h2x7' ? 2 : 0
    }
    const { since, reports, fewer } = spreadOf({ count, asOf: '2026-03-02T04:00:00Z' })
    expect([...counted]).toEqual(['2026h1', '2025h2', '2025h1', '2024h2'])
    expect({ since, reports }).toEqual({ since: '2024-07-01', reports: 4 })
    expect([fewer[3], fewer[4], fewer[7], fewer[8], fewer[365]]).toEqual([0, 2, 2, 4, 4])
    expect(wordOf({ end: '2026-07-01', days: 31.6 })).toBe('2026h2x32')
    expect(wordOf({ end: '2026-06-30', days: null })).toBeNull()
  })
})

const row = {
  'Report Id': '7',
  'Company number': '1070807',
  'Start date': '2026-01-01',
  'End date': '2026-06-30',
  'Filing date': '2026-07-28',
  'Average time to pay': '32',
} as Columns

describe('a row of the export', () => {
  it('names its company by eight characters', () => {
    const numbers = ['1070807', ' 01070807', 'sc12345', 'OC 301234', 'none', ''].map(
      (number) => rowOf({ ...row, 'Company number': number })?.number ?? null,
    )
    expect(numbers).toEqual(['01070807', '01070807', 'SC012345', 'OC301234', null, null])
  })

  it('has figures in the ranges that they can have', () => {
    const of = (figures: Partial<Record<keyof Columns, string>>) => rowOf({ ...row, ...figures } as Columns)!
    expect(of({ 'Average time to pay': '365' })).toMatchObject({ days: 365, slips: [] })
    expect(of({ 'Average time to pay': '366' })).toMatchObject({ days: null, slips: ['average'] })
    expect(of({ 'Average time to pay': '-3' })).toMatchObject({ days: null, slips: ['average'] })
    expect(of({ 'Average time to pay': '' })).toMatchObject({ days: null, slips: [] })
    expect(of({ '% Invoices not paid within agreed terms': '101' })).toMatchObject({ late: null })
    const shares = (...[within, between, later]: readonly string[]) =>
      of({
        '% Invoices paid within 30 days': within!,
        '% Invoices paid between 31 and 60 days': between!,
        '% Invoices paid later than 60 days': later!,
      })
    expect(shares('33', '33', '33')).toMatchObject({ within30: 33, slips: [] })
    expect(shares('50', '30', '17')).toMatchObject({ within30: null, later: null, slips: ['shares'] })
    expect(shares('50', '30', '')).toMatchObject({ within30: 50, later: null, slips: [] })
  })

  it('cannot be read where a day may be another one', () => {
    expect(() => rowOf({ ...row, 'End date': '6/7/2026' } as Columns)).toThrow('its End date is no day')
    expect(() => rowOf({ ...row, 'Filing date': '2026-02-31' } as Columns)).toThrow('its Filing date is no day')
    expect(rowOf({ ...row, 'Start date': '2026-01-01T00:00:00' } as Columns)).toMatchObject({ start: '2026-01-01' })
  })
})

/** Cells of a CSV, quoted ones too. */
const cellsOf = (text: string): readonly (readonly string[])[] => {
  const rows: string[][] = [[]]
  for (const [, quoted, plain, end] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^,\r\n]*))(,|\r?\n|$)/g)) {
    rows.at(-1)!.push(quoted?.replaceAll('""', '"') ?? plain ?? '')
    if (end === '') break
    if (end !== ',') rows.push([])
  }
  return rows.filter((cells) => cells.length > 1)
}

describe.skipIf(recordings() === null)('recorded columns', () => {
  it('are those that a row is read from', () => {
    const [header = [], ...rows] = cellsOf(recorded('payment-practices', 'export-made-up.csv') as string)
    const read = rows.map((cells) => rowOf(Object.fromEntries(header.map((name, i) => [name, cells[i]!])) as never))
    expect(read).toEqual([
      {
        id: '90001',
        number: '00000901',
        start: '2026-01-01',
        end: '2026-06-30',
        filed: '2026-07-28',
        days: 32,
        within30: 62,
        from31to60: 29,
        later: 9,
        late: 18,
        shortest: 14,
        longest: 60,
        slips: [],
      },
      expect.objectContaining({ id: '90000', end: '2025-12-31', days: 41, late: 35 }),
      expect.objectContaining({ id: '90002', number: 'SC000902', days: null, late: null, slips: ['average'] }),
    ])
    const { of } = (paymentPractices.pull as unknown as readonly [{ readonly wire: { readonly of: object } }])[0].wire
    expect(header.filter((name) => !Object.hasOwn(of, name))).toEqual([])
  })
})
