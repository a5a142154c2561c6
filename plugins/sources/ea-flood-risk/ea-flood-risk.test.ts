import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openSource, recorded, recordings, type OpenSource } from '@domesday/core/testing'
import { eaFloodRisk, longTermOf, riversAndSea, surfaceWater, zoneAt, type Zone } from './index.ts'

const warrington = { lat: 53.389713, lng: -2.599634 }
const camden = { lat: 51.545024, lng: -0.137429 }
const westminster = { lat: 51.50354, lng: -0.127695 }
const cockerham = { lat: 53.873809, lng: -2.723233 }

const read = <T>(operation: { readonly how: unknown }, wire: unknown, input: unknown): T =>
  (operation.how as { readonly read: (wire: unknown, input: unknown) => T }).read(wire, input)

describe('ea-flood-risk', () => {
  let flood: OpenSource
  beforeAll(async () => {
    flood = await openSource(eaFloodRisk)
  })
  afterAll(() => flood.close())

  it('reads the bands at a point, whatever their casing; outside every band it is very low', async () => {
    expect(await flood.ask(riversAndSea, warrington)).toBe('medium')
    expect(await flood.ask(surfaceWater, warrington)).toBe('low')
    expect(await flood.ask(riversAndSea, camden)).toBe('very low')
    expect(await flood.ask(surfaceWater, cockerham)).toBe('very low')
  })

  it('asks the maps in national grid metres', () => {
    const [path, query] = (
      riversAndSea.how as { readonly path: (at: unknown) => readonly [string, Readonly<Record<string, unknown>>] }
    ).path(warrington)
    expect(path).toBe('/spatialdata/nafra2-risk-of-flooding-from-rivers-and-sea/wms')
    const [west, south, east, north] = String(query['BBOX']).split(',').map(Number)
    expect([east! - west!, north! - south!]).toEqual([1, 1])
    expect(Math.hypot(west! - 360218, south! - 388263)).toBeLessThan(10)
  })

  it('gives the zone of the point, not of what meets the box around it', async () => {
    expect(await flood.ask(zoneAt, warrington)).toEqual({ zone: 2, cause: 'river', origin: 'modelled' })
    expect(await flood.ask(zoneAt, westminster)).toEqual({ zone: 3, cause: 'sea', origin: 'modelled' })
    expect(await flood.ask(zoneAt, cockerham)).toEqual({ zone: 1, cause: null, origin: null })
  })
})

const square = (lng: number, lat: number, half = 0.01) =>
  [
    [-1, -1],
    [1, -1],
    [1, 1],
    [-1, 1],
    [-1, -1],
  ].map(([x = 0, y = 0]) => [lng + x * half, lat + y * half])
const feature = (zone: string, coordinates: unknown, type = 'Polygon') => ({
  type: 'Feature',
  geometry: { type, coordinates },
  properties: { flood_zone: zone, flood_source: 'river', origin: 'modelled' },
})
const at = { lat: 53.4, lng: -2.6 }

describe('a flood zone', () => {
  it('ends at a hole, and lies in any part of a polygon of several', () => {
    const hole = feature('FZ3', [square(-2.6, 53.4), square(-2.6, 53.4, 0.001)])
    expect(read<Zone>(zoneAt, { features: [hole] }, at).zone).toBe(1)
    const parts = feature('FZ2', [[square(-3, 53.4)], [square(-2.6, 53.4)]], 'MultiPolygon')
    expect(read<Zone>(zoneAt, { features: [hole, parts] }, at)).toEqual({ zone: 2, cause: 'river', origin: 'modelled' })
  })

  it('is not known where polygons are missing from the list, unless zone 3 is among it', () => {
    expect(
      read(zoneAt, { features: [feature('FZ2', [square(-2.6, 53.4)])], numberMatched: 300, numberReturned: 1 }, at),
    ).toBeNull()
    expect(
      read<Zone>(
        zoneAt,
        { features: [feature('FZ3', [square(-2.6, 53.4)])], numberMatched: 300, numberReturned: 1 },
        at,
      ).zone,
    ).toBe(3)
  })

  it('reads past features without geometry or properties', () => {
    expect(read<Zone>(zoneAt, { features: [{}, { geometry: null, properties: null }] }, at).zone).toBe(1)
  })

  it('has no cause where the map leaves it undefined', () => {
    const { properties, ...rest } = feature('FZ3', [square(-2.6, 53.4)])
    expect(
      read<Zone>(zoneAt, { features: [{ ...rest, properties: { ...properties, flood_source: 'undefined' } }] }, at),
    ).toEqual({ zone: 3, cause: null, origin: 'modelled' })
  })

  it('is not 1 only because a fault came in place of the list', () => {
    expect(() => read(zoneAt, { code: 'InternalError' }, at)).toThrow('no list')
  })
})

