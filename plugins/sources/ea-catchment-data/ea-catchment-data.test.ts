import { readInPart } from '../../../test/support/parts.ts'
import { readBody } from '../../../test/support/read.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { apart, type CallHow, type Node, type Operation, type Point } from '@domesday/core'
import { readChecked } from '../../clients/http/read-checked.ts'
import { openSource, recorded, recordings, type OpenSource } from '@domesday/tool-testing'
import {
  classification,
  coastNear,
  eaCatchmentData,
  riverAt,
  waterbodyAt,
  type NearestWaterbody,
  type Waterbody,
} from './index.ts'
import { classesOf, nearestOf } from './waterbody.ts'

const warrington = { lat: 53.389713, lng: -2.599634 }
const westminster = { lat: 51.50354, lng: -0.127695 }
const camden = { lat: 51.545024, lng: -0.137429 }

const read = <Out>(operation: Operation<any, Out>, body: unknown, input?: unknown): Out =>
  readBody(operation, body, input)

let explorer: OpenSource
beforeAll(async () => {
  explorer = await openSource(eaCatchmentData)
})
afterAll(() => explorer.close())

describe('the water body at a point', () => {
  it('is the river whose catchment holds it', async () => {
    expect(await explorer.ask(riverAt, warrington)).toEqual({
      id: 'GB112069061240',
      name: 'Sankey Brook (Hardshaw Brook to Mersey)',
      kind: 'river',
      operationalCatchment: 'Sankey',
      metres: 0,
      ecological: { status: 'Moderate', class: 'Moderate', year: 2025 },
      chemical: { status: 'Fail', class: 'Fail', year: 2025 },
    })
  })

  it('may be none, where a town drains straight to the sea: then the nearest water of the coast is there', async () => {
    expect(await explorer.ask(riverAt, westminster)).toBeNull()
    expect(await explorer.ask(coastNear, westminster)).toMatchObject({
      id: 'GB530603911402',
      name: 'THAMES MIDDLE',
      kind: 'transitional',
      ecological: { status: 'Moderate', class: 'Moderate', year: 2025 },
    })
    expect((await explorer.ask(coastNear, camden))?.metres).toBeGreaterThan(3000)
  })

  it('is the nearest by outline, not the first that is listed', () => {
    const square = (lng: number, lat: number) => ({
      rings: [
        [
          [lng, lat],
          [lng + 0.01, lat],
          [lng + 0.01, lat + 0.01],
          [lng, lat + 0.01],
          [lng, lat],
        ],
      ],
    })
    const named = (id: string, geometry?: object) => ({
      attributes: { water_body_id: id },
      ...(geometry && { geometry }),
    })
    const at = { lat: 50.7, lng: -1.5 }
    const found = nearestOf(
      [named('no outline'), named('far', square(-1.4, 50.7)), named('near', square(-1.48, 50.695))],
      at,
      10_000,
    )
    expect(found).toMatchObject({ id: 'near', name: null, kind: 'coastal', ecological: null, chemical: null })
    expect(nearestOf([named('around', square(-1.505, 50.695))], at, 10_000)?.metres).toBe(0)
    // To its western edge, which passes the point at the same latitude.
    expect(found!.metres).toBeCloseTo(111_320 * Math.cos((50.7 * Math.PI) / 180) * 0.02, -1)
  })

  it('is complete but where the explorer did not answer for what the map leaves open', () => {
    const { from } = waterbodyAt({} as Node<Point>) as unknown as { from(known: object): NearestWaterbody }
    const body = {
      id: 'GB1',
      name: 'Cocker',
      kind: 'river',
      operationalCatchment: null,
      metres: 0,
      ecological: { status: 'Poor', class: 'Poor', year: 2025 },
      chemical: null,
    }
    expect(from({ body, listed: null })).toEqual({ ...body, complete: false })
    expect(from({ body, listed: { name: null, ecological: null, chemical: null } })).toEqual({
      ...body,
      complete: true,
    })
  })

  it('is an error, not null, if the server reports an error with status 200', () => {
    expect(() => read(riverAt, { error: { code: 400, message: 'Invalid query parameters' } })).toThrow('no features')
    expect(() => read(riverAt, {})).toThrow('no features')
  })

  it('is read past features without a number, and without a class of its own', () => {
    const attributes = { water_body_id: 'GB1', ecological_class: null }
    expect(read(riverAt, { features: [{ attributes: {} }, { attributes }, { attributes }] })).toMatchObject({
      id: 'GB1',
      name: null,
      ecological: null,
    })
    expect(() => read(riverAt, { features: [{}, { attributes: null }] })).toThrow('attributes')
    const features = Array.from({ length: 12 }, (_, i) =>
      i === 3 ? { attributes: {} } : { attributes: { ...attributes, ecological_class: 'Good' } },
    )
    expect(apart(readChecked(riverAt.how as CallHow, { features }, {}).value)).toMatchObject({
      value: { id: 'GB1', ecological: { class: 'Good' } },
      parts: [{ why: '1 of 12 rows could not be read' }],
    })
    expect(read(riverAt, { features: [] })).toBeNull()
  })
})

