import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { only, openEndpoint, runService, type OpenEndpoint } from '@domesday/tool-testing'
import { environment } from './index.ts'

let endpoint: OpenEndpoint
beforeAll(async () => {
  endpoint = await openEndpoint(environment)
})
afterAll(() => endpoint.close())

interface Meta {
  readonly missing: readonly { readonly section: string; readonly source: string; readonly reason: string }[]
}
const reasons = (meta: Meta) =>
  Object.fromEntries(meta.missing.map(({ section, source, reason }) => [`${section} ${source}`, reason]))
interface Factor {
  readonly factor: string
  readonly risk_contribution: number | null
  readonly weight: number
  readonly points: number | null
}
const byName = (factors: readonly Factor[]) => Object.fromEntries(factors.map((factor) => [factor.factor, factor]))

describe('environment', () => {
  it('adds sections with depth', async () => {
    const keys = async (depth: string) => Object.keys((await endpoint.look(`/environment/WA11UH?depth=${depth}`)).data)
    expect(await keys('summary')).toEqual(['location', 'flood', 'geology'])
    expect(await keys('standard')).toEqual([
      'location',
      'flood',
      'geology',
      'mining',
      'landfill',
      'water_quality',
      'air_quality',
      'air_quality_annual',
      'risk_score',
    ])
    expect(await keys('full')).toEqual([
      'location',
      'flood',
      'geology',
      'mining',
      'landfill',
      'water_quality',
      'air_quality',
      'air_quality_annual',
      'risk_score',
      'carbon_intensity',
    ])
  })

  it('in a town by a river is known in full', async () => {
    const { data, meta } = await endpoint.look('/environment/WA11UH?depth=full')
    expect(meta.missing).toEqual([])
    expect(data.flood).toMatchObject({ risk_level: 'medium', flood_zone: 2 })
    expect(data.geology).toMatchObject({
      ground_stability: 'stable',
      shrink_swell: 'low',
      radon_potential: 'low',
      radon_affected_area: false,
    })
    expect(data.water_quality).toMatchObject({
      nearest_waterbody: 'Sankey Brook (Hardshaw Brook to Mersey)',
      ecological_class: 'Moderate',
      chemical_status: 'Fail',
      river_sampling: { samples: 10, ammonia_mg_l: 0.31 },
    })
    expect(data.air_quality).toMatchObject({ daily_air_quality_index: 2, band: 'low' })
    expect(data.air_quality_annual).toMatchObject({
      pollutants: [
        { pollutant: 'NO2', annual_mean_ug_m3: 15.3, year: 2024, uk_limit_ug_m3: 40, who_guideline_ug_m3: 10 },
        { pollutant: 'PM2.5', annual_mean_ug_m3: 7.9 },
        { pollutant: 'PM10', annual_mean_ug_m3: 12.6 },
      ],
    })
    expect(data.carbon_intensity.intensity_gco2_kwh).toBeGreaterThan(0)
  })

  it('weighs six factors that add up to the score', async () => {
    const {
      data: { risk_score: risk },
    } = await endpoint.look('/environment/WA11UH')
    expect([risk.rating, risk.confidence]).toEqual(['MODERATE', 'high'])
    expect(risk.factors.reduce((sum: number, { risk_contribution: part }: Factor) => sum + part!, 0)).toBe(risk.score)
    const { flood, ...others } = byName(risk.factors)
    expect(flood).toMatchObject({ weight: 0.3, points: 60, risk_contribution: 18 })
    expect(Object.values(others).every(({ risk_contribution: part }) => part! < 18)).toBe(true)
  })

  it('is riskier on peat by a poor river than on sandstone', async () => {
    const [peat, sandstone] = [await endpoint.look('/environment/PR30SG'), await endpoint.look('/environment/WA11UH')]
    expect(peat.data.geology).toMatchObject({
      ground_stability: 'unstable',
      ground_hazards: { compressible_ground: 'high' },
    })
    expect(byName(peat.data.risk_score.factors)['ground_stability']!.points).toBeGreaterThan(
      byName(sandstone.data.risk_score.factors)['ground_stability']!.points!,
    )
    // Its chemical status is not on the map, and comes from the explorer.
    expect(peat.data.water_quality).toMatchObject({
      nearest_waterbody: 'Cocker',
      ecological_class: 'Poor',
      classification_year: 2025,
      chemical_status: 'Does not require assessment',
      chemical_status_year: 2022,
    })
    expect(peat.data.water_quality.river_sampling.sampling_point).toBe('POTTERS BROOK AT SAMPLE FORD')
  })

  it('takes the nearest tidal water where no river drains the place', async () => {
    const { data } = await endpoint.look('/environment/SW1A2AA')
    expect(data.water_quality).toMatchObject({
      nearest_waterbody: 'THAMES MIDDLE',
      waterbody_type: 'transitional',
      ecological_class: 'Moderate',
    })
    expect(data.water_quality.distance_m).toBeGreaterThan(0)
  })

  // The property endpoint's test has the same figures.
  it.each([
    ['WA11UH', 32],
    ['PR30SG', 38],
    ['CF243AA', 31],
  ])('has the score of %s that property has', async (postcode, score) => {
    expect((await endpoint.look(`/environment/${postcode}`)).data.risk_score.score).toBe(score)
  })

  it('has the same score at standard and full', async () => {
    const [standard, full] = [
      await endpoint.look('/environment/NW19HZ'),
      await endpoint.look('/environment/NW19HZ?depth=full'),
    ]
    expect(full.data.risk_score).toEqual(standard.data.risk_score)
    expect(standard.data.geology.shrink_swell).toBe('high')
  })

  it('in Scotland and Wales weighs what is covered, and guesses no low flood risk', async () => {
    for (const path of ['/environment/EH11YZ', '/environment/CF243AA']) {
      const { data, meta } = await endpoint.look(path)
      expect([data.flood, data.water_quality, data.risk_score.confidence]).toEqual([null, null, 'low'])
      expect(data.risk_score.score).toBeGreaterThan(0)
      expect(byName(data.risk_score.factors)['flood']).toMatchObject({
        risk_contribution: null,
        points: null,
        detail: "Not known: 'Long-term flood risk and flood zones' does not cover this place.",
      })
      expect(reasons(meta)).toMatchObject({
        'flood ea-flood-risk': 'not_covered',
        'water_quality ea-catchment-data': 'not_covered',
        'risk_score ea-flood-risk': 'not_covered',
      })
    }
  })

  it('scores the air of a year, whatever this hour is like', async () => {
    const { look, close } = await openEndpoint(environment, { without: ['uk-air'] })
    const { data, meta } = await look('/environment/WA11UH')
    expect(data.air_quality).toBeNull()
    expect(data.risk_score).toMatchObject({ score: 32, confidence: 'high' })
    expect(byName(data.risk_score.factors)['air_quality']).toMatchObject({
      points: 19.3,
      detail: expect.stringMatching(/^PM2\.5 averaged 7\.9 µg\/m³ in 2024, .* away from the kerb\./),
    })
    expect(reasons(meta)).toEqual({ 'air_quality uk-air': 'upstream_failed' })
    await close()
  })

  it('does not know the air of a year without the maps, and never takes this hour for it', async () => {
    const { look, close } = await openEndpoint(environment, { without: ['defra-air-annual'] })
    const { data, meta } = await look('/environment/WA11UH')
    expect([data.air_quality.band, data.air_quality_annual]).toEqual(['low', null])
    expect(byName(data.risk_score.factors)['air_quality']).toMatchObject({
      points: null,
      detail: "Not known: 'Modelled background air quality' has not been imported on this server.",
    })
    expect(data.risk_score.bounds.high - data.risk_score.bounds.low).toBeGreaterThanOrEqual(15)
    expect(reasons(meta)).toMatchObject({
      'air_quality_annual defra-air-annual': 'not_imported',
      'risk_score defra-air-annual': 'not_imported',
    })
    await close()
  })

  it('in Northern Ireland knows the air of this hour only, and has no score', async () => {
    const { data, meta } = await endpoint.look('/environment/BT12FF?depth=full')
    expect(data).toMatchObject({
      flood: null,
      geology: null,
      carbon_intensity: null,
      risk_score: { score: null, rating: null, confidence: 'low' },
    })
    expect(data.air_quality.daily_air_quality_index).toBeGreaterThan(0)
    expect(data.air_quality_annual).toBeNull()
    expect(byName(data.risk_score.factors)['air_quality']).toMatchObject({
      points: null,
      detail: "Not known: 'Modelled background air quality' does not cover this place.",
    })
    expect(reasons(meta)).toMatchObject({
      'geology bgs-geosure': 'not_covered',
      'geology ukhsa-radon': 'not_covered',
      'air_quality_annual defra-air-annual': 'not_covered',
    })
  })

  it('without coordinates is where it is, and no more', async () => {
    const { status, data, meta } = await endpoint.look('/environment/GY11WR?depth=full')
    expect([status, data.location.coordinates, data.risk_score.score]).toEqual([200, null, null])
    expect(new Set(Object.values(reasons(meta)))).toEqual(new Set(['not_covered']))
  })

  it('is not scored by the nearby river if the water body failed: an outage must not change the score', async () => {
    // Every answer exceeds this limit and is rejected.
    const service = await runService({ configure: only('environment', { 'ea-catchment-data': 'max_bytes: 10B' }) })
    try {
      const { data, _meta: meta } = (await service.send('/api/v1/environment/WA11UH')).body
      expect(byName(data.risk_score.factors)['water_quality']).toMatchObject({
        points: null,
        detail: "Not known: 'Catchment Data Explorer' did not answer.",
      })
      expect(reasons(meta)).toMatchObject({ 'risk_score ea-catchment-data': 'upstream_failed' })
    } finally {
      await service.close()
    }
  })

  it('of an unknown postcode is a 404 with words', async () => {
    const { status, body } = await endpoint.look('/environment/WA11UQ')
    expect([status, body.code]).toEqual([404, 'unknown_subject'])
    expect(body.detail).toContain('WA1 1UQ')
  })

  it('knows something in each of its examples, at every depth', async () => {
    for (const path of endpoint.examples) {
      for (const depth of ['summary', 'standard', 'full']) {
        const { status, data } = await endpoint.look(`${path}?depth=${depth}`)
        expect([path, depth, status, data.flood !== null || data.geology !== null]).toEqual([path, depth, 200, true])
      }
    }
  })
})
