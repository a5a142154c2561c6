import { unknown, type Node } from '@domesday/core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { nearestClassified, type BathingWaterNear } from '@domesday/source-ea-bathing-water'
import type { NearestWaterbody } from '@domesday/source-ea-catchment-data'
import { spillsOf, type Overflow } from '@domesday/source-storm-overflows'
import { openEndpoint, type OpenEndpoint } from '@domesday/tool-testing'
import { water } from './index.ts'
import { qualityOf } from './quality.ts'

let endpoint: OpenEndpoint
beforeAll(async () => {
  endpoint = await openEndpoint(water)
})
afterAll(() => endpoint.close())

interface Meta {
  readonly missing: readonly { readonly section: string; readonly source: string; readonly reason: string }[]
}
const reasons = (meta: Meta) =>
  Object.fromEntries(meta.missing.map(({ section, source, reason }) => [`${section} ${source}`, reason]))
interface Signal {
  readonly factor: string
  readonly contribution: number | null
  readonly weight: number
  readonly points: number | null
  readonly detail: string
}
const signalsOf = (data: { readonly water_quality_score: { readonly signals: readonly Signal[] } }) =>
  Object.fromEntries(data.water_quality_score.signals.map((signal) => [signal.factor, signal]))

describe('water', () => {
  it('adds sections with depth', async () => {
    const keys = async (depth: string) => Object.keys((await endpoint.look(`/water/WA11UH?depth=${depth}`)).data)
    expect(await keys('summary')).toEqual(['location', 'waterbody', 'water_company'])
    expect(await keys('standard')).toEqual([
      'location',
      'waterbody',
      'water_company',
      'storm_overflows',
      'bathing_water',
      'water_quality_score',
    ])
    expect(await keys('full')).toEqual([
      'location',
      'waterbody',
      'water_company',
      'storm_overflows',
      'bathing_water',
      'water_quality_score',
      'river_sampling',
    ])
  })

  it('in a town by a river knows what it drains to, and who does the sewers and how well', async () => {
    const { data, meta } = await endpoint.look('/water/WA11UH?depth=summary')
    expect(data).toEqual({
      location: {
        postcode: 'WA1 1UH',
        local_authority: 'Warrington',
        coordinates: { lat: 53.389713, lng: -2.599634 },
        nation: 'England',
      },
      waterbody: {
        nearest_waterbody: 'Sankey Brook (Hardshaw Brook to Mersey)',
        wfd_classification: 'Moderate',
        classification_year: 2025,
        chemical_status: 'Fail',
        chemical_status_year: 2025,
        waterbody_type: 'river',
        waterbody_id: 'GB112069061240',
        distance_m: 0,
      },
      water_company: {
        company_name: 'United Utilities',
        water_regulator_rating: 'Requires improvement',
        performance_score: 50,
        stars: 2,
        stars_out_of: 4,
        rating_year: 2024,
      },
    })
    expect(meta.missing).toEqual([])
  })

  it('adds up the newest return of the overflows around', async () => {
    const { data } = await endpoint.look('/water/WA11UH')
    expect(data.storm_overflows).toEqual({
      overflows_within_5km: 9,
      total_spill_count: 171,
      total_spill_hours: 1072.3,
      spills_per_overflow: 24.4,
      overflows_counted: 7,
      return_year: 2025,
      water_companies: ['United Utilities'],
    })
    expect(data.bathing_water).toEqual({ nearest_classification: null, sites: [], sites_within_30km: 0 })
  })

  it('at full depth lists each overflow with what it does now, and the sampling of rivers', async () => {
    const {
      data: {
        storm_overflows: { overflows, ...totals },
        river_sampling: sampling,
      },
      meta,
    } = await endpoint.look('/water/WA11UH?depth=full')
    expect(overflows).toHaveLength(totals.overflows_within_5km)
    const metres = overflows.map(({ distance_m: metres }: { distance_m: number }) => metres)
    expect(metres).toEqual(metres.toSorted((a: number, b: number) => a - b))
    expect(overflows[1]).toEqual({
      id: 'UUG99002',
      site: 'SAMPLE BRIDGE STREET CSO',
      water_company: 'United Utilities',
      type: 'SO on sewer network',
      distance_m: 756,
      coordinates: { lat: 53.3859, lng: -2.5902 },
      discharges_into: 'RIVER MERSEY',
      spill_count: 12,
      spill_hours: 21.75,
      monitored_pct: 100,
      status: 'discharging',
      status_since: '2026-10-15T05:40:00Z',
    })
    // Not on its company's map and without a count: unknown, not zero.
    expect(overflows.at(-1)).toMatchObject({ id: 'UUG99008', status: null, monitored_pct: 0 })
    expect(overflows.find(({ id }: { id: string }) => id === 'UUG99007')).toMatchObject({
      spill_count: null,
      spill_hours: null,
    })
    expect(sampling).toMatchObject({
      sampling_points_total: 2,
      sampling_points: [{ id: 'NW-88990101' }, { id: 'NW-88990102' }],
      nearest_sampled: { id: 'NW-88990101', samples: 10, ammonia_mg_l: 0.31 },
    })
    expect(meta.missing).toEqual([])
  })

  it('weighs what is known, in parts that add up, and says what it does not weigh', async () => {
    const { data } = await endpoint.look('/water/WA11UH')
    const { score, rating, confidence, signals } = data.water_quality_score
    expect([score, rating, confidence]).toEqual([42, 'MODERATE', 'high'])
    expect(signals.reduce((sum: number, { contribution }: Signal) => sum + (contribution ?? 0), 0)).toBe(score)
    expect(signals.map(({ factor, weight }: Signal) => [factor, weight])).toEqual([
      ['storm_overflows', 0.3],
      ['bathing_water', 0.2],
      ['ecological_status', 0.2],
      ['water_regulator_performance', 0.15],
      ['chemical_status', 0.15],
    ])
    expect(signalsOf(data)['storm_overflows']).toMatchObject({
      contribution: 16,
      detail:
        '7 of 9 storm overflows within 5 km were counted in 2025: 171 spills and 1,072.3 hours in all, 24.4 spills for each.',
    })
    expect(signalsOf(data)['bathing_water']).toMatchObject({
      contribution: null,
      points: null,
      detail: 'Does not apply: there is no classified bathing water within 30 km.',
    })
    expect(signalsOf(data)['water_regulator_performance']).toMatchObject({
      points: 45,
      detail: 'The Environment Agency gave United Utilities 2 of 4 stars for 2024: requires improvement.',
    })
  })

  it('in deep country has no overflow, which is good, and beaches as far as the coast', async () => {
    const { data, meta } = await endpoint.look('/water/PR30SG?depth=full')
    expect(data.storm_overflows).toMatchObject({
      overflows_within_5km: 0,
      total_spill_count: 0,
      total_spill_hours: 0,
      spills_per_overflow: null,
      return_year: null,
      overflows: [],
    })
    expect(signalsOf(data)['storm_overflows']).toMatchObject({
      points: 100,
      detail: 'There is no storm overflow within 5 km.',
    })
    // Its company is that of a more distant overflow.
    expect(data.water_company.company_name).toBe('United Utilities')
    expect(data.bathing_water).toMatchObject({ nearest_classification: 'Good', sites_within_30km: 6 })
    expect(
      data.bathing_water.sites.map((site: Record<string, unknown>) => [
        site['name'],
        site['classification'],
        site['distance_km'],
      ]),
    ).toEqual([
      ['Sample Ford', null, 8.7],
      ['Sample Bay South', 'Good', 20.2],
      ['Sample Sands Central', 'Sufficient', 21.6],
      ['Sample Sands North', 'Poor', 22],
      ['Sample Sands South', 'Good', 23],
    ])
    expect(data.bathing_water.sites[0].coordinates).toEqual({ lat: 53.905, lng: -2.601 })
    expect(signalsOf(data)['chemical_status']).toMatchObject({
      points: null,
      detail: 'Does not apply: the chemical status of Cocker does not require assessment (2022).',
    })
    expect([data.water_quality_score.rating, meta.missing]).toEqual(['GOOD', []])
  })

  it('takes the nearest tidal water where no river drains the place', async () => {
    const { data } = await endpoint.look('/water/SW1A2AA')
    expect(data.waterbody).toMatchObject({
      nearest_waterbody: 'THAMES MIDDLE',
      waterbody_type: 'transitional',
      wfd_classification: 'Moderate',
    })
    expect(data.waterbody.distance_m).toBeGreaterThan(0)
    expect([
      data.water_company.company_name,
      data.water_company.water_regulator_rating,
      data.water_company.performance_score,
    ]).toEqual(['Thames Water', 'Poor', 25])
  })

  it('is worse by a pond in a park than by the one on the heath', async () => {
    const [heath, park] = [(await endpoint.look('/water/NW19HZ')).data, (await endpoint.look('/water/SW1A2AA')).data]
    expect([heath.bathing_water.nearest_classification, park.bathing_water.nearest_classification]).toEqual([
      'Good',
      'Sufficient',
    ])
    expect(heath.water_quality_score.score).toBeGreaterThan(park.water_quality_score.score)
  })

  it('has the same score at standard and full', async () => {
    for (const path of endpoint.examples) {
      expect((await endpoint.look(`${path}?depth=full`)).data.water_quality_score).toEqual(
        (await endpoint.look(path)).data.water_quality_score,
      )
    }
  })

  it('in Wales knows the bathing waters, and gives no score on so little', async () => {
    const { data, meta } = await endpoint.look('/water/CF243AA?depth=full')
    expect(data).toMatchObject({ waterbody: null, water_company: null, storm_overflows: null, river_sampling: null })
    expect(data.bathing_water).toMatchObject({
      nearest_classification: 'Excellent',
      sites: [{ name: 'Llanishen Reservoir' }, { name: 'Sample Cove' }, { name: 'Sample Pier Beach' }],
    })
    expect(data.water_quality_score).toMatchObject({ score: null, rating: null, confidence: 'low' })
    expect(signalsOf(data)['bathing_water']).toMatchObject({ points: 100, contribution: null })
    expect(reasons(meta)).toEqual({
      'waterbody ea-catchment-data': 'not_covered',
      'water_company storm-overflows': 'not_covered',
      'water_company water-companies': 'not_covered',
      'storm_overflows storm-overflows': 'not_covered',
      'storm_overflows.overflows storm-overflows': 'not_covered',
      'river_sampling ea-water-quality': 'not_covered',
      'water_quality_score storm-overflows': 'not_covered',
      'water_quality_score ea-catchment-data': 'not_covered',
      'water_quality_score water-companies': 'not_covered',
    })
  })

  it.each(['EH11YZ', 'BT12FF'])(
    'at %s says that nothing is covered, and names no company on no source’s word',
    async (postcode) => {
      const { data, meta } = await endpoint.look(`/water/${postcode}?depth=full`)
      expect(data).toMatchObject({
        waterbody: null,
        storm_overflows: null,
        bathing_water: null,
        river_sampling: null,
        water_company: null,
      })
      expect(meta.sources).toEqual(['postcodes-io'])
      expect(data.water_quality_score).toMatchObject({ score: null, rating: null })
      expect(new Set(Object.values(reasons(meta)))).toEqual(new Set(['not_covered']))
      expect(new Set(meta.missing.map(({ section }: { section: string }) => section))).toEqual(
        new Set([
          'waterbody',
          'water_company',
          'storm_overflows',
          'bathing_water',
          'water_quality_score',
          'storm_overflows.overflows',
          'river_sampling',
        ]),
      )
    },
  )

  it('without coordinates is where it is, and no more', async () => {
    const { status, data, meta } = await endpoint.look('/water/GY11WR')
    expect([
      status,
      data.location.coordinates,
      data.waterbody,
      data.water_company,
      data.water_quality_score.score,
    ]).toEqual([200, null, null, null, null])
    expect(reasons(meta)).toMatchObject({
      'water_company storm-overflows': 'not_covered',
      'water_company water-companies': 'not_covered',
      'bathing_water ea-bathing-water': 'not_covered',
    })
    expect(new Set(Object.values(reasons(meta)))).toEqual(new Set(['not_covered']))
  })

  it('of an unknown or withdrawn postcode is a 404 with words', async () => {
    expect(await endpoint.look('/water/ZZ99ZZ')).toMatchObject({
      status: 404,
      body: { code: 'unknown_subject', detail: expect.stringContaining('ZZ9 9ZZ') as string },
    })
    expect((await endpoint.look('/water/W1A0AX')).body.detail).toMatch(/withdrawn in May 2016/)
  })
})

