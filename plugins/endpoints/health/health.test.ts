import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openEndpoint, type OpenEndpoint } from '@domesday/tool-testing'
import type { CareWithin } from '@domesday/source-cqc'
import { merged, type Nearby } from './care.ts'
import { health } from './index.ts'

let open: OpenEndpoint
beforeAll(async () => {
  open = await openEndpoint(health)
})
afterAll(() => open.close())

const signal = (data: any, name: string) =>
  data.service_quality_score.signals.find(({ factor }: { factor: string }) => factor === name)
const reasons = (meta: any, section: string) =>
  Object.fromEntries(
    meta.missing
      .filter((row: { section: string }) => row.section === section)
      .map(({ source, reason }: { source: string; reason: string }) => [source, reason]),
  )

describe('the indicators', () => {
  it('are flat figures, and say beside what they are of', async () => {
    const { data, meta } = await open.look('/health/PR30SG?depth=summary')
    expect(data).toMatchObject({
      location: {
        postcode: 'PR3 0SG',
        local_authority: 'Wyre',
        nation: 'England',
        coordinates: { lat: 53.873809, lng: -2.723233 },
      },
      indicators: {
        life_expectancy_male: 78.1,
        life_expectancy_female: 81.9,
        obesity_pct: 27.3,
        smoking_pct: 13.1,
        basis: {
          life_expectancy_male: { area: 'district', period: '2022 - 24' },
          life_expectancy_female: { area: 'district', period: '2022 - 24' },
          obesity_pct: { area: 'district', period: '2024/25' },
          smoking_pct: { area: 'county', period: '2024' },
        },
      },
    })
    expect(meta.missing).toEqual([])
    const { smoking_pct: smoking, life_expectancy_male: men } = data.indicators.comparison
    expect(smoking).toEqual({
      district: null,
      region: { value: 12.8, area: 'North West', period: '2024', source: 'fingertips' },
      nation: { value: 11.6, area: 'England', period: '2024', source: 'fingertips' },
      uk: null,
    })
    expect([men.district.value, men.region.value, men.nation.value]).toEqual([78.1, 77.3, 79.1])
    expect(meta.sources).toEqual(['fingertips', 'postcodes-io'])
  })
})

describe('care providers', () => {
  it('are those of both registers, each once, nearest first', async () => {
    const { data } = await open.look('/health/WA11UH')
    const named = (name: string) => data.care_providers.filter((one: { name: string }) => one.name === name)
    expect(named('Springfields Medical Centre')).toEqual([
      {
        name: 'Springfields Medical Centre',
        type: 'gp',
        rating: 'Good',
        rated_on: '2019-03-12',
        rating_status: 'rated',
        service_ratings: [],
        postcode: 'WA1 1UG',
        distance_m: 44,
        coordinates: { lat: 53.38985, lng: -2.60025 },
        cqc_location_id: expect.any(String),
        ods_code: 'N81036',
        sources: ['cqc', 'nhs-ods'],
      },
    ])
    expect(named('Dallam Lane Medical Centre')).toEqual([
      expect.objectContaining({
        type: 'gp',
        rating: null,
        rating_status: 'unknown',
        service_ratings: null,
        cqc_location_id: null,
        ods_code: 'N81097',
        sources: ['nhs-ods'],
      }),
    ])
    expect(named('Manchester Road Surgery')).toEqual([
      expect.objectContaining({ ods_code: 'N81107', sources: ['cqc', 'nhs-ods'] }),
    ])
    expect(named('Sample Bold Street Dental Practice')).toEqual([
      expect.objectContaining({ type: 'dentist', rating: null, rating_status: 'not_rated', sources: ['cqc'] }),
    ])
    expect(named('Sample Mersey Street Surgery')).toEqual([
      expect.objectContaining({
        rating: null,
        rated_on: null,
        rating_status: 'rated_per_service',
        service_ratings: [
          { service: 'GP practices', rating: 'Good', rated_on: '2025-10-08' },
          { service: 'Out of hours services', rating: 'Requires Improvement', rated_on: '2025-10-08' },
        ],
      }),
    ])
    expect(named('Sample Bank House')).toHaveLength(1)
    const distances = data.care_providers.map((one: { distance_m: number }) => one.distance_m)
    expect(distances).toEqual(distances.toSorted((a: number, b: number) => a - b))
    expect(data.care_providers_summary).toEqual({
      within_m: 3000,
      total: data.care_providers.length,
      by_type: { gp: 16, hospital: 2, 'care home': 4, dentist: 2 },
      by_rating: { Outstanding: 1, Good: 8, 'Requires Improvement': 1, Inadequate: 1 },
      by_rating_status: { rated: 11, rated_per_service: 1, not_rated: 3, unknown: 9 },
    })
  })

  it('are none in deep country, which is not unknown', async () => {
    const { data, meta } = await open.look('/health/PR30SG?depth=full')
    expect(data.care_providers).toEqual([])
    expect(data.care_providers_summary.total).toBe(0)
    expect(data.prescribing).toEqual({
      practices_nearby: 0,
      practices_closed: [],
      within_m: 2000,
      total_items: 0,
      total_cost: 0,
      top_items: [],
    })
    expect(meta.missing).toEqual([])
  })
})

