import { readBody } from '../../../test/support/read.ts'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { Passing, type Operation } from '@domesday/core'
import { openSource, recorded, recordings, type OpenSource } from '@domesday/tool-testing'
import { bandIn, eaFloodRisk, riversAndSea, surfaceWater, zoneAt, type Zone } from './index.ts'

const warrington = { lat: 53.389713, lng: -2.599634 }
const camden = { lat: 51.545024, lng: -0.137429 }
const westminster = { lat: 51.50354, lng: -0.127695 }
const cockerham = { lat: 53.873809, lng: -2.723233 }

const read = <T>(operation: Operation<any, any>, body: unknown, input: unknown): T => readBody(operation, body, input)

const pathOf = (operation: { readonly how: unknown }, at: unknown) =>
  (operation.how as { readonly path: (at: unknown) => readonly [string, Readonly<Record<string, unknown>>] }).path(at)

describe('ea-flood-risk', () => {
  let flood: OpenSource
  beforeAll(async () => {
    flood = await openSource(eaFloodRisk)
  })
  afterAll(() => flood.close())

  it('reads the bands at a point, and knows none outside every one of them', async () => {
    expect(await flood.ask(riversAndSea, warrington)).toBe('medium')
    expect(await flood.ask(surfaceWater, warrington)).toBe('low')
    expect(await flood.ask(riversAndSea, camden)).toBe('very low')
    expect(await flood.ask(riversAndSea, { lat: 53, lng: -1 })).toBeNull()
    expect(await flood.ask(surfaceWater, { lat: 53, lng: -1 })).toBeNull()
  })

  it('asks one pixel of a map of latitudes and longitudes, and for text', () => {
    const [path, query] = pathOf(riversAndSea, warrington)
    expect(path).toBe('/spatialdata/nafra2-risk-of-flooding-from-rivers-and-sea/wms')
    expect(query).toMatchObject({
      CRS: 'EPSG:4326',
      BBOX: '53.388713,-2.600634,53.390713,-2.598634',
      INFO_FORMAT: 'text/plain',
      I: 50,
      J: 50,
    })
    expect(pathOf(surfaceWater, warrington)[1]).toMatchObject({ LAYERS: 'rofsw', QUERY_LAYERS: 'rofsw' })
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

  it('is not known where one of twelve polygons cannot be read, unless zone 3 is among the others', () => {
    const of = (zone: string) =>
      Array.from({ length: 12 }, (_, i) => (i === 3 ? { geometry: null } : feature(zone, [square(-2.6, 53.4)])))
    expect(read(zoneAt, { features: of('FZ2') }, at)).toBeNull()
    expect(read<Zone>(zoneAt, { features: of('FZ3') }, at).zone).toBe(3)
    expect(() => read(zoneAt, { features: [{}, { geometry: null, properties: null }] }, at)).toThrow('geometry')
  })

  it('has no cause where the map leaves it undefined', () => {
    const { properties, ...rest } = feature('FZ3', [square(-2.6, 53.4)])
    expect(
      read<Zone>(zoneAt, { features: [{ ...rest, properties: { ...properties, flood_source: 'undefined' } }] }, at),
    ).toEqual({ zone: 3, cause: null, origin: 'modelled' })
  })

  it('is not 1 only because a fault came in place of the list', () => {
    expect(() => read(zoneAt, { code: 'InternalError' }, at)).toThrow('no features')
  })
})

const hit = (...bands: readonly string[]) =>
  [
    "Results for FeatureType 'https://environment.data.gov.uk/spatialdata/x/wfs:rofrs_4band':",
    '--------------------------------------------',
    ...bands.flatMap((band) => ['objectid = 1', `risk_band = ${band}`, '--------------------------------------------']),
    '',
  ].join('\n')

describe('a band', () => {
  it('is the worst of several areas, whatever their casing', () => {
    expect(bandIn(hit('Low', 'HIGH', 'Medium'))).toBe('high')
    expect(bandIn(hit('Very Low').replaceAll('\n', '\r\n'))).toBe('very low')
  })

  it('is none where the map says that it found nothing, which is no low risk', () => {
    expect(bandIn('no features were found\n')).toBeNull()
  })

  it('is not known where its word is none of ours', () => {
    for (const word of ['Unavailable', 'null', '']) expect(() => bandIn(hit(word))).toThrow('unknown band')
    expect(() => bandIn(hit('Low', 'Unavailable'))).toThrow('unknown band')
  })

  it.each([
    ['nothing', ''],
    ['a list without areas', '{"type":"FeatureCollection","features":[],"totalFeatures":"unknown"}'],
    ['a page that quotes the sentence', '<html><body>no features were found</body></html>'],
    ['a page', '<html><body>Service temporarily unavailable</body></html>'],
    [
      'a fault',
      '<ServiceExceptionReport><ServiceException>LayerNotDefined</ServiceException></ServiceExceptionReport>',
    ],
    ['an area without a band', hit()],
    ['an area whose band has another name', hit('Low').replace('risk_band', 'likelihood')],
  ])('is not known where it answers %s', (_what, body) => {
    expect(() => bandIn(body)).toThrow(Passing)
  })
})

describe('a call that is refused or brings no answer', () => {
  const served = async (...answers: readonly (readonly [status: number, body: string])[]) => {
    const asked: string[] = []
    const server = createServer(({ url }, response) => {
      const [status, body] = answers[asked.push(url!) - 1] ?? [500, '']
      response.writeHead(status, { 'content-type': 'text/plain' }).end(body)
    })
    await once(server.listen(0, '127.0.0.1'), 'listening')
    const { port } = server.address() as AddressInfo
    const source = await openSource(eaFloodRisk, { gateway: `http://127.0.0.1:${port}` })
    onTestFinished(async () => {
      await source.close()
      server.close()
    })
    return { asked, ask: () => source.ask(riversAndSea, warrington) }
  }

  it.each([
    ['a refusal', 403, 'Forbidden'],
    ['an empty list', 200, '{"type":"FeatureCollection","features":[]}'],
    ['a fault of the server', 502, ''],
  ] as const)('is made once more after %s', async (_what, status, body) => {
    const { ask, asked } = await served([status, body], [200, hit('High')])
    expect(await ask()).toBe('high')
    expect(asked).toHaveLength(2)
  })

  it('is a failure after the second attempt, never a low risk', async () => {
    const empty = '{"type":"FeatureCollection","features":[]}'
    const { ask, asked } = await served([200, empty], [200, empty], [200, hit('Low')])
    await expect(ask()).rejects.toMatchObject({ reason: 'upstream_failed' })
    expect(asked).toHaveLength(2)
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

  it('have bands, or say that there is none', () => {
    expect(bandIn(recorded('ea-flood-risk', 'rofrs-51.431--0.3266-high.txt'))).toBe('high')
    expect(bandIn(recorded('ea-flood-risk', 'rofsw-51.431--0.3266-none.txt'))).toBeNull()
  })

  it('are asked for in the recorded words', () => {
    const [zones, , rivers, surface] = (
      recorded('ea-flood-risk', 'index.json') as { request: { path: string; query: Record<string, string> } }[]
    ).map(({ request: { path, query } }) => ({ path, query }))
    const asText = (operation: { readonly how: unknown }, at: unknown) => {
      const [path, query] = pathOf(operation, at)
      return { path, query: Object.fromEntries(Object.entries(query).map(([name, value]) => [name, String(value)])) }
    }
    expect(zones).toEqual(asText(zoneAt, { lat: 54.680858, lng: -1.208423 }))
    expect(rivers).toEqual(asText(riversAndSea, { lat: 51.431, lng: -0.3266 }))
    expect(surface).toEqual(asText(surfaceWater, { lat: 51.431, lng: -0.3266 }))
  })
})