describe('the score', () => {
  const any: Node<any> = { kind: 'need', inputs: {} }
  const { factors } = qualityOf({ spills: any, beach: any, waterbody: any, rating: any })
  const overflow = (spills: number | null, monitored: number): Overflow => ({
    id: null,
    site: null,
    water_company: null,
    type: null,
    year: 2025,
    spill_count: spills,
    spill_hours: spills,
    monitored_pct: monitored,
    discharges_into: null,
    coordinates: { lat: 51, lng: 0 },
    distance_m: 9,
  })
  const overflows = (...of: readonly Overflow[]) => factors['storm_overflows']!.read({ of: spillsOf(of) })

  it('goes by the spills of overflows that were counted, and by none where none was', () => {
    expect(overflows(overflow(30, 99), overflow(5, 40), overflow(null, 90), overflow(0, 0))).toMatchObject({
      metric: 17.5,
    })
    expect(overflows(overflow(0, 100))).toMatchObject({ metric: 0 })
    expect(overflows(overflow(0, 0), overflow(null, 3))).toEqual(
      unknown('none of the 2 storm overflows within 5 km had its spills counted in 2025'),
    )
  })

  it('speaks of one overflow, spill or hour as of one', () => {
    expect(overflows(overflow(1, 99))).toEqual({
      metric: 1,
      detail: '1 of 1 storm overflow within 5 km was counted in 2025: 1 spill and 1 hour in all, 1 spill for each.',
    })
    expect(overflows(overflow(3, 99), overflow(null, 3))).toMatchObject({
      detail: '1 of 2 storm overflows within 5 km was counted in 2025: 3 spills and 3 hours in all, 3 spills for each.',
    })
    expect(overflows(overflow(null, 3))).toEqual(
      unknown('the only storm overflow within 5 km did not have its spills counted in 2025'),
    )
  })

  it('passes over bathing waters without a class to one that has one, known or not', () => {
    const site = (name: string, classification: string | null, grade: 'Poor' | null, metres: number) => ({
      id: name,
      name,
      type: null,
      coordinates: { lat: 51, lng: 0 },
      classification,
      grade,
      season: 2025,
      metres,
    })
    const read = (...sites: readonly BathingWaterNear[]) =>
      factors['bathing_water']!.read({ of: { nearest: nearestClassified(sites) ?? null } })
    const far = site('far', 'Poor', 'Poor', 12_340)
    expect(read(site('new', null, null, 100), far)).toEqual({
      metric: 'Poor',
      detail: 'The nearest classified bathing water, far at 12.3 km, is Poor (2025).',
    })
    expect(read(site('renamed', 'Superb', null, 900), far)).toEqual(
      unknown(
        'the class of the nearest classified bathing water, renamed at 0.9 km, is given as “Superb”, which is not known here',
      ),
    )
  })

  it('does not take a class of a new word for a fault, nor for none', () => {
    const renamed = { status: 'Recovering', class: null, year: 2028 }
    const waterbody = { of: { name: 'x', ecological: renamed, chemical: renamed, complete: true } }
    expect([factors['ecological_status']!.read(waterbody), factors['chemical_status']!.read(waterbody)]).toEqual([
      unknown('the ecological class of x is given as “Recovering”, which is not known here'),
      unknown('the chemical status of x is given as “Recovering”, which is not known here'),
    ])
  })

  it('says of a water body that it was not classified', () => {
    const unclassified = {
      of: { name: 'x', ecological: null, chemical: null, complete: true } as NearestWaterbody,
    }
    expect([factors['ecological_status']!.read(unclassified), factors['chemical_status']!.read(unclassified)]).toEqual([
      unknown('x has no ecological class'),
      unknown('x has no chemical status'),
    ])
  })

  it('does not say so if the explorer did not answer', () => {
    const unknown = { of: { name: 'x', ecological: null, chemical: null, complete: false } as NearestWaterbody }
    expect([factors['ecological_status']!.read(unknown), factors['chemical_status']!.read(unknown)]).toEqual([
      false,
      false,
    ])
  })
})
