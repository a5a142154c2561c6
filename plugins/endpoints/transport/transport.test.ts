import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { openEndpoint, runService, type OpenEndpoint } from '@domesday/tool-testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { transport } from './index.ts'

let endpoint: OpenEndpoint
beforeAll(async () => {
  endpoint = await openEndpoint(transport)
})
afterAll(() => endpoint.close())

interface Station {
  readonly name: string
  readonly type: string
  readonly distance_m: number
}
const look = async (path: string) => {
  const { data, meta } = await endpoint.look(path)
  const stations = (data.nearest_stations ?? []) as readonly Station[]
  return { data, meta, stations, types: stations.map(({ type }) => type) }
}
const factors = (data: any): Readonly<Record<string, any>> =>
  Object.fromEntries(data.connectivity.signals.map((signal: any) => [signal.factor, signal]))

describe('the nearest stations', () => {
  it('are of railway, metro and tram at summary depth', async () => {
    const { data, stations, types } = await look('/transport/NW19HZ?depth=summary')
    expect(stations[0]).toMatchObject({ coordinates: { lat: 51.541791, lng: -0.138701 } })
    expect(stations.map(({ name, type }) => `${type} ${name}`)).toEqual([
      'rail Camden Road',
      'metro Kentish Town',
      'rail Kentish Town',
      'rail Kentish Town West',
      'metro Camden Town',
    ])
    expect(types).not.toContain('bus')
    expect(data).not.toHaveProperty('connectivity_score')
    expect(data).not.toHaveProperty('traffic')
  })

  it('are joined by bus stops from standard: the nearest of each type, then the nearest, five in all, by distance', async () => {
    const { stations } = await look('/transport/NW19HZ')
    expect(stations.map(({ name, type, distance_m }) => [type, name, distance_m])).toEqual([
      ['bus', 'Rochester Square', 98],
      ['bus', 'Camden Park Road', 302],
      ['bus', 'Murray Street', 326],
      ['rail', 'Camden Road', 370],
      ['metro', 'Kentish Town', 631],
    ])
  })

  it('come from TfL in London and from NaPTAN elsewhere', async () => {
    expect((await look('/transport/SW1A2AA')).meta.sources).toEqual(['postcodes-io', 'tfl'])
    const elsewhere = await look('/transport/WA11UH?depth=summary')
    expect(elsewhere.meta.sources).toEqual(['naptan', 'postcodes-io'])
    expect(elsewhere.stations.slice(0, 2)).toMatchObject([
      { name: 'Warrington Bank Quay', distance_m: 450, coordinates: { lat: 53.38601, lng: -2.60236 } },
      { name: 'Warrington Central', distance_m: 488, coordinates: { lat: 53.39181, lng: -2.59317 } },
    ])
    expect(elsewhere.meta.missing).toEqual([])
  })

  it('are far where the railway is far', async () => {
    const { stations } = await look('/transport/PR30SG')
    expect(stations[0]).toMatchObject({ type: 'bus', distance_m: 1032 })
    expect(stations.find(({ type }) => type === 'rail')!.distance_m).toBeGreaterThan(10_000)
  })

  it('are trams, too', async () => {
    expect((await look('/transport/EH11YZ')).types).toEqual(expect.arrayContaining(['tram', 'rail', 'bus']))
  })
})

describe('connectivity', () => {
  it('is a flat score and rating, with their parts beside', async () => {
    const { data } = await look('/transport/NW19HZ')
    expect(data).toMatchObject({
      connectivity_score: 96,
      connectivity_rating: 'EXCELLENT',
      connectivity: { score: 96, rating: 'EXCELLENT', confidence: 'high' },
    })
    expect(
      data.connectivity.signals.reduce(
        (sum: number, { contribution }: { contribution: number }) => sum + contribution,
        0,
      ),
    ).toBe(96)
    expect(factors(data)).toMatchObject({
      station_proximity: { points: 97.9, detail: 'The nearest station, Camden Road (rail), is 370 m away.' },
      bus_proximity: { points: 100 },
      diversity: { points: 85, detail: '3 of rail, metro, tram and bus within 2 km: bus, rail, metro.' },
      regional_baseline: { points: 100 },
    })
  })

  it('starts higher in London than in a major city, and there higher than elsewhere', async () => {
    const baseline = async (postcode: string) =>
      factors((await look(`/transport/${postcode}`)).data)['regional_baseline'].points
    expect([
      await baseline('SW1A2AA'),
      await baseline('CF243AA'),
      await baseline('EH11YZ'),
      await baseline('WA11UH'),
    ]).toEqual([100, 60, 60, 20])
  })

  it('falls with distance and sameness', async () => {
    const score = async (postcode: string) => (await look(`/transport/${postcode}`)).data.connectivity_score
    const [london, town, country] = [await score('NW19HZ'), await score('WA11UH'), await score('PR30SG')]
    expect(london).toBeGreaterThan(town)
    expect(town).toBeGreaterThan(country)
    const { data } = await look('/transport/PR30SG')
    expect(data.connectivity_rating).toBe('LIMITED')
    expect(factors(data)).toMatchObject({
      diversity: { points: 30 },
      station_proximity: { detail: 'The nearest station, Salwick (rail), is 12.0 km away.' },
    })
  })

  it('is the same at full depth', async () => {
    for (const postcode of ['NW19HZ', 'WA11UH', 'PR30SG']) {
      expect((await look(`/transport/${postcode}?depth=full`)).data.connectivity).toEqual(
        (await look(`/transport/${postcode}`)).data.connectivity,
      )
    }
  })
})

