import { type Point } from '@domesday/core'
import { metresBetween } from '@domesday/vocabulary-geography'
import { openEndpoint, type OpenEndpoint } from '@domesday/tool-testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { education } from './index.ts'
import { shown } from './school.ts'

let endpoint: OpenEndpoint
beforeAll(async () => {
  endpoint = await openEndpoint(education)
})
afterAll(() => endpoint.close())

interface School {
  readonly urn: string
  readonly name: string
  readonly phase: string | null
  readonly distance_m: number
  readonly coordinates: Point | null
  readonly inspectorate_rating: string | null
  readonly inspectorate_rating_basis: string | null
  readonly rating_note: string | null
}
const look = async (path: string) => {
  const { data, meta } = await endpoint.look(path)
  const schools = data.schools as readonly School[] | null
  return {
    data,
    meta,
    schools: schools ?? [],
    named: (name: string) => schools?.find((school) => school.name === name) as any,
  }
}

describe('education', () => {
  it('looks 1.5, 3 and 5 km around a postcode, by depth', async () => {
    for (const [depth, km] of [
      ['summary', 1.5],
      ['standard', 3],
      ['full', 5],
    ] as const) {
      const { data, schools } = await look(`/education/WA11UH?depth=${depth}`)
      expect(data.summary.radius_km).toBe(km)
      expect(schools.every(({ distance_m }) => distance_m <= km * 1000)).toBe(true)
      expect(schools.length).toBe(data.summary.total)
    }
    expect((await look('/education/WA11UH?depth=full')).data.summary.total).toBe(16)
    expect((await look('/education/WA11UH?depth=summary')).data.summary.total).toBe(7)
  })

  it('lists the nearest first', async () => {
    const { schools } = await look('/education/WA11UH?depth=full')
    expect(schools.map(({ distance_m }) => distance_m)).toEqual(
      schools.map(({ distance_m }) => distance_m).toSorted((a, b) => a - b),
    )
    expect(schools[0]).toMatchObject({
      name: 'Sample Bank Park Primary School',
      phase: 'primary',
      type: 'community',
      inspectorate_rating: 'Good',
      pupils: 312,
      postcode: 'WA1 1SA',
      distance_m: 428,
    })
  })

  it('says where each school is, as far off as it says', async () => {
    const { data, schools } = await look('/education/WA11UH?depth=full')
    for (const { name, coordinates, distance_m: metres } of schools) {
      expect(Math.abs(metresBetween(data.location.coordinates, coordinates!) - metres), name).toBeLessThan(1)
    }
  })

  it('says on what each rating rests', async () => {
    const { named } = await look('/education/WA11UH?depth=full')
    expect(named('Sample Mersey Church of England Primary School')).toMatchObject({
      inspectorate_rating: 'Outstanding',
      inspectorate_rating_basis: 'graded',
      inspected_on: '2023-10-04',
      last_overall_grade: { rating: 'Outstanding', inspected_on: '2013-03-12' },
      rating_note: expect.stringMatching(/found that the school remains Outstanding/),
    })
    expect(named('Sample Howley Community Academy')).toMatchObject({
      inspectorate_rating: 'Requires Improvement',
      inspectorate_rating_basis: 'derived',
      report_card: { grades: { achievement: 'Expected standard', leadership_and_governance: 'Needs attention' } },
    })
    expect(named('Sample Wilderspool High School')).toMatchObject({
      inspectorate_rating: 'Good',
      inspectorate_rating_basis: 'derived',
      inspected_on: '2026-05-12',
      last_overall_grade: { rating: 'Requires Improvement', inspected_on: '2024-03-19' },
      rating_note: expect.stringMatching(/Its last overall grade was Requires Improvement, on 19 March 2024/),
    })
    expect(named('Sample Bridgefoot All-through Academy').rating_note).toMatch(/succeeded/)
    expect(named('Sample Omega Primary Academy')).toMatchObject({
      inspectorate_rating: 'Not Inspected',
      inspectorate_rating_basis: 'none',
      inspected_on: null,
    })
  })

  it('tells an inspection without a grade from none', async () => {
    const { named } = await look('/education/WA11UH?depth=full')
    expect(named('Sample Westbrook Primary School')).toMatchObject({
      inspectorate_rating: null,
      inspectorate_rating_basis: 'no_single_grade',
      inspected_on: '2025-03-11',
      closing: true,
      closes_on: '2027-08-31',
      rating_note:
        'Inspected on 11 March 2025, without a grade (“Standards maintained”); its last one is older than the outcomes that are published.',
    })
  })

  it('says whose inspections are not Ofsted’s, and never that there were none', async () => {
    const { named } = await look('/education/WA11UH?depth=full')
    expect(named('Sample Hillcliffe College')).toMatchObject({
      inspectorate_rating: null,
      inspectorate_rating_basis: 'no_single_grade',
      rating_note: expect.stringMatching(/Independent Schools Inspectorate/),
    })
    expect(named('Priestley College')).toMatchObject({
      phase: '16-plus',
      inspectorate_rating: null,
      inspectorate_rating_basis: 'no_single_grade',
      rating_note: expect.stringMatching(/further education/),
    })
  })

  it('shows a category of concern in the row and in the summary, and counts the school by it', async () => {
    const { named, data } = await look('/education/WA11UH?depth=full')
    expect(named('Sample Latchford Primary School')).toMatchObject({
      inspectorate_rating: 'Inadequate',
      inspectorate_rating_basis: 'graded',
      category_of_concern: 'special_measures',
      rating_note: 'Ofsted has put the school in special measures, by its inspection of 14 November 2023.',
    })
    expect(named('Sample Town Pupil Referral Unit')).toMatchObject({
      inspectorate_rating: 'Requires Improvement',
      inspectorate_rating_basis: 'derived',
      category_of_concern: 'requires_significant_improvement',
      rating_note: expect.stringMatching(/It counts as Requires Improvement here, whatever else was found/),
    })
    expect(data.summary.category_of_concern).toEqual({
      total: 2,
      special_measures: 1,
      serious_weaknesses: 0,
      requires_significant_improvement: 1,
      other: 0,
    })
  })

  it('counts derived ratings separately', async () => {
    expect((await look('/education/WA11UH?depth=full')).data.summary.derived).toEqual({
      total: 5,
      outstanding: 1,
      good: 2,
      requires_improvement: 2,
      inadequate: 0,
    })
  })

  it('counts all that it found, so that the counts add up to the total', async () => {
    const paths = [
      '/education/WA11UH?depth=full',
      '/education/NW19HZ?depth=full',
      '/education/WA11UH?phase=secondary',
      '/education/PR30SG?depth=summary',
    ]
    for (const path of paths) {
      const {
        data: {
          summary: { total, outstanding, good, requires_improvement, inadequate, ...others },
        },
      } = await look(path)
      expect(
        outstanding +
          good +
          requires_improvement +
          inadequate +
          others.not_inspected +
          others.not_known +
          others.no_single_grade,
      ).toBe(total)
    }
  })

  it('counts as it lists, an inspection without a grade too', async () => {
    const {
      data: { summary },
      schools,
    } = await look('/education/WA11UH?depth=full')
    const listed = (rating: string | null) => schools.filter((school) => school.inspectorate_rating === rating).length
    expect([
      summary.outstanding,
      summary.good,
      summary.requires_improvement,
      summary.inadequate,
      summary.not_inspected,
      summary.no_single_grade,
    ]).toEqual(['Outstanding', 'Good', 'Requires Improvement', 'Inadequate', 'Not Inspected', null].map(listed))
    expect((await look('/education/WA11UH?depth=full')).data.summary).toMatchObject({
      outstanding: 3,
      good: 6,
      requires_improvement: 2,
      inadequate: 1,
      not_inspected: 1,
      no_single_grade: 3,
    })
  })

  it('lists a hundred at most, with the total', async () => {
    const { data, schools } = await look('/education/NW19HZ?depth=full')
    expect(schools).toHaveLength(100)
    expect(data.summary.total).toBeGreaterThan(100)
  })

  it('adds counts by phase from standard, and by group of types at full depth', async () => {
    expect(Object.keys((await look('/education/WA11UH?depth=summary')).data.summary)).not.toContain('by_phase')
    expect((await look('/education/WA11UH')).data.summary).not.toHaveProperty('by_type_group')
    expect((await look('/education/WA11UH?depth=full')).data.summary).toMatchObject({
      by_phase: { primary: 8, secondary: 4, 'all-through': 2, '16-plus': 1, nursery: 1 },
      by_type_group: { independent: 2, special: 1 },
    })
  })

  it('is the whole of England and no more', async () => {
    for (const postcode of ['CF243AA', 'EH11YZ', 'BT12FF', 'GY11WR']) {
      const { data, meta } = await look(`/education/${postcode}`)
      expect(data).toMatchObject({ schools: null, summary: null })
      expect(meta.missing).toContainEqual({ section: 'schools', source: 'gias', reason: 'not_covered' })
      expect(meta.missing).toContainEqual({ section: 'schools', source: 'ofsted', reason: 'not_covered' })
      expect(new Set(meta.missing.map(({ reason }: { reason: string }) => reason))).toEqual(new Set(['not_covered']))
      expect(meta.credits_charged).toBe(0)
    }
  })

  it.each([
    ['CF243AA', /no single grade in Wales/],
    ['EH11YZ', /no single grade in Scotland/],
    ['BT12FF', /no single grade in Northern Ireland/],
  ])('says of %s that its nation has no single grade', async (postcode, words) => {
    const { data } = await look(`/education/${postcode}`)
    expect(data.location.inspectorate.note).toMatch(words)
    expect(JSON.stringify(data)).not.toMatch(/not.?inspected/i)
  })
})

