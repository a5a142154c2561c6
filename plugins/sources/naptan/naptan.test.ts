import { join } from 'node:path'
import { apart } from '@domesday/core'
import { csvRows } from '@domesday/vocabulary-samples'
import { openSource, recordings, type OpenSource } from '@domesday/tool-testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { NodeRow } from './access-node.ts'
import type { Stop } from '@domesday/vocabulary-stops'
import { toGrid } from '@domesday/vocabulary-geography'
import { busStopsNear, naptan, nodeOf, stationsNear } from './index.ts'

const warrington = { lat: 53.389713, lng: -2.599634 }
const edinburgh = { lat: 55.950328, lng: -3.193018 }
const victoria = { lat: 51.4955, lng: -0.1443 }

let nodes: OpenSource
beforeAll(async () => {
  nodes = await openSource(naptan)
})
afterAll(() => nodes.close())

const stations = (at: { lat: number; lng: number }, km = { rail: 25, metro: 5, tram: 5 }): Promise<readonly Stop[]> =>
  nodes.ask(stationsNear, { at, km })
const buses = (at: { lat: number; lng: number }, km = 2): Promise<readonly Stop[]> =>
  nodes.ask(busStopsNear, { at, km })
const names = (stops: readonly Stop[]) => stops.map(({ type, name }) => `${type} ${name}`)

describe('stations near', () => {
  it('come nearest first, with the distance in metres', async () => {
    const found = await stations(warrington)
    expect(found.slice(0, 2)).toEqual([
      {
        stop_code: '9100WRGTNBQ',
        name: 'Warrington Bank Quay',
        type: 'rail',
        locality: 'Warrington',
        coordinates: { lat: 53.38601, lng: -2.60236 },
        distance_m: 450,
      },
      {
        stop_code: '9100WRGT',
        name: 'Warrington Central',
        type: 'rail',
        locality: 'Warrington',
        coordinates: { lat: 53.39181, lng: -2.59317 },
        distance_m: 488,
      },
    ])
    expect(found.map(({ distance_m }) => distance_m)).toEqual(
      found.map(({ distance_m }) => distance_m).toSorted((a, b) => a - b),
    )
    expect(found.length).toBeGreaterThanOrEqual(5)
  })

  it('hold the nearest of each kind, however many of another are nearer', async () => {
    const far = await stations(warrington, { rail: 25, metro: 5, tram: 300 })
    expect(far.filter(({ type }) => type === 'rail').length).toBeGreaterThanOrEqual(5)
    expect(names(far.filter(({ type }) => type === 'tram'))).toEqual(['tram Princes Street'])
    expect(names(await stations(edinburgh))).toEqual([
      'tram Princes Street',
      'rail Edinburgh',
      'tram St Andrew Square',
      'tram Picardy Place',
      'tram McDonald Road',
      'rail Haymarket',
    ])
  })

  it('keep each kind to a distance of its own', async () => {
    expect(names(await stations(edinburgh, { rail: 1, metro: 5, tram: 0.35 }))).toEqual([
      'tram Princes Street',
      'rail Edinburgh',
    ])
    expect(names(await stations(edinburgh, { rail: 0.1, metro: 5, tram: 0.35 }))).toEqual(['tram Princes Street'])
    expect(await stations({ lat: 57.5, lng: -5.5 })).toEqual([])
  })

  it('come once, whatever nodes they have', async () => {
    expect(await stations(victoria, { rail: 0.5, metro: 0.5, tram: 0.5 })).toMatchObject([
      { name: 'London Victoria', stop_code: '9100VICTRIC', distance_m: 32 },
    ])
    expect((await stations(warrington)).filter(({ name }) => name === 'Warrington Central')).toHaveLength(1)
  })

  it('are of networks: no heritage railway, no cable car', async () => {
    expect(names(await stations({ lat: 53.7606, lng: -2.745 }, { rail: 5, metro: 5, tram: 5 })).join()).not.toMatch(
      /Ribble Steam/,
    )
    expect(names(await stations({ lat: 51.49974, lng: 0.00826 }, { rail: 2, metro: 2, tram: 2 }))).toEqual([])
  })
})

