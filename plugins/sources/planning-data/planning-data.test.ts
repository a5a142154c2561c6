import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { apart, type Operation } from '@domesday/core'
import { openSource, recorded, recordings, type OpenSource } from '@domesday/tool-testing'
import { readChecked } from '../../clients/http/read-checked.ts'
import { readBody } from '../../../test/support/read.ts'
import {
  brownfield,
  constraintsAtPoint,
  floodZone,
  levelOf,
  listedBuildings,
  planningData,
  type Brownfield,
  type Constraints,
  type RegisteredFloodZone,
} from './index.ts'

const warrington = { lat: 53.389713, lng: -2.599634 }
const camden = { lat: 51.545024, lng: -0.137429 }
const westminster = { lat: 51.50354, lng: -0.127695 }
const bilsborrow = { lat: 53.873809, lng: -2.723233 }

/** Bodies with what every one has: a count, and a number and a data set of each entity. */
const whole = (body: { readonly entities?: readonly object[] }) => ({
  count: body.entities?.length,
  ...body,
  ...(body.entities && {
    entities: body.entities.map((one, entity) => ({ entity, dataset: 'brownfield-land', ...one })),
  }),
})
const read = <T>(operation: Operation<any, any>, body: unknown, input: unknown): T =>
  readBody(operation, whole(body as object), input)
const partsOf = (operation: Operation<any, any>, body: object, input: unknown) =>
  apart(readChecked(operation.how as never, whole(body), input).value).parts

describe('planning-data', () => {
  let platform: OpenSource
  beforeAll(async () => {
    platform = await openSource(planningData)
  })
  afterAll(async () => {
    expect(platform.unmatched).toEqual([])
    await platform.close()
  })

  it('gives what is designated at a point, each area once, without those that have ended', async () => {
    const { sites, ...here } = await platform.ask(constraintsAtPoint, warrington)
    expect(here).toEqual({
      authority: 'Warrington',
      organisation: null,
      conservationArea: true,
      greenBelt: false,
      articleFour: 1,
      weight: 3,
      level: 'moderate',
    })
    expect(sites.map(({ kind, name }) => [kind, name])).toEqual([
      ['conservation area', 'Town Hall'],
      ['article 4 direction', 'Houses in multiple occupation'],
    ])
    expect(sites[0]).toMatchObject({
      dataset: 'conservation-area',
      theme: 'heritage',
      reference: '5521',
      designated: '1974-05-21',
      url: null,
    })
  })

  it('counts a direction of several areas once, and names no building after its grade', async () => {
    expect(await platform.ask(constraintsAtPoint, camden)).toMatchObject({ articleFour: 2, level: 'high', weight: 5 })
    const here = await platform.ask(constraintsAtPoint, westminster)
    expect(here).toMatchObject({ level: 'restricted', weight: 8, articleFour: 2 })
    expect(here.sites[0]).toMatchObject({ kind: 'listed building', name: null, grade: 'I', reference: 'LBO-00017' })
    expect(here.sites.at(-1)).toMatchObject({ kind: 'central activities zone' })
  })

  it('has none where nothing is designated', async () => {
    expect(await platform.ask(constraintsAtPoint, bilsborrow)).toMatchObject({
      authority: 'Wyre',
      weight: 0,
      level: 'none',
      sites: [],
      conservationArea: false,
    })
  })

  it('counts listed buildings within a distance, points included', async () => {
    expect(await platform.ask(listedBuildings, { at: westminster, metres: 500 })).toBe(142)
    expect(await platform.ask(listedBuildings, { at: westminster, metres: 120 })).toBeLessThan(20)
    expect(await platform.ask(listedBuildings, { at: bilsborrow, metres: 500 })).toBe(2)
  })

  it('gives brownfield sites once, nearest first, without those that are built', async () => {
    const { sites, ...all } = await platform.ask(brownfield, { at: warrington, metres: 1000 })
    expect(all).toEqual({ radius_m: 1000, total: 3, hectares: 2.35, homes_min: 154 })
    expect(sites.map(({ reference, distance_m: metres }) => [reference, metres])).toEqual([
      ['BLR/014', 240],
      ['BLR/021', 434],
      ['BLR/033', 695],
    ])
    expect(sites[0]).toEqual({
      reference: 'BLR/014',
      address: 'Former Sample Works, Winwick Street, Warrington',
      hectares: 0.84,
      homes_min: 60,
      homes_max: 95,
      permission: 'permissioned',
      permission_type: 'full planning permission',
      permission_date: '2025-02-18',
      ownership: 'not owned by a public authority',
      deliverable: true,
      hazardous: null,
      distance_m: 240,
      coordinates: { lat: 53.39121, lng: -2.59702 },
    })
    expect(sites[1]).toMatchObject({
      homes_min: 24,
      homes_max: 24,
      permission: 'not permissioned',
      deliverable: null,
    })
    expect(await platform.ask(brownfield, { at: bilsborrow, metres: 1000 })).toEqual({
      radius_m: 1000,
      total: 0,
      hectares: 0,
      homes_min: 0,
      sites: [],
    })
  })

  it('gives the worst flood zone at a point', async () => {
    expect(await platform.ask(floodZone, warrington)).toEqual({ zone: 2, type: 'Fluvial Models' })
    expect(await platform.ask(floodZone, westminster)).toEqual({ zone: 3, type: 'Tidal Models' })
    expect(await platform.ask(floodZone, bilsborrow)).toEqual({ zone: 1, type: null })
  })
})