describe('a school that succeeded others', () => {
  const succeeded = async (name: string) => {
    const { named, data } = await look('/education/NW19HZ?depth=full&phase=primary')
    const school = named(name)
    return { school, before: data.predecessors.filter((one: any) => one.successor === school.urn) }
  }

  it('is not known where it opened after the day to which the outcomes reach: the one before it is told', async () => {
    expect(await succeeded('Sample Elgood Road Primary Academy')).toMatchObject({
      school: {
        opened_on: '2026-10-01',
        inspectorate_rating: null,
        inspectorate_rating_basis: 'unknown',
        inspected_on: null,
        rating_note:
          'It opened on 1 October 2026 and is not among the outcomes yet, which reach to 20 August 2026. It continues Sample Elgood Road Primary School (until 30 September 2026). Sample Elgood Road Primary School was last Good on 10 May 2023; that is not the grade of this school.',
      },
      before: [
        {
          urn: '990901',
          name: 'Sample Elgood Road Primary School',
          kind: 'continued',
          until: '2026-09-30',
          inspectorate_rating: 'Good',
          inspectorate_rating_basis: 'graded',
          category_of_concern: null,
          inspected_on: '2023-05-10',
        },
      ],
    })
  })

  it('has the outcomes of all that it was formed from', async () => {
    const { school: merged, before } = await succeeded('Sample Bellina Lane Primary Academy')
    expect(merged).toMatchObject({ inspectorate_rating: null, inspectorate_rating_basis: 'unknown' })
    expect(before.map((one: any) => [one.kind, one.inspectorate_rating, one.inspected_on])).toEqual([
      ['merged', 'Outstanding', '2022-06-21'],
      ['merged', 'Requires Improvement', '2023-11-07'],
    ])
    expect(merged.rating_note).toMatch(/It was formed from Sample Bellina Lane Infant School .* and Sample/)
  })

  it('that a sponsor founded in the place of another says so, also where no outcome of that is published', async () => {
    expect(await succeeded('Sample Chetwynd Street Primary Academy')).toMatchObject({
      school: {
        inspectorate_rating: null,
        inspectorate_rating_basis: 'unknown',
        rating_note:
          'It opened on 1 September 2025 and has no outcome under its own number. It was founded in the place of Sample Chetwynd Street Primary School (until 31 August 2025).',
      },
      before: [{ kind: 'replaced', inspectorate_rating: null, inspectorate_rating_basis: null }],
    })
  })

  it('is “Not Inspected” only where nothing stood before it', async () => {
    expect(await succeeded('Sample Alder Square Primary School')).toMatchObject({
      school: { opened_on: '2025-09-01', inspectorate_rating: 'Not Inspected', inspectorate_rating_basis: 'none' },
      before: [],
    })
    const near = { type: 'free_schools', type_group: 'free_school', inspectorate: null, predecessors: [] }
    const basis = (more: object) =>
      shown({ ...near, urn: '1', name: 'A', opened_on: '2026-08-20', ...more } as never, {
        inspected: {},
        reach: { 'state-funded': '2026-08-20', independent: '2025-03-31' },
      }).inspectorate_rating_basis
    expect([basis({}), basis({ opened_on: '2026-08-21' }), basis({ opened_on: null })]).toEqual([
      'none',
      'unknown',
      'none',
    ])
    expect(basis({ inspectorate: 'Ofsted', opened_on: '2025-09-01' })).toBe('unknown')
    expect(basis({ type: 'academy_converter', opened_on: '2019-09-01' })).toBe('unknown')
    expect(basis({ type: 'academy_16_19_converter' })).toBe('no_single_grade')
  })

  it('is counted by itself', async () => {
    expect((await look('/education/NW19HZ?depth=full')).data.summary).toMatchObject({ not_known: 3, not_inspected: 1 })
  })
})

