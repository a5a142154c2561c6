import { join } from 'node:path'
import { csvRows } from '@domesday/vocabulary-samples'
import { openSource, recorded, recordings, type OpenSource } from '@domesday/tool-testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Columns } from './columns.ts'
import { typeOf } from './establishment.ts'
import { rowOf } from './row.ts'
import { gias, isOf, schoolOf, schoolsWithin, type SchoolNear } from './index.ts'

const warrington = { lat: 53.389713, lng: -2.599634 }
const camden = { lat: 51.545024, lng: -0.137429 }

let register: OpenSource
beforeAll(async () => {
  register = await openSource(gias)
})
afterAll(() => register.close())

const within = (at: { lat: number; lng: number }, km: number): Promise<readonly SchoolNear[]> =>
  register.ask(schoolsWithin, { at, km })

describe('schools within a distance', () => {
  it('come nearest first, and more in a wider circle', async () => {
    const [near, wide] = [await within(warrington, 1.5), await within(warrington, 5)]
    expect(near.map(({ distance_m }) => distance_m)).toEqual(
      near.map(({ distance_m }) => distance_m).toSorted((a, b) => a - b),
    )
    expect(near.every(({ distance_m }) => distance_m <= 1500)).toBe(true)
    expect(near[0]).toMatchObject({
      urn: '990101',
      name: 'Sample Bank Park Primary School',
      phase: 'primary',
      type: 'community',
      pupils: 312,
      distance_m: 428,
    })
    expect(wide.length).toBeGreaterThan(near.length)
    expect(wide.slice(0, near.length)).toEqual(near)
  })

  it('are those that are open, proposed to close or not', async () => {
    const schools = await within(warrington, 5)
    const named = (name: string) => schools.find((school) => school.name === name)
    expect(named('Sample Westbrook Primary School')).toMatchObject({ closing: true, closes_on: '2027-08-31' })
    expect(named('Sample Closed Primary School')).toBeUndefined()
    expect(named('Sample Proposed Primary School')).toBeUndefined()
  })

  it('are schools: no centres for families, no secure units', async () => {
    expect((await within(warrington, 5)).filter(({ name }) => /Centre|Secure/.test(name))).toEqual([])
    expect(await within({ lat: 51.484591, lng: -3.169657 }, 5)).toEqual([])
  })

  it('have the names that stand in a file of Windows-1252', async () => {
    const [school] = (await within(camden, 1)).filter(({ urn }) => urn === '990201')
    expect(school?.name).toBe('Sample Nôtre Dame Roman Catholic Girls’ School')
  })

  it('are none where there are none', async () => {
    expect(await within({ lat: 54.5, lng: -2.3 }, 3)).toEqual([])
  })

  it('say who inspects an independent school', async () => {
    const westminster = await within({ lat: 51.50354, lng: -0.127695 }, 2)
    expect(westminster.find(({ urn }) => urn === '101173')).toMatchObject({
      type: 'independent_special',
      phase: 'all-through',
      inspectorate: 'ISI',
    })
  })
})

/** No predecessors. */
const alone = { asOf: '2026-10-15T04:00:00Z', where: () => [] }

describe('ages and pupils with decimals', () => {
  it('are rounded', () => {
    const { answer } = schoolsWithin.how as unknown as { readonly answer: (rows: object, input: object) => unknown }
    const near = () => [{ school: { ...schoolOf(wire)!, lowAge: 2.5, highAge: 11, pupils: 276.4, marks: [] }, km: 0.4 }]
    expect(answer({ ...alone, near }, { at: warrington, km: 2 })).toMatchObject([
      { age_low: 3, age_high: 11, pupils: 276, distance_m: 400 },
    ])
  })
})

describe('schools of Wales', () => {
  it('are not listed, but told where some are within the distance', () => {
    const { answer } = schoolsWithin.how as unknown as { readonly answer: (rows: object, input: object) => unknown }
    const school = { ...rowOf(wire, '')!, km: 0.4 }
    const welsh = { ...rowOf({ ...wire, 'TypeOfEstablishment (name)': 'Welsh establishment' }, '')!, km: 1.2 }
    expect(answer({ ...alone, near: () => [school, school, school, welsh] }, { at: warrington, km: 2 })).toMatchObject({
      $: 'partly',
      value: [{ urn: '100000' }, {}, {}],
      parts: [{ why: '1 school within the distance in Wales, whose schools are not listed', known: 0.75 }],
    })
  })
})

