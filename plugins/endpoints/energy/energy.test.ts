import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { walk, type Nodes } from '@domesday/core'
import { openEndpoint, type OpenEndpoint } from '@domesday/tool-testing'
import { energy } from './index.ts'

let endpoint: OpenEndpoint
beforeAll(async () => {
  endpoint = await openEndpoint(energy)
})
afterAll(() => endpoint.close())

const sum = (parts: Readonly<Record<string, number>>): number =>
  Object.values(parts).reduce((total, part) => total + part, 0)
const rows = (meta: { missing: readonly { section: string; source: string; reason: string }[] }) =>
  Object.fromEntries(meta.missing.map(({ section, source, reason }) => [`${section} ${source}`, reason]))

describe('energy', () => {
  it('has carbon intensity at a summary, and asks for nothing else', async () => {
    const { data, meta } = await endpoint.look('/energy/WA11UH?depth=summary')
    expect(data).toEqual({
      location: { postcode: 'WA1 1UH', local_authority: 'Warrington', region: 'North West', nation: 'England' },
      carbon: {
        intensity_gco2_kwh: 74,
        index: 'low',
        measured: false,
        scope: 'regional',
        network_region: 'North West England',
        from: '2026-10-15T09:00:00Z',
      },
    })
    expect(meta.sources).toEqual(['carbon-intensity', 'postcodes-io'])
  })

  it('adds up the grid, the sun among it and what is exported left out', async () => {
    const {
      data: { grid, carbon },
    } = await endpoint.look('/energy/WA11UH')
    expect(grid.mix).toEqual({
      gas: 8306,
      wind: 9420,
      solar: 1830,
      nuclear: 4080,
      hydro: 452,
      biomass: 1920,
      imports: 3870,
      coal: 0,
      oil: 0,
      other: 94,
    })
    expect(grid).toMatchObject({
      total_generation_mw: sum(grid.mix),
      exports_mw: 1034,
      pumping_mw: 0,
      from: '2026-10-15T08:55:00Z',
      solar_from: '2026-10-15T07:30:00Z',
    })
    expect(sum(carbon.generation_mix)).toBeCloseTo(100)
  })

  it('sums up the certificates of the homes', async () => {
    const {
      data: { local_efficiency: homes },
    } = await endpoint.look('/energy/WA11UH?depth=full')
    expect(homes).toMatchObject({
      avg_epc_rating: 'D',
      avg_co2_tpa: 2.7,
      dwellings: 10,
      distribution: { A: 0, B: 20, C: 30, D: 30, E: 10, F: 10, G: 0 },
    })
    expect(homes.detail).toMatchObject({
      avg_rating: 65.6,
      certificates_read: 10,
      heating: { 'Boiler and radiators, mains gas': 5 },
    })
    expect(sum(homes.detail.property_types)).toBe(10)
  })

  it('shows the wholesale price and the detail only in full', async () => {
    const standard = await endpoint.look('/energy/CF243AA'),
      full = await endpoint.look('/energy/CF243AA?depth=full')
    expect(full.data.wholesale_price).toEqual({ gbp_mwh: 81.27, volume_mwh: 1540.55, from: '2026-10-15T08:30:00Z' })
    expect(standard.data).not.toHaveProperty('wholesale_price')
    expect(standard.data.local_efficiency).not.toHaveProperty('detail')
  })

  it('rates clean electricity and warm homes above dirty and cold ones', async () => {
    const of = async (postcode: string) => (await endpoint.look(`/energy/${postcode}`)).data
    const [town, wales, country] = [await of('WA11UH'), await of('CF243AA'), await of('PR30SG')]
    expect([town.esg_rating, country.esg_rating, wales.esg_rating]).toEqual(['GOOD', 'MODERATE', 'WEAK'])
    // The same grid, other homes.
    const [grid, homes] = town.esg_assessment.signals,
      [sameGrid, worse] = country.esg_assessment.signals
    expect([sameGrid.points, worse.points < homes.points]).toEqual([grid.points, true])
    expect(town.esg_assessment).toMatchObject({ score: town.esg_score, rating: town.esg_rating, confidence: 'high' })
    expect(grid.contribution + homes.contribution).toBe(town.esg_score)
    expect(homes.detail).toBe(
      '10 dwellings of the postcode with an energy certificate: 65.6 points on average by the middles of their bands, which is band D.',
    )
  })

  it('weighs the list of certificates alone: one that does not come is a gap of the efficiency, and none of the score', () => {
    const operations = (inputs: Nodes) =>
      [...walk(inputs)].map((node) => (node as { readonly operation?: { readonly id: string } }).operation?.id)
    const { local_efficiency: efficiency, esg_score: score } = energy.sections
    expect(operations(efficiency!.inputs)).toContain('certificate')
    expect(operations(score!.inputs)).toContain('search')
    expect(operations(score!.inputs)).not.toContain('certificate')
  })

  it('shows the year that the score rests on, and not the half hour', async () => {
    const { data } = await endpoint.look('/energy/WA11UH')
    expect(data.carbon.year).toEqual({
      intensity_gco2_kwh: 67.8,
      network_region: 'North West England',
      from: '2025-10',
      to: '2026-09',
      weeks: 12,
    })
    expect(data.esg_assessment.signals[0].detail).toBe(
      'Electricity in North West England carried 67.8 g of CO2 for each kWh on average from October 2025 to September 2026, by the first week of each month.',
    )
  })

  it('is never strong without building data: in Scotland, whose certificates are not covered, the rating is held down', async () => {
    const { data, meta } = await endpoint.look('/energy/EH11YZ?depth=full')
    expect([data.local_efficiency, data.esg_score, data.esg_rating]).toEqual([null, 74, 'GOOD'])
    expect(data.esg_assessment.signals[0].points).toBeGreaterThan(90)
    expect(data.esg_assessment).toMatchObject({
      override: { score: 74, reason: expect.stringContaining('Nothing is known of how efficient the buildings are') },
      confidence: 'low',
    })
    // STRONG stays possible: the buildings' data is unknown, not bad. Only the rating is limited.
    expect(data.esg_assessment.possible_ratings).toContain('STRONG')
    expect(rows(meta)).toMatchObject({ 'local_efficiency epc': 'not_covered', 'esg_score epc': 'not_covered' })
  })

  it('tells no certificate from no register', async () => {
    const { data, meta } = await endpoint.look('/energy/SW1A2AA')
    expect(data.local_efficiency).toBeNull()
    expect(rows(meta)).toMatchObject({ 'local_efficiency epc': 'no_data' })
  })

  it('in Northern Ireland and on the islands is not covered', async () => {
    for (const postcode of ['BT12FF', 'GY11WR']) {
      const { status, data, meta } = await endpoint.look(`/energy/${postcode}?depth=full`)
      expect([status, data.carbon, data.grid, data.esg_score, data.esg_rating, data.wholesale_price]).toEqual([
        200,
        null,
        null,
        null,
        null,
        null,
      ])
      expect(new Set(Object.values(rows(meta)))).toEqual(new Set(['not_covered']))
    }
  })

  it('of a withdrawn postcode is a 404', async () => {
    expect(await endpoint.look('/energy/W1A0AX')).toMatchObject({ status: 404, body: { code: 'unknown_subject' } })
  })

  it('answers its examples at every depth, with the same score', async () => {
    for (const path of endpoint.examples) {
      const [summary, standard, full] = [
        await endpoint.look(`${path}?depth=summary`),
        await endpoint.look(path),
        await endpoint.look(`${path}?depth=full`),
      ]
      expect(summary.data.carbon.intensity_gco2_kwh).toBeGreaterThan(0)
      expect([full.data.esg_score, full.data.esg_assessment]).toEqual([
        standard.data.esg_score,
        standard.data.esg_assessment,
      ])
      expect(full.data.esg_score).not.toBeNull()
    }
  })
})