describe('a railway station that the register calls inactive', () => {
  const { answer } = stationsNear.how as unknown as { readonly answer: (rows: object, input: object) => unknown }
  const node = (code: string, name: string, km: number, more: object = {}) => ({
    code,
    name,
    type: 'rail',
    locality: null,
    at: warrington,
    km,
    ...more,
  })
  const among = (...rows: readonly object[]) =>
    apart(answer({ near: () => rows }, { at: warrington, km: { rail: 25, metro: 5, tram: 5 } }))
  const inactive = { inactive: true }

  it('is told where none in use is nearer, and left out', () => {
    const { value, parts } = among(node('a', 'Willenhall', 0.1, inactive), node('b', 'Wolverhampton', 4.3))
    expect(value).toMatchObject([{ name: 'Wolverhampton' }])
    expect(parts).toMatchObject([{ why: expect.stringContaining('Willenhall') }])
    expect(among(node('b', 'Wolverhampton', 0.1), node('a', 'Willenhall', 4.3, inactive)).parts).toEqual([])
  })

  it('is no station of its own where the same is in use under another code', () => {
    expect(among(node('a', 'Sandwell', 0.1, inactive), node('b', 'Sandwell', 0.2)).parts).toEqual([])
  })

  it('is taken from the file, where a stop that is not served is not, nor a deleted node', () => {
    const row = { ATCOCode: '9100WLNHALL', CommonName: 'Willenhall Rail Station', Latitude: '52.6', Longitude: '-2.1' }
    expect(nodeOf({ ...row, StopType: 'RLY', Status: 'inactive' })).toMatchObject({
      name: 'Willenhall',
      inactive: true,
    })
    expect(nodeOf({ ...row, StopType: 'RLY', Status: 'active' })).not.toHaveProperty('inactive')
    expect(nodeOf({ ...row, StopType: 'RLY', Status: 'inactive', Modification: 'delete' })).toBeNull()
    expect(nodeOf({ ...row, StopType: 'BCT', Status: 'inactive' })).toBeNull()
  })
})

describe('a stop of which the register states two places', () => {
  it('is shown where its coordinates are, and told', () => {
    const node = (name: string, type: string, more: object = {}) => ({
      code: name,
      name,
      type,
      locality: null,
      at: warrington,
      km: 0.4,
      ...more,
    })
    const answer = ({ how }: { readonly how: unknown }, ...rows: readonly object[]) =>
      apart(
        (how as { readonly answer: (rows: object, input: object) => unknown }).answer(
          { near: () => rows },
          { at: warrington, km: how === stationsNear.how ? { rail: 25, metro: 5, tram: 5 } : 2 },
        ),
      )
    const why = 'contradictory: the grid reference of Far is 12.0 km from its coordinates'
    for (const [ask, type] of [
      [stationsNear, 'rail'],
      [busStopsNear, 'bus'],
    ] as const) {
      const { value, parts } = answer(ask, node('Far', type, { apart: 12_000 }), node('Near', type))
      expect(value).toMatchObject([{ name: 'Far', distance_m: 400 }, { name: 'Near' }])
      expect((value as readonly object[])[0]).not.toHaveProperty('apart')
      expect(parts).toEqual([{ why }])
      expect(answer(ask, node('Near', type)).parts).toEqual([])
    }
  })
})

describe('bus stops near', () => {
  it('are the five nearest, a pair or a bus station counted once', async () => {
    const found = await buses(warrington)
    expect(names(found)).toEqual([
      'bus Town Hall',
      'bus Bank Street',
      'bus Warrington Interchange',
      'bus Wilson Patten Street',
      'bus Buttermarket Street',
    ])
    expect(found[0]).toMatchObject({ stop_code: '0690WNA01111', locality: 'Warrington', distance_m: 155 })
  })

  it('leave out what is not served, and zones that are no stop', async () => {
    expect(names(await buses(warrington)).join()).not.toMatch(/Parr Hall|Winmarleigh|Legh Street|Zone/)
  })

  it('have a place also where the file states only the grid', async () => {
    expect(names(await buses({ lat: 51.48378, lng: -3.164 }, 0.1))).toEqual(['bus Clifton Street'])
  })

  it('are none where there are none', async () => {
    expect(await buses({ lat: 53.873809, lng: -2.723233 }, 0.5)).toEqual([])
  })
})

