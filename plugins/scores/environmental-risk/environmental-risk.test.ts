import { describe, expect, it } from 'vitest'
import { atLeast, between, params, postcode, unknown, walk, type Node } from '@domesday/core'
import type { Ground, Level, Rocks } from '@domesday/source-bgs-geosure'
import type { AnnualMean } from '@domesday/source-defra-air-annual'
import type { NearestWaterbody } from '@domesday/source-ea-catchment-data'
import type { WarningAt } from '@domesday/source-ea-flood-monitoring'
import { likelihoodOf, type AddressesAtRisk, type Band, type Likelihood } from '@domesday/source-ea-flood-risk'
import { placeOf } from '@domesday/source-postcodes-io'
import { airFinding } from './air-finding.ts'
import { classFinding, floodFinding, groundFinding, sampleFinding, shrinkSwellFinding } from './findings.ts'
import { environmentAt } from './index.ts'
import { materialOf, type Material } from './own-material.ts'
import { classByAmmonia, sampledClass } from './river-class.ts'

const warning = (covers: boolean | null, severity: WarningAt['severity'] = 'Flood alert'): WarningAt => ({
  area: '013WAFLM',
  name: 'Lower River Mersey',
  severity,
  raised_at: null,
  covers_postcode: covers,
})
const likelihood = (
  riversAndSea: Band | null,
  surfaceWater: Band | null,
  addresses: AddressesAtRisk | null = null,
): Likelihood => likelihoodOf({ riversAndSea, surfaceWater, addresses })!
const waterbody = (ecological: NearestWaterbody['ecological'], complete = true) => ({
  id: 'GB1',
  name: 'Sankey Brook',
  kind: 'river',
  operationalCatchment: null,
  managementCatchment: null,
  metres: 0,
  ecological,
  chemical: null,
  complete,
})
const sampling = (ammonia: number | null, complete = true) => {
  const point = { id: 'P', name: 'POTTERS BROOK', coordinates: { lat: 53, lng: -2 }, distance_m: 1234 }
  return {
    points: [point],
    nearest: {
      ...point,
      samples: 12,
      newest: '2026-09-14',
      ammonia_mg_l: ammonia,
      dissolved_oxygen_pct: null,
      phosphate_mg_l: null,
      nitrate_mg_l: null,
    },
    complete,
  }
}

describe('the flood factor', () => {
  const low = likelihood('low', 'very low')

  it('goes by the level that warnings in force here have raised, and says so', () => {
    expect(floodFinding(low, [])).toMatchObject({
      metric: 'low',
      low: 'low',
      high: 'low',
      detail: 'The long-term flood risk is low (low from rivers and the sea and very low from surface water).',
    })
    expect(floodFinding(low, [warning(true), warning(false), warning(null)])).toMatchObject({
      metric: 'medium',
      low: 'medium',
      high: 'medium',
      detail:
        'The long-term flood risk is low (low from rivers and the sea and very low from surface water). In force here: flood alert for Lower River Mersey, which raises it to medium.',
    })
  })

  it('may be anything above where the warnings are not known', () => {
    expect(floodFinding(low, null)).toMatchObject({ metric: 'low', low: 'low', high: 'high' })
  })

  it('is this or worse where one map gives no band', () => {
    expect(floodFinding(likelihood('low', null), [])).toMatchObject({
      metric: 'low',
      low: 'low',
      high: 'high',
      detail:
        'The long-term flood risk is low or worse (low from rivers and the sea): that from surface water is not known.',
    })
    expect(floodFinding(likelihood(null, 'low'), [warning(true, 'Flood warning')])).toMatchObject({
      metric: 'high',
      low: 'high',
      detail: expect.stringContaining('In force here: flood warning for Lower River Mersey, which raises it to high.'),
    })
  })

  it('is at most that of the worst address in the postcode, where the point has no band', () => {
    const of = (...said: Parameters<typeof likelihood>) => floodFinding(likelihood(...said), [])
    expect(of(null, null, { high: 0, medium: 14, low: 3 })).toMatchObject({
      metric: 'medium',
      low: 'very low',
      high: 'medium',
      detail: 'The long-term flood risk in the postcode is medium at worst (addresses: 14 medium and 3 low).',
    })
    expect(of('low', null, { high: 0, medium: 14, low: 3 })).toMatchObject({
      low: 'low',
      high: 'medium',
      detail:
        'The long-term flood risk in the postcode is medium at worst (addresses: 14 medium and 3 low); at its point low from rivers and the sea.',
    })
    expect(of(null, null, { high: 0, medium: 0, low: 0 })).toMatchObject({
      low: 'very low',
      high: 'very low',
      detail: 'The long-term flood risk is very low: no address of the postcode is at a higher one.',
    })
    expect(of('high', null)).toMatchObject({
      low: 'high',
      high: 'high',
      detail: 'The long-term flood risk is high (high from rivers and the sea).',
    })
  })
})

