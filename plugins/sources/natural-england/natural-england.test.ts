import { readBody } from '../../../test/support/read.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { apart, type CallHow, type Node, type Point } from '@domesday/core'
import { readChecked } from '../../clients/http/read-checked.ts'
import { openSource, recorded, recordings, type OpenSource } from '@domesday/tool-testing'
import { natureAround, naturalEngland, sitesOf, type NatureAround, type NatureSite } from './index.ts'
import { metresToOutline } from '@domesday/vocabulary-geography'

const warrington = { lat: 53.389713, lng: -2.599634 }
const camden = { lat: 51.545024, lng: -0.137429 }
const cockerham = { lat: 53.873809, lng: -2.723233 }

const { path } = sitesOf.how as unknown as {
  readonly path: (input: unknown) => readonly [string, Readonly<Record<string, unknown>>]
}
const read = (body: unknown, input: unknown): readonly NatureSite[] => readBody(sitesOf, body, input)

describe('natural-england', () => {
  let service: OpenSource
  beforeAll(async () => {
    service = await openSource(naturalEngland)
  })
  afterAll(async () => {
    expect(service.unmatched).toEqual([])
    await service.close()
  })

  it('gives the sites of a layer by their distance, each once', async () => {
    const sites = await service.ask(sitesOf, { layer: 'Local_Nature_Reserves_England', at: camden })
    expect(sites.map(({ name, metres }) => [name, metres])).toEqual([
      ['Camley Street Nature Park', 1032],
      ['Adelaide', 1494],
      ['Belsize Wood', 1770],
    ])
    expect(sites[0]).toEqual({
      kind: 'Local Nature Reserve',
      name: 'Camley Street Nature Park',
      reference: '1008880',
      hectares: 0.9,
      metres: 1032,
    })
    expect(await service.ask(sitesOf, { layer: 'Local_Nature_Reserves_England', at: warrington })).toMatchObject([
      { name: 'Paddington Meadows' },
    ])
  })

  it('knows a wood without a name by its reference', async () => {
    expect(await service.ask(sitesOf, { layer: 'Ancient_Woodland_England', at: cockerham })).toEqual([
      { kind: 'ancient woodland', name: null, reference: '1412345', hectares: 1.1, metres: 45 },
    ])
  })

  it('has none where there is none', async () => {
    expect(await service.ask(sitesOf, { layer: 'SSSI_England', at: warrington })).toEqual([])
    expect(await service.ask(sitesOf, { layer: 'National_Parks_England', at: cockerham })).toEqual([])
  })

  it('asks for outlines only of what may lie beside the point', () => {
    expect(path({ layer: 'SSSI_England', at: camden })[1]).toMatchObject({
      geometry: '-0.137429,51.545024',
      distance: 2000,
      returnGeometry: true,
    })
    expect(path({ layer: 'National_Parks_England', at: camden })[1]).toMatchObject({ returnGeometry: false })
    expect(path({ layer: 'National_Parks_England', at: camden })[1]).not.toHaveProperty('distance')
  })
})

