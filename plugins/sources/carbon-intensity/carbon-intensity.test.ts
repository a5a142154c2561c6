import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { apart } from '@domesday/core'
import { openSource, recorded, recordings, type OpenSource } from '@domesday/tool-testing'
import { readChecked } from '../../clients/http/read-checked.ts'
import { readBody } from '../../../test/support/read.ts'
import { carbonIntensity, firstWeeks, national, nationalMix, region, regional, week, yearOf } from './index.ts'

const read = readBody

describe('carbon-intensity', () => {
  let carbon: OpenSource
  beforeAll(async () => {
    carbon = await openSource(carbonIntensity)
  })
  afterAll(() => carbon.close())

  it('reads the half hour of a region, fuels that it leaves out at nought', async () => {
    expect(await carbon.ask(regional, 'NW1')).toEqual({
      scope: 'regional',
      region: 'London',
      from: '2026-10-15T09:00:00Z',
      intensity_gco2_kwh: 161,
      measured: false,
      index: 'moderate',
      generation_mix: {
        gas: 38.6,
        imports: 31.4,
        wind: 12.6,
        nuclear: 9.7,
        solar: 6.5,
        biomass: 1.2,
        hydro: 0,
        coal: 0,
        other: 0,
      },
    })
  })

  it.each(['WA1', 'PR3', 'NW1', 'SW1A', 'CF24', 'EH1'])(
    'knows %s, with a mix of a hundred per cent',
    async (outcode) => {
      const { generation_mix: mix } = (await carbon.ask(regional, outcode)) ?? {}
      expect(Object.values(mix ?? {}).reduce((sum, share) => sum + share, 0)).toBeCloseTo(100, 5)
    },
  )

  it('has none for an outcode outside Great Britain', async () => {
    expect(await carbon.ask(regional, 'BT1')).toBeNull()
  })

  it('treats a 404 for an unknown path as a failure', () => {
    const { none } = regional.how as unknown as { readonly none: (reply: object) => unknown }
    expect([none({ status: 400 }), none({ status: 404 })]).toEqual([null, undefined])
  })

  it('reads Great Britain, measured where it is', async () => {
    expect(await carbon.ask(national, {})).toMatchObject({
      scope: 'national',
      region: null,
      intensity_gco2_kwh: 121,
      measured: true,
      generation_mix: null,
    })
    expect(await carbon.ask(nationalMix, {})).toMatchObject({ wind: 31.4, gas: 27.8, coal: 0 })
  })
})

describe('a half hour', () => {
  it('is null where it cannot be, and so is a mix with such a share', () => {
    const reply = (intensity: number, perc: number) => ({
      data: {
        shortname: 'London',
        data: [
          {
            intensity: { forecast: intensity, index: 'low' },
            generationmix: [
              { fuel: 'gas', perc },
              { fuel: 'wind', perc: 40 },
            ],
          },
        ],
      },
    })
    for (const perc of [-1, 101])
      expect(read(regional, reply(-5, perc))).toMatchObject({
        intensity_gco2_kwh: null,
        index: 'low',
        generation_mix: null,
      })
    expect(read(regional, reply(5, 60))).toMatchObject({
      intensity_gco2_kwh: 5,
      generation_mix: { gas: 60, wind: 40, coal: 0 },
    })
  })

  it('is forecast while it is not measured', () => {
    const wire = { data: [{ intensity: { forecast: '66', actual: null, index: 'low' } }] }
    expect(read(national, wire)).toMatchObject({ intensity_gco2_kwh: 66, measured: false, from: null })
  })

  it('may come as one object in place of a list, or not at all', () => {
    const region = { shortname: 'Wales', data: [{ intensity: { forecast: 5, index: 'very low' }, generationmix: [] }] }
    expect(read(regional, { data: region })).toMatchObject({
      region: 'Wales',
      intensity_gco2_kwh: 5,
      generation_mix: null,
    })
    expect(read(regional, { data: [] })).toBeNull()
    expect(read(nationalMix, { data: {} })).toBeNull()
    expect(read(nationalMix, { data: { generationmix: null } })).toBeNull()
  })

  it('has no share of a fuel that is left out while the others do not make the whole', () => {
    const fuels = ['gas', 'wind', 'nuclear', 'solar', 'biomass', 'hydro', 'coal', 'imports', 'other']
    const mix = (lost: number) => ({
      data: { generationmix: fuels.filter((_, i) => i !== lost).map((fuel, i) => ({ fuel, perc: i === 0 ? 60 : 5 })) },
    })
    expect(read(nationalMix, mix(1))).not.toHaveProperty('wind')
    const whole = mix(1).data.generationmix.map((one) => (one.fuel === 'gas' ? { ...one, perc: 65 } : one))
    expect(read(nationalMix, { data: { generationmix: whole } })).toMatchObject({ gas: 65, wind: 0 })
  })
})

