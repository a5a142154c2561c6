import { apart } from '@domesday/core'
import { openSource, recorded, recordings, type OpenSource } from '@domesday/tool-testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Stop } from '@domesday/vocabulary-stops'
import { readChecked } from '../../clients/http/read-checked.ts'
import { readBody } from '../../../test/support/read.ts'
import { stopsIn, stopsNear, tfl, type Around } from './index.ts'

const camden = { lat: 51.545024, lng: -0.137429 }

let london: OpenSource
beforeAll(async () => {
  london = await openSource(tfl)
})
afterAll(() => london.close())

const near = (around: Around): Promise<readonly Stop[]> => london.ask(stopsNear, around)
const names = (stops: readonly Stop[]) => stops.map(({ type, name }) => `${type} ${name}`)

describe('stops near a point in London', () => {
  it('are stations of railway and Underground, nearest first', async () => {
    const found = await near({ at: camden, metres: 800, kind: 'stations' })
    expect(names(found)).toEqual([
      'rail Camden Road',
      'metro Kentish Town',
      'rail Kentish Town',
      'rail Kentish Town West',
      'metro Camden Town',
    ])
    expect(found[0]).toEqual({
      stop_code: '910GCMDNRD',
      name: 'Camden Road',
      type: 'rail',
      locality: null,
      coordinates: { lat: 51.541791, lng: -0.138701 },
      distance_m: 370,
    })
  })

  it('are bus stops, both sides of a road counted once, with or without a common area', async () => {
    const found = await near({ at: camden, metres: 800, kind: 'buses' })
    expect(names(found)).toEqual(['bus Rochester Square', 'bus Camden Park Road', 'bus Murray Street'])
    expect(found[0]?.stop_code).toBe('490011219S')
  })

  it('are fewer in a smaller circle, and none far away', async () => {
    expect(await near({ at: camden, metres: 400, kind: 'stations' })).toHaveLength(1)
    expect(await near({ at: { lat: 53.39, lng: -2.6 }, metres: 3000, kind: 'stations' })).toEqual([])
  })

  it('count an interchange once in each type', async () => {
    const paddington = await near({ at: { lat: 51.5172, lng: -0.1768 }, metres: 300, kind: 'stations' })
    expect(names(paddington)).toEqual(['metro Paddington'])
  })
})

describe('the mapping', () => {
  const at = { lat: 51.5, lng: -0.1 }
  const wire = {
    id: '940GZZXX',
    naptanId: '940GZZXX',
    commonName: 'Somewhere',
    stopType: 'NaptanMetroStation',
    modes: ['tube'],
    lat: 51.501,
    lon: -0.1,
  }
  const type = (more: object) => stopsIn([{ ...wire, ...more } as never], at)[0]?.type ?? null

  it('tells kinds apart by the kind of stop before the modes', () => {
    expect(type({ modes: ['tube', 'bus'] })).toBe('metro')
    expect(type({ modes: ['dlr'] })).toBe('metro')
    expect(type({ modes: ['tram'] })).toBe('tram')
    expect(type({ stopType: 'NaptanRailStation', modes: ['overground', 'bus'] })).toBe('rail')
    expect(type({ stopType: 'NaptanRailStation', modes: [] })).toBe('rail')
    expect(type({ stopType: 'NaptanPublicBusCoachTram', modes: ['bus'] })).toBe('bus')
    expect(type({ modes: ['cable-car'] })).toBeNull()
    expect(type({ modes: null })).toBeNull()
    expect(type({ stopType: 'NaptanFerryPort', modes: ['river-bus'] })).toBeNull()
  })

  it('measures the distance itself, and takes theirs where a stop has no place', () => {
    expect(stopsIn([{ ...wire, distance: 5 }], at)[0]?.distance_m).toBe(111)
    expect(
      stopsIn([{ naptanId: 'a', commonName: 'A', stopType: 'NaptanRailStation', distance: 62.5 }], at)[0],
    ).toMatchObject({ coordinates: null, distance_m: 63 })
  })

  it('leaves out what has no name, no code or no place, and tells it', () => {
    const twelve = Array.from({ length: 12 }, (_, i) => ({
      ...wire,
      id: `I${i}`,
      naptanId: `I${i}`,
      commonName: `Somewhere ${i}`,
    }))
    const read = (stopPoints: readonly object[]) =>
      apart(readChecked(stopsNear.how as never, { stopPoints: structuredClone(stopPoints) }, { at }).value)
    expect(read(twelve)).toMatchObject({ value: { length: 12 }, parts: [] })
    for (const gone of [{ commonName: null }, { naptanId: null, id: null }, { lat: null }])
      expect(read(twelve.with(4, { ...twelve[4]!, ...gone } as never))).toMatchObject({
        value: { length: 11 },
        parts: [{ why: expect.any(String) }],
      })
  })

  it('takes an answer without a list for a fault, and not for a place without stops', () => {
    expect(readBody(stopsNear, { stopPoints: [] }, { at })).toEqual([])
    expect(() => readBody(stopsNear, { message: 'busy' }, { at })).toThrow('stopPoints')
  })
})

describe.skipIf(recordings() === null)('the recorded answer', () => {
  it('is read as bus stops by distance, with the distance that it states', () => {
    interface Body {
      readonly centrePoint: readonly [number, number]
      readonly stopPoints: readonly { readonly distance: number }[]
    }
    const {
      centrePoint: [lat, lng],
      stopPoints,
    } = recorded('tfl', 'stoppoint-radius-haymarket.json') as Body
    const found = readBody(stopsNear, { stopPoints }, { at: { lat, lng } }) as readonly Stop[]
    expect(found).toEqual([
      {
        stop_code: '490007960P',
        name: 'Haymarket / Charles II Street',
        type: 'bus',
        locality: null,
        coordinates: { lat: 51.50898, lng: -0.132098 },
        distance_m: 62,
      },
      {
        stop_code: '490007960L',
        name: 'Piccadilly Circus Haymarket',
        type: 'bus',
        locality: null,
        coordinates: { lat: 51.509637, lng: -0.13272 },
        distance_m: 73,
      },
      {
        stop_code: '490007960R',
        name: 'Haymarket / Jermyn Street',
        type: 'bus',
        locality: null,
        coordinates: { lat: 51.509683, lng: -0.132732 },
        distance_m: 78,
      },
    ])
    for (const [i, { distance }] of stopPoints.entries())
      expect(Math.abs(found[i]!.distance_m - distance)).toBeLessThan(1)
  })
})
