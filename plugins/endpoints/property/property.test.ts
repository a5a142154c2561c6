import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openEndpoint, type OpenEndpoint } from '@domesday/tool-testing'
import { property } from './index.ts'

let endpoint: OpenEndpoint
beforeAll(async () => {
  endpoint = await openEndpoint(property)
})
afterAll(() => endpoint.close())

interface Meta {
  readonly missing: readonly { readonly section: string; readonly source: string; readonly reason: string }[]
}
const reasons = (meta: Meta) =>
  Object.fromEntries(meta.missing.map(({ section, source, reason }) => [`${section} ${source}`, reason]))

describe('property', () => {
  it('has the prices of wider areas in all nations, of one month and one definition', async () => {
    const { data, meta } = await endpoint.look('/property/EH11YZ')
    expect(data).toMatchObject({
      price_history: null,
      average_house_price: {
        district: { value: 296340, area: 'City of Edinburgh', period: '2026-07', source: 'ons-local-stats' },
        region: null,
        nation: { value: 190612, area: 'Scotland', period: '2026-07' },
        uk: { value: 268911, period: '2026-07' },
      },
    })
    expect(meta.sources).toContain('ons-local-stats')
  })

  it('adds sections with depth', async () => {
    const { data: summary, meta } = await endpoint.look('/property/WA11UH?depth=summary')
    expect([Object.keys(summary), Object.keys(summary.price_history)]).toEqual([
      ['location', 'price_history', 'flood'],
      ['area_context'],
    ])
    expect(meta.sources).not.toContain('epc')
    const { data: standard } = await endpoint.look('/property/WA11UH')
    expect(Object.keys(standard).toSorted()).toEqual([
      'average_house_price',
      'crime',
      'energy',
      'environmental_risk',
      'flood',
      'landfill',
      'location',
      'mining',
      'planning',
      'price_history',
    ])
    expect(Object.keys(standard.environmental_risk)).not.toContain('factors')
    const { data: full } = await endpoint.look('/property/WA11UH?depth=full')
    expect(full.environmental_risk.factors).toHaveLength(6)
    expect(full.geology).toMatchObject({
      ground_stability: 'stable',
      bedrock: [{ unit: 'SHERWOOD SANDSTONE GROUP' }],
      superficial_deposits: [{ rock: 'DIAMICTON' }],
    })
  })

  it('in a town by a river is known in full', async () => {
    const { data, meta } = await endpoint.look('/property/WA11UH?depth=full')
    expect(meta.missing).toEqual([])
    // Nine of the eleven sales of the year; a repossession and a shop are left out.
    expect(data.price_history.area_context).toEqual({
      area: 'WA1 1',
      area_level: 'sector',
      from: '2025-10-15',
      avg_price_12m: 143433,
      median_price: 134000,
      odd_prices: [],
      transactions_12m: 9,
      dominant_type: 'flat',
      by_type: { flat: 5, terraced: 3, 'semi-detached': 1 },
      newest_sale: '2026-08-14',
    })
    expect(
      data.price_history.recent_sales.map(({ date, full_value: full }: { date: string; full_value: boolean }) => [
        date,
        full,
      ]),
    ).toEqual([
      ['2026-07-24', true],
      ['2026-02-13', true],
      ['2025-12-05', false],
      ['2021-06-25', true],
      ['2014-11-07', true],
    ])
    expect(data.flood).toMatchObject({ risk_level: 'medium', flood_zone: 2 })
    expect(data.energy).toMatchObject({ avg_rating: 'D', avg_co2_tpa: 2.7, dwellings: 10, certificates_read: 10 })
    expect(Object.entries(data.energy.heating)[0]).toEqual(['Boiler and radiators, mains gas', 5])
    expect(data.planning).toMatchObject({
      conservation_area: true,
      green_belt: false,
      constraint_level: 'moderate',
      designations_total: data.planning.designations.length,
    })
    expect(data.crime).toMatchObject({ radius_m: 1000, note: expect.stringContaining('British Transport Police') })
  })

  it('widens to the outcode where fewer than five homes were sold in the sector', async () => {
    const { data, meta } = await endpoint.look('/property/SW1A2AA')
    expect(data.price_history.area_context).toMatchObject({
      area: 'SW1A',
      area_level: 'outcode',
      transactions_12m: 5,
      median_price: 2_260_000,
      dominant_type: 'flat',
    })
    expect(data.price_history.recent_sales).toEqual([])
    expect(data.energy).toBeNull()
    expect(reasons(meta)).toEqual({ 'energy epc': 'no_data' })
  })

  // The environment endpoint's test has the same figures.
  it.each([
    ['WA11UH', 32],
    ['PR30SG', 38],
    ['CF243AA', 31],
  ])('has the score of %s that environment has, at both depths', async (postcode, score) => {
    const { data: standard } = await endpoint.look(`/property/${postcode}`),
      { data: full } = await endpoint.look(`/property/${postcode}?depth=full`)
    expect(standard.environmental_risk).toMatchObject({ score, rating: 'MODERATE' })
    const { factors, ...rest } = full.environmental_risk
    expect(rest).toEqual(standard.environmental_risk)
    expect(
      factors.reduce(
        (sum: number, { risk_contribution: part }: { risk_contribution: number | null }) => sum + (part ?? 0),
        0,
      ),
    ).toBe(score)
  })

  it('in Wales knows prices, energy and crime, and not flood risk and planning', async () => {
    const { data, meta } = await endpoint.look('/property/CF243AA?depth=full')
    expect(data).toMatchObject({
      flood: null,
      planning: null,
      price_history: { area_context: { area: 'CF24 3', transactions_12m: 12 } },
      energy: { avg_rating: 'D' },
    })
    expect(data.crime.total_crimes).toBeGreaterThan(0)
    expect(reasons(meta)).toMatchObject({
      'flood ea-flood-risk': 'not_covered',
      'planning planning-data': 'not_covered',
      'environmental_risk ea-flood-risk': 'not_covered',
    })
  })

  it('in Scotland says what is not covered', async () => {
    const { data, meta } = await endpoint.look('/property/EH11YZ?depth=full')
    expect(data).toMatchObject({
      price_history: null,
      energy: null,
      planning: null,
      crime: null,
      environmental_risk: { confidence: 'low' },
    })
    expect(data.geology.ground_stability).toBe('stable')
    expect(reasons(meta)).toMatchObject({
      'price_history land-registry-ppd': 'not_covered',
      'price_history.recent_sales land-registry-ppd': 'not_covered',
      'energy epc': 'not_covered',
      'crime police-uk': 'not_covered',
    })
  })

  it('of a withdrawn postcode is a 404 that says when it ended', async () => {
    const { status, body } = await endpoint.look('/property/W1A0AX')
    expect([status, body.code]).toEqual([404, 'unknown_subject'])
    expect(body.detail).toContain('May 2016')
  })

  it('knows something in each of its examples, at every depth', async () => {
    for (const path of endpoint.examples) {
      for (const depth of ['summary', 'standard', 'full']) {
        const { status, data } = await endpoint.look(`${path}?depth=${depth}`)
        expect([path, depth, status, data.price_history?.area_context.transactions_12m > 0]).toEqual([
          path,
          depth,
          200,
          true,
        ])
      }
    }
  })
})