describe('a band', () => {
  it('is the worst of several features, and not known where its word is none of ours', () => {
    const features = (...bands: readonly (string | null)[]) => ({
      features: bands.map((risk_band) => ({ properties: { risk_band } })),
    })
    expect(read(riversAndSea, features('Low', 'HIGH', 'Medium'), at)).toBe('high')
    expect(read(riversAndSea, features('Unavailable'), at)).toBeNull()
    expect(read(riversAndSea, features(null), at)).toBeNull()
    expect(read(riversAndSea, { features: [] }, at)).toBe('very low')
    expect(() => read(riversAndSea, { exceptions: [{ code: 'NoApplicableCode' }] }, at)).toThrow('no list')
  })
})

describe('the long-term level', () => {
  const zone = (zone: 1 | 2 | 3): Zone => ({ zone, cause: zone === 1 ? null : 'river', origin: null })

  it('is the worst of both bands, without the zone, which leaves defences out', () => {
    const long = longTermOf({ riversAndSea: 'low', surfaceWater: 'medium', zone: zone(3) })
    expect(long).toMatchObject({ level: 'medium', basis: ['rivers and sea', 'surface water'] })
  })

  it('takes the zone in place of a band that is missing', () => {
    expect(longTermOf({ riversAndSea: null, surfaceWater: 'low', zone: zone(2) })).toMatchObject({
      level: 'medium',
      basis: ['surface water', 'planning zone'],
    })
    expect(longTermOf({ riversAndSea: null, surfaceWater: null, zone: zone(1) })).toMatchObject({
      level: 'low',
      basis: ['planning zone'],
    })
  })

  it('is not guessed from one band, unless nothing could make it worse', () => {
    expect(longTermOf({ riversAndSea: 'low', surfaceWater: null, zone: null })).toBeNull()
    expect(longTermOf({ riversAndSea: 'high', surfaceWater: null, zone: null })).toMatchObject({
      level: 'high',
      basis: ['rivers and sea'],
    })
  })
})

describe.skipIf(!recordings())('recorded answers of ea-flood-risk', () => {
  it('are read', () => {
    const zoneOf = (file: string, lat: number, lng: number) =>
      read(zoneAt, recorded('ea-flood-risk', file), { lat, lng })
    expect(zoneOf('flood-zones-54.680858--1.208423-zone2.json', 54.680858, -1.208423)).toEqual({
      zone: 2,
      cause: 'river',
      origin: 'modelled',
    })
    expect(zoneOf('flood-zones-53.427835--2.224123-none.json', 53.427835, -2.224123)).toEqual({
      zone: 1,
      cause: null,
      origin: null,
    })
  })

  it('are asked for in the recorded words', () => {
    const [path, query] = (zoneAt.how as { readonly path: (at: unknown) => readonly [string, unknown] }).path({
      lat: 54.680858,
      lng: -1.208423,
    })
    const [{ request }] = recorded('ea-flood-risk', 'index.json') as [
      { request: { path: string; query: Record<string, string> } },
    ]
    expect(path).toBe(request.path)
    expect(query).toEqual({ ...request.query, limit: Number(request.query['limit']) })
  })
})