describe('an entity', () => {
  const at = { lat: 51.37, lng: 0.09 }

  it('may have a number or nothing instead of a string, and ended records', () => {
    const wire = {
      entities: [
        {
          entity: 1,
          dataset: 'brownfield-land',
          'organisation-entity': 65,
          reference: 'A',
          point: 'POINT(0.0910 51.3720)',
          hectares: 0.46,
          'minimum-net-dwellings': null,
          'maximum-net-dwellings': '24',
          'planning-permission-status': 'not permissioned',
        },
        {
          entity: 2,
          dataset: 'brownfield-land',
          'organisation-entity': '65',
          reference: 'B',
          point: '',
          name: 'Sample Halls',
          'end-date': '',
        },
        {
          entity: 3,
          dataset: 'brownfield-land',
          'organisation-entity': '65',
          reference: 'C',
          point: 'POINT (0.0901 51.3701)',
          'end-date': '2022-01-01',
        },
      ],
      count: 3,
    }
    const { sites } = read<Brownfield>(brownfield, wire, { at, metres: 1000 })
    expect(sites).toMatchObject([
      { reference: 'A', distance_m: 233, hectares: 0.46, homes_min: null, homes_max: 24 },
      { reference: 'B', distance_m: null, hectares: null, homes_min: null, homes_max: null },
    ])
    expect(sites[1]!.address).toBe('Sample Halls')
  })

  it('holds whole homes, whatever was reckoned', () => {
    const impossible = {
      entities: [
        {
          entity: 1,
          dataset: 'brownfield-land',
          reference: 'A',
          hectares: -1,
          'minimum-net-dwellings': -2,
          'maximum-net-dwellings': '-3',
        },
      ],
      count: 1,
    }
    expect(read<Brownfield>(brownfield, impossible, { at, metres: 1000 }).sites).toMatchObject([
      { hectares: null, homes_min: null, homes_max: null },
    ])
    const wire = {
      entities: [
        {
          entity: 1,
          dataset: 'brownfield-land',
          reference: 'A',
          hectares: '',
          'minimum-net-dwellings': '11.6',
          'maximum-net-dwellings': 14.2,
        },
      ],
      count: 1,
    }
    expect(read<Brownfield>(brownfield, wire, { at, metres: 1000 }).sites).toMatchObject([
      { homes_min: 12, homes_max: 14 },
    ])
  })

  it('holds at most what it holds at least where no most is stated, and is doubtful where it may have another name', () => {
    const site = { reference: 'A', hectares: 1, 'minimum-net-dwellings': '20' }
    const of = (more: object) => [
      read<Brownfield>(brownfield, { entities: [{ ...site, ...more }] }, { at, metres: 1000 }).sites[0]!.homes_max,
      partsOf(brownfield, { entities: [{ ...site, ...more }] }, { at, metres: 1000 }).length,
    ]
    expect([of({}), of({ 'maximum-net-dwellings': '' })]).toEqual([
      [20, 0],
      [20, 0],
    ])
    expect(of({ 'maximum-dwellings': '35' })).toEqual([20, 1])
  })

  it('of brownfield land that states neither area nor homes makes the sums unknown, not nothing', () => {
    const of = (...entities: readonly object[]) => read<Brownfield>(brownfield, { entities }, { at, metres: 1000 })
    expect(of({ reference: 'A' })).toMatchObject({ total: 1, hectares: null, homes_min: null })
    expect(of({ reference: 'A', 'hazardous-substances': 'yes' }).sites).toMatchObject([{ hazardous: true }])
    expect(of()).toMatchObject({ total: 0, hectares: 0, homes_min: 0 })
  })

  it('that has no number or no data set is left out and told', () => {
    const entities = Array.from({ length: 12 }, (_, entity) => ({
      entity,
      dataset: 'green-belt',
      reference: `R${entity}`,
    }))
    const spoilt = { entities: entities.with(5, { ...entities[5]!, dataset: null as never }) }
    expect(read<Constraints>(constraintsAtPoint, spoilt, at).sites).toHaveLength(11)
    expect(partsOf(constraintsAtPoint, spoilt, at)).toMatchObject([{ why: expect.any(String) }])
    expect(partsOf(constraintsAtPoint, { entities }, at)).toEqual([])
    expect(partsOf(constraintsAtPoint, { entities, count: 13 }, at)).toMatchObject([
      { why: expect.stringContaining('1 more') },
    ])
  })

  it('of an authority that was replaced gives way to the one that began after it', () => {
    const of = (...starts: readonly string[]) =>
      read<Constraints>(
        constraintsAtPoint,
        {
          entities: starts.map((start, i) => ({
            dataset: 'local-planning-authority',
            name: `${['South Somerset', 'Somerset'][i]} LPA`,
            'start-date': start,
          })),
        },
        at,
      ).authority
    expect([of(''), of('', '2023-04-01'), of('2023-04-01', ''), of('', '')]).toEqual([
      'South Somerset',
      'Somerset',
      'South Somerset',
      null,
    ])
  })

  it('adds up the least of homes alone: the most of a site that states no least says nothing of it', () => {
    const site = (reference: string, least: number | null, most: number | null) => ({
      dataset: 'brownfield-land',
      reference,
      hectares: 0.5,
      'minimum-net-dwellings': least,
      'maximum-net-dwellings': most,
    })
    const entities = [site('A', 60, 95), site('B', null, 24), site('C', null, null)]
    expect(read<Brownfield>(brownfield, { entities, count: 3 }, { at, metres: 1000 })).toMatchObject({
      total: 3,
      hectares: 1.5,
      homes_min: 60,
    })
  })

  it('of brownfield land may have a point in metres of the national grid, which is no longitude', () => {
    const entities = [
      {
        dataset: 'brownfield-land',
        reference: 'A',
        point: 'POINT(546200 165800)',
        hectares: 1,
        'minimum-net-dwellings': 5,
      },
    ]
    expect(read<Brownfield>(brownfield, { entities, count: 1 }, { at, metres: 1000 }).sites).toMatchObject([
      { reference: 'A', distance_m: null, coordinates: null },
    ])
  })

  it('of a data set that we do not weigh is passed over', () => {
    const wire = {
      entities: [
        { entity: 1, dataset: 'ward', name: 'Sample' },
        { entity: 2, dataset: 'green-belt', name: '', 'green-belt-core': 'London' },
      ],
      count: 2,
    }
    expect(read<Constraints>(constraintsAtPoint, wire, at)).toMatchObject({
      authority: null,
      greenBelt: true,
      level: 'high',
      sites: [{ kind: 'green belt', name: 'London' }],
    })
  })

  it('are none where the list is empty, and not known where there is no list', () => {
    expect(read<Constraints>(constraintsAtPoint, { entities: [], links: {}, count: 0 }, at)).toMatchObject({
      level: 'none',
      sites: [],
    })
    for (const operation of [constraintsAtPoint, floodZone])
      expect(() => read(operation, { detail: 'busy' }, at)).toThrow(/count|entities/)
  })

  it('that is a flood zone without a level is not zone 1', () => {
    const zone = (level: string) => ({
      entity: 1,
      dataset: 'flood-risk-zone',
      'flood-risk-level': level,
      'flood-risk-type': 'Tidal Models',
    })
    const of = (...levels: readonly string[]) =>
      read<RegisteredFloodZone | null>(floodZone, { entities: levels.map(zone), count: levels.length }, at)
    expect([of(), of(''), of('', '2')]).toEqual([{ zone: 1, type: null }, null, { zone: 2, type: 'Tidal Models' }])
  })

  it('has its grade from its name where that is all that states it', () => {
    const of = (name: string, grade = ''): readonly unknown[] => {
      const wire = {
        entities: [
          { entity: 1, dataset: 'listed-building-outline', name, reference: 'L1', 'listed-building-grade': grade },
        ],
        count: 1,
      }
      return read<Constraints>(constraintsAtPoint, wire, at).sites.map((site) => [site.name, site.grade])
    }
    expect(
      [
        'Listed Building Grade II*',
        'LISTED BUILDING GRADE I',
        'Listed Building',
        'Listed Building Grade III',
        'Sample Hall',
      ].flatMap((name) => of(name)),
    ).toEqual([
      [null, 'II*'],
      [null, 'I'],
      [null, null],
      [null, null],
      ['Sample Hall', null],
    ])
    expect(of('Listed Building Grade II', 'II*')).toEqual([[null, 'II*']])
  })

  it('counts to three of its kind only if it is a direction', () => {
    const of = (dataset: string, times: number): Constraints =>
      read(
        constraintsAtPoint,
        {
          entities: Array.from({ length: times }, (_, i) => ({
            entity: i,
            dataset,
            reference: `R${i}`,
            name: `N${i}`,
          })),
        },
        at,
      )
    expect(of('article-4-direction-area', 7)).toMatchObject({ articleFour: 7, weight: 3 })
    expect(of('site-of-special-scientific-interest', 4)).toMatchObject({ weight: 5 })
  })
})

