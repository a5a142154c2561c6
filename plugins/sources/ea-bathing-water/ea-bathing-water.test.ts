import { readBody } from '../../../test/support/read.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { apart, type CallHow, type Operation, type Part, type Tools } from '@domesday/core'
import { readChecked } from '../../clients/http/read-checked.ts'
import { openSource, recorded, recordings, type OpenSource } from '@domesday/tool-testing'
import {
  bathingWatersNear,
  eaBathingWater,
  register,
  sites,
  type BathingWater,
  type BathingWaterNear,
} from './index.ts'
import { bathingWaterOf } from './sites.ts'

const read = (body: unknown): { readonly sites: readonly BathingWater[]; readonly more: boolean } =>
  readBody(sites, body)
const partsOf = (items: readonly object[]): readonly Part[] =>
  apart(readChecked(sites.how as CallHow, { result: { items } }, {}).value).parts
const place = { lat: 50.7, long: -1.2 }

let waters: OpenSource
beforeAll(async () => {
  waters = await openSource(eaBathingWater)
})
afterAll(async () => {
  expect(waters.unmatched).toEqual([])
  await waters.close()
})

describe('the register of bathing waters', () => {
  it('has each site with its class and the season it was given after', async () => {
    const england = await waters.ask(register, 'England')
    expect(england.find(({ name }) => name === 'Sample Heath Pond')).toEqual({
      id: 'uki1199-99011',
      name: 'Sample Heath Pond',
      type: 'lake',
      coordinates: { lat: 51.5621, lng: -0.1573 },
      classification: 'Good',
      grade: 'Good',
      season: 2025,
    })
    expect(england.find(({ name }) => name === 'Sample Ford')).toMatchObject({
      type: 'river',
      classification: null,
      season: null,
    })
  })

  it('leaves out what is designated no more', async () => {
    expect((await waters.ask(register, 'England')).filter(({ name }) => /discontinued/.test(name))).toEqual([])
  })

  it('names Welsh sites in English', async () => {
    expect((await waters.ask(register, 'Wales')).map(({ name }) => name)).toEqual([
      'Llanishen Reservoir',
      'Sample Cove',
    ])
  })

  it('is read to its last page', async () => {
    const site = (id: string): BathingWater => ({
      id,
      name: id,
      type: null,
      coordinates: { lat: 50, lng: -1 },
      classification: null,
      grade: null,
      season: null,
    })
    const ask = async (_: Operation<any, any>, { page }: { readonly page: number }) => ({
      sites: [site(`page ${page}`)],
      more: page < 2,
    })
    if (register.how.kind !== 'run') throw new TypeError('not a run')
    const all = (await register.how.run('England', { ask } as unknown as Tools)) as readonly BathingWater[]
    expect(all.map(({ id }) => id)).toEqual(['page 0', 'page 1', 'page 2'])
  })

  it('is asked for by pages, the first without a number', () => {
    const { path } = sites.how as unknown as { readonly path: (page: object) => readonly [string, object] }
    const query = (page: number) => path({ country: 'England', page })[1]
    expect([query(0), query(1)]).toEqual([
      { _pageSize: 500, _page: null },
      { _pageSize: 500, _page: 1 },
    ])
  })

  it('is a fault where no list came', () => {
    expect(() => read({})).toThrow(/no result/)
    expect(read({ result: { items: [] } })).toEqual({ sites: [], more: false })
  })
})