describe('the phase', () => {
  const phases = async (phase: string) =>
    new Set((await look(`/education/WA11UH?depth=full&phase=${phase}`)).schools.map((school) => school.phase))

  it('filters, and takes in schools for all ages that teach it', async () => {
    expect(await phases('secondary')).toEqual(new Set(['secondary', 'all-through']))
    expect(await phases('primary')).toEqual(new Set(['primary', 'all-through']))
    expect(await phases('nursery')).toEqual(new Set(['nursery']))
    expect(await phases('16-plus')).toEqual(new Set(['16-plus']))
    expect(await phases('all-through')).toEqual(new Set(['all-through']))
  })

  it('may be written in any case, and is said in the answer', async () => {
    expect((await look('/education/WA11UH?phase=Primary')).data.summary.phase).toBe('primary')
    expect((await look('/education/WA11UH')).data.summary.phase).toBeNull()
  })

  it('is one of five', async () => {
    const { status, body } = await endpoint.look('/education/WA11UH?phase=sixth-form')
    expect(status).toBe(400)
    expect(body.errors[0]).toMatchObject({
      parameter: 'phase',
      allowed: ['primary', 'secondary', 'all-through', 'nursery', '16-plus'],
    })
  })
})

describe('without outcomes of inspections', () => {
  it('ratings are not known, and not "Not Inspected"', async () => {
    const without = await openEndpoint(education, { without: ['ofsted'] })
    const { data, meta } = await without.look('/education/WA11UH?depth=summary')
    await without.close()
    expect(data.schools).toHaveLength(7)
    for (const school of data.schools)
      expect(school).toMatchObject({
        inspectorate_rating: null,
        inspectorate_rating_basis: null,
        category_of_concern: null,
        rating_note: null,
      })
    expect(data.summary).toMatchObject({
      total: 7,
      good: null,
      not_inspected: null,
      derived: null,
      category_of_concern: null,
    })
    expect(meta.missing).toContainEqual({ section: 'schools', source: 'ofsted', reason: 'not_imported' })
  })
})

describe('the examples', () => {
  it('answer at every depth with schools', async () => {
    for (const path of endpoint.examples) {
      for (const depth of ['summary', 'standard', 'full']) {
        const { status, data, meta } = await endpoint.look(`${path}${path.includes('?') ? '&' : '?'}depth=${depth}`)
        expect([path, depth, status, data.schools.length > 0, meta.missing]).toEqual([path, depth, 200, true, []])
      }
    }
  })

  it('of which the first four hold every rating', async () => {
    const ratings = new Set<string | null>()
    for (const path of endpoint.examples.slice(0, 4)) {
      const { schools } = await look(`${path}${path.includes('?') ? '&' : '?'}depth=full`)
      for (const { inspectorate_rating } of schools) ratings.add(inspectorate_rating)
    }
    expect([...ratings]).toEqual(
      expect.arrayContaining(['Outstanding', 'Good', 'Requires Improvement', 'Inadequate', 'Not Inspected']),
    )
  })

  it('know an unknown postcode', async () => {
    expect((await endpoint.look('/education/ZZ99ZZ')).status).toBe(404)
  })
})
