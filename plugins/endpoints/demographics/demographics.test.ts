import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { comparisonOf } from '@domesday/vocabulary-comparison'
import { only, openEndpoint, runService, type OpenEndpoint } from '@domesday/tool-testing'
import { demographics } from './index.ts'
import { payReading } from './spending.ts'

let open: OpenEndpoint
beforeAll(async () => {
  open = await openEndpoint(demographics)
})
afterAll(() => open.close())

const signal = (data: any, name: string) =>
  data.spending_power_score.signals.find(({ factor }: { factor: string }) => factor === name)
const reasons = (meta: any, section: string) =>
  Object.fromEntries(
    meta.missing
      .filter((row: { section: string }) => row.section === section)
      .map(({ source, reason }: { source: string; reason: string }) => [source, reason]),
  )

describe('the census', () => {
  it('is of the neighbourhood, and says so', async () => {
    const { data, meta } = await open.look('/demographics/WA11UH?depth=summary')
    expect(data.location).toEqual({
      postcode: 'WA1 1UH',
      local_authority: 'Warrington',
      lsoa: 'Warrington 018G',
      lsoa_code: 'E01033302',
      region: 'North West',
      nation: 'England',
    })
    expect(data.census).toMatchObject({
      level: 'neighbourhood',
      area: 'Warrington 018G',
      year: 2021,
      population: 2264,
      households: 1235,
      owner_occupied_pct: 25.7,
      economically_active_pct: 67.3,
    })
    expect(Object.keys(data)).toEqual(['location', 'census', 'deprivation'])
    expect(meta.missing).toEqual([])
  })

  it('spreads over tenure, ages and occupations at full depth', async () => {
    const { data } = await open.look('/demographics/CF243AA?depth=full')
    expect(data.census).toMatchObject({ area: 'Cardiff 033F', population: 1749 })
    expect(data.census.tenure).toEqual({
      owner_occupied_pct: 19.5,
      shared_ownership_pct: 0.3,
      social_rented_pct: 20.2,
      private_rented_pct: 59.3,
      rent_free_pct: 0.7,
    })
    expect(Object.keys(data.census.age)).toHaveLength(11)
    expect(Object.keys(data.census.occupation)).toHaveLength(9)
  })
})

describe('deprivation', () => {
  const of = async (postcode: string) => (await open.look(`/demographics/${postcode}?depth=summary`)).data.deprivation

  it('is that of the index of the nation, which is named', async () => {
    expect(await of('WA11UH')).toEqual({
      data_available: true,
      imd_decile: 3,
      imd_rank: 8611,
      areas_ranked: 33755,
      income_rank: 8702,
      income_deprived_pct: 19.3,
      index: 'English Indices of Deprivation',
      year: 2025,
      nation: 'England',
      area_code: 'E01033302',
    })
    expect(await of('CF243AA')).toMatchObject({
      imd_decile: 1,
      imd_rank: 187,
      areas_ranked: 1917,
      income_deprived_pct: null,
      nation: 'Wales',
      year: 2025,
    })
    expect(await of('EH11YZ')).toMatchObject({
      imd_decile: 4,
      areas_ranked: 6976,
      nation: 'Scotland',
      area_code: 'S01008675',
    })
    expect(await of('BT12FF')).toMatchObject({
      imd_decile: 1,
      areas_ranked: 890,
      nation: 'Northern Ireland',
      area_code: '95GG20S1',
    })
  })
})

describe('wider areas', () => {
  it('have residents, their age and their income by one definition, in Northern Ireland too', async () => {
    const { data } = await open.look('/demographics/BT12FF')
    expect(data.wider_areas).toMatchObject({
      residents: { district: { value: 352390, area: 'Belfast', period: '2024-06-30' } },
      median_age: { nation: { value: 40.3, area: 'Northern Ireland' } },
      disposable_income_per_head: { district: { value: 18655, period: '2023' }, uk: { value: 24836 } },
    })
  })

  it('are null with the reason where they are not imported, and nothing else is', async () => {
    const bare = await openEndpoint(demographics, { without: ['ons-local-stats'] })
    const { status, data, meta } = await bare.look('/demographics/WA11UH')
    await bare.close()
    expect([status, data.wider_areas]).toEqual([200, null])
    expect(data.labour_market.comparison.claimant_rate_pct.nation.value).toBe(4.2)
    expect(meta.missing).toMatchObject([{ section: 'wider_areas', source: 'ons-local-stats', reason: 'not_imported' }])
  })
})

