import { readBody } from '../../../test/support/read.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readChecked } from '../../clients/http/read-checked.ts'
import { apart, type CallHow, type Operation } from '@domesday/core'
import { openSource, recorded, recordings, type OpenSource } from '@domesday/tool-testing'
import { hoursOf, nearest, qualityFrom, seriesOf, ukAir, type Hour, type Pollutant, type Series } from './index.ts'
import { indexOf, newestMean, pollutants } from './index-of-pollution.ts'

const camden = { lat: 51.545024, lng: -0.137429 }
const until = '2026-10-15T09:00:00Z'

const read = <Out>(operation: Operation<any, Out>, body: unknown): Out => readBody(operation, body)

let air: OpenSource
beforeAll(async () => {
  air = await openSource(ukAir)
})
afterAll(() => air.close())

describe('the series of a pollutant', () => {
  it('have their site by name and place: latitude comes first there', async () => {
    const no2 = await air.ask(seriesOf, 'NO2')
    expect(no2.find(({ site }) => site === 'Warrington')).toMatchObject({ at: { lat: 53.38928, lng: -2.615358 } })
    expect((await air.ask(seriesOf, 'O3')).map(({ site }) => site)).not.toContain('Warrington')
  })

  it('are left out without a place', () => {
    expect(
      read(seriesOf, [{ id: 1 }, { id: 2, station: { geometry: { coordinates: ['NaN', 'NaN', 'NaN'] } } }]),
    ).toEqual([])
  })

  it('are none where the list is empty, and a fault where something else came in its place', () => {
    expect(read(seriesOf, [])).toEqual([])
    expect(() => read(seriesOf, { userMessage: 'The service is busy.', developerMessage: '' })).toThrow('id')
  })
})

describe('the hours of a series', () => {
  it('are those of a day, oldest first, without those that were not measured', async () => {
    const [{ id }] = (await air.ask(seriesOf, 'NO2')).filter(({ site }) => site === 'Warrington') as [Series]
    const hours = await air.ask(hoursOf, { id, until })
    expect(hours.length).toBe(21)
    expect(new Date(hours.at(-1)!.at).toISOString()).toBe('2026-10-15T07:00:00.000Z')
    expect(Math.min(...hours.map(({ value }) => value))).toBeGreaterThan(0)
  })

  it('are none at a closed site', async () => {
    const [{ id }] = (await air.ask(seriesOf, 'NO2')).filter(({ site }) => site === 'Camden Sample Yard') as [Series]
    expect(await air.ask(hoursOf, { id, until })).toEqual([])
    expect(read(hoursOf, { values: [] })).toEqual([])
    expect(() => read(hoursOf, {})).toThrow('no values')
  })

  it('are read past one without a time, which is told, and past those that were not measured', () => {
    const values = Array.from({ length: 12 }, (_, i) =>
      i === 3 ? { value: 9 } : { timestamp: i, value: i === 5 ? null : 9 },
    )
    const { value, parts } = apart(readChecked(hoursOf.how as CallHow, { values }, {}).value)
    expect(value).toHaveLength(10)
    expect(parts).toMatchObject([{ why: '1 of 12 rows could not be read' }])
  })
})

const hour = 3_600_000
const day = (value: number, length = 24): readonly Hour[] => Array.from({ length }, (_, i) => ({ at: i * hour, value }))

describe('the index of a pollutant', () => {
  it('goes by the limits of its own period', () => {
    expect([67, 67.4, 68, 200, 201, 600, 601].map((mean) => indexOf('NO2', mean))).toEqual([1, 1, 2, 3, 4, 9, 10])
    expect([indexOf('O3', 100), indexOf('PM2.5', 36), indexOf('PM10', 101)]).toEqual([3, 4, 10])
  })

  it('is of the newest hours, and of none where too few were measured', () => {
    expect(
      newestMean('O3', [...day(0, 16), ...day(80, 8).map(({ at, value }) => ({ at: at + 16 * hour, value }))]),
    ).toEqual({ at: 23 * hour, value: 80 })
    expect(newestMean('PM10', day(20, 17))).toBeNull()
    expect(newestMean('PM10', day(20, 18))?.value).toBe(20)
    expect(newestMean('NO2', [])).toBeNull()
  })
})

describe('the air quality at a place', () => {
  const measured = async (km = 25) => {
    const candidates = nearest(
      camden,
      await Promise.all(pollutants.map((pollutant) => air.ask(seriesOf, pollutant))),
      km,
      3,
    )
    return qualityFrom(
      candidates,
      await Promise.all(candidates.map(({ series: { id } }) => air.ask(hoursOf, { id, until }))),
    )
  }

  it('is the worst of the pollutants, each at the nearest site that is open', async () => {
    const quality = await measured()
    expect(quality).toMatchObject({ daily_air_quality_index: 2, band: 'low' })
    // The yard next door is closed; Camden Kerbside has no ozone.
    expect(quality?.pollutants.map(({ pollutant, hours, index, site }) => [pollutant, hours, index, site])).toEqual([
      ['O3', 8, 2, 'London Bloomsbury'],
      ['PM2.5', 24, 2, 'Camden Kerbside'],
      ['PM10', 24, 2, 'Camden Kerbside'],
      ['NO2', 1, 1, 'Camden Kerbside'],
    ])
  })

  it('is not known where no site is near, or none of them measures', async () => {
    expect(await measured(1)).toBeNull()
    expect(qualityFrom([], [])).toBeNull()
  })

  const at = (site: string, km: number, pollutant: Pollutant = 'NO2') => ({
    pollutant,
    series: { id: site, site, at: camden },
    km,
  })

  it('passes over a site that did not answer', () => {
    expect(qualityFrom([at('first', 1), at('second', 2)], [null, day(210)])).toEqual({
      daily_air_quality_index: 4,
      band: 'moderate',
      pollutants: [
        {
          pollutant: 'NO2',
          concentration_ug_m3: 210,
          hours: 1,
          index: 4,
          site: 'second',
          distance_km: 2,
          measured_at: '1970-01-01T23:00:00Z',
        },
      ],
    })
  })
})

describe.skipIf(!recordings())('recorded answers of uk-air', () => {
  it('are read', () => {
    expect(read(seriesOf, recorded('uk-air', 'timeseries-3-expanded-cut.json'))).toEqual([
      { id: '3', site: 'Camden Kerbside', at: { lat: 51.544233, lng: -0.175227999994221 } },
    ])
    expect(read(hoursOf, recorded('uk-air', 'timeseries-3-getData-cut.json'))).toEqual([
      { at: 1743980400000, value: 10.901 },
      { at: 1743984000000, value: 9.371 },
    ])
  })
})
