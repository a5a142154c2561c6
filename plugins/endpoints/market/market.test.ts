import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openEndpoint, type OpenEndpoint } from '@domesday/tool-testing'
import { market } from './index.ts'

let endpoint: OpenEndpoint
beforeAll(async () => {
  endpoint = await openEndpoint(market)
})
afterAll(() => endpoint.close())

const reasons = (meta: any): Readonly<Record<string, string>> =>
  Object.fromEntries(meta.missing.map((row: any) => [`${row.section} ${row.source}`, row.reason]))
const points = (data: any): number =>
  data.market_opportunity.factors.reduce(
    (sum: number, sentence: string) => sum + Number(/adds (\d+) point/.exec(sentence)?.[1] ?? 0),
    0,
  )

describe('market', () => {
  it('sizes a trade in a town', async () => {
    const { data, meta } = await endpoint.look('/market/WA11UH?sector=software&depth=full')
    expect(meta.missing).toEqual([])
    expect(data.labour_market).toMatchObject({
      median_weekly_earnings: 659.8,
      employment_rate_pct: 79.4,
      claimant_count: 4015,
      earnings_of: { area: 'Warrington', level: 'district' },
    })
    expect(data.property_market).toMatchObject({
      avg_price_12m: 143433,
      transactions_12m: 9,
      dominant_type: 'flat',
      area: 'WA1 1',
    })
    expect(data.competition).toMatchObject({
      query: 'software',
      matching_companies: 2,
      area: 'WA1',
      matched_by: 'sic_codes',
    })
    expect(
      data.competition.top_competitors.map(({ name, company_number: number, status }: any) => [name, number, status]),
    ).toEqual([
      ['PEMBERLOCH NOVA LTD', '99000066', 'active'],
      ['DUNMERROW SOFTWARE LTD', '99000115', 'active'],
    ])
    expect(data.competition.profiles[1]).toMatchObject({
      company_number: '99000115',
      accounts_type: 'unaudited-abridged',
      accounts_overdue: false,
      registered_office: '2 Palmyra Works, Warrington, Cheshire, WA1 1UH, England',
    })
    expect(data.market_opportunity).toMatchObject({ rating: 'MODERATE', confidence: 'medium' })
    expect(data.market_opportunity.factors[1]).toBe(
      'Property market: 9 homes sold in WA1 1 in twelve months, at a median of £134,000 (adds 10 points).',
    )
    expect(points(data)).toBe(data.market_opportunity.score)
    const { signals } = data.market_opportunity
    expect(signals.map(({ factor, weight }: any) => [factor, weight])).toEqual([
      ['labour_strength', 0.35],
      ['property_activity', 0.3],
      ['competition_density', 0.35],
    ])
    expect(signals[1]).toMatchObject({
      contribution: 10,
      detail: '9 homes sold in WA1 1 in twelve months, at a median of £134,000.',
    })
    expect(signals[0].detail).toBe(
      'Median pay is £659.80 a week in Warrington, against £610.90 in the North West and £662.30 in England, and 79.4 % are in work, with 3.1 % claiming out-of-work benefits.',
    )
    expect(data.labour_market.comparison.claimant_rate_pct.nation).toEqual({
      value: 4.2,
      area: 'England',
      period: 'August 2026',
      source: 'nomis',
    })
  })

  it('grows with its depth, and keeps its score', async () => {
    const of = async (depth: string) => (await endpoint.look(`/market/NW19HZ?sector=restaurant&depth=${depth}`)).data
    const [summary, standard, full] = [await of('summary'), await of('standard'), await of('full')]
    expect(Object.keys(summary)).toEqual(['location', 'labour_market'])
    expect(Object.keys(standard)).toEqual([
      'location',
      'labour_market',
      'property_market',
      'average_house_price',
      'competition',
      'market_opportunity',
    ])
    expect(standard.competition).not.toHaveProperty('profiles')
    expect(full.competition.profiles).toHaveLength(1)
    expect(full.market_opportunity).toEqual(standard.market_opportunity)
    expect(standard.market_opportunity.rating).toBe('MODERATE')
  })

  it('counts the rivals of a food trade by their premises, not by their offices', async () => {
    const { data, meta } = await endpoint.look('/market/CF243AA?sector=cafe')
    expect(data.competition).toMatchObject({
      matching_companies: 1,
      premises: { radius_m: 1000, kinds: ['Restaurant/Cafe/Canteen'] },
    })
    const { total, premises_read: read, all_premises: all } = data.competition.premises
    expect([total > 100, read]).toEqual([true, all])
    expect(data.market_opportunity.signals[2].detail).toBe(
      `${total} food premises within 1,000 m for “cafe” (restaurant/cafe/canteen); registered offices do not count.`,
    )
    expect(data.market_opportunity.signals[2].points).toBeLessThan(30)
    expect(meta.sources).toContain('fsa-food-hygiene')
    const { data: software, meta: of } = await endpoint.look('/market/WA11UH?sector=software')
    expect(software.competition).not.toHaveProperty('premises')
    expect(of.sources).not.toContain('fsa-food-hygiene')
    // Its codes are of several trades, and not all of them serve food.
    expect((await endpoint.look('/market/WA11UH?sector=56')).data.competition).not.toHaveProperty('premises')
  })

  it('without a sector has no competition, and says that it does not count, and what to ask', async () => {
    const { data, meta } = await endpoint.look('/market/PR30SG?depth=full')
    expect(data).not.toHaveProperty('competition')
    expect(meta.missing).toEqual([])
    const { market_opportunity: opportunity } = data
    expect(opportunity).toMatchObject({ rating: 'LOW', confidence: 'high' })
    expect(opportunity.factors[2]).toBe(
      'Competition: not weighed, because no sector was given; name a sector to learn of competition.',
    )
    expect(opportunity.signals[2]).toMatchObject({
      contribution: null,
      points: null,
      detail: 'Does not apply: no sector was given; name a sector to learn of competition.',
    })
    expect(points(data)).toBe(opportunity.score)
  })

  it('names competitors at a formation agent, and does not count them', async () => {
    const { data } = await endpoint.look('/market/WA11UH?sector=translation')
    expect(data.competition).toMatchObject({ matching_companies: 3, at_formation_agents: 2 })
    expect(
      data.competition.top_competitors.map((one: any) => [one.name, one.companies_at_postcode, one.at_formation_agent]),
    ).toEqual([
      ['QUAVERMOOR TRANSLATIONS LTD', 6, false],
      ['VELLUMSPIRE LINGUISTS LTD', 4210, true],
      ['PORTOLAN SUBTITLES LTD', 4210, true],
    ])
    expect(data.market_opportunity.signals[2]).toMatchObject({
      points: 97,
      detail:
        '1 active company for “translation” in WA1, not counting 2 at formation agents’ addresses, where 1,000 companies or more are.',
    })
    const { data: software } = await endpoint.look('/market/WA11UH?sector=software')
    expect(software.competition.at_formation_agents).toBe(0)
    expect(software.market_opportunity.signals[2].detail).toBe('2 active companies for “software” in WA1.')
  })

  it('takes an industry code, or looks for names where the sector is no known trade', async () => {
    expect((await endpoint.look('/market/WA11UH?sector=62012')).data.competition).toMatchObject({
      query: '62012',
      matched_by: 'sic_codes',
      sic_codes: ['62012'],
      matching_companies: 2,
    })
    expect((await endpoint.look('/market/WA11UH?sector=larkspindle')).data.competition).toMatchObject({
      matched_by: 'name',
      sic_codes: [],
      matching_companies: 1,
    })
    const { data } = await endpoint.look('/market/WA11UH?sector=gondola&depth=full')
    expect(data.competition).toMatchObject({ matching_companies: 0, top_competitors: [], profiles: [] })
    expect(data.market_opportunity).toMatchObject({ confidence: 'high' })
    expect(data.market_opportunity.factors[2]).toContain(
      'not weighed, because no active company in WA1 has “gondola” in its name',
    )
  })

  it('finds few rivals better than many', async () => {
    const scoreOf = async (sector: string) => (await endpoint.look(`/market/WA11UH?sector=${sector}`)).data
    const [none, two] = [await scoreOf('69102'), await scoreOf('software')]
    expect(none.competition.matching_companies).toBe(0)
    expect(none.competition.sic).toEqual([{ code: '69102', description: 'Solicitors' }])
    expect(none.market_opportunity.factors[2]).toContain('for “69102” (Solicitors) in WA1')
    expect(two.market_opportunity.factors[2]).toContain('for “software” in WA1')
    expect(none.market_opportunity.score).toBeGreaterThan(two.market_opportunity.score)
  })

  it('in Scotland and Northern Ireland knows no prices, and scores the rest', async () => {
    const { data, meta } = await endpoint.look('/market/EH11YZ?sector=data%20processing')
    expect(data.property_market).toBeNull()
    expect(data.competition.top_competitors).toMatchObject([{ company_number: 'SC990108' }])
    expect(data.market_opportunity).toMatchObject({ confidence: 'medium' })
    expect(points(data)).toBe(data.market_opportunity.score)
    expect(reasons(meta)).toEqual({
      'property_market land-registry-ppd': 'not_covered',
      'market_opportunity land-registry-ppd': 'not_covered',
    })
    const belfast = (await endpoint.look('/market/BT12FF')).data
    expect(belfast.labour_market).toMatchObject({
      median_weekly_earnings: 588.4,
      earnings_of: { area: 'Northern Ireland', level: 'nation' },
      claimants_of: { area: 'Belfast' },
    })
    expect(belfast.market_opportunity.signals[0].detail).toBe(
      'Median pay is £588.40 a week in Northern Ireland and 72 % are in work, with 3.8 % in Belfast claiming out-of-work benefits.',
    )
  })

  it('outside the kingdom knows no companies, rather than none', async () => {
    const { data, meta } = await endpoint.look('/market/GY11WR?sector=cafe')
    expect(data).toMatchObject({ labour_market: null, competition: null, market_opportunity: { score: null } })
    expect(meta.credits_charged).toBe(0)
    expect(reasons(meta)).toMatchObject({
      'competition companies-house': 'not_covered',
      'labour_market nomis': 'not_covered',
    })
  })

  it('refuses a sector of one letter', async () => {
    expect(await endpoint.look('/market/WA11UH?sector=x')).toMatchObject({
      status: 400,
      body: { errors: [{ parameter: 'sector' }] },
    })
  })

  it('has examples that hold at every depth', async () => {
    expect(endpoint.examples.length).toBeGreaterThanOrEqual(3)
    for (const path of endpoint.examples) {
      for (const depth of ['summary', 'standard', 'full']) {
        const { status, data } = await endpoint.look(`${path}${path.includes('?') ? '&' : '?'}depth=${depth}`)
        expect(status).toBe(200)
        expect(data.labour_market.median_weekly_earnings).toBeGreaterThan(0)
      }
    }
  })
})
