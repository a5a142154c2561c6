import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { metresBetween } from '@domesday/vocabulary-geography'
import { openEndpoint, type OpenEndpoint } from '@domesday/tool-testing'
import { location } from './index.ts'

let endpoint: OpenEndpoint
beforeAll(async () => {
  endpoint = await openEndpoint(location)
})
afterAll(() => endpoint.close())

const reasons = (meta: { missing: readonly { section: string; source: string; reason: string }[] }) =>
  Object.fromEntries(meta.missing.map(({ section, source, reason }) => [`${section} ${source}`, reason]))

describe('location', () => {
  it('in a town by a river is known in full', async () => {
    const { data, meta } = await endpoint.look('/location/WA11UH?depth=full')
    expect(data.location).toMatchObject({
      postcode: 'WA1 1UH',
      region: 'North West',
      constituency: 'Warrington South',
      admin: { ward: 'Bewsey and Whitecross', local_authority: 'Warrington' },
    })
    const counts = Object.values<number>(data.crime.by_category)
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(data.crime.total_crimes)
    expect(data.crime.months).toHaveLength(12)
    expect(data.environment.flood).toMatchObject({ risk_level: 'medium', flood_zone: 2 })
    expect(
      data.environment.flood.active_warnings.map(({ covers_postcode: here }: { covers_postcode: boolean }) => here),
    ).toContain(true)
    expect(data.services.food_hygiene.total_nearby).toBeGreaterThan(0)
    expect(data.labour_market.claimant_count).toBeGreaterThan(0)
    expect(data.health.life_expectancy_male).toBeGreaterThan(60)
    expect(data.environment.flood.active_warnings[0].raised_at).toBe('2026-10-14T17:05:21Z')
    expect(data.environment.carbon_intensity.from).toBe('2026-10-15T09:00:00Z')
    expect(meta.missing).toEqual([])
  })

  it('says of each figure what area and period it is of', async () => {
    const cockerham = (await endpoint.look('/location/PR30SG?depth=full')).data,
      belfast = (await endpoint.look('/location/BT12FF?depth=full')).data
    expect(cockerham.health.basis).toMatchObject({
      life_expectancy_male: { area: 'district' },
      obesity_pct: { area: 'district', period: '2024/25' },
      smoking_pct: { area: 'county', period: '2024' },
    })
    expect(belfast.labour_market.basis).toMatchObject({
      claimant_count: { level: 'district', area: 'Belfast' },
      employment_rate_pct: { level: 'nation', area: 'Northern Ireland' },
      median_weekly_earnings: { level: 'nation', area: 'Northern Ireland' },
    })
    expect(cockerham.labour_market.comparison.median_weekly_earnings).toMatchObject({
      district: { value: 574.5, area: 'Wyre', period: '2025', source: 'nomis' },
      region: { value: 610.9, area: 'North West' },
      nation: { value: 662.3, area: 'England' },
    })
  })

  it('takes letters for the digits that were meant, and says so', async () => {
    const { data, meta } = await endpoint.look('/location/WAI1UH?depth=summary')
    expect(data.location.postcode).toBe('WA1 1UH')
    expect(meta['matched']).toEqual({ chosen: 'WA1 1UH', asked: 'WAI 1UH', candidates: [] })
    expect((await endpoint.look('/location/WA11UH?depth=summary')).meta).not.toHaveProperty('matched')
    expect((await endpoint.look('/location/ZE1OAA')).body.detail).toMatch(
      /^ZE1 OAA was taken for ZE1 0AA, with digits for letters, which is not known here/,
    )
  })

  it('counts more in a wider circle', async () => {
    const total = async (radius: number) => {
      const { data } = await endpoint.look(`/location/WA11UH?radius_m=${radius}`)
      return [data.crime.total_crimes, data.services.food_hygiene.total_nearby]
    }
    const [near, far] = [await total(300), await total(2500)]
    expect(far[0]).toBeGreaterThan(near[0])
    expect(far[1]).toBeGreaterThan(near[1])
  })

  it('has crimes for each thousand residents of the same circle, wider or narrower', async () => {
    for (const radius of [800, 1500]) {
      const { crime } = (await endpoint.look(`/location/WA11UH?radius_m=${radius}`)).data
      const { residents, per_1000_residents: rate } = crime.rate
      expect(crime.rate).toMatchObject({ radius_m: radius, months: 12, why_none: null })
      expect(residents).toBeGreaterThan(radius === 800 ? 2000 : 9000)
      expect(rate).toBeCloseTo((1000 * crime.total_crimes) / residents, 1)
    }
  })

  it('has no such rate where few live, nor where no census is held', async () => {
    const village = (await endpoint.look('/location/PR30SG?radius_m=300')).data.crime.rate
    expect(village).toMatchObject({ per_1000_residents: null, why_none: expect.stringContaining('under 500') })
    const { data, meta } = await endpoint.look('/location/BT12FF')
    expect([data.crime.total_crimes > 0, data.crime.rate]).toEqual([true, null])
    expect(reasons(meta)).toMatchObject({ 'crime.rate ons-output-areas': 'not_covered' })
  })

  it('at full depth knows where the crimes of the newest month were', async () => {
    const {
      data: {
        location: { coordinates },
        crime: { newest_month: newest, months, total_crimes: ofYear, by_category: byCategory },
      },
    } = await endpoint.look('/location/WA11UH?depth=full&radius_m=800')
    expect(newest.month).toBe(months[0])
    expect(newest.total_crimes).toBeGreaterThan(100)
    expect(newest.total_crimes).toBeLessThan(ofYear / 8)
    expect(newest.places).toHaveLength(25)
    expect(newest.total_places).toBeGreaterThan(25)
    const counts: readonly number[] = newest.places.map(({ crimes }: { crimes: number }) => crimes)
    expect(counts).toEqual(counts.toSorted((a, b) => b - a))
    expect(counts[0]).toBeGreaterThan(counts.at(-1)!)
    expect(counts.reduce((sum, count) => sum + count, 0)).toBeLessThan(newest.total_crimes)
    for (const place of newest.places) {
      expect(place.distance_m).toBe(Math.round(metresBetween(coordinates, place.coordinates)))
      expect(place.distance_m).toBeLessThanOrEqual(800)
      expect(place.street).toMatch(/^On or near \w/)
      expect(Object.keys(byCategory)).toContain(place.commonest_category)
    }
    expect((await endpoint.look('/location/WA11UH')).data.crime).not.toHaveProperty('newest_month')
    const { total_places: all, places } = (await endpoint.look('/location/PR30SG?depth=full')).data.crime.newest_month
    expect(places).toHaveLength(all)
  })

  it('in Scotland says what is not covered, and guesses no low risk', async () => {
    const { data, meta } = await endpoint.look('/location/EH11YZ?depth=full')
    expect(data).toMatchObject({ crime: null, health: null })
    expect(data.environment.flood).toBeNull()
    expect(data.services.food_hygiene).toMatchObject({ average_rating: null })
    expect(Object.keys(data.services.food_hygiene.without_rating)).toContain('Pass')
    expect(reasons(meta)).toMatchObject({
      'crime police-uk': 'not_covered',
      'environment.flood ea-flood-risk': 'not_covered',
      'health fingertips': 'not_covered',
    })
  })

  it('in Wales and Northern Ireland knows crime, and carbon only in Great Britain', async () => {
    const wales = await endpoint.look('/location/CF243AA?depth=full'),
      north = await endpoint.look('/location/BT12FF?depth=full')
    expect(wales.data.crime.total_crimes).toBeGreaterThan(0)
    expect(north.data.crime.total_crimes).toBeGreaterThan(0)
    expect(wales.data.environment.carbon_intensity).not.toBeNull()
    expect(reasons(north.meta)).toMatchObject({ 'environment.carbon_intensity carbon-intensity': 'not_covered' })
  })

  it('in deep country has little, and says none where there is none', async () => {
    const { data } = await endpoint.look('/location/PR30SG?radius_m=500')
    expect(data.crime.total_crimes).toBeLessThan(50)
    expect(data.services.food_hygiene.total_nearby).toBeLessThan(5)
    expect(data.environment.flood.active_warnings).toEqual([])
  })

  it('without coordinates is where it is, and no more', async () => {
    const { status, data, meta } = await endpoint.look('/location/GY11WR?depth=full')
    expect([status, data.location.coordinates, data.location.nation]).toEqual([200, null, 'Channel Islands'])
    // Residents are asked for by the areas around the coordinates.
    const { 'crime.rate census-residents': residents, ...others } = reasons(meta)
    expect([residents, new Set(Object.values(others))]).toEqual(['depends_on', new Set(['not_covered'])])
  })

  it('of a withdrawn postcode is a 404 that says when it ended', async () => {
    const { status, body } = await endpoint.look('/location/W1A0AX')
    expect([status, body.code]).toEqual([404, 'unknown_subject'])
    expect(body.detail).toMatch(/^W1A 0AX was withdrawn in May 2016\./)
  })
})
