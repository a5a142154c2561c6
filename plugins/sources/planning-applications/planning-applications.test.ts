import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { apart, params, today, ukDay, type Node } from '@domesday/core'
import { metresBetween } from '@domesday/vocabulary-geography'
import { openSource, recorded, recordings, sampleDay, type OpenSource } from '@domesday/tool-testing'
import { readChecked } from '../../clients/http/read-checked.ts'
import { readBody } from '../../../test/support/read.ts'
import type { Applications } from './application.ts'
import {
  applicationsAround,
  applicationsNear,
  planningApplications,
  type Application,
  type ApplicationNear,
  type Search,
} from './index.ts'

const camden = { lat: 51.545, lng: -0.137 }
const cockerham = { lat: 53.874, lng: -2.723 }

const read = (body: unknown): Applications => readBody(applicationsNear, body)
const one = (record: object): Application => read({ records: [{ uid: 'A', ...record }] }).items[0]!

describe('planning-applications', () => {
  let register: OpenSource
  beforeAll(async () => {
    register = await openSource(planningApplications)
  })
  afterAll(async () => {
    expect(register.unmatched).toEqual([])
    await register.close()
  })

  it('counts all and lists the newest hundred', async () => {
    const { total, items } = await register.ask(applicationsNear, { at: camden, metres: 500, days: 365 })
    expect(total).toBeGreaterThan(100)
    expect(items).toHaveLength(100)
    expect(items.every(({ coordinates: at }) => at === null || metresBetween(at, camden) <= 500)).toBe(true)
    const dates = items.map(({ date }) => date)
    expect(dates).toEqual(dates.toSorted().toReversed())
  })

  it('finds few where few live', async () => {
    const { total, items } = await register.ask(applicationsNear, { at: cockerham, metres: 1000, days: 365 })
    expect(total).toBe(3)
    expect(items.map(({ reference, authority }) => `${authority} ${reference}`)).toContain('Wyre 26/90003/FU')
    expect(await register.ask(applicationsNear, { at: { lat: 54.6, lng: -2.4 }, metres: 1000, days: 365 })).toEqual({
      total: 0,
      items: [],
    })
  })
})

describe('a list', () => {
  it('is known without the record that has no reference, and without a count beyond a full page', () => {
    const partsOf = (body: unknown) =>
      apart(readChecked(applicationsNear.how as never, structuredClone(body), undefined).value).parts
    const records = Array.from({ length: 12 }, (_, i) => ({
      uid: `A${i}`,
      app_state: 'Permitted',
      app_type: 'Full',
      app_size: 'Small',
      start_date: '2026-03-01',
    }))
    expect(partsOf({ records, total: 12 })).toEqual([])
    const spoilt = { records: records.with(3, { app_state: 'Permitted' } as never), total: 12 }
    expect(read(spoilt).items).toHaveLength(11)
    expect(partsOf(spoilt)).toMatchObject([{ why: '1 record without a reference left out' }])
    const full = Array.from({ length: 100 }, (_, i) => ({ uid: `A${i}` }))
    expect(partsOf({ records: full })).toContainEqual({ why: 'how many there are is not said' })
  })
})