describe('two registers', () => {
  const at = { lat: 53.389713, lng: -2.599634 }
  const practice = (code: string, name: string, metres: number): Nearby => ({
    code,
    name,
    postcode: 'WA1 1UG',
    at,
    metres,
  })
  const care: CareWithin = {
    total: 120,
    by_type: { gp: 101, hospital: 1, 'care home': 10, dentist: 8 },
    by_rating: { Outstanding: 0, Good: 90, 'Requires Improvement': 0, Inadequate: 0 },
    by_rating_status: { rated: 90, rated_per_service: 0, not_rated: 30, unknown: 0 },
    nearest: Array.from({ length: 100 }, (_, i) => ({
      name: `Practice ${i}`,
      type: 'gp',
      rating: 'Good',
      rated_on: null,
      rating_status: 'rated',
      service_ratings: [],
      postcode: 'WA1 1UG',
      distance_m: i * 10,
      coordinates: at,
      cqc_location_id: `1-${i}`,
      ods_code: `A${i}`,
    })),
    practices: Array.from({ length: 101 }, (_, i) => ({
      name: `Practice ${i}`,
      ods_code: i === 100 ? null : `A${i}`,
      postcode: 'WA1 1UG',
    })),
  }

  it('count a provider once, also one that is not listed', () => {
    const { total, by_type, nearest } = merged(
      care,
      [practice('A5', 'Other Name', 50), practice('B1', 'THE PRACTICE-100', 990), practice('B2', 'New Practice', 15)],
      100,
    )
    expect(total).toBe(121)
    expect(by_type).toMatchObject({ gp: 102, hospital: 1 })
    expect(nearest).toHaveLength(100)
    expect(nearest.slice(1, 3).map(({ name, ods_code }) => `${ods_code} ${name}`)).toEqual([
      'A1 Practice 1',
      'B2 New Practice',
    ])
  })

  it('say of what the regulator does not know that its rating is unknown', () => {
    const unread = merged(
      { ...care, nearest: [{ ...care.nearest[0]!, rating: null, rating_status: 'unknown', service_ratings: null }] },
      [],
      100,
    )
    expect(unread.nearest).toMatchObject([{ rating: null, rating_status: 'unknown', service_ratings: null }])
  })

  it('know what one of them knows', () => {
    expect(merged(null, [practice('B2', 'New Practice', 15)], 100)).toMatchObject({
      total: 1,
      by_type: { gp: 1 },
      by_rating: null,
    })
    expect(Object.keys(merged(null, [], 100).by_type)).toEqual(['gp'])
    expect(merged(care, null, 100)).toMatchObject({ total: 120, by_type: care.by_type, by_rating: care.by_rating })
  })
})

