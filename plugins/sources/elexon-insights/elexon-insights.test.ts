import { apart } from '@domesday/core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openSource, recorded, recordings, type OpenSource } from '@domesday/tool-testing'
import { readChecked } from '../../clients/http/read-checked.ts'
import { readBody } from '../../../test/support/read.ts'
import { elexonInsights, generation, price, solar } from './index.ts'
import { latest, mixOf } from './fuels.ts'

const now = '2026-10-15T09:00:00Z'
const read = (id: string, body: unknown): unknown => readBody(elexonInsights.operations.get(id)!, body)
const partsOf = (id: string, body: unknown) =>
  apart(readChecked(elexonInsights.operations.get(id)!.how as never, structuredClone(body), undefined).value).parts

describe('elexon-insights', () => {
  let elexon: OpenSource
  beforeAll(async () => {
    elexon = await openSource(elexonInsights)
  })
  afterAll(() => elexon.close())

  it('adds up what runs in the newest five minutes', async () => {
    const grid = await elexon.ask(generation, now)
    expect(grid).toEqual({
      from: '2026-10-15T08:55:00Z',
      mix: {
        gas: 8306,
        wind: 9420,
        nuclear: 4080,
        hydro: 452,
        biomass: 1920,
        coal: 0,
        oil: 0,
        other: 94,
        imports: 3870,
      },
      total_generation_mw: 28_142,
      exports_mw: 1034,
      pumping_mw: 0,
    })
    expect(Object.values(grid!.mix).reduce<number>((sum, mw) => sum + (mw ?? 0), 0)).toBe(grid!.total_generation_mw)
  })

  it('looks further back where the last half hour brought nothing, and then no further', async () => {
    expect(await elexon.ask(generation, '2026-10-15T11:30:00Z')).toMatchObject({ from: '2026-10-15T08:55:00Z' })
    expect(await elexon.ask(generation, '2026-10-15T14:00:00Z')).toBeNull()
  })

  it('knows the sun of the newest half hour, and has none for a time without any', async () => {
    expect(await elexon.ask(solar, now)).toEqual({ from: '2026-10-15T07:30:00Z', mw: 1830 })
    expect(await elexon.ask(solar, '2026-10-15T02:00:00Z')).toBeNull()
  })

  it('knows the newest price', async () => {
    expect(await elexon.ask(price, now)).toEqual({ from: '2026-10-15T08:30:00Z', gbp_mwh: 81.27, volume_mwh: 1540.55 })
    expect(await elexon.ask(price, '2026-10-15T02:00:00Z')).toBeNull()
  })

  it('asks for nothing that the samples lack', () => expect(elexon.unmatched).toEqual([]))
})

describe('a mix', () => {
  const rows = (figures: Readonly<Record<string, number | string>>) =>
    Object.entries(figures).map(([fuelType, generation]) => ({ fuelType, generation }))

  it('keeps apart what is taken from the system', () => {
    expect(mixOf(rows({ CCGT: 100, PS: -40, NPSHYD: 5, INTFR: 30, INTNEM: -20, INTVKL: -7 })).mix).toMatchObject({
      mix: { gas: 100, hydro: 5, imports: 30 },
      total_generation_mw: 135,
      exports_mw: 27,
      pumping_mw: 40,
    })
  })

  it('takes a new interconnector for one, and any other new code as other', () => {
    expect(mixOf(rows({ INTNEU: '12', FUSION: 3 })).mix).toMatchObject({
      mix: { imports: 12, other: 3, wind: null },
      total_generation_mw: 15,
    })
  })

  it('counts a fuel once that was published twice', () => {
    expect(mixOf([...rows({ WIND: 10 }), ...rows({ WIND: 11 })]).mix.total_generation_mw).toBe(11)
  })
})