describe('the daily file', () => {
  it('is looked for on five days, today first', () => {
    const [{ addresses }] = gias.pull as unknown as readonly [{ readonly addresses: (day: Date) => readonly string[] }]
    expect(addresses(new Date('2026-03-02T06:00:00Z'))).toEqual(
      ['20260302', '20260301', '20260228', '20260227', '20260226'].map(
        (date) => `/edubase/downloads/public/edubasealldata${date}.csv`,
      ),
    )
  })
})

const wire: Columns & Record<'HeadFirstName' | 'HeadLastName', string> = {
  URN: '100000',
  EstablishmentName: ' Some  School ',
  'EstablishmentStatus (code)': '1',
  'TypeOfEstablishment (name)': 'Voluntary aided school',
  'EstablishmentTypeGroup (name)': 'Local authority maintained schools',
  'PhaseOfEducation (code)': '2',
  StatutoryLowAge: '3',
  StatutoryHighAge: '11',
  'Gender (name)': 'Mixed',
  'ReligiousCharacter (name)': 'Does not apply',
  NumberOfPupils: '',
  Postcode: 'EC3A 5DE',
  Easting: '533498',
  Northing: '181201',
  HeadFirstName: 'Sample',
  HeadLastName: 'Person',
}

describe('a row', () => {
  it('keeps what is asked for, with null for what is blank, and no person', () => {
    expect(schoolOf(wire)).toEqual({
      urn: '100000',
      name: 'Some School',
      phase: 'primary',
      type: 'voluntary_aided',
      group: 'local_authority_maintained',
      lowAge: 3,
      highAge: 11,
      gender: 'mixed',
      religion: null,
      pupils: null,
      postcode: 'EC3A 5DE',
      inspectorate: null,
      closing: false,
      closes: null,
      opened: null,
      at: { lat: expect.closeTo(51.51397, 4), lng: expect.closeTo(-0.07753, 4) },
      welsh: false,
    })
  })

  it('has no place without a grid reference, and is kept', () => {
    expect(schoolOf({ ...wire, Easting: '', Northing: '' })).toMatchObject({ urn: '100000', at: null })
  })

  it('takes its phase from the ages where the register has none', () => {
    const phase = (low: string, high: string) =>
      schoolOf({ ...wire, 'PhaseOfEducation (code)': '0', StatutoryLowAge: low, StatutoryHighAge: high })?.phase
    expect([
      phase('3', '13'),
      phase('11', '18'),
      phase('7', '18'),
      phase('2', '5'),
      phase('16', '19'),
      phase('10', '16'),
      phase('', ''),
    ]).toEqual(['primary', 'secondary', 'all-through', 'nursery', '16-plus', 'secondary', null])
  })

  it('has no ages, and no phase by them, where the younger is the higher', () => {
    expect(
      schoolOf({ ...wire, 'PhaseOfEducation (code)': '0', StatutoryLowAge: '18', StatutoryHighAge: '11' }),
    ).toMatchObject({ phase: null, lowAge: null, highAge: null })
    expect(schoolOf({ ...wire, StatutoryLowAge: '18', StatutoryHighAge: '' })).toMatchObject({ lowAge: 18 })
  })

  it('of a middle school has the phase that it is deemed to be', () => {
    expect(schoolOf({ ...wire, 'PhaseOfEducation (code)': '3' })?.phase).toBe('primary')
    expect(schoolOf({ ...wire, 'PhaseOfEducation (code)': '5' })?.phase).toBe('secondary')
  })

  it.each([
    'British schools overseas',
    'Offshore schools',
    "Children's centre linked site",
    'Children’s centre',
    'Online provider',
    'Higher education institutions',
    'Secure units',
  ])('of type %s is left out', (type) => {
    expect(schoolOf({ ...wire, 'TypeOfEstablishment (name)': type })).toBeNull()
  })

  it.each([
    ['Voluntary controlled school', 'voluntary_controlled'],
    ['Academy converter', 'academy_converter'],
    ['Free schools', 'free_school'],
    ['Free schools 16 to 19', 'free_school_16_to_19'],
    ['Studio schools', 'studio_school'],
    ['Other independent school', 'independent'],
    ['Other independent special school', 'independent_special'],
    ['Community special school', 'community_special'],
    ['Local authority nursery school', 'local_authority_nursery'],
    ['University technical college', 'university_technical_college'],
    ['Sixth form centres', 'sixth_form_centre'],
  ])('of type %s is a %s', (name, type) => {
    expect(typeOf(name)).toBe(type)
  })
})