describe('a site', () => {
  it('is read where a member is a list, a link or a bare text', () => {
    const item = {
      eubwidNotation: ['ukj1-1'],
      name: ['Sample Beach'],
      type: 'http://environment.data.gov.uk/def/bathing-water/CoastalBathingWater',
      samplingPoint: ['http://location.data.gov.uk/1', { lat: '50.7', long: '-1.2' }],
      latestComplianceAssessment: [
        {
          _about: 'http://environment.data.gov.uk/data/x/year/2024',
          complianceClassification: [{ name: [{ _value: 'Excellent' }] }],
        },
      ],
    }
    expect(bathingWaterOf(item)).toEqual({
      id: 'ukj1-1',
      name: 'Sample Beach',
      type: 'coastal',
      coordinates: { lat: 50.7, lng: -1.2 },
      classification: 'Excellent',
      grade: 'Excellent',
      season: 2024,
    })
    expect(
      bathingWaterOf({
        eubwidNotation: 'ukj1-1',
        name: 'x',
        samplingPoint: place,
        latestComplianceAssessment: 'http://x/year/2024',
      }),
    ).toMatchObject({ classification: null, season: null })
  })

  it('has one of our classes in whatever case, none of a new word, and no class where it was not classified', () => {
    const classes = (word: string) => {
      const found = bathingWaterOf({
        eubwidNotation: 'a',
        name: 'x',
        samplingPoint: place,
        latestComplianceAssessment: { _about: 'http://x/year/2024', complianceClassification: { name: word } },
      })
      return [found?.classification, found?.grade, found?.season]
    }
    expect(['EXCELLENT', 'Superb', 'Closed', 'un-assessed'].map(classes)).toEqual([
      ['EXCELLENT', 'Excellent', 2024],
      ['Superb', null, 2024],
      [null, null, 2024],
      [null, null, 2024],
    ])
  })

  const assessed = { complianceClassification: { name: 'Good' } }
  const site = { eubwidNotation: 'a', name: 'x', samplingPoint: place, latestComplianceAssessment: assessed }

  it.each(['eubwidNotation', 'name', 'samplingPoint'])('without its %s is left out of twelve, and told', (name) => {
    const items = Array.from({ length: 12 }, (_, i) => (i === 3 ? { ...site, [name]: undefined } : site))
    expect(read({ result: { items } }).sites).toHaveLength(11)
    expect(partsOf(items)).toMatchObject([{ why: '1 of 12 rows could not be read' }])
  })

  it('whose place is only a link, or whose class cannot be read, is told', () => {
    expect(partsOf([site, { ...site, samplingPoint: 'http://location.data.gov.uk/1' }])).toEqual([
      { why: '1 bathing water without a name or a place' },
    ])
    for (const latestComplianceAssessment of ['http://x/year/2024', { complianceClassification: {} }])
      expect(partsOf([{ ...site, latestComplianceAssessment }])).toEqual([
        { why: 'the class of 1 bathing water cannot be read' },
      ])
  })

  it('is none where it is designated no more', () => {
    const ended = { ...site, yearDesignated: 'http://x/id/year/1988', yearDedesignated: 'http://x/id/year/2020' }
    expect(read({ result: { items: [site, ended] } }).sites).toHaveLength(1)
    expect(partsOf([site, ended])).toEqual([])
  })
})

describe('the bathing waters near a point', () => {
  interface Inner {
    readonly inputs: Readonly<Record<string, Inner>>
    readonly input: (known: object) => string | null
    readonly from: (known: object) => readonly BathingWaterNear[] | null
  }
  const [known] = Object.values((bathingWatersNear({ kind: 'derive', inputs: {} }) as unknown as Inner).inputs)
  const countries = (lat: number, lng: number) =>
    Object.values(known!.inputs['lists']!.inputs).flatMap((list) => list.input({ of: { lat, lng } }) ?? [])

  it('are looked for in both countries on both sides of the border', () => {
    expect(countries(51.484591, -3.169657)).toEqual(['England', 'Wales'])
    expect(countries(53.389713, -2.599634)).toEqual(['England', 'Wales'])
    expect([countries(51.5, -0.13), countries(53.87, -2.72), countries(50.4, -4.1)]).toEqual([
      ['England'],
      ['England'],
      ['England'],
    ])
  })

  it('are those within thirty kilometres, nearest first, of the registers that answered', async () => {
    const england = await waters.ask(register, 'England'),
      wales = await waters.ask(register, 'Wales')
    const cardiff = { lat: 51.484591, lng: -3.169657 }
    const near = (lists: object, point = cardiff) =>
      known!.from({ point, lists })?.map(({ name, metres }) => `${name} ${(metres / 1000).toFixed(1)}`)
    expect(near({ england, wales })).toEqual(['Llanishen Reservoir 5.2', 'Sample Cove 5.5', 'Sample Pier Beach 21.9'])
    expect(near({ england, wales: null })).toEqual(['Sample Pier Beach 21.9'])
  })

  it('are empty only if both lists agree', async () => {
    const england = await waters.ask(register, 'England'),
      wales = await waters.ask(register, 'Wales')
    const warrington = { lat: 53.389713, lng: -2.599634 },
      leeds = { lat: 53.8, lng: -1.55 }
    const near = (point: object, lists: object) => known!.from({ point, lists })
    expect([
      near(warrington, { england, wales }),
      near(warrington, { england: null, wales }),
      near(warrington, { england, wales: null }),
    ]).toEqual([[], null, null])
    expect(near(leeds, { england, wales: null })).toEqual([])
  })
})

describe.skipIf(!recordings())('recorded answers of ea-bathing-water', () => {
  it('are read: Spittal in the list', () => {
    const wire = recorded('ea-bathing-water', 'bathing-water-list-ukc2102-03600-cut.json')
    expect(read(wire)).toEqual({
      sites: [
        {
          id: 'ukc2102-03600',
          name: 'Spittal',
          type: null,
          coordinates: { lat: 55.756856682381226, lng: -1.988831300159957 },
          classification: 'Good',
          grade: 'Good',
          season: 2024,
        },
      ],
      more: false,
    })
  })

  it('say when there is a next page', () => {
    const { result } = recorded('ea-bathing-water', 'bathing-water-list-ukc2102-03600-cut.json')
    const { next } = recorded('ea-bathing-water', 'compliance-rBWD-point-03600.json').result
    expect(next).toEqual(expect.any(String))
    expect(read({ result: { ...result, next } }).more).toBe(true)
  })
})