describe('prescribing', () => {
  it('is added up over the practices within two kilometres, the total beside the list', async () => {
    const { data } = await open.look('/health/WA11UH?depth=full')
    const { practices_nearby, within_m, month, total_items, total_cost, top_items } = data.prescribing
    expect({ practices_nearby, within_m, month }).toEqual({ practices_nearby: 13, within_m: 2000, month: '2026-07' })
    expect(top_items[0]).toEqual({ name: 'Atorvastatin', items: 11897, cost: 15585.07 })
    expect(top_items).toHaveLength(20)
    expect(total_items).toBeGreaterThan(top_items.reduce((sum: number, { items }: { items: number }) => sum + items, 0))
    expect(total_cost).toBeGreaterThan(total_items)
  })

  it('is asked for at full depth only', async () => {
    const { data, meta } = await open.look('/health/WA11UH')
    expect(data.prescribing).toMatchObject({ practices_nearby: 13, within_m: 2000 })
    expect(meta.sources).not.toContain('nhsbsa-open-data')
  })
})

describe('the score of the services', () => {
  it('weighs ratings, access and lives', async () => {
    const { data } = await open.look('/health/WA11UH')
    expect(data.service_quality_score).toMatchObject({ score: 71, rating: 'GOOD', confidence: 'high' })
    expect(signal(data, 'gp_ratings')).toMatchObject({
      weight: 0.3,
      points: 75.5,
      detail: 'The 5 nearest rated GP practices, within 1.3 km: 4 Good, 1 rated per service.',
    })
    expect(signal(data, 'gp_ratings').points_between).toEqual([71, 80])
    expect(signal(data, 'life_expectancy')).toMatchObject({ points: 51.3, points_between: [36.3, 66.3] })
    expect(data.service_quality_score.bounds).toEqual({ low: 67, high: 74 })
    expect(data.service_quality_score.possible_ratings).toEqual(['GOOD'])
    expect(signal(data, 'gp_access').detail).toBe(
      '13 GP practices on the NHS register are within 2 km; the nearest is 44 m away.',
    )
  })

  it('counts the practices that are listed, and the nearest is that of the list', async () => {
    for (const path of ['/health/SW1A2AA', '/health/NW19HZ', '/health/WA11UH']) {
      const { data } = await open.look(path)
      const near = data.care_providers.filter(
        ({ type, distance_m }: { type: string; distance_m: number }) => type === 'gp' && distance_m <= 2000,
      )
      expect(data.prescribing.practices_nearby).toBe(near.length)
      expect(signal(data, 'gp_access').detail).toBe(
        `${near.length} GP practices on the NHS register are within 2 km; the nearest is ${near[0].distance_m} m away.`,
      )
    }
  })

  it('tells well rated services from badly rated ones', async () => {
    const [london, camden] = await Promise.all(
      ['/health/SW1A2AA', '/health/NW19HZ'].map(async (path) => (await open.look(path)).data),
    )
    expect(london.service_quality_score.rating).toBe('EXCELLENT')
    expect(signal(camden, 'gp_ratings').points).toBeLessThan(signal(london, 'gp_ratings').points - 30)
  })

  it('leaves out what is not rated within reach', async () => {
    const { data } = await open.look('/health/PR30SG')
    expect(signal(data, 'hospital_ratings')).toMatchObject({
      points: null,
      contribution: null,
      detail: 'Does not apply: there is no rated hospital within 15 km.',
    })
    expect(signal(data, 'care_home_ratings').detail).toBe(
      'The only rated care home that was found, 4.3 km away, is Good.',
    )
    expect(signal(data, 'gp_access')).toMatchObject({ points: 0, contribution: 0 })
    expect(data.service_quality_score).toMatchObject({ score: 58, rating: 'MODERATE', confidence: 'medium' })
  })

  it('is the same at every depth', async () => {
    const [standard, full] = await Promise.all(
      ['/health/NW19HZ', '/health/NW19HZ?depth=full'].map(
        async (path) => (await open.look(path)).data.service_quality_score,
      ),
    )
    expect(full).toEqual(standard)
  })
})