describe('a classification', () => {
  it('takes the newest year of each item', async () => {
    expect(await explorer.ask(classification, 'GB112072066190')).toEqual({
      name: 'Cocker',
      ecological: { status: 'Moderate', class: 'Moderate', year: 2022 },
      chemical: { status: 'Does not require assessment', class: 'Not assessed', year: 2022 },
    })
  })

  it('is null for an unknown water body, and empty for one without data', async () => {
    expect(await explorer.ask(classification, 'GB000000000000')).toBeNull()
    expect(classesOf([])).toEqual({ name: null, ecological: null, chemical: null })
  })

  it('reads columns however they are written, passes over years without a status and falls back on the overall class', () => {
    const rows = [
      { 'classification.item': 'Overall Water Body', YEAR: '2019', Status: 'Good', cycle: '3' },
      { 'classification.item': 'Overall Water Body', YEAR: '2022', Status: '', cycle: '3' },
    ]
    expect(classesOf(rows).ecological).toEqual({ status: 'Good', class: 'Good', year: 2019 })
  })

  it('is one of ours in whatever case, and none where the word is new', () => {
    const classes = (ecological: string, chemical: string) => {
      const attributes = { water_body_id: 'GB1', ecological_class: ecological, chemical_class: chemical }
      const found = read(riverAt, { features: [{ attributes }] })
      return [found?.ecological, found?.chemical].map((one) => [one?.status, one?.class])
    }
    expect(classes('POOR', 'fail')).toEqual([
      ['POOR', 'Poor'],
      ['fail', 'Fail'],
    ])
    expect(classes('Recovering', 'High')).toEqual([
      ['Recovering', null],
      ['High', null],
    ])
    const rows = [{ classification_item: 'Ecological', year: '2028', status: 'Recovering' }]
    expect(classesOf(rows).ecological).toEqual({ status: 'Recovering', class: null, year: 2028 })
  })
})

describe.skipIf(!recordings())('recorded answers of ea-catchment-data', () => {
  it.each([
    ['western-yar', 'GB520710101800', 'Western Yar', 'Moderate'],
    ['old-mill-ponds', 'GB560710116900', 'Old Mill Ponds', 'Good'],
  ])('%s is read', (file, id, name, ecological) => {
    const found: Waterbody | null = read(coastNear, recorded('ea-catchment-data', `wfd-cycle4-2025-${file}.json`), {
      lat: 50.7,
      lng: -1.5,
    })
    expect(found).toMatchObject({
      id,
      name,
      kind: 'transitional',
      ecological: { status: ecological, class: ecological, year: 2025 },
      chemical: { status: 'Fail', class: 'Fail', year: 2025 },
    })
  })

  it('are known in part where the map sends only some of what is around', () => {
    const body = recorded('ea-catchment-data', 'wfd-cycle4-2025-western-yar.json') as object
    const { parts } = readInPart(coastNear, { ...body, exceededTransferLimit: true }, { lat: 50.7, lng: -1.5 })
    expect(parts).toEqual(['the map service has more waters around than it sends'])
  })
})