describe('the level', () => {
  it('goes from none to restricted', () => {
    expect([0, 1, 2, 3, 4, 5, 7, 8, 30].map(levelOf)).toEqual([
      'none',
      'low',
      'low',
      'moderate',
      'moderate',
      'high',
      'high',
      'restricted',
      'restricted',
    ])
  })
})

describe.skipIf(recordings() === null)('recorded answers of planning-data', () => {
  const of = (file: string): Constraints => read(constraintsAtPoint, recorded('planning-data', file), warrington)

  it('are read', () => {
    expect(of('entity-search-point-canterbury-1.0803887E-51.2811746.json')).toMatchObject({
      conservationArea: true,
      articleFour: 2,
      weight: 4,
      level: 'moderate',
      sites: [
        { kind: 'conservation area', name: 'Canterbury City', designated: '1996-12-03' },
        { reference: '72963' },
        { reference: '73412' },
      ],
    })
    expect(of('entity-search-point-aylesbury-1.0498956W-51.8547901.json')).toMatchObject({
      conservationArea: false,
      articleFour: 1,
      level: 'low',
    })
    expect(of('entity-search-point-southwark-0.0887039W-51.5021734.json')).toMatchObject({
      articleFour: 2,
      level: 'low',
    })
    expect(of('entity-search-polygon-none-buckinghamshire.json')).toMatchObject({ sites: [], level: 'none' })
  })

  it('of many data sets are read', () => {
    const palace = of('entity-search-multipolygon-lambeth-palace-2026.json')
    expect(palace).toMatchObject({ conservationArea: true, level: 'restricted' })
    expect(palace.sites.filter(({ kind }) => kind === 'conservation area')).toHaveLength(1)
    const grade = (sought: string): string | null => palace.sites.find(({ reference }) => reference === sought)!.grade
    expect(['LBL000556', 'LBL000707', 'LBL00062', 'CA10'].map(grade)).toEqual(['I', 'II*', 'II', null])
    const { entities } = recorded('planning-data', 'entity-search-multipolygon-lambeth-palace-2026.json') as {
      readonly entities: readonly { readonly dataset: string }[]
    }
    // It is asked for zones alone.
    const zones = entities.filter(({ dataset }) => dataset === 'flood-risk-zone')
    expect(read<RegisteredFloodZone>(floodZone, { entities: zones }, warrington)).toMatchObject({ zone: 3 })
  })
})