describe('the labour market', () => {
  it('is that of the district, or else says which wider area it is of', async () => {
    const { data } = await open.look('/demographics/BT12FF')
    expect(data.labour_market).toMatchObject({
      median_weekly_earnings: 588.4,
      employment_rate_pct: 72,
      claimant_count: 8460,
      claimant_rate_pct: 3.8,
      basis: {
        median_weekly_earnings: { level: 'nation', area: 'Northern Ireland', period: '2025' },
        employment_rate_pct: { level: 'nation', area: 'Northern Ireland', period: 'Jul 2025-Jun 2026' },
        claimant_count: { level: 'district', area: 'Belfast', period: 'August 2026' },
      },
      comparison: {
        claimant_rate_pct: {
          district: { value: 3.8, area: 'Belfast', period: 'August 2026', source: 'nomis' },
          region: null,
          nation: { value: 3.1, area: 'Northern Ireland', period: 'August 2026', source: 'nomis' },
          uk: null,
        },
        employment_rate_pct: { district: null, region: null, nation: { value: 72 }, uk: null },
        median_weekly_earnings: { district: null, region: null, nation: { value: 588.4 }, uk: null },
      },
    })
    expect(signal(data, 'median_earnings').detail).toBe(
      'Employees who live in Northern Ireland as a whole earn £588.40 a week at the median (2025).',
    )
  })
})

describe('spending power', () => {
  it('is weighed as the interface says', async () => {
    const { data } = await open.look('/demographics/WA11UH')
    expect(
      Object.fromEntries(
        data.spending_power_score.signals.map(({ factor, weight }: { factor: string; weight: number }) => [
          factor,
          weight,
        ]),
      ),
    ).toEqual({
      median_earnings: 0.25,
      imd_deprivation: 0.2,
      employment_rate: 0.15,
      home_ownership: 0.15,
      economic_activity: 0.15,
      benefit_dependency: 0.1,
    })
    expect(data.spending_power_score).toMatchObject({ score: 44, rating: 'MODERATE', confidence: 'medium' })
    expect(signal(data, 'imd_deprivation').detail).toBe(
      '25.8 % of the small areas of England have more income deprivation than Warrington 018G, where 19.3 % of residents live on low income (English Indices of Deprivation 2025).',
    )
    expect(signal(data, 'home_ownership').detail).toBe(
      '25.7 % of households in the neighbourhood Warrington 018G own their home (2021); it is 67.5 % in Warrington, 61.5 % in the North West and 61.3 % in England.',
    )
  })

  it.each([
    ['North West', 'the North West as a whole'],
    ['East of England', 'the East of England as a whole'],
    ['London', 'London as a whole'],
    ['Yorkshire and The Humber', 'Yorkshire and The Humber as a whole'],
  ])('in %s names the region as one speaks of it', (area, spoken) => {
    const comparison = comparisonOf('nomis', [
      { level: 'region', area, period: '2025', value: 610.9 },
      { level: 'nation', area: 'England', period: '2024', value: 650 },
    ])
    const earnings = { weekly: 610.9, level: 'region', area, period: '2025', comparison } as const
    expect(payReading({ earnings }, 650)).toMatchObject({
      detail: `Employees who live in ${spoken} earn £610.90 a week at the median (2025); it is £650.00 in England (2024).`,
    })
  })

  it('rests on the income of the neighbourhood, which is no pay, and on its own claimants', async () => {
    const { data } = await open.look('/demographics/WA11UH')
    expect(signal(data, 'median_earnings')).toMatchObject({
      points: 32.1,
      points_between: [17.4, 49.8],
      detail:
        'The net income of households in the neighbourhood Warrington 018 is £32,640 a year before housing costs: a modelled mean within £28,810 and £36,980 (financial year ending 2023). It is 82.7 % of the £39,478 of the median neighbourhood of England and Wales.',
    })
    expect(data.spending_power_score.recommendation).toMatch(/income or pay, known in part\./)
    expect(data.spending_power_score.recommendation).not.toMatch(/earnings/i)
    expect(signal(data, 'benefit_dependency')).toMatchObject({
      points: 33.1,
      detail:
        '5.1 %, 85 of the 1,666 residents of 16 to 64 that the census of 2021 counted in the neighbourhood Warrington 018G, claim benefits for being out of work (August 2026).',
    })
    expect(data.neighbourhood).toMatchObject({
      household_income: {
        net_annual_income: 32640,
        lower_limit: 28810,
        upper_limit: 36980,
        median_neighbourhood: 39478,
        pct_of_median: 82.7,
        area: 'Warrington 018',
        area_code: 'E02002607',
        period: 'financial year ending 2023',
      },
      claimants: {
        claimant_count: 85,
        claimant_rate_pct: 5.1,
        residents_16_to_64: 1666,
        area: 'Warrington 018G',
        period: 'August 2026',
      },
    })
  })

  it('rests on the pay of the district where no income is published, and gives it the points that it had', async () => {
    const { data, meta } = await open.look('/demographics/EH11YZ')
    expect(signal(data, 'median_earnings')).toMatchObject({
      points: 70.2,
      points_between: [55.2, 85.2],
      detail:
        'Employees who live in City of Edinburgh earn £701.30 a week at the median (2025); it is £661.60 in Scotland.',
    })
    expect(data.neighbourhood).toBeNull()
    expect(reasons(meta, 'neighbourhood')).toEqual({ 'ons-small-area': 'not_covered', nomis: 'not_covered' })
  })

  it('rises with income and falls with deprivation', async () => {
    const [westminster, camden] = await Promise.all(
      ['/demographics/SW1A2AA', '/demographics/NW19HZ'].map(async (path) => (await open.look(path)).data),
    )
    expect(westminster.spending_power_score).toMatchObject({ rating: 'HIGH' })
    expect(signal(westminster, 'imd_deprivation').points).toBeGreaterThan(signal(camden, 'imd_deprivation').points + 40)
    expect(signal(westminster, 'median_earnings').points).toBeGreaterThan(signal(camden, 'median_earnings').points + 15)
  })

  it('is the same at every depth', async () => {
    const [standard, full] = await Promise.all(
      ['/demographics/CF243AA', '/demographics/CF243AA?depth=full'].map(
        async (path) => (await open.look(path)).data.spending_power_score,
      ),
    )
    expect(full).toEqual(standard)
  })

  it('is less sure where there is no census', async () => {
    const { data, meta } = await open.look('/demographics/EH11YZ?depth=full')
    expect(data.census).toBeNull()
    expect(data.spending_power_score).toMatchObject({ score: 69, confidence: 'low' })
    expect(signal(data, 'home_ownership')).toMatchObject({
      points: null,
      detail: "Not known: 'Nomis: census and labour market' does not cover this place.",
    })
    for (const section of ['census', 'census.tenure', 'census.age'])
      expect(reasons(meta, section)).toEqual({ nomis: 'not_covered' })
    expect(reasons(meta, 'spending_power_score')).toEqual({ nomis: 'not_covered' })
  })
})