describe('a year', () => {
  let carbon: OpenSource
  beforeAll(async () => {
    carbon = await openSource(carbonIntensity)
  })
  afterAll(() => carbon.close())
  const northWest = { id: 3, name: 'North West England' }
  const halfHours = (values: readonly unknown[], shortname = northWest.name) => ({
    data: {
      regionid: 3,
      shortname,
      data: values.map((forecast, i) => ({
        from: `${new Date(Date.UTC(2026, 0, 1) + i * 1_800_000).toISOString().slice(0, 16)}Z`,
        intensity: { forecast, index: 'low' },
      })),
    },
  })
  const readWeek = (body: unknown): unknown => readBody(week, body, { region: northWest, from: '2026-01-01' })

  it('is asked for by the region of an outcode, a week at a time', async () => {
    expect(await carbon.ask(region, 'PR3')).toEqual(northWest)
    expect(await carbon.ask(region, 'BT1')).toBeNull()
    const { path } = week.how as unknown as { readonly path: (input: unknown) => string }
    expect(path({ region: northWest, from: '2025-12-29' })).toBe(
      '/regional/intensity/2025-12-29T00:30Z/2026-01-05T00:00Z/regionid/3',
    )
    expect(await carbon.ask(week, { region: northWest, from: '2026-01-01' })).toBeGreaterThan(0)
  })

  it('has the mean of a week, from its own half hours only', () => {
    const even = Array.from({ length: 336 }, (_, i) => (i % 2 === 0 ? 50 : 61))
    expect(readWeek(halfHours([...even, 9000]))).toBe(55.5)
    expect(readWeek(halfHours(even.slice(0, 168)))).toBe(55.5)
    expect(readWeek(halfHours(even.slice(0, 167)))).toBeNull()
  })

  it("never takes another region's week, and has none where a tenth of it has no intensity", () => {
    expect(() => readWeek(halfHours([1], 'South England'))).toThrow('another region')
    expect(() => readWeek({ data: { ...halfHours([1]).data, shortname: undefined } })).toThrow('shortname')
    expect(readWeek(halfHours(Array(336).fill(null)))).toBeNull()
    expect(readWeek(halfHours([...Array(304).fill(50), ...Array(32).fill(null)]))).toBe(50)
    expect(readWeek(halfHours([...Array(300).fill(50), ...Array(36).fill(null)]))).toBeNull()
  })

  it('is known without a half hour that has no time, which is told', () => {
    const { data } = halfHours(Array(336).fill(50))
    const spoilt = { data: { ...data, data: data.data.with(3, { ...data.data[3]!, from: null as never }) } }
    const asked = { region: northWest, from: '2026-01-01' }
    const { value, parts } = apart(readChecked(week.how as never, spoilt, asked).value)
    expect([value, parts]).toMatchObject([50, [{ why: expect.any(String) }]])
  })

  it('ends before this month, so it is constant within the month', () => {
    const october = firstWeeks('2026-10-15')
    expect([october.length, october[0], october.at(-1)]).toEqual([12, '2025-10-01', '2026-09-01'])
    expect(firstWeeks('2026-10-31')).toEqual(october)
    expect(firstWeeks('2026-01-01').at(-1)).toBe('2025-12-01')
  })

  it('is the mean of its weeks; an unknown week widens the bounds', () => {
    const weeks = [...Array<number>(11).fill(100), 40]
    expect(yearOf('London', '2026-10-15', weeks)).toEqual({
      region: 'London',
      mean: 95,
      low: 95,
      high: 95,
      weeks: 12,
      from: '2025-10',
      to: '2026-09',
    })
    expect(yearOf('London', '2026-10-15', [null, null, ...weeks.slice(2)])).toMatchObject({
      mean: 94,
      low: 85,
      high: 95,
      weeks: 10,
    })
    expect(yearOf('London', '2026-10-15', [...Array<null>(7).fill(null), 1, 2, 3, 4, 5])).toBeNull()
  })
})

describe('an error with the status of an answer', () => {
  it('is a failure, not an empty answer', () => {
    const wire = { error: { code: '500 Internal Server Error', message: 'Please contact us' } }
    for (const operation of [regional, national, nationalMix, region])
      expect(() => read(operation, wire)).toThrow('data')
  })
})

describe.skipIf(!recordings())('recorded answers of carbon-intensity', () => {
  const body = (file: string): unknown => recorded('carbon-intensity', file)

  it('are read', () => {
    expect(read(regional, body('regional-postcode-EC1V.json'))).toEqual({
      scope: 'regional',
      region: 'London',
      from: '2021-07-23T07:00:00Z',
      intensity_gco2_kwh: 107,
      measured: false,
      index: 'low',
      generation_mix: {
        imports: 72.6,
        gas: 20.2,
        wind: 4,
        solar: 3,
        hydro: 0.3,
        nuclear: 0,
        biomass: 0,
        coal: 0,
        other: 0,
      },
    })
    expect(read(national, body('intensity-2026-04-06T0930Z.json'))).toEqual({
      scope: 'national',
      region: null,
      from: '2026-04-06T09:30:00Z',
      intensity_gco2_kwh: 68,
      measured: true,
      index: 'low',
      generation_mix: null,
    })
    expect(read(nationalMix, body('generation-2026-04-06T0930Z.json'))).toEqual({
      gas: 40,
      wind: 24.5,
      nuclear: 17.7,
      imports: 10.6,
      biomass: 7.1,
      solar: 0,
      hydro: 0,
      coal: 0,
      other: 0,
    })
  })
})