describe('the ground factor', () => {
  const low = {
    collapsible_ground: 'low',
    compressible_ground: 'low',
    landslides: 'low',
    running_sand: 'low',
    soluble_rocks: 'low',
  } as const

  it('names the hazards that make it worse than stable, and is no worse than the worst of its area', () => {
    expect(groundFinding({ ground: { ground_stability: 'stable', ground_hazards: low }, material: null })).toEqual(
      between('stable', 'stable', 'The ground is stable: all five hazards are low in the 65 km² around.', 'stable'),
    )
    const hazards = { ...low, compressible_ground: 'high', running_sand: 'moderate', soluble_rocks: null } as const
    expect(
      groundFinding({ ground: { ground_stability: 'unstable', ground_hazards: hazards }, material: null }),
    ).toEqual(
      between(
        'stable',
        'unstable',
        'The ground is unstable or better: compressible ground high and running sand moderate at worst in the 65 km² around.',
        'unstable',
      ),
    )
  })
})

describe('the material at the point', () => {
  const rock = (unit: string | null, rock: string | null) => ({ unit, rock, age: null })
  const of = (deposits: Rocks['superficial_deposits'], bedrock: Rocks['bedrock'] = [rock('THAMES GROUP', 'CLAY')]) =>
    materialOf({ bedrock, superficial_deposits: deposits })
  const levels = (compressible: Level | null, landslides: Level | null = 'low'): Ground => ({
    ground_stability: compressible === 'high' || landslides === 'high' ? 'unstable' : 'moderate',
    ground_hazards: {
      collapsible_ground: 'low',
      compressible_ground: compressible,
      landslides,
      running_sand: 'low',
      soluble_rocks: 'low',
    },
  })

  it('is the deposit, or where there is none the bedrock', () => {
    expect(of([rock('PEAT', 'PEAT')])).toMatchObject({ name: 'peat', peat: true, soft: true })
    expect(of([rock('TILL', 'DIAMICTON')])).toMatchObject({ name: 'till (diamicton)', soft: false, firm: false })
    expect(of([])).toMatchObject({ name: 'Thames Group (clay)', clay: true, firm: false })
    expect(of([], [rock(null, 'SANDSTONE')])).toMatchObject({ name: 'sandstone', firm: true, clay: false })
    expect([of(null), of([rock(null, null)]), of([], null)]).toEqual([null, null, null])
  })

  it('says what compresses: peat here is hardly stable, and where it is firm the worst lies elsewhere', () => {
    const ground = levels('high')
    const [peat, till] = [of([rock('PEAT', 'PEAT')]), of([rock('TILL', 'DIAMICTON')])]
    expect(groundFinding({ ground, material: peat })).toMatchObject({ low: 'moderate', high: 'unstable' })
    expect(groundFinding({ ground, material: till })).toMatchObject({
      metric: 'stable',
      low: 'stable',
      high: 'unstable',
      detail: expect.stringContaining('likely stable: till (diamicton) is mapped at the point itself'),
    })
    expect(groundFinding({ ground, material: of([rock('ALLUVIUM', 'CLAY, SILT AND SAND')]) })).toMatchObject({
      metric: 'unstable',
      low: 'stable',
    })
  })

  it('says nothing of other hazards, nor where one of them is not known', () => {
    const till = of([rock('TILL', 'DIAMICTON')])
    expect(groundFinding({ ground: levels('low', 'high'), material: till })).toMatchObject({ metric: 'unstable' })
    expect(groundFinding({ ground: levels('high', null), material: till })).toMatchObject({ metric: 'unstable' })
    expect(groundFinding({ ground: levels('low'), material: of([rock('PEAT', 'PEAT')]) })).toMatchObject({
      low: 'stable',
    })
  })

  it('tells clay that shrinks from sand that does not', () => {
    const on = (level: Level, material: Material | null) => shrinkSwellFinding({ level, material })
    expect(on('high', of([]))).toMatchObject({ metric: 'high', low: 'moderate', high: 'high' })
    expect(on('high', of([rock('RIVER TERRACE DEPOSITS', 'SAND AND GRAVEL')]))).toMatchObject({
      metric: 'low',
      low: 'low',
      high: 'high',
    })
    expect(on('high', of([rock('TILL', 'DIAMICTON')]))).toMatchObject({ metric: 'high', low: 'low' })
    expect(on('high', null)).toMatchObject({ metric: 'high', low: 'low' })
  })
})

