/** The sample world is one world: the same subject agrees wherever it appears. */
import { describe, expect, it } from 'vitest'
import { sharedService } from './support/shared-service.ts'

const service = await sharedService()
const full = async (path: string) =>
  (await service.send(`/api/v1${path}${path.includes('?') ? '&' : '?'}depth=full`)).body.data

describe.each(['WA11UH', 'NW19HZ', 'SW1A2AA', 'PR30SG', 'CF243AA', 'EH11YZ', 'BT12FF'])('postcode %s', (postcode) => {
  it('lies in one place, whoever is asked', async () => {
    const answers = await Promise.all(
      [
        'location',
        'property',
        'environment',
        'planning',
        'market',
        'education',
        'transport',
        'health',
        'energy',
        'demographics',
        'political',
        'connectivity',
        'water',
      ].map((id) => full(`/${id}/${postcode}`)),
    )
    const places = answers.map(({ location }) => location)
    expect(new Set(places.map((place) => place.postcode)).size).toBe(1)
    const said = (key: string) => new Set(places.flatMap((place) => place[key] ?? place.admin?.[key] ?? []))
    for (const key of ['local_authority', 'region', 'nation', 'constituency', 'lsoa'])
      expect([key, said(key).size <= 1]).toEqual([key, true])
    expect(
      new Set(places.flatMap(({ coordinates }) => (coordinates ? [`${coordinates.lat},${coordinates.lng}`] : []))).size,
    ).toBeLessThanOrEqual(1)
  })

  it('has one flood level, one pay, one set of prices and certificates', async () => {
    const [location, property, environment, market, demographics, energy] = await Promise.all(
      ['location', 'property', 'environment', 'market', 'demographics', 'energy'].map((id) =>
        full(`/${id}/${postcode}`),
      ),
    )
    const one = (...values: readonly unknown[]) =>
      expect(new Set(values.map((value) => JSON.stringify(value ?? null))).size).toBe(1)
    one(location.environment.flood?.risk_level, property.flood?.risk_level, environment.flood?.risk_level)
    one(
      location.labour_market?.median_weekly_earnings,
      market.labour_market?.median_weekly_earnings,
      demographics.labour_market?.median_weekly_earnings,
    )
    one(property.price_history?.area_context?.avg_price_12m, market.property_market?.avg_price_12m)
    one(property.energy?.avg_rating, energy.local_efficiency?.avg_epc_rating)
    one(property.environmental_risk?.score, environment.risk_score?.score)
    one(
      location.environment.carbon_intensity?.intensity_gco2_kwh,
      energy.carbon?.intensity_gco2_kwh,
      environment.carbon_intensity?.intensity_gco2_kwh,
    )
  })
})

describe.each([
  '99000017',
  '99000025',
  '99000033',
  '99000041',
  '99000058',
  '99000066',
  '99000074',
  '99000090',
  'SC990082',
])('company %s', (number) => {
  it('is one company, with one score', async () => {
    const [entity, report, innovation] = await Promise.all([
      full(`/entity/${number}`),
      full(`/report/entity/${number}`),
      full(`/innovation/${number}`),
    ])
    expect(report.distress_score).toBe(entity.distress_score.score)
    expect([report.entity.name, innovation.entity.name]).toEqual([entity.entity.name, entity.entity.name])
    expect(innovation.entity.sic_codes).toEqual(entity.entity.sic_codes)
    expect(report.financials.charges.outstanding).toBe(entity.charges.outstanding)
  })

  it('is in the records of those who serve it', async () => {
    const { entity, officers } = await full(`/entity/${number}`)
    for (const officer of officers.filter(
      ({ is_active: active, is_corporate: corporate }: { is_active: boolean; is_corporate: boolean }) =>
        active && !corporate,
    )) {
      const { appointments } = await full(`/director/${officer.officer_id}`)
      expect(appointments.map((row: { company_name: string }) => row.company_name)).toContain(entity.name)
    }
  })
})