describe('a node', () => {
  const wire: NodeRow = {
    ATCOCode: '9400ZZMASTP',
    CommonName: "St Peter's Square (Manchester Metrolink)",
    LocalityName: 'Manchester City Centre',
    Longitude: '-2.2430',
    Latitude: '53.4781',
    StopType: 'MET',
    Status: 'active',
    Modification: 'revise',
  }
  const type = (code: string, name = 'Somewhere') => nodeOf({ ...wire, ATCOCode: code, CommonName: name })?.type ?? null

  it('of which the register states two places has that of its coordinates, and how far the other is', () => {
    const grid = (metres: number): Partial<NodeRow> => {
      const { easting, northing } = toGrid({ lat: 53.4781, lng: -2.243 })
      return { Easting: String(easting + metres), Northing: String(northing) }
    }
    expect(nodeOf({ ...wire, ...grid(900) })).not.toHaveProperty('apart')
    expect(nodeOf({ ...wire, ...grid(12_000) })).toMatchObject({
      at: { lat: 53.4781 },
      apart: expect.closeTo(12_000, -2),
    })
    // Latitude and longitude in each other's place.
    expect(nodeOf({ ...wire, Longitude: '53.4781', Latitude: '-2.2430', ...grid(0) })).toMatchObject({
      at: { lat: expect.closeTo(53.4781, 4), lng: expect.closeTo(-2.243, 4) },
    })
    expect(nodeOf({ ...wire, Longitude: '53.4781', Latitude: '-2.2430' })).toBeNull()
  })

  it('is named without what it is', () => {
    expect(nodeOf(wire)).toEqual({
      code: '9400ZZMASTP',
      name: "St Peter's Square",
      type: 'tram',
      locality: 'Manchester City Centre',
      at: { lat: 53.4781, lng: -2.243 },
    })
  })

  it.each([
    ['Bank Underground Station', 'Bank'],
    ['Abbey Road DLR Station', 'Abbey Road'],
    ['Paddington (H&C Line)-Underground', 'Paddington (H&C Line)'],
    ['Monument (Tyne and Wear Metro Station)', 'Monument'],
    ['Bridge Street SPT Subway Station', 'Bridge Street'],
    ['Battersea Power Station', 'Battersea Power Station'],
  ])('called %s is %s', (CommonName, name) => {
    expect(nodeOf({ ...wire, ATCOCode: '9400ZZLUXXX', CommonName })?.name).toBe(name)
  })

  it('is of the kind that its network is', () => {
    const types = (...codes: readonly string[]) => new Set(codes.map((code) => type(code)))
    expect(types('9400ZZLUBNK', '9400ZZDLABR', '9400ZZTWMTS', '9400ZZGLBUC')).toEqual(new Set(['metro']))
    expect(
      types('9400ZZCRWIM', '9400ZZMASTP', '9400ZZNOTOT', '9400ZZSYMHI', '9400ZZWMBS', '9400ZZBPTOW', '940GZZEDHAY'),
    ).toEqual(new Set(['tram']))
    expect(types('9400ZZWSMIN', '9400ZZALGWP', '150042001234')).toEqual(new Set([null]))
  })

  it('is so also where it stands under the code of another network', () => {
    expect(type('9400ZZTWWJU', 'Picardy Place (Edinburgh Trams)')).toBe('tram')
    expect(type('9400ZZBPSUST', 'Battersea Power Station')).toBe('metro')
    expect(type('9400ZZNEUGST', 'Nine Elms')).toBe('metro')
  })

  it.each(['RSE', 'RPL', 'PLT', 'TMU', 'BCE', 'TXR', 'FER', 'AIR'])(
    'of type %s is part of something, or is not shown',
    (StopType) => {
      expect(nodeOf({ ...wire, StopType })).toBeNull()
    },
  )

  it('without a place, a name or a code is left out', () => {
    expect(nodeOf({ ...wire, Longitude: '', Latitude: '' })).toBeNull()
    expect(nodeOf({ ...wire, CommonName: '' })).toBeNull()
    expect(nodeOf({ ...wire, ATCOCode: '' })).toBeNull()
  })
})

describe.skipIf(recordings() === null)('recorded nodes', () => {
  const rows = (file: string) => csvRows<Record<string, string>>(join(recordings()!, 'naptan'), file)

  it('of the present form are read', () => {
    const read = rows('access-nodes-temple-meads-2023.csv').map(nodeOf)
    expect(read).toHaveLength(9)
    expect(read[0]).toEqual({
      code: '0100BRP90310',
      name: 'Temple Meads Stn',
      type: 'bus',
      locality: 'Temple Meads',
      at: { lat: 51.44901, lng: -2.58569 },
    })
    expect(read.every((node) => node?.type === 'bus')).toBe(true)
  })

  it('of the older form are read, deleted ones left out', () => {
    const all = rows('access-nodes-bristol-legacy.csv')
    const read = all.map(nodeOf)
    expect(read.filter((node) => node === null)).toHaveLength(all.filter(({ Status }) => Status === 'del').length)
    expect(read.find((node) => node?.code === '0100BRP90171')).toMatchObject({
      name: 'Glen Park',
      locality: 'Eastville',
      at: { lat: 51.4717433191, lng: -2.5602943871 },
    })
  })
})
