import { readBody } from '../../../test/support/read.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { apart, type CallHow, type Part, type Node, type Operation, type Point, type Tools } from '@domesday/core'
import { metresBetween } from '@domesday/vocabulary-geography'
import { readChecked } from '../../clients/http/read-checked.ts'
import { openSource, recorded, recordings, type OpenSource } from '@domesday/tool-testing'
import {
  eaWaterQuality,
  observations,
  pointIn,
  resultOf,
  riverPointsNear,
  riverSamplingAt,
  samplesAt,
  type RiverSampling,
} from './index.ts'

const warrington = { lat: 53.389713, lng: -2.599634 }

const read = <Out>(operation: Operation<any, Out>, body: unknown, input?: unknown): Out =>
  readBody(operation, body, input)
const partsOf = (operation: Operation<any, any>, body: unknown, input?: unknown): readonly Part[] =>
  apart(readChecked(operation.how as CallHow, body, input).value).parts

let archive: OpenSource
beforeAll(async () => {
  archive = await openSource(eaWaterQuality)
})
afterAll(() => archive.close())

describe('the sampling points around a place', () => {
  it('are the open ones in rivers, nearest first', async () => {
    const points = await archive.ask(riverPointsNear, warrington)
    expect(points.map(({ id }) => id)).toEqual(['NW-88990101', 'NW-88990102'])
    expect(points[0]).toMatchObject({ name: 'SANKEY BROOK AT SAMPLE LANE WARRINGTON' })
    // Sent in grid metres.
    expect(metresBetween(points[0]!.coordinates, { lat: 53.3935, lng: -2.6125 })).toBeLessThan(10)
    expect(points[0]!.distance_m).toBeGreaterThan(900)
  })

  it('are none far from a river', async () => {
    expect(await archive.ask(riverPointsNear, { lat: 51.50354, lng: 1.4 })).toEqual([])
    expect(read(riverPointsNear, { totalItems: 0 }, warrington)).toEqual([])
    expect(partsOf(riverPointsNear, { totalItems: 0 }, warrington)).toEqual([])
    expect(partsOf(riverPointsNear, { totalItems: 2 }, warrington)).toEqual([{ why: 'the archive sent no list' }])
  })

  it('leave out effluents, closed points and those without a place, whatever the service sends', () => {
    const at = { asWKT: 'POINT(-2.6 53.39)' }
    const points = read(
      riverPointsNear,
      {
        member: [
          {
            notation: 'A',
            geometry: at,
            samplingPointType: { prefLabel: 'SEWAGE DISCHARGES - FINAL/TREATED EFFLUENT - WATER COMPANY' },
          },
          { notation: 'B', geometry: at, samplingPointStatus: { notation: 'C' } },
          { notation: 'C' },
          { geometry: at },
          { notation: 'D', geometry: at },
        ],
      },
      warrington,
    )
    expect(points).toEqual([{ id: 'D', name: 'D', coordinates: { lat: 53.39, lng: -2.6 }, distance_m: 40 }])
  })

  it('stand in degrees or in grid metres', () => {
    expect(pointIn('POINT(-0.665 52.4901) <http://www.opengis.net/def/crs/EPSG/0/4326>')).toEqual({
      lat: 52.4901,
      lng: -0.665,
    })
    const grid = pointIn('POINT (375100 94950) <http://www.opengis.net/def/crs/EPSG/0/27700>')!
    expect([grid.lat, grid.lng].map((degrees) => Number(degrees.toFixed(2)))).toEqual([50.75, -2.35])
    expect(pointIn(undefined)).toBeNull()
  })
})