describe('the newest rows', () => {
  it('are found in any order, and with times written in two ways', () => {
    const rows = [
      { startTime: '2026-10-15T08:00:00Z', n: 1 },
      { startTime: '2026-10-15T08:30:00.0000000+00:00', n: 2 },
      { startTime: '2026-10-15T08:30:00Z', n: 3 },
      { startTime: 'soon', n: 4 },
    ]
    expect(latest(rows)).toEqual({ from: '2026-10-15T08:30:00Z', rows: [rows[1], rows[2]] })
    expect(latest([])).toBeNull()
  })

  it('may be none', () => {
    expect(read('outturn', [])).toBeNull()
    for (const id of ['solar', 'price'])
      for (const data of [[], null]) expect([id, read(id, { data })]).toEqual([id, null])
  })

  it.each(['startTime', 'fuelType', 'generation'])('are without the one that lacks its %s, which is told', (name) => {
    const codes = [
      'CCGT',
      'OCGT',
      'WIND',
      'NUCLEAR',
      'NPSHYD',
      'PS',
      'BIOMASS',
      'COAL',
      'OIL',
      'OTHER',
      'INTFR',
      'INTEW',
    ]
    const rows = codes.map((fuelType) => ({ startTime: now, fuelType, generation: 7 }))
    const spoilt = rows.with(2, { ...rows[2]!, [name]: undefined })
    expect(partsOf('outturn', rows)).toEqual([])
    expect(read('outturn', spoilt)).toMatchObject({
      total_generation_mw: 77,
      mix: { gas: 14, wind: null, imports: 14 },
    })
    expect(partsOf('outturn', spoilt)).toContainEqual({
      why: 'there is no figure for wind, and the total is without it',
    })
  })

  it.each(['CCGT', 'PS', 'INTFR'])('without %s do not make its fuel smaller than it is', (code) => {
    const fuel = { CCGT: 'gas', PS: 'hydro', INTFR: 'imports' }[code]!
    const codes = ['CCGT', 'OCGT', 'WIND', 'NUCLEAR', 'NPSHYD', 'PS', 'BIOMASS', 'INTFR'].filter((one) => one !== code)
    const rows = codes.map((fuelType) => ({ startTime: now, fuelType, generation: 7 }))
    expect(read('outturn', rows)).toMatchObject({ total_generation_mw: 49, mix: { [fuel]: null } })
  })

  it('are an error, not empty, if the answer has another shape', () => {
    for (const id of ['outturn', 'solar', 'price'])
      expect(() => read(id, { title: 'Service unavailable', status: 503 })).toThrow()
  })
})

describe('a price', () => {
  it('is known without a row that lacks its number, which is told', () => {
    const data = Array.from({ length: 12 }, (_, i) => ({
      startTime: `2026-10-15T0${Math.floor(i / 2)}:${i % 2 ? '30' : '00'}:00Z`,
      dataProvider: 'APXMIDP',
      price: i,
      volume: 5,
    }))
    const spoilt = { data: data.with(11, { ...data[11]!, price: null as never }) }
    expect(read('price', spoilt)).toMatchObject({ gbp_mwh: 10 })
    expect(partsOf('price', spoilt)).toMatchObject([{ why: expect.any(String) }])
    expect(partsOf('price', { data })).toEqual([])
  })

  it('of zero with zero volume is none; a negative one is a price', () => {
    expect(read('price', { data: [{ startTime: now, dataProvider: 'N2EXMIDP', price: 0, volume: 0 }] })).toBeNull()
    expect(
      read('price', {
        data: [
          { startTime: now, dataProvider: 'N2EXMIDP', price: 5, volume: 1 },
          { startTime: now, dataProvider: 'APXMIDP', price: '-3.5', volume: 900 },
        ],
      }),
    ).toEqual({ from: now, gbp_mwh: -3.5, volume_mwh: 900 })
  })
})

describe.skipIf(recordings() === null)('as recorded', () => {
  const body = (file: string): unknown => recorded('elexon-insights', file)

  it('reads an evening of wind and gas', () => {
    expect(read('outturn', body('datasets-fuelinst-stream-2024-02-12T1750.json'))).toEqual({
      from: '2024-02-12T17:45:00Z',
      mix: {
        gas: 15_844,
        wind: 12_829,
        nuclear: 3696,
        hydro: 2178,
        biomass: 2249,
        coal: 478,
        oil: 0,
        other: 1461,
        imports: 898,
      },
      total_generation_mw: 39_633,
      exports_mw: 1426,
      pumping_mw: 0,
    })
  })

  it('reads documented examples', () => {
    expect(read('solar', body('generation-actual-wind-and-solar-documented.json'))).toEqual({
      from: '2023-07-12T06:30:00Z',
      mw: 1829,
    })
    expect(read('price', body('balancing-pricing-market-index-documented.json'))).toEqual({
      from: '2022-09-26T01:00:00Z',
      gbp_mwh: 678.12,
      volume_mwh: 678.123,
    })
  })

  it('knows every fuel of a later year, with pumps and exports', () => {
    const [half] = body('generation-outturn-summary-2025-03-30.json') as [
      { data: { fuelType: string; generation: number }[] },
    ]
    expect(mixOf(half.data).mix).toMatchObject({
      mix: { gas: 1960, hydro: 315, imports: 2289, other: 404 },
      pumping_mw: 1315,
      exports_mw: 2775,
    })
  })
})