describe('an application', () => {
  it('has one of five states', () => {
    const states = [
      'Permitted',
      'Conditions',
      'Rejected',
      'Withdrawn',
      'Undecided',
      'Referred',
      'Unresolved',
      'Other',
      'Something new',
      null,
    ]
    expect(states.map((app_state) => one({ app_state }).status)).toEqual([
      'approved',
      'approved',
      'refused',
      'withdrawn',
      'pending',
      'pending',
      'pending',
      'other',
      'other',
      'other',
    ])
  })

  it('is dated by when it was made, else decided, and may have no place', () => {
    expect(one({ start_date: '2026-03-01', decided_date: '2026-05-01' })).toMatchObject({
      date: '2026-03-01',
      decided: '2026-05-01',
      coordinates: null,
    })
    expect(one({ start_date: null, decided_date: '2026-05-01' })).toMatchObject({ date: '2026-05-01' })
    expect(one({ location_y: 51.545, location_x: '-0.137' }).coordinates).toEqual(camden)
    expect(one({ location: { type: 'Point', coordinates: [-0.137, 51.545] }, lat: null }).coordinates).toEqual(camden)
    for (const coordinates of [
      [529_000, 184_000],
      [-0.137, 91],
      [-181, 51.545],
    ])
      expect(one({ location: { coordinates } }).coordinates).toBeNull()
  })

  it('without any reference is passed over; one that two areas hold comes once', () => {
    expect(
      read({
        records: [
          {},
          { uid: 'A', area_name: 'Leeds' },
          { uid: 'A', area_name: 'Leeds' },
          { uid: 'A', area_name: 'Bradford' },
        ],
        total: '4',
      }),
    ).toMatchObject({ total: 4, items: [{}, {}] })
  })

  it('is not taken from an answer without records', () => {
    expect(() => read({ error: 'busy' })).toThrow('no records')
  })
})

describe('applications around a point', () => {
  const around = applicationsAround(params({}) as unknown as Node<Search>) as unknown as {
    readonly from: (known: object) => { readonly items: readonly ApplicationNear[] }
    readonly inputs: { readonly near: { readonly input: (known: object) => Search }; readonly today: Node<string> }
  }

  const search = { at: { lat: 51.545024, lng: -0.137429 }, metres: 500, days: 365 }

  it('leave out days that are still to come', () => {
    const near = read({
      records: [
        { uid: 'slip', start_date: '2036-01-01', decided_date: '2026-08-01' },
        { uid: 'new', start_date: '2026-10-14' },
        { uid: 'both', start_date: '2027-01-01', decided_date: '2027-02-01' },
      ],
    })
    expect(
      around.from({ near, search, today: ukDay(sampleDay) }).items.map(({ reference, date }) => [reference, date]),
    ).toEqual([
      ['new', '2026-10-14'],
      ['slip', '2026-08-01'],
      ['both', null],
    ])
  })

  it('have come in on the day that it is here, in summer an hour before it is one in UTC', () => {
    const near = read({
      records: [
        { uid: 'today', start_date: '2026-07-02' },
        { uid: 'tomorrow', start_date: '2026-07-03' },
      ],
    })
    expect(around.inputs.today).toBe(today)
    const day = ukDay(new Date('2026-07-01T23:30:00Z'))
    expect(around.from({ near, search, today: day }).items.map(({ date }) => date)).toEqual(['2026-07-02', null])
  })

  it('are asked for with a rounded middle, and measured from the true one', () => {
    expect(around.inputs.near.input({ of: search })).toEqual({ at: camden, metres: 500, days: 365 })
    const near = read({ records: [{ uid: 'A', lat: 51.545024, lng: -0.137429 }, { uid: 'B' }] })
    expect(
      around.from({ near, search, today: ukDay(sampleDay) }).items.map(({ distance_m: metres }) => metres),
    ).toEqual([0, null])
  })
})

describe.skipIf(recordings() === null)('recorded answers of planning-applications', () => {
  it('are read', () => {
    const { features } = recorded('planning-applications', 'applics-geojson-leeds-large-2020.json') as {
      features: { properties: object }[]
    }
    const { items } = read({ records: features.map(({ properties }) => properties) })
    expect(items).toHaveLength(4)
    expect(items[0]).toEqual({
      reference: '15/04151/FU',
      authority: 'Leeds',
      status: 'approved',
      type: 'Full',
      size: 'Large',
      date: '2015-07-21',
      decided: '2016-04-29',
      coordinates: { lat: 53.784101, lng: -1.706808 },
      address: 'Tyersal Lane Tyersal BD4',
      description: 'Residential development of 270 houses with associated roads, sewers and infrastructure',
      url: 'https://publicaccess.leeds.gov.uk/online-applications/applicationDetails.do?activeTab=summary&keyVal=NRFIZQJB17S00',
    })
  })
})