describe('the samples of a year', () => {
  const observed = (hasSimpleResult: string, notation = '0111', phenomenonTime = '2026-01-02T10:00:00') => ({
    hasSamplingPoint: { notation: 'P' },
    hasSimpleResult,
    observedProperty: { notation },
    phenomenonTime,
  })

  it('are means by point, of the points that were sampled', async () => {
    const samples = await archive.ask(samplesAt, { points: ['NW-88990201', 'NW-88990202'], since: '2025-10-01' })
    expect(samples).toEqual({
      'NW-88990202': {
        samples: 10,
        newest: '2026-09-14',
        ammonia_mg_l: 0.94,
        dissolved_oxygen_pct: 71,
        phosphate_mg_l: 0.42,
        nitrate_mg_l: 4.4,
      },
    })
  })

  it('count half of what is below the limit of measuring, and no words', () => {
    expect(['0.12', '<0.03', '>200', 3, 'No flow', null].map(resultOf)).toEqual([0.12, 0.015, 200, 3, null, null])
    const values = read(observations, {
      member: [
        observed('<0.04'),
        observed('0.06', '0111', '2026-02-03'),
        observed('dry'),
        observed('7', '0061'),
        observed('1', '0111', 'soon'),
        {},
      ],
    })
    expect(values).toEqual({
      measured: [
        { point: 'P', on: '2026-01-02', of: 'ammonia', value: 0.02 },
        { point: 'P', on: '2026-02-03', of: 'ammonia', value: 0.06 },
      ],
      more: false,
    })
  })

  it('are of no day more than a year ago', () => {
    interface Asking {
      readonly input: (known: object) => { readonly since: string }
    }
    const node = riverSamplingAt({ kind: 'derive', inputs: {} }) as unknown as {
      readonly inputs: { readonly samples: { readonly inputs: { readonly of: Asking } } }
    }
    const { input } = node.inputs.samples.inputs.of
    const since = (now: string) => input({ points: [{ id: 'P' }], now: new Date(now) }).since
    expect(['2026-10-15T09:00:00Z', '2026-12-31T23:00:00Z', '2026-02-01T00:00:00Z'].map(since)).toEqual([
      '2025-11-01',
      '2026-01-01',
      '2025-03-01',
    ])
  })

  it('are read past one without a day, which is told and counted with its page', () => {
    const member = Array.from({ length: 250 }, (_, i) =>
      i === 3 ? { ...observed('1'), phenomenonTime: null } : observed('1'),
    )
    expect(read(observations, { member })).toMatchObject({ more: true })
    expect(partsOf(observations, { member })).toMatchObject([{ why: '1 of 250 rows could not be read' }])
  })

  it('are read to the last page, where they are weekly', async () => {
    const weeks = Array.from({ length: 300 }, (_, i) =>
      observed(i < 250 ? '1' : '7', '0111', new Date(Date.UTC(2025, 9, 1 + i)).toISOString().slice(0, 10)),
    )
    const skips: number[] = []
    const ask = async (operation: Operation<any, any>, { skip }: { readonly skip: number }) => {
      skips.push(skip)
      return read(operation, { member: weeks.slice(skip, skip + 250) })
    }
    if (samplesAt.how.kind !== 'run') throw new TypeError('not a run')
    const samples = await samplesAt.how.run({ points: ['P'], since: '2025-10-01' }, { ask } as unknown as Tools)
    expect(skips).toEqual([0, 250])
    expect(samples).toEqual({
      P: {
        samples: 300,
        newest: '2026-07-27',
        ammonia_mg_l: 2,
        dissolved_oxygen_pct: null,
        phosphate_mg_l: null,
        nitrate_mg_l: null,
      },
    })
    const { path } = observations.how as unknown as { readonly path: (asked: object) => readonly [string, object] }
    expect([0, 250].map((skip) => path({ points: ['P'], since: '2025-10-01', skip })[1])).toMatchObject([
      { limit: 250, skip: null },
      { limit: 250, skip: 250 },
    ])
  })
})

describe('the sampling of rivers around a place', () => {
  it('is complete but where there are points whose samples did not come', () => {
    const { from } = riverSamplingAt({} as Node<Point>) as unknown as { from(known: object): RiverSampling }
    const points = [{ id: 'P', name: 'BROOK', coordinates: { lat: 53, lng: -2 }, distance_m: 9 }]
    expect(from({ points, samples: null })).toEqual({ points, nearest: null, complete: false })
    expect(from({ points, samples: {} })).toEqual({ points, nearest: null, complete: true })
    expect(from({ points: [], samples: null })).toEqual({ points: [], nearest: null, complete: true })
  })
})

describe.skipIf(!recordings())('recorded answers of ea-water-quality', () => {
  it('are read: a final effluent is no river', () => {
    const point = recorded('ea-water-quality', 'documented-sampling-point-AN-CORBY-jsonld-cut.json')
    expect(read(riverPointsNear, { member: point }, warrington)).toEqual([])
    const river = { ...point, samplingPointType: { ...point.samplingPointType, prefLabel: 'FRESHWATER - RIVERS' } }
    expect(read(riverPointsNear, { member: [river] }, { lat: 52.4901, lng: -0.665 })).toEqual([
      {
        id: 'AN-CORBY',
        name: 'CORBY STW FINAL EFFLUENT',
        coordinates: { lat: 52.4901, lng: -0.665 },
        distance_m: 0,
      },
    ])
  })
})
