import { readBody } from '../../../test/support/read.ts'
import { readChecked } from '../../clients/http/read-checked.ts'
import { apart, type CallHow } from '@domesday/core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Operation, Tools } from '@domesday/core'
import { openSource, recorded, recordings, type OpenSource } from '@domesday/tool-testing'
import { overflowsAround, returns, spillsOf, statusAround, stormOverflows, years, type Overflow } from './index.ts'
import { newestOf } from './returns.ts'
import { mapOf, statusesOf } from './status.ts'

const warrington = { lat: 53.389713, lng: -2.599634 }
const cockerham = { lat: 53.873809, lng: -2.723233 }
const chester = { lat: 53.187, lng: -2.89 }

const read = <Out>(operation: Operation<any, Out>, wire: unknown, input?: unknown): Out => {
  return readBody(operation, wire, input)
}
let layer: OpenSource
beforeAll(async () => {
  layer = await openSource(stormOverflows)
})
afterAll(async () => {
  expect(layer.unmatched).toEqual([])
  await layer.close()
})

describe('the overflows around a point', () => {
  it('are those of the newest return, nearest first', async () => {
    const overflows = await layer.ask(overflowsAround, { at: warrington, metres: 5_000 })
    expect(new Set(overflows.map(({ year }) => year))).toEqual(new Set([2025]))
    expect(overflows.map(({ id }) => id)).toEqual([
      'UUG99001',
      'UUG99002',
      'UUG99003',
      'UUG99004',
      'UUG99007',
      'UUG99005',
      'UUG99009',
      'UUG99006',
      'UUG99008',
    ])
    expect(overflows[1]).toEqual({
      id: 'UUG99002',
      site: 'SAMPLE BRIDGE STREET CSO',
      water_company: 'United Utilities',
      type: 'SO on sewer network',
      year: 2025,
      spill_count: 12,
      spill_hours: 21.75,
      monitored_pct: 100,
      discharges_into: 'RIVER MERSEY',
      coordinates: { lat: 53.3859, lng: -2.5902 },
      distance_m: 756,
    })
    // If a name does not apply, the register's name is used.
    expect(overflows.at(-1)!.site).toBe('SAMPLE PADGATE CSO')
  })

  it('may be none', async () => {
    expect(await layer.ask(overflowsAround, { at: cockerham, metres: 5_000 })).toEqual([])
    expect(
      (await layer.ask(overflowsAround, { at: cockerham, metres: 20_000 })).map(
        ({ water_company: company }) => company,
      ),
    ).toEqual(['United Utilities'])
  })

  it('are read page by page, and taken once where a page sends one again', async () => {
    const row = (id: string, year: number): Overflow => ({
      id,
      site: null,
      water_company: null,
      type: null,
      year,
      spill_count: 1,
      spill_hours: 2,
      monitored_pct: 100,
      discharges_into: null,
      coordinates: chester,
      distance_m: 7,
    })
    const pages = [
      { rows: [row('A', 2024), row('A', 2025)], size: 3, more: true },
      { rows: [row('B', 2025), row('A', 2025)], size: 2, more: false },
    ]
    const asked: unknown[] = []
    const ask = async (operation: Operation<any, any>, input: { readonly from?: number }) => {
      if (operation === years) return ['2025', '2024', '2023']
      asked.push(input)
      return pages[input.from === 0 ? 0 : 1]
    }
    if (overflowsAround.how.kind !== 'run') throw new TypeError('not a run')
    const found = (await overflowsAround.how.run({ at: chester, metres: 50 }, {
      ask,
    } as unknown as Tools)) as readonly Overflow[]
    expect(found.map(({ id, year }) => [id, year])).toEqual([
      ['A', 2025],
      ['B', 2025],
    ])
    expect(asked).toEqual([
      { at: chester, metres: 50, years: ['2025', '2024'], from: 0 },
      { at: chester, metres: 50, years: ['2025', '2024'], from: 3 },
    ])
  })

  it('stay with the year before where the last one has not come in', () => {
    const row = {
      id: 'A',
      site: null,
      water_company: null,
      type: null,
      spill_count: 1,
      spill_hours: 1,
      monitored_pct: 1,
      discharges_into: null,
      coordinates: chester,
      distance_m: 7,
    }
    expect(
      (
        newestOf([
          { ...row, year: 2024 },
          { ...row, id: 'B', year: 2024, distance_m: 2 },
        ]) as readonly Overflow[]
      ).map(({ id }) => id),
    ).toEqual(['B', 'A'])
    expect(
      newestOf([
        { ...row, id: null, year: 2025 },
        { ...row, id: null, coordinates: warrington, year: 2025 },
      ]),
    ).toHaveLength(2)
  })

  it('are a fault where the map server sends one with status 200, or holds no year', () => {
    expect(() =>
      read(
        returns,
        { error: { code: 400, message: "Cannot perform query. 'where' clause is invalid" } },
        { at: chester },
      ),
    ).toThrow(/no features/)
    expect(() => read(returns, {}, { at: chester })).toThrow(/no features/)
    expect(() => read(years, { features: [{ attributes: { annual_return_year: null } }] })).toThrow(
      /annual_return_year/,
    )
    expect(
      read(years, {
        features: ['2024', 2025, '2024', 'All', null].map((annual_return_year) => ({
          attributes: { annual_return_year },
        })),
      }),
    ).toEqual(['2025', '2024'])
  })

  it('are read past one of twelve without its year, which is told, and counted in its page', () => {
    const row = (annual_return_year: string | null) => ({
      attributes: {
        water_company_name: 'A',
        annual_return_year,
        counted_spills_12_24hr_calculated: 1,
        total_spill_duration_hrs_calculated: 1,
        edm_operation_percent_calculated: 1,
      },
      geometry: { x: -2.89, y: 53.187 },
    })
    const features = Array.from({ length: 12 }, (_, i) => row(i === 3 ? null : '2025'))
    const { value, parts } = apart(readChecked(returns.how as CallHow, { features }, { at: chester }).value)
    expect(value).toMatchObject({ size: 12, rows: { length: 11 } })
    expect(parts).toMatchObject([{ why: '1 of 12 rows could not be read' }])
  })

  it('are read past rows without a place, with numbers as text and placeholders as nothing', () => {
    const attributes = {
      unique_id: '#TBC',
      old_unique_id_pre_2024: 'OLD1',
      annual_return_year: '2023',
      site_name_ea_condat: 'Not Applicable',
      counted_spills_12_24hr_calculated: '7',
    }
    const { rows, size, more } = read(
      returns,
      {
        features: [{ attributes }, { attributes, geometry: { x: '-2.89', y: 53.187 } }],
        exceededTransferLimit: true,
      },
      { at: chester },
    )
    expect([size, more, rows]).toEqual([
      2,
      true,
      [
        {
          id: 'OLD1',
          site: null,
          water_company: null,
          type: null,
          year: 2023,
          spill_count: 7,
          spill_hours: null,
          monitored_pct: null,
          discharges_into: null,
          coordinates: chester,
          distance_m: 0,
        },
      ],
    ])
  })
})

