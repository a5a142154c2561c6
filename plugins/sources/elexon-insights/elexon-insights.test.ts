import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openSource, recorded, recordings, type OpenSource } from '@domesday/tool-testing'
import { elexonInsights, generation, price, solar } from './index.ts'
import { latest, mixOf } from './fuels.ts'

const now = '2026-10-15T09:00:00Z'
const read = (id: string, wire: unknown): unknown =>
  (elexonInsights.operations.get(id)!.how as unknown as { readonly read: (wire: unknown) => unknown }).read(wire)

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
      byFuel: {
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
      total: 28_142,
      exports: 1034,
      pumping: 0,
    })
    expect(Object.values(grid!.byFuel).reduce((sum, mw) => sum + mw, 0)).toBe(grid!.total)
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
    expect(await elexon.ask(price, now)).toEqual({ from: '2026-10-15T08:30:00Z', price: 81.27, volume: 1540.55 })
    expect(await elexon.ask(price, '2026-10-15T02:00:00Z')).toBeNull()
  })

  it('asks for nothing that the samples lack', () => expect(elexon.unmatched).toEqual([]))
})

describe('a mix', () => {
  const rows = (figures: Readonly<Record<string, number | string | null>>) =>
    Object.entries(figures).map(([fuelType, generation]) => ({ fuelType, generation }))

  it('keeps apart what is taken from the system', () => {
    expect(mixOf(rows({ CCGT: 100, PS: -40, NPSHYD: 5, INTFR: 30, INTNEM: -20, INTVKL: -7 }))).toMatchObject({
      byFuel: { gas: 100, hydro: 5, imports: 30 },
      total: 135,
      exports: 27,
      pumping: 40,
    })
  })

  it('takes a new interconnector for one, and any other new code as other', () => {
    expect(mixOf(rows({ INTNEU: '12', FUSION: 3, WIND: null }))).toMatchObject({
      byFuel: { imports: 12, other: 3, wind: 0 },
      total: 15,
    })
  })

  it('counts a fuel once that was published twice', () => {
    expect(mixOf([...rows({ WIND: 10 }), ...rows({ WIND: 11 })]).total).toBe(11)
  })
})

describe('the newest rows', () => {
  it('are found in any order, and with times written in two ways', () => {
    const rows = [
      { startTime: '2026-10-15T08:00:00Z', n: 1 },
      { startTime: '2026-10-15T08:30:00.0000000+00:00', n: 2 },
      { startTime: '2026-10-15T08:30:00Z', n: 3 },
      { n: 4 },
    ]
    expect(latest(rows)).toEqual({ from: '2026-10-15T08:30:00Z', rows: [rows[1], rows[2]] })
    expect(latest([])).toBeNull()
  })

  it('may come in an envelope', () => {
    expect(read('outturn', { data: [{ startTime: now, fuelType: 'WIND', generation: 7 }] })).toMatchObject({ total: 7 })
    expect(read('outturn', { data: [] })).toBeNull()
  })

  it('are an error, not empty, if the answer has another shape', () => {
    for (const id of ['outturn', 'solar', 'price'])
      expect(() => read(id, { title: 'Service unavailable', status: 503 })).toThrow()
  })
})

describe('a price', () => {
  it('of zero with zero volume is none; a negative one is a price', () => {
    expect(read('price', { data: [{ startTime: now, dataProvider: 'N2EXMIDP', price: 0, volume: 0 }] })).toBeNull()
    expect(
      read('price', {
        data: [
          { startTime: now, dataProvider: 'N2EXMIDP', price: 5, volume: 1 },
          { startTime: now, dataProvider: 'APXMIDP', price: '-3.5', volume: 900 },
        ],
      }),
    ).toEqual({ from: now, price: -3.5, volume: 900 })
  })
})

describe.skipIf(recordings() === null)('as recorded', () => {
  const body = (file: string): unknown => recorded('elexon-insights', file)

  it('reads an evening of wind and gas', () => {
    expect(read('outturn', body('datasets-fuelinst-stream-2024-02-12T1750.json'))).toEqual({
      from: '2024-02-12T17:45:00Z',
      byFuel: {
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
      total: 39_633,
      exports: 1426,
      pumping: 0,
    })
  })

  it('reads documented examples', () => {
    expect(read('solar', body('generation-actual-wind-and-solar-documented.json'))).toEqual({
      from: '2023-07-12T06:30:00Z',
      mw: 1829,
    })
    expect(read('price', body('balancing-pricing-market-index-documented.json'))).toEqual({
      from: '2022-09-26T01:00:00Z',
      price: 678.12,
      volume: 678.123,
    })
  })

  it('knows every fuel of a later year, with pumps and exports', () => {
    const [half] = body('generation-outturn-summary-2025-03-30.json') as [
      { data: { fuelType: string; generation: number }[] },
    ]
    expect(mixOf(half.data)).toMatchObject({
      byFuel: { gas: 1960, hydro: 315, imports: 2289, other: 404 },
      pumping: 1315,
      exports: 2775,
    })
  })
})