describe('a table of the census that does not come', () => {
  it('is a gap of what rests on it, and of nothing else', async () => {
    // The tables of activity and occupation exceed this limit and are rejected.
    const service = await runService({ configure: only('demographics', { nomis: 'max_bytes: 1800B' }) })
    try {
      const { data, _meta: meta } = (await service.send('/api/v1/demographics/WA11UH?depth=full')).body
      expect(data.census).toMatchObject({
        population: 2264,
        owner_occupied_pct: 25.7,
        economically_active_pct: null,
        occupation: null,
        age: { '5 to 9 years': 4.6 },
      })
      expect(meta.missing).toEqual(
        ['census', 'spending_power_score', 'census.occupation'].map((section) => ({
          section,
          source: 'nomis',
          reason: 'upstream_failed',
        })),
      )
    } finally {
      await service.close()
    }
  })
})

describe('figures of the neighbourhood that do not come', () => {
  it('are unknown: those of the district would not be true of it', async () => {
    const without = await openEndpoint(demographics, { without: ['ons-small-area'] })
    try {
      const { data, meta } = await without.look('/demographics/WA11UH')
      expect(data.labour_market.median_weekly_earnings).toBe(659.8)
      expect(data.neighbourhood).toMatchObject({ household_income: null, claimants: { claimant_count: 85 } })
      expect(signal(data, 'median_earnings')).toMatchObject({ points: null, points_between: [0, 100] })
      const { low, high } = data.spending_power_score.bounds
      expect([low <= 44, high >= 44]).toEqual([true, true])
      expect(Object.keys(reasons(meta, 'spending_power_score'))).toEqual(['ons-small-area'])
    } finally {
      await without.close()
    }
  })
})

describe('places without figures', () => {
  it('off the four nations nothing is covered', async () => {
    const { data, meta } = await open.look('/demographics/GY11WR')
    expect(data).toMatchObject({
      census: null,
      deprivation: null,
      labour_market: null,
      spending_power_score: { score: null, rating: null, confidence: 'low' },
    })
    expect(reasons(meta, 'deprivation')).toEqual({ imd: 'not_covered' })
  })

  it('a withdrawn postcode is a 404', async () => {
    expect(await open.look('/demographics/W1A0AX')).toMatchObject({
      status: 404,
      body: { detail: expect.stringContaining('W1A 0AX was withdrawn in May 2016.') },
    })
  })
})

describe('every example', () => {
  it('knows something at every depth', async () => {
    for (const path of open.examples) {
      for (const depth of ['summary', 'standard', 'full']) {
        const { status, data } = await open.look(`${path}?depth=${depth}`)
        expect(status).toBe(200)
        expect(data.deprivation.imd_decile).toBeGreaterThan(0)
      }
    }
  })
})
