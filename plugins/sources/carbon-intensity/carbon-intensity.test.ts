import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openSource, recorded, recordings, type OpenSource } from '@domesday/core/testing'
import { carbonIntensity, national, nationalMix, regional } from './index.ts'

const read = (operation: { readonly how: unknown }, wire: unknown): unknown =>
  (operation.how as { readonly read: (wire: unknown) => unknown }).read(wire)

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
      to: '2026-10-15T09:30:00Z',
      intensity: 161,
      measured: false,
      index: 'moderate',
      mix: {
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
      const { mix } = (await carbon.ask(regional, outcode)) ?? {}
      expect(Object.values(mix ?? {}).reduce((sum, share) => sum + share, 0)).toBeCloseTo(100, 5)
    },
  )

  it('has none for an outcode outside Great Britain', async () => {
    expect(await carbon.ask(regional, 'BT1')).toBeNull()
  })

  it('has failed where it does not know the path', () => {
    const { none } = regional.how as unknown as { readonly none: (reply: object) => unknown }
    expect([none({ status: 400 }), none({ status: 404 })]).toEqual([null, undefined])
  })

  it('reads Great Britain, measured where it is', async () => {
    expect(await carbon.ask(national, {})).toMatchObject({
      scope: 'national',
      region: null,
      intensity: 121,
      measured: true,
      mix: null,
    })
    expect(await carbon.ask(nationalMix, {})).toMatchObject({ wind: 31.4, gas: 27.8, coal: 0 })
  })
})

describe('a half hour', () => {
  it('is null where it cannot be, and so is a mix with such a share', () => {
    const reply = (intensity: number, perc: number) => ({
      data: {
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
      expect(read(regional, reply(-5, perc))).toMatchObject({ intensity: null, index: 'low', mix: null })
    expect(read(regional, reply(5, 60))).toMatchObject({ intensity: 5, mix: { gas: 60, wind: 40, coal: 0 } })
  })

  it('is forecast while it is not measured', () => {
    const wire = { data: [{ intensity: { forecast: '66', actual: null, index: 'low' } }] }
    expect(read(national, wire)).toMatchObject({ intensity: 66, measured: false, from: null })
  })

  it('may come as one object in place of a list, or not at all', () => {
    const region = { shortname: 'Wales', data: [{ intensity: { forecast: 5, index: 'very low' }, generationmix: [] }] }
    expect(read(regional, { data: region })).toMatchObject({ region: 'Wales', intensity: 5, mix: null })
    expect(read(regional, { data: [] })).toBeNull()
    expect(read(nationalMix, { data: {} })).toBeNull()
    expect(read(nationalMix, { data: { generationmix: [{ fuel: { a: 1 }, perc: 2 }] } })).toBeNull()
  })
})

describe('an error with the status of an answer', () => {
  it('has failed, and does not say that there is none', () => {
    const wire = { error: { code: '500 Internal Server Error', message: 'Please contact us' } }
    for (const operation of [regional, national, nationalMix]) expect(() => read(operation, wire)).toThrow('no data')
  })
})

describe.skipIf(!recordings())('recorded answers of carbon-intensity', () => {
  const body = (file: string): unknown => recorded('carbon-intensity', file)

  it('are read', () => {
    expect(read(regional, body('regional-postcode-EC1V.json'))).toEqual({
      scope: 'regional',
      region: 'London',
      from: '2021-07-23T07:00:00Z',
      to: '2021-07-23T07:30:00Z',
      intensity: 107,
      measured: false,
      index: 'low',
      mix: { imports: 72.6, gas: 20.2, wind: 4, solar: 3, hydro: 0.3, nuclear: 0, biomass: 0, coal: 0, other: 0 },
    })
    expect(read(national, body('intensity-2026-04-06T0930Z.json'))).toEqual({
      scope: 'national',
      region: null,
      from: '2026-04-06T09:30:00Z',
      to: '2026-04-06T10:00:00Z',
      intensity: 68,
      measured: true,
      index: 'low',
      mix: null,
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
