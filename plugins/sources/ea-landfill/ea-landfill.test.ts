import { readBody } from '../../../test/support/read.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { apart, type CallHow } from '@domesday/core'
import { readChecked } from '../../clients/http/read-checked.ts'
import { openSource, type OpenSource } from '@domesday/tool-testing'
import { authorised, eaLandfill, historic, type Landfill } from './index.ts'

const moss = { lat: 53.873809, lng: -2.723233 }
const colliery = { lat: 53.43, lng: -2.6181 }

const pathOf = (operation: { readonly how: unknown }, at: unknown) =>
  (operation.how as { readonly path: (at: unknown) => readonly [string, Readonly<Record<string, unknown>>] }).path(at)
const read = (body: unknown, at: unknown): readonly Landfill[] => readBody(historic, body, at)

describe('ea-landfill', () => {
  let maps: OpenSource
  beforeAll(async () => {
    maps = await openSource(eaLandfill)
  })
  afterAll(async () => {
    expect(maps.unmatched).toEqual([])
    await maps.close()
  })

  it('gives the historic sites within 250 m by the distance to their outlines', async () => {
    expect(await maps.ask(historic, moss)).toEqual([
      {
        name: 'Cockerham Moss Tip',
        reference: 'EAHLD99001',
        distance_m: expect.closeTo(93, -1),
        waste: ['inert', 'household'],
        last_input: '1978-12-31',
        permit: null,
      },
    ])
    expect(await maps.ask(historic, colliery)).toMatchObject([
      { name: 'Invented Colliery Tip', distance_m: 0, waste: ['industrial', 'hazardous'], last_input: null },
    ])
  })

  it('gives those with a permit, with what it is for and how it stands', async () => {
    expect(await maps.ask(authorised, colliery)).toMatchObject([
      {
        name: 'Invented Vale Landfill',
        reference: 'EPR/ZZ9901XY',
        distance_m: 0,
        waste: ['Household, Commercial & Industrial Waste Landfill'],
        permit: 'Closure',
      },
    ])
  })

  it('gives what begins within reach, not what is farther', async () => {
    expect(await maps.ask(authorised, moss)).toMatchObject([
      { distance_m: expect.closeTo(200, -1), waste: ['Inert Landfill'], permit: 'Effective' },
    ])
    expect(await maps.ask(authorised, { ...moss, lat: moss.lat - 0.001 })).toEqual([])
  })

  it('has none where none is known, and asks for what lies in a box of 250 m', async () => {
    expect(await maps.ask(historic, { lat: 51.5, lng: -0.13 })).toEqual([])
    expect(await maps.ask(authorised, { lat: 51.5, lng: -0.13 })).toEqual([])
    const [west, south, east, north] = String(pathOf(historic, moss)[1]['bbox']).split(',').map(Number)
    expect([(north! - south!) * 111_320, (east! - west!) * 111_320 * Math.cos((moss.lat * Math.PI) / 180)]).toEqual([
      expect.closeTo(500, 0),
      expect.closeTo(500, 0),
    ])
  })
})

const outline = (lng: number, lat: number, half: number) => ({
  type: 'Polygon',
  coordinates: [
    [
      [lng - half, lat - half],
      [lng + half, lat - half],
      [lng + half, lat + half],
      [lng - half, lat + half],
      [lng - half, lat - half],
    ],
  ],
})
const at = { lat: 53.4, lng: -2.6 }
const site = (properties: object, geometry: unknown = outline(-2.6, 53.4, 0.001)) => ({ geometry, properties })

describe('a list of landfill sites', () => {
  it('leaves out what only meets the box, and takes a polygon as well as several', () => {
    const corner = site({ site_name: 'Far', hld_ref: '1' }, outline(-2.5935, 53.4025, 0.0003))
    const here = site({ site_name: 'Here', hld_ref: '2' })
    expect(read({ features: [corner, here] }, at)).toMatchObject([{ name: 'Here', distance_m: 0, waste: [] }])
  })

  it('is known in part where the map has more than it sends, or a site has no outline', () => {
    const body = (more: object) => readChecked(historic.how as CallHow, more, at)
    const { parts } = apart(body({ features: [site({ site_name: 'A' })], numberMatched: 120, numberReturned: 1 }).value)
    expect(parts).toMatchObject([{ why: 'there are more landfill sites around than the map sends' }])
    const some = Array.from({ length: 12 }, (_, i) => (i === 3 ? site({}, null) : site({ site_name: 'A' })))
    expect(apart(body({ features: some }).value).parts).toContainEqual(
      expect.objectContaining({ why: '1 of 12 rows could not be read' }),
    )
  })

  it('is no empty one only because a fault came in its place', () => {
    expect(() => read({ code: 'InternalError' }, at)).toThrow('no features')
  })
})