describe('a phase that is asked for', () => {
  const allThrough = { phase: 'all-through', age_low: 3, age_high: 18 } as const
  it('takes in schools for all ages, where they teach such children', () => {
    expect(isOf(allThrough, 'primary')).toBe(true)
    expect(isOf(allThrough, 'secondary')).toBe(true)
    expect(isOf({ ...allThrough, age_low: 11 }, 'primary')).toBe(false)
    expect(isOf({ ...allThrough, age_low: null, age_high: null }, 'primary')).toBe(true)
    expect(isOf(allThrough, 'nursery')).toBe(false)
  })

  it('takes in colleges that have children under 16, as secondary', () => {
    expect(isOf({ phase: '16-plus', age_low: 14, age_high: 99 }, 'secondary')).toBe(true)
    expect(isOf({ phase: '16-plus', age_low: 16, age_high: 99 }, 'secondary')).toBe(false)
    expect(isOf({ phase: '16-plus', age_low: 14, age_high: 99 }, 'primary')).toBe(false)
    expect(isOf({ phase: '16-plus', age_low: null, age_high: null }, 'secondary')).toBe(false)
  })

  it('leaves the others out', () => {
    expect(isOf({ phase: 'primary', age_low: 3, age_high: 11 }, 'secondary')).toBe(false)
    expect(isOf({ phase: null, age_low: null, age_high: null }, 'primary')).toBe(false)
  })
})

describe.skipIf(recordings() === null)('recorded rows', () => {
  const rows = (file: string) => csvRows<never>(join(recordings()!, 'gias'), file)

  it('of 2021 are read', () => {
    expect(rows('edubasealldata-2021-header-2rows.csv').map(schoolOf)).toMatchObject([
      {
        urn: '100000',
        name: 'The Aldgate School',
        phase: 'primary',
        type: 'voluntary_aided',
        religion: 'Church of England',
        pupils: 276,
        postcode: 'EC3A 5DE',
        inspectorate: null,
      },
      {
        urn: '100001',
        phase: 'all-through',
        type: 'independent',
        group: 'independent',
        gender: 'girls',
        pupils: 744,
        inspectorate: 'ISI',
        lowAge: 7,
        highAge: 18,
      },
    ])
  })

  it('of 2024 are read, the closed ones left out', () => {
    const read = rows('edubasealldata-2024-header-5rows.csv').map(schoolOf)
    expect(read.map((school) => school?.urn ?? null)).toEqual(['100000', null, '101173', null, '137666'])
    expect(read[2]).toMatchObject({
      type: 'independent_special',
      group: 'special',
      phase: 'all-through',
      inspectorate: 'ISI',
    })
    expect(read[4]).toMatchObject({
      name: 'Chudleigh Knighton Church of England Primary School',
      type: 'academy_converter',
      group: 'academy',
      pupils: 100,
    })
  })

  it('of 2025 have the columns that are read, and the sample file has the same', () => {
    const header = (recorded('gias', 'edubasealldata-2025-header-only.csv') as string).trim().split(',')
    const asked = new Set<string>()
    schoolOf(
      new Proxy(wire, {
        get: (target, name) => {
          asked.add(String(name))
          return target[name as keyof Columns]
        },
      }),
    )
    expect(asked.size).toBeGreaterThan(12)
    expect([...asked].filter((name) => !header.includes(name))).toEqual([])
    expect(Object.keys(csvRows(join(import.meta.dirname, 'samples'), 'edubasealldata.csv')[0]!)).toEqual(header)
  })
})
