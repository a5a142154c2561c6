import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { metresBetween } from '@domesday/vocabulary-geography'
import { only, openEndpoint, runService, type OpenEndpoint } from '@domesday/tool-testing'
import { planning } from './index.ts'

let endpoint: OpenEndpoint
beforeAll(async () => {
  endpoint = await openEndpoint(planning)
})
afterAll(() => endpoint.close())

interface Factor {
  readonly factor: string
  readonly score: number | null
  readonly weight: number
  readonly contribution: number | null
  readonly detail: string
}
const factors = (data: any): Readonly<Record<string, Factor>> =>
  Object.fromEntries(data.development_score.factors.map((one: Factor) => [one.factor, one]))
const reasons = (meta: any): Readonly<Record<string, string>> =>
  Object.fromEntries(meta.missing.map((row: any) => [`${row.section} ${row.source}`, row.reason]))

const depths = {
  summary: ['location', 'constraints'],
  standard: [
    'location',
    'constraints',
    'applications',
    'applications_summary',
    'council_performance',
    'development_score',
  ],
  full: [
    'location',
    'constraints',
    'applications',
    'applications_summary',
    'council_performance',
    'development_score',
    'designations',
    'designations_total',
    'brownfield_sites',
    'brownfield_summary',
    'flood_risk',
    'mining',
  ],
}