describe('an answer', () => {
  it('may name its columns in several ways', () => {
    const of = (attributes: object): NatureSite =>
      read({ features: [{ attributes }] }, { layer: 'SSSI_England', at: camden })[0]!
    expect(of({ SSSI_NAME: 'WOOLSTON EYES', SSSI_CODE: 'x', AREA_HA: '267.5' })).toMatchObject({
      name: 'Woolston Eyes',
      reference: 'x',
      hectares: 267.5,
      metres: null,
    })
    expect(of({ Name: 'River Lambourn SSSI', REF_CODE: 7 })).toMatchObject({
      name: 'River Lambourn',
      reference: '7',
      hectares: null,
    })
    expect(of({ NAME: 'ISLE OF WIGHT DOWNS (WEST)', Shape__Area: 3 })).toMatchObject({
      name: 'Isle of Wight Downs (West)',
      hectares: null,
    })
    expect(read({ features: [{}] }, { layer: 'National_Parks_England', at: camden })).toEqual([
      { kind: 'national park', name: null, reference: null, hectares: null, metres: 0 },
    ])
  })

  it('may leave sites without a name and a number, which are then each one of their own', () => {
    const wood = (lng: number) => ({
      attributes: { NAME: '', STATUS: 'ASNW' },
      geometry: {
        rings: [
          [
            [lng, 51],
            [lng + 0.0005, 51],
            [lng + 0.0005, 51.0005],
            [lng, 51],
          ],
        ],
      },
    })
    const woods = read(
      { features: [wood(0.001), wood(0.0002)] },
      { layer: 'Ancient_Woodland_England', at: { lat: 51, lng: 0 } },
    )
    expect(woods.map(({ metres }) => metres)).toEqual([14, 70])
    for (const rings of [[[]], [[['east', 'north']]]]) {
      const [near, unplaced] = read(
        { features: [{ attributes: { NAME: 'A' }, geometry: { rings } }, wood(0.001)] },
        { layer: 'Ancient_Woodland_England', at: { lat: 51, lng: 0 } },
      )
      expect([near!.metres, unplaced!.metres]).toEqual([70, null])
    }
  })

  it('whose site has no outline is known in part: how far it is', () => {
    const features = [{ attributes: { NAME: 'A' } }]
    const parts = (layer: string) =>
      apart(readChecked(sitesOf.how as CallHow, { features }, { layer, at: camden }).value).parts
    expect(parts('SSSI_England')).toEqual([{ why: 'how far 1 site lies from here, as it has no outline' }])
    const cut = { features: [], exceededTransferLimit: true }
    const { value } = readChecked(sitesOf.how as CallHow, cut, { layer: 'SSSI_England', at: camden })
    expect(apart(value).parts).toEqual([{ why: 'the map service has more sites around than it sends' }])
    expect(parts('National_Parks_England')).toEqual([])
  })

  it('leaves open what is near where one of its sites is somewhere', () => {
    const { from } = natureAround({} as Node<Point>) as unknown as {
      from(known: {
        readonly asked: readonly (readonly Partial<NatureSite>[] | null)[]
        readonly point: Point
      }): NatureAround
    }
    const rest = Array.from({ length: 6 }, () => [])
    const asked = [[{ metres: 9 }, { metres: null }], [{ metres: 0 }], null, ...rest]
    expect(from({ asked, point: camden }).unknown).toEqual([
      'Site of Special Scientific Interest',
      'Special Protection Area',
    ])
  })

  it('with an error is a failure, even with status 200', () => {
    expect(() => read({ error: { code: 400, message: 'Invalid URL' } }, { layer: 'SSSI_England', at: camden })).toThrow(
      'no features',
    )
    expect(() => read({}, { layer: 'SSSI_England', at: camden })).toThrow('no features')
  })
})

describe('the distance to an outline', () => {
  const square = (half: number): readonly (readonly number[])[] => [
    [-half, 51 - half],
    [half, 51 - half],
    [half, 51 + half],
    [-half, 51 + half],
    [-half, 51 - half],
  ]
  const at = { lat: 51, lng: 0 }

  it('is 0 inside; inside a hole it is measured to the hole’s edge', () => {
    expect(metresToOutline([square(0.01)], at)).toBe(0)
    expect(metresToOutline([square(0.01), square(0.002)], at)).toBeCloseTo(
      0.002 * 111_320 * Math.cos((51 * Math.PI) / 180),
      0,
    )
    expect(metresToOutline([square(0.01), square(0.002), square(0.001)], at)).toBe(0)
  })

  it('is taken to edges, not to corners', () => {
    expect(metresToOutline([square(0.01)], { lat: 51.02, lng: 0 })).toBeCloseTo(1113, 0)
    expect(metresToOutline([square(0.01)], { lat: 51.02, lng: 0.02 })).toBeCloseTo(
      Math.hypot(1113.2, 1113.2 * Math.cos((51.02 * Math.PI) / 180)),
      0,
    )
  })
})

describe.skipIf(recordings() === null)('recorded answers of natural-england', () => {
  it('are read', () => {
    expect(
      read(recorded('natural-england', 'sssi-point-bere-stream.json'), {
        layer: 'SSSI_England',
        at: { lat: 50.7305, lng: -2.2015 },
      }),
    ).toEqual([
      {
        kind: 'Site of Special Scientific Interest',
        name: 'Bere Stream',
        reference: '1001145',
        hectares: 10.9,
        metres: null,
      },
    ])
  })
})