describe('spills', () => {
  it('are whole, though the layer keeps them as floating point', () => {
    const of = (counted_spills_12_24hr_calculated: number) => ({
      attributes: { annual_return_year: '2025', counted_spills_12_24hr_calculated },
      geometry: { x: -2.89, y: 53.187 },
    })
    const { rows } = read(returns, { features: [of(12.5), of(3.0000000001), of(0)] }, { at: chester })
    expect(rows.map(({ spill_count: spills }) => spills)).toEqual([13, 3, 0])
  })

  it('are summed over counted overflows: a missing count, or the zero of a broken monitor, does not count as zero', async () => {
    const overflows = await layer.ask(overflowsAround, { at: warrington, metres: 5_000 })
    expect(spillsOf(overflows)).toMatchObject({
      overflows_within_5km: 9,
      overflows_counted: 7,
      total_spill_count: 171,
      total_spill_hours: 1072.3,
    })
    expect(spillsOf(overflows.filter(({ id }) => id === 'UUG99008'))).toMatchObject({
      overflows_within_5km: 1,
      overflows_counted: 0,
      total_spill_count: null,
      total_spill_hours: null,
    })
    expect(spillsOf([])).toMatchObject({
      overflows_within_5km: 0,
      overflows_counted: 0,
      total_spill_count: 0,
      total_spill_hours: 0,
    })
  })
})

describe('the status of overflows', () => {
  it('is on the map of each company that has one', async () => {
    const at = (company: string) => layer.ask(statusAround, { company, at: chester, metres: 5_000 })
    expect(await at('United Utilities')).toEqual({
      UUG99041: { status: 'not discharging', status_since: '2026-10-12T08:00:00Z' },
    })
    expect(await at('Severn Trent Water')).toEqual({
      SVT99042: { status: 'discharging', status_since: '2026-10-15T08:31:00Z' },
    })
    expect(
      ['Dwr Cymru Welsh Water', 'Thames Water Utilities Limited'].map((company) => mapOf(company)?.slice(0, 29)),
    ).toEqual([undefined, 'https://services2.arcgis.com/'])
  })

  it('is read with either spelling of the columns; overflows without a known state are left out', () => {
    const features = [
      { attributes: { Id: 'SBB1', status: -1, statusStart: null, latestEventEnd: 1_773_224_876_000 } },
      { attributes: { Id: 'SBB2', receivingWaterCourse: 'CAMEL ESTUARY' } },
      { attributes: null },
    ]
    const known = { SBB1: { status: 'offline', status_since: null } }
    expect(read(statusAround, { features })).toEqual(known)
    expect(statusesOf({ features: features.slice(0, 2), exceededTransferLimit: true })).toMatchObject({
      $: 'partly',
      value: known,
    })
  })
})

describe.skipIf(!recordings())('recorded answers of storm-overflows', () => {
  it('are read: the returns around Ryde', () => {
    const { rows, more } = read(returns, recorded('storm-overflows', 'annual-returns-2025-ryde-cut.json'), {
      at: { lat: 50.72, lng: -1.17 },
    })
    expect(more).toBe(false)
    expect(
      (apart(newestOf(rows)).value as readonly Overflow[]).map(
        ({ id, spill_count: spills, spill_hours: hours, monitored_pct: monitored }) => [id, spills, hours, monitored],
      ),
    ).toEqual([
      ['SWS00025', 4, 1.6, 99.8],
      ['SWS00033', 3, 1.9, 99.8],
      ['SWS00066', 14, 59, 99.7],
      ['SWS00040', 46, 358.5, 46.2],
    ])
    expect(spillsOf(rows)).toMatchObject({
      overflows_within_5km: 4,
      overflows_counted: 4,
      total_spill_count: 67,
      total_spill_hours: 421,
    })
    expect(rows[0]).toMatchObject({
      water_company: 'Southern Water',
      year: 2025,
      coordinates: { lat: 50.71393, lng: -1.16625 },
    })
  })

  it('are read: a status', () => {
    expect(
      statusesOf({
        features: [{ attributes: recorded('storm-overflows', 'hub-attributes-NES0141-northumbrian.json') }],
      }),
    ).toEqual({
      NES0141: { status: 'not discharging', status_since: '2024-12-27T23:38:00Z' },
    })
  })
})