describe('planning', () => {
  it('knows a town centre in full', async () => {
    const { data, meta } = await endpoint.look('/planning/WA11UH?depth=full')
    expect(meta.missing).toEqual([])
    expect(data.constraints).toMatchObject({
      conservation_area: true,
      listed_buildings_nearby: 47,
      green_belt: false,
      article_4_directions: 1,
      constraint_level: 'moderate',
      planning_authority: 'Warrington',
    })
    expect(data.council_performance).toMatchObject({
      approval_rate_pct: 89.4,
      in_time_pct: 92.1,
      authority: 'Warrington',
    })
    expect(data.designations_total).toBe(3)
    expect(data.designations.map(({ kind, at_postcode: here }: any) => [kind, here])).toEqual([
      ['conservation area', true],
      ['article 4 direction', true],
      ['Local Nature Reserve', false],
    ])
    expect(data.brownfield_sites.map(({ reference }: any) => reference)).toEqual(['BLR/014', 'BLR/021', 'BLR/033'])
    expect(data.brownfield_sites[0].coordinates).toEqual({ lat: 53.39121, lng: -2.59702 })
    expect(data.brownfield_summary).toEqual({ radius_m: 1000, total: 3, hectares: 2.35, homes_min: 154 })
    expect(data.flood_risk).toMatchObject({
      zone: 2,
      probability: 'medium',
      zones: [{ sources: ['ea-flood-risk', 'planning-data'] }],
    })
    expect(data.mining).toMatchObject({ level: 'on the coalfield', coalfield: true, development_high_risk_area: false })
  })

  it('lists the newest applications, none dated after today, and counts them all', async () => {
    const { data } = await endpoint.look('/planning/WA11UH')
    const dates = data.applications.map(({ date }: any) => date)
    expect(dates).toHaveLength(20)
    expect(dates).toEqual(dates.toSorted().toReversed())
    expect(dates[0] <= '2026-10-15').toBe(true)
    const { total, counted, approved, refused, pending, withdrawn, other } = data.applications_summary
    expect(total).toBeGreaterThan(20)
    expect(approved + refused + pending + withdrawn + other).toBe(counted)
  })

  it('says where an application is as far as its register knows', async () => {
    const {
      data: { location, applications },
    } = await endpoint.look('/planning/WA11UH')
    const [placed, others] = [
      applications.filter(({ coordinates }: any) => coordinates),
      applications.filter(({ coordinates }: any) => !coordinates),
    ]
    expect([placed.length > 0, others.length > 0]).toEqual([true, true])
    for (const { coordinates, distance_m: metres } of placed)
      expect(Math.abs(metresBetween(location.coordinates, coordinates) - metres)).toBeLessThan(1)
    for (const { coordinates, distance_m: metres } of others) expect([coordinates, metres]).toEqual([null, null])
  })

  it('grows with its depth, and keeps its score', async () => {
    const scores = []
    for (const [depth, sections] of Object.entries(depths)) {
      const { data } = await endpoint.look(`/planning/NW19HZ?depth=${depth}`)
      expect(Object.keys(data)).toEqual(sections)
      scores.push(data.development_score)
    }
    expect(scores[0]).toBeUndefined()
    expect(scores[2]).toEqual(scores[1])
  })

  it('weighs what it shows', async () => {
    const { data } = await endpoint.look('/planning/WA11UH')
    const { score, rating, confidence } = data.development_score
    expect([rating, confidence]).toEqual(['MODERATE', 'high'])
    const rows = Object.values(factors(data))
    expect(rows.reduce((sum, { contribution }) => sum + contribution!, 0)).toBe(score)
    expect(rows.map(({ factor, weight }) => [factor, weight])).toEqual([
      ['constraint_density', 0.25],
      ['development_momentum', 0.2],
      ['environmental_designations', 0.15],
      ['council_efficiency', 0.15],
      ['brownfield_opportunity', 0.1],
      ['flood_risk', 0.1],
      ['mining_risk', 0.05],
    ])
    expect(factors(data)).toMatchObject({
      constraint_density: { score: 45 },
      flood_risk: { score: 40 },
      mining_risk: { score: 70 },
    })
    expect(factors(data)['council_efficiency']!.detail).toBe(
      'Warrington made 924 decisions from 2025 Q3 to 2026 Q2: 89.4 % approved (England 88.8 %), 92.1 % in time (England 87.7 %).',
    )
  })

  it('finds Whitehall constrained, and open country not', async () => {
    const whitehall = await endpoint.look('/planning/SW1A2AA?depth=full'),
      country = await endpoint.look('/planning/PR30SG?depth=full')
    expect(whitehall.data.constraints.constraint_level).toBe('restricted')
    expect(whitehall.data.development_score.rating).toBe('CONSTRAINED')
    expect(whitehall.data.flood_risk.zone).toBe(3)
    expect(factors(whitehall.data)['constraint_density']).toMatchObject({ score: 0, contribution: 0 })
    expect(factors(whitehall.data)['constraint_density']!.detail).toMatch(
      /^\d+ designations here put the constraint level at restricted; the heaviest is .+\.$/,
    )
    expect(country.data.constraints).toMatchObject({
      constraint_level: 'none',
      conservation_area: false,
      article_4_directions: 0,
    })
    expect(country.data).toMatchObject({ applications: [], brownfield_sites: [] })
    expect(country.data.development_score.score).toBeGreaterThan(whitehall.data.development_score.score)
    expect(factors(country.data)['environmental_designations']!.detail).toBe('45 m from an ancient woodland.')
  })

  it('says where applications are not known, and leaves open what they would add', async () => {
    const [known, { data, _meta: meta }] = await Promise.all([
      endpoint.look('/planning/WA11UH'),
      // Every answer exceeds this limit and is rejected.
      runService({ configure: only('planning', { 'planning-applications': 'max_bytes: 10B' }) }).then(
        async (service) => {
          try {
            return (await service.send('/api/v1/planning/WA11UH')).body
          } finally {
            await service.close()
          }
        },
      ),
    ])
    expect([data.applications, data.applications_summary]).toEqual([null, null])
    expect(reasons(meta)).toMatchObject({
      'applications planning-applications': 'upstream_failed',
      'applications_summary planning-applications': 'upstream_failed',
      'development_score planning-applications': 'upstream_failed',
    })
    expect(factors(data)['development_momentum']).toMatchObject({
      score: null,
      contribution: null,
      points_between: [5, 100],
      detail: expect.stringMatching(/^Not known: .*PlanIt planning applications/),
    })
    const { bounds, recommendation } = data.development_score
    const { score } = known.data.development_score
    expect(bounds.low < score && score < bounds.high).toBe(true)
    expect(recommendation).toContain('development momentum')
  })

  it('outside England knows applications and coal mining, and no score', async () => {
    const { data, meta } = await endpoint.look('/planning/EH11YZ?depth=full')
    expect(data).toMatchObject({ constraints: null, council_performance: null, designations: null, flood_risk: null })
    expect(data.applications.length).toBeGreaterThan(0)
    expect(data.mining.level).toBe('outside the coalfield')
    expect(data.development_score).toMatchObject({ score: null, rating: null, confidence: 'low' })
    expect(reasons(meta)).toMatchObject({
      'constraints planning-data': 'not_covered',
      'council_performance planning-performance': 'not_covered',
      'flood_risk ea-flood-risk': 'not_covered',
      'designations natural-england': 'not_covered',
      'development_score planning-data': 'not_covered',
    })
    expect(reasons((await endpoint.look('/planning/BT12FF?depth=full')).meta)).toMatchObject({
      'mining mining-risk': 'not_covered',
    })
  })

  it('without coordinates knows where it is, and no more', async () => {
    const { data, meta } = await endpoint.look('/planning/GY11WR')
    expect(data).toMatchObject({
      location: { nation: 'Channel Islands', coordinates: null },
      applications: null,
      development_score: { score: null },
    })
    expect(meta.credits_charged).toBe(0)
    expect(reasons(meta)).toMatchObject({ 'applications planning-applications': 'not_covered' })
  })

  it('of no postcode is a 404 in words', async () => {
    expect(await endpoint.look('/planning/W1A0AX')).toMatchObject({
      status: 404,
      body: { detail: expect.stringContaining('W1A 0AX was withdrawn in May 2016.') },
    })
  })

  it('has examples that hold at every depth', async () => {
    expect(endpoint.examples.length).toBeGreaterThanOrEqual(3)
    for (const path of endpoint.examples) {
      for (const depth of Object.keys(depths)) {
        const { status, data } = await endpoint.look(`${path}?depth=${depth}`)
        expect(status).toBe(200)
        expect(data.constraints).not.toBeNull()
      }
    }
  })
})