describe('outside England', () => {
  it('Wales has its practices, without ratings, and no zero for what is not known', async () => {
    const { data, meta } = await open.look('/health/CF243AA?depth=full')
    expect(data.indicators).toBeNull()
    expect(data.care_providers.map(({ type, rating }: { type: string; rating: null }) => [type, rating])).toEqual(
      Array.from({ length: 8 }, () => ['gp', null]),
    )
    expect(data.care_providers_summary).toEqual({
      within_m: 3000,
      total: 8,
      by_type: { gp: 8 },
      by_rating: null,
      by_rating_status: { unknown: 8 },
    })
    expect(data.prescribing).toEqual({
      practices_nearby: 8,
      practices_closed: [],
      within_m: 2000,
      month: null,
      total_items: null,
      total_cost: null,
      top_items: null,
    })
    expect(data.service_quality_score).toMatchObject({ score: null, rating: null })
    expect(reasons(meta, 'care_providers')).toEqual({ cqc: 'not_covered' })
    expect(reasons(meta, 'prescribing.total_cost')).toEqual({ 'nhsbsa-open-data': 'not_covered' })
  })

  it('Scotland and Northern Ireland are not covered', async () => {
    for (const path of ['/health/EH11YZ', '/health/BT12FF']) {
      const { data, meta } = await open.look(path)
      expect(data).toMatchObject({
        indicators: null,
        care_providers: null,
        care_providers_summary: null,
        prescribing: null,
        service_quality_score: { score: null },
      })
      expect(reasons(meta, 'indicators')).toEqual({ fingertips: 'not_covered' })
      expect(reasons(meta, 'prescribing')).toEqual({ 'nhs-ods': 'not_covered' })
    }
  })

  it('only what does not cover a place has a row, and none waits for another', async () => {
    for (const path of ['/health/EH11YZ', '/health/BT12FF', '/health/GY11WR']) {
      const { meta } = await open.look(`${path}?depth=full`)
      expect(new Set(meta.missing.map(({ reason }: { reason: string }) => reason))).toEqual(new Set(['not_covered']))
      expect(reasons(meta, 'care_providers')).toEqual({ cqc: 'not_covered', 'nhs-ods': 'not_covered' })
      expect(reasons(meta, 'prescribing.month')).toEqual({
        'nhs-ods': 'not_covered',
        'nhsbsa-open-data': 'not_covered',
      })
    }
  })

  it('a postcode without coordinates is not covered either', async () => {
    const { data, meta } = await open.look('/health/GY11WR')
    expect(data.care_providers).toBeNull()
    expect(reasons(meta, 'care_providers')).toMatchObject({ cqc: 'not_covered' })
  })

  it('an unknown postcode is a 404 that says what is near in spelling', async () => {
    expect(await open.look('/health/WA11UZ')).toMatchObject({
      status: 404,
      body: {
        detail: expect.stringContaining("'WA1 1UZ' is not in the sample data."),
        suggestions: expect.arrayContaining([
          { id: 'WA1 1UH', path: '/health/WA1%201UH', label: 'WA1 1UH', kind: 'postcode' },
        ]),
      },
    })
  })
})

describe('every example', () => {
  it('knows something at every depth', async () => {
    for (const path of open.examples) {
      for (const depth of ['summary', 'standard', 'full']) {
        const { status, data } = await open.look(`${path}?depth=${depth}`)
        expect(status).toBe(200)
        expect(data.indicators.life_expectancy_male).toBeGreaterThan(70)
      }
    }
  })
})