describe('traffic', () => {
  it('is shown at full depth: average daily flow at the count points near by', async () => {
    const { data } = await look('/transport/WA11UH?depth=full')
    expect(data.traffic.radius_km).toBe(2)
    expect(data.traffic.count_points[1]).toMatchObject({
      road_name: 'A49',
      road_type: 'major',
      between: ['A57', 'A50'],
      distance_m: 524,
      year: 2025,
      all_motor_vehicles: 21130,
      counted: true,
    })
    expect(data.traffic.count_points[0]).toMatchObject({
      road_name: 'U',
      road_type: 'minor',
      between: null,
      counted: false,
    })
    expect((await look('/transport/WA11UH')).data).not.toHaveProperty('traffic')
  })

  it('leaves out figures of more than ten years ago', async () => {
    const { data } = await look('/transport/WA11UH?depth=full')
    expect(data.traffic.count_points.every(({ year }: { year: number }) => year >= 2016)).toBe(true)
  })
})

describe('outside Great Britain', () => {
  it.each(['BT12FF', 'GY11WR'])('at %s nothing is covered, and nothing guessed', async (postcode) => {
    const { data, meta } = await look(`/transport/${postcode}?depth=full`)
    expect(data).toMatchObject({
      nearest_stations: null,
      connectivity_score: null,
      connectivity_rating: null,
      traffic: null,
    })
    expect(meta.missing.map(({ source, reason }: { source: string; reason: string }) => `${source} ${reason}`)).toEqual(
      [
        'naptan not_covered',
        'naptan not_covered',
        'naptan not_covered',
        'naptan not_covered',
        'dft-road-traffic not_covered',
      ],
    )
    expect(meta.credits_charged).toBe(0)
  })
})

describe('instead of TfL', () => {
  const look = async (settings: { readonly file: string; readonly yaml: string }): Promise<any> => {
    const service = await runService({
      configure: (dir) => {
        writeFileSync(join(dir, 'service.yaml'), 'endpoints: [transport]\n')
        mkdirSync(dirname(join(dir, settings.file)), { recursive: true })
        writeFileSync(join(dir, settings.file), settings.yaml)
      },
    })
    try {
      return (await service.send('/api/v1/transport/NW19HZ')).body
    } finally {
      await service.close()
    }
  }

  it('NaPTAN answers where TfL does not, and the gap is told', async () => {
    // Every answer of TfL exceeds this limit and is rejected.
    const body = await look({ file: 'sources/tfl.yaml', yaml: 'max_bytes: 100B\n' })
    expect(body.data.nearest_stations.map(({ type, name }: Station) => `${type} ${name}`)).toEqual([
      'bus Rochester Square',
      'bus Camden Park Road',
      'bus Murray Street',
      'rail Camden Road',
      'metro Kentish Town',
    ])
    expect(body.data.connectivity.bounds.high).toBeGreaterThanOrEqual(96)
    expect(body._meta.sources).toEqual(['naptan', 'postcodes-io'])
    expect(body._meta.missing).toContainEqual({ section: 'nearest_stations', source: 'tfl', reason: 'upstream_failed' })
  })

  it('NaPTAN answers where TfL has none within its reach, which is no gap', async () => {
    const body = await look({
      file: 'endpoints/transport.yaml',
      yaml: 'settings: { london_reach_km: { stations: 0.05 } }\n',
    })
    expect(body.data.nearest_stations).toContainEqual(
      expect.objectContaining({ type: 'rail', name: 'Camden Road', stop_code: '9100CMDNRD' }),
    )
    expect(body._meta).toMatchObject({ sources: ['naptan', 'postcodes-io', 'tfl'], missing: [] })
  })
})

describe('the examples', () => {
  it('answer at every depth, without a gap', async () => {
    for (const path of endpoint.examples) {
      for (const depth of ['summary', 'standard', 'full']) {
        const { status, data, meta } = await endpoint.look(`${path}?depth=${depth}`)
        expect([path, depth, status, data.nearest_stations.length > 0, meta.missing]).toEqual([
          path,
          depth,
          200,
          true,
          [],
        ])
      }
    }
  })

  it('know an unknown postcode', async () => {
    expect((await endpoint.look('/transport/ZZ99ZZ')).status).toBe(404)
  })
})
