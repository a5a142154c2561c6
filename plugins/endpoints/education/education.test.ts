import { metresBetween, type Point } from '@domesday/core'
import { openEndpoint, type OpenEndpoint } from '@domesday/core/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { education } from './index.ts'
import { ratingNote } from './note.ts'

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
      inspected_on: '2013-03-12',
      rating_note: null,
    })
    expect(named('Sample Howley Community Academy')).toMatchObject({
      inspectorate_rating: 'Requires Improvement',
      inspectorate_rating_basis: 'derived',
      report_card: { grades: { achievement: 'Expected standard', leadership_and_governance: 'Needs attention' } },
    })
    expect(named('Sample Wilderspool High School')).toMatchObject({
      inspectorate_rating: 'Requires Improvement',
      inspectorate_rating_basis: 'graded',
      rating_note: 'A newer report card of 12 May 2026 would read Good.',
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
      inspectorate_rating: 'Not Inspected',
      inspectorate_rating_basis: 'none',
      inspected_on: '2025-03-11',
      closing: true,
      closes_on: '2027-08-31',
      rating_note:
        'Inspected on 11 March 2025, without a grade; its last one is older than the outcomes that are published.',
    })
  })

  it('says whose inspections are not Ofsted’s', async () => {
    const { named } = await look('/education/WA11UH?depth=full')
    expect(named('Sample Hillcliffe College')).toMatchObject({
      inspectorate_rating: 'Not Inspected',
      rating_note: expect.stringMatching(/Independent Schools Inspectorate/),
    })
    expect(named('Priestley College')).toMatchObject({
      phase: '16-plus',
      inspectorate_rating: 'Not Inspected',
      rating_note: expect.stringMatching(/further education/),
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
          summary: { total, outstanding, good, requires_improvement, inadequate, not_inspected },
        },
      } = await look(path)
      expect(outstanding + good + requires_improvement + inadequate + not_inspected).toBe(total)
    }
  })

  it('counts as it lists, an inspection without a grade too', async () => {
    const {
      data: { summary },
      schools,
    } = await look('/education/WA11UH?depth=full')
    const listed = (rating: string) => schools.filter((school) => school.inspectorate_rating === rating).length
    expect([
      summary.outstanding,
      summary.good,
      summary.requires_improvement,
      summary.inadequate,
      summary.not_inspected,
    ]).toEqual(['Outstanding', 'Good', 'Requires Improvement', 'Inadequate', 'Not Inspected'].map(listed))
    expect((await look('/education/WA11UH?depth=full')).data.summary).toMatchObject({
      outstanding: 3,
      good: 5,
      requires_improvement: 2,
      inadequate: 2,
      not_inspected: 4,
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
  it('ratings are not known, and not "Not Inspected"', () => {
    const schools = [
      { urn: '1', name: 'A', phase: 'primary', type: 'community', group: 'local_authority_maintained', metres: 5 },
    ]
    expect(education.sections.schools.render({ schools, inspected: null })).toMatchObject([
      { inspectorate_rating: null, inspectorate_rating_basis: null, rating_note: null },
    ])
    expect(education.sections.summary.render({ schools, inspected: null, area: { km: 3 }, asked: {} })).toMatchObject({
      total: 1,
      good: null,
      not_inspected: null,
    })
  })
})

describe('the note on a rating', () => {
  const state = { inspectorate: null, group: 'academy' } as const
  const outcome = { rating: 'Good', basis: 'graded', on: '2020-01-01', ofPredecessor: false, reportCard: null } as const
  it('is none for a plain grade, also beside an older report card', () => {
    expect(ratingNote(state, outcome)).toBeNull()
    expect(
      ratingNote(state, { ...outcome, on: '2026-09-01', reportCard: { on: '2026-01-01', areas: {}, rating: 'Good' } }),
    ).toBeNull()
  })
  it('owns up to what is derived, and to a predecessor', () => {
    expect(
      ratingNote(state, {
        ...outcome,
        basis: 'derived',
        ofPredecessor: true,
        reportCard: { on: '2026-01-01', areas: {}, rating: 'Good' },
      }),
    ).toBe(
      'Our reading of the report card of 1 January 2026 by its worst area; Ofsted gives no overall grade. That inspection was of the school that this one succeeded.',
    )
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