describe('the air factor', () => {
  const mean =
    (pollutant: AnnualMean['pollutant'], limit: number, guideline: number) =>
    (value: number, lower = 92.4, year = 2024): AnnualMean => ({
      pollutant,
      annual_mean_ug_m3: value,
      year,
      uk_limit_ug_m3: limit,
      who_guideline_ug_m3: guideline,
      lower_elsewhere_pct: lower,
    })
  const no2 = mean('NO2', 40, 10),
    pm25 = mean('PM2.5', 20, 5),
    pm10 = mean('PM10', 40, 15)

  it('goes by the worst of the pollutants, between its guideline and its limit', () => {
    expect(airFinding({ pollutants: [no2(22.4), pm25(9.1), pm10(15.8, 88.1, 2023)] })).toEqual({
      metric: 0.413,
      detail:
        'NO2 averaged 22.4 µg/m³ in 2024, more than in 92 % of squares in Great Britain: modelled background, away from the kerb. ' +
        'The UK limit is 40, the guideline of the World Health Organization 10. ' +
        'Beside it PM2.5 9.1 µg/m³ in 2024 (limit 20) and PM10 15.8 µg/m³ in 2023 (limit 40).',
    })
    expect(airFinding({ pollutants: [no2(10), pm25(9.5), pm10(14)] })).toMatchObject({
      metric: 0.3,
      detail: expect.stringMatching(/^PM2\.5 averaged 9\.5 /),
    })
  })

  it('is at an end of its curve at the guideline and at the limit', () => {
    const metric = (a: number, b: number, c: number) => airFinding({ pollutants: [no2(a), pm25(b), pm10(c)] })
    expect(metric(10, 5, 15)).toMatchObject({ metric: 0 })
    for (const found of [metric(40, 5, 15), metric(10, 20, 15), metric(10, 5, 40)])
      expect(found).toMatchObject({ metric: 1 })
  })

  it('says where hardly any place has less', () => {
    expect(airFinding({ pollutants: [no2(0.7, 0), pm25(3.1, 0.9), pm10(6.9, 0)] })).toMatchObject({
      detail: expect.stringContaining('hardly a square kilometre of Great Britain has less'),
    })
  })

  it('is this or worse where a pollutant is not known, and not known without any', () => {
    expect(airFinding({ pollutants: [no2(22), pm10(15)] })).toEqual(
      atLeast(0.4, expect.stringMatching(/Not known here: PM2\.5\.$/) as never),
    )
    expect(airFinding({ pollutants: [] })).toBeNull()
  })
})

describe('the water factor', () => {
  it('is the ecological class', () => {
    expect(classFinding(waterbody({ status: 'POOR', class: 'Poor', year: 2025 }))).toEqual({
      metric: 'Poor',
      detail: 'The ecological class of Sankey Brook is poor (2025).',
    })
    expect(classFinding(waterbody(null))).toBeNull()
  })

  it('is not known where the class is a new word: neither none nor a fault', () => {
    expect(classFinding(waterbody({ status: 'Recovering', class: null, year: 2028 }))).toEqual(
      unknown('the ecological class of Sankey Brook is given as “Recovering”, which is not known here'),
    )
  })

  it('is by ammonia where there is no class, and not known without either', () => {
    expect(sampleFinding(waterbody(null), sampling(0.94))).toEqual({
      metric: 'Moderate',
      detail: 'Ammonia averages 0.94 mg/l in the river at POTTERS BROOK, 1.2 km away, as in rivers of moderate class.',
    })
    expect([sampleFinding(null, sampling(null)), sampledClass({ nearest: null })]).toEqual([null, null])
    expect(sampleFinding(waterbody(null), sampling(null))).toEqual(
      unknown('Sankey Brook has no ecological class, and no ammonia was measured in a river near by'),
    )
  })

  it('does not claim that there is no class or sample if the explorer or the samples failed', () => {
    expect(sampleFinding(waterbody(null, false), sampling(null))).toBeNull()
    expect(sampleFinding(waterbody(null, false), sampling(0.94))).toBeNull()
    expect(sampleFinding(waterbody(null), { ...sampling(null, false), nearest: null })).toBeNull()
  })

  it('knows the limits of ammonia', () => {
    expect([0.3, 0.31, 0.6, 1.1, 2.5, 2.6].map(classByAmmonia)).toEqual([
      'High',
      'Good',
      'Good',
      'Moderate',
      'Poor',
      'Bad',
    ])
  })
})

describe('the score', () => {
  it('depends only on the place, so it is the same at every depth', () => {
    const { risk } = environmentAt(placeOf(params({ postcode })))
    expect([...walk({ risk } as Record<string, Node<unknown>>)].map(({ kind }) => kind)).not.toEqual(
      expect.arrayContaining(['depth']),
    )
    expect(
      [...walk({ risk } as Record<string, Node<unknown>>)].filter(({ kind }) => kind === 'from' || kind === 'settings'),
    ).toEqual([])
    expect(Object.keys(risk.factors)).toEqual([
      'flood',
      'ground_stability',
      'air_quality',
      'water_quality',
      'radon',
      'shrink_swell',
    ])
  })
})
