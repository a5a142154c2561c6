import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { GateFinding } from '@domesday/core'
import { openEndpoint, type OpenEndpoint } from '@domesday/tool-testing'
import { report } from './index.ts'
import { judge, recommendationOf, type Advice, type Case, type Verdict, type VerdictRules } from './verdict.ts'

let open: OpenEndpoint
beforeAll(async () => {
  open = await openEndpoint(report)
})
afterAll(() => open.close())

const data = async (number: string) => (await open.look(`/report/entity/${number}`)).data

const verdicts = Object.fromEntries(
  (
    [
      ['DO_NOT_ENGAGE', 60],
      ['ENHANCED_DUE_DILIGENCE', 35],
      ['PROCEED_WITH_CAUTION', 20],
      ['PROCEED', 0],
    ] as const
  ).map(([verdict, from]) => [verdict, { from, recommendation: `Advice on ${verdict}.` }]),
) as unknown as VerdictRules
const flag = (severity: 'high' | 'medium') => ({
  flag: 'some_flag',
  severity,
  implication: '',
  evidence: '',
  sources: [],
})
const about = (score: number | null, rest: Partial<Case> = {}): Case => ({
  status: 'active',
  type: 'ltd',
  distress: {
    score,
    rating: 'SOME',
    possible_ratings: ['SOME'],
    signals: [],
    confidence: 'high',
    bounds: { low: score ?? 0, high: score ?? 100 },
  },
  redFlags: [],
  findings: [],
  unread: [],
  ...rest,
})
const advice: Advice = {
  verdicts,
  gates: { dissolved: 'DO_NOT_ENGAGE', strike_off: 'ENHANCED_DUE_DILIGENCE', young: 'PROCEED_WITH_CAUTION' },
  advice: { strike_off: 'Object to it.', d: 'Look at d.', f: 'Look at f.' },
  find_out: {},
  instead: {},
  ended: 'Gone.',
  elsewhere: 'Look there.',
  landowner: 'Land.',
}
const verdictOf = (facts: Case): Verdict => judge(facts, advice).verdict
const holds = (gate: string): GateFinding => ({ gate, holds: true, reason: `${gate} holds.` })
const unseen = (gate: string): GateFinding => ({ gate, holds: null, reason: `${gate} was not looked at.` })

describe('the verdict', () => {
  it('is a band of the score', () => {
    expect([100, 60, 59, 35, 34, 20, 19, 0].map((score) => verdictOf(about(score)))).toEqual([
      'DO_NOT_ENGAGE',
      'DO_NOT_ENGAGE',
      'ENHANCED_DUE_DILIGENCE',
      'ENHANCED_DUE_DILIGENCE',
      'PROCEED_WITH_CAUTION',
      'PROCEED_WITH_CAUTION',
      'PROCEED',
      'PROCEED',
    ])
  })

  it('is raised by the facts that decide, and says which', () => {
    expect(judge(about(0, { findings: [holds('young'), holds('strike_off')] }), advice)).toEqual({
      verdict: 'ENHANCED_DUE_DILIGENCE',
      possible: ['ENHANCED_DUE_DILIGENCE'],
      confidence: 'high',
      facts: [
        { told: 'strike_off holds.', advice: 'Object to it.', decides: true },
        { told: 'young holds.', decides: true },
      ],
      because: ['strike_off holds.', 'young holds.'],
    })
    expect(verdictOf(about(70, { findings: [holds('young')] }))).toBe('DO_NOT_ENGAGE')
  })

  it('is at least caution if a gate could not be evaluated, and possibly as strict as the gate', () => {
    expect(judge(about(0, { findings: [unseen('dissolved')] }), advice)).toEqual({
      verdict: 'PROCEED_WITH_CAUTION',
      possible: ['DO_NOT_ENGAGE', 'ENHANCED_DUE_DILIGENCE', 'PROCEED_WITH_CAUTION', 'PROCEED'],
      confidence: 'low',
      facts: [],
      because: ['Not known: dissolved. Dissolved was not looked at.'],
    })
  })

  it('has what to do about a fact that may hold, and a sentence of the fact in place of its own', () => {
    const tuned = { ...advice, find_out: { dissolved: 'Ask.' }, instead: { strike_off: 'Wait.' } }
    const said = (findings: readonly GateFinding[]): string => {
      const found = about(0, { findings })
      return recommendationOf(judge(found, tuned), found, tuned)
    }
    expect(said([unseen('dissolved')])).toMatch(
      /^The verdict may be .*Not known: dissolved\. Dissolved was not looked at\. Ask\. /,
    )
    expect(said([holds('strike_off')])).toBe('strike_off holds. Object to it. Wait.')
  })

  it('may be caution where part of the file is missing that a flag could come from', () => {
    expect(judge(about(0, { unread: ['the register of financial services'] }), advice)).toMatchObject({
      verdict: 'PROCEED',
      confidence: 'medium',
      possible: ['PROCEED_WITH_CAUTION', 'PROCEED'],
    })
  })

  it('may be any within the bounds of the score', () => {
    const distress = {
      score: 10,
      rating: 'SOME',
      possible_ratings: ['SOME'],
      confidence: 'medium' as const,
      signals: [],
      bounds: { low: 10, high: 40 },
    }
    expect(judge(about(10, { distress }), advice)).toMatchObject({
      verdict: 'PROCEED',
      possible: ['ENHANCED_DUE_DILIGENCE', 'PROCEED_WITH_CAUTION', 'PROCEED'],
    })
  })

  it('is never to proceed with a grave flag, or with a company that is insolvent or has ended', () => {
    expect(verdictOf(about(0, { redFlags: [flag('medium')] }))).toBe('PROCEED')
    expect(verdictOf(about(0, { redFlags: [flag('medium'), flag('high')] }))).toBe('PROCEED_WITH_CAUTION')
    for (const status of ['dissolved', 'liquidation', 'administration'])
      expect(verdictOf(about(5, { status })), status).toBe('PROCEED_WITH_CAUTION')
    expect(verdictOf(about(40, { redFlags: [flag('high')] }))).toBe('ENHANCED_DUE_DILIGENCE')
  })

  it('asks for more diligence where there is no score', () =>
    expect(verdictOf(about(null))).toBe('ENHANCED_DUE_DILIGENCE'))
})

describe('the recommendation', () => {
  const signal = (factor: string, contribution: number | null) => ({
    factor,
    contribution,
    weight: 0.1,
    points: 1,
    detail: `It is ${factor} here. And more.`,
  })
  const of = (facts: Case): string => recommendationOf(judge(facts, advice), facts, advice)

  it('is not to deal on usual terms while something stricter is possible, and names what was not read', () => {
    const facts = about(0, { unread: ['the register of financial services'] })
    expect(of(facts)).toMatch(
      /^The verdict may be ‘proceed with caution’\. Not read: the register of financial services\. /,
    )
    expect(of(facts)).toContain(verdicts.PROCEED_WITH_CAUTION.recommendation)
    expect(of(facts)).not.toContain(verdicts.PROCEED.recommendation)
  })

  it('tells what decides and what weighs most, each with what to do about it', () => {
    const facts = about(40, {
      distress: {
        score: 40,
        rating: 'HIGH_RISK',
        possible_ratings: ['HIGH_RISK'],
        confidence: 'high',
        signals: [signal('gazette_warnings', 5), signal('c', null), signal('d', 20), signal('e', 0), signal('f', 15)],
        bounds: { low: 40, high: 40 },
      },
      redFlags: [flag('high'), flag('medium')],
      findings: [holds('strike_off')],
    })
    expect(of(facts)).toBe(
      'strike_off holds. Object to it. It is d here. Look at d. It is f here. Look at f. Advice on ENHANCED_DUE_DILIGENCE.',
    )
  })

  it('names what decides the rating, and how to find out, where one verdict is possible and several ratings are', () => {
    const of = (ratings: readonly string[], how: Advice['find_out'], findings: readonly GateFinding[] = []): string => {
      const unknown = {
        factor: 'filing_delays',
        contribution: null,
        weight: 0.25,
        points: null,
        points_between: [0, 100],
      }
      const facts = about(20, {
        distress: {
          score: 20,
          rating: 'LOW_RISK',
          possible_ratings: ratings,
          confidence: 'medium',
          signals: [{ ...unknown, detail: 'Not known: none have fallen due yet; the first are due by 25 March 2028.' }],
          bounds: { low: 20, high: 34 },
        },
        findings,
      })
      const tuned = { ...advice, advice: { young: 'Ask for more.' }, find_out: how }
      return recommendationOf(judge(facts, tuned), facts, tuned)
    }
    const end = verdicts.PROCEED_WITH_CAUTION.recommendation
    expect(of(['MODERATE_RISK', 'LOW_RISK'], { filing_delays: 'Read its filings.' })).toBe(
      `The rating may be moderate risk. Filing delays: none have fallen due yet. Read its filings. ${end}`,
    )
    expect(of(['HIGH_RISK', 'MODERATE_RISK', 'LOW_RISK'], {})).toBe(
      `The rating may be high risk or moderate risk. Filing delays: none have fallen due yet. ${end}`,
    )
    expect(of(['LOW_RISK'], {})).toBe(end)
    const young = (words: number): readonly GateFinding[] => [
      { gate: 'young', holds: true, reason: `${'so '.repeat(words)}young.` },
    ]
    const two = ['MODERATE_RISK', 'LOW_RISK']
    expect(of(two, {}, young(9))).toContain(' so young. Ask for more. The rating may be moderate risk. ')
    expect(of(two, {}, young(49))).toBe(`${'so '.repeat(49)}young. Ask for more. ${end}`)
  })

  it('has its own words for a company that is no more, and for an owner of land', () => {
    expect(of(about(null, { status: 'dissolved' }))).toBe('Gone.')
    expect(of(about(0, { type: 'registered-overseas-entity' }))).toBe('Land.')
  })
})

describe('a report', () => {
  it.each([
    ['99000017', 'PROCEED', 0],
    ['99000041', 'PROCEED', 0],
    ['SC990082', 'PROCEED', 0],
    ['99000058', 'PROCEED_WITH_CAUTION', 0],
    ['99000066', 'PROCEED_WITH_CAUTION', 0],
    ['99000025', 'ENHANCED_DUE_DILIGENCE', 51],
    ['99000074', 'DO_NOT_ENGAGE', 90],
    ['99000033', 'DO_NOT_ENGAGE', 90],
    ['99000090', 'DO_NOT_ENGAGE', 69],
  ])('on %s says %s', async (number, verdict, score) => {
    expect(await data(number)).toMatchObject({ verdict, distress_score: score })
  })

  it('says what each factor adds to the distress score', async () => {
    const { signals, distress_score: score } = await data('99000025')
    expect(signals.map(({ factor, weight, contribution }: any) => [factor, weight, contribution])).toEqual([
      ['filing_delays', 0.25, 18],
      ['confirmation_statement', 0.1, 8],
      ['active_charges', 0.15, 7],
      ['insolvency_history', 0.2, 0],
      ['gazette_warnings', 0.2, 10],
      ['director_instability', 0.1, 8],
    ])
    expect(signals.reduce((sum: number, { contribution }: any) => sum + contribution, 0)).toBe(score)
    expect(signals[0].detail).toContain('107 days overdue')
    // Three weeks old: factors that depend on filings not due yet are unknown.
    expect((await data('99000066')).signals[0]).toMatchObject({
      factor: 'filing_delays',
      contribution: null,
      points: null,
    })
  })

  it('of a sound company has no red flag, and says what speaks for it', async () => {
    const { red_flags, green_flags, governance, financials, regulatory, entity, rating, confidence } =
      await data('99000017')
    expect(red_flags).toEqual([])
    expect(green_flags.map(({ signal }: { signal: string }) => signal)).toEqual([
      'long_established',
      'accounts_on_time',
      'confirmation_statement_on_time',
      'no_insolvency',
      'unencumbered',
      'steady_board',
      'owner_named',
      'data_protection_registered',
      'public_contracts',
      'sound_balance_sheet',
    ])
    expect({ rating, confidence }).toEqual({ rating: 'LOW_RISK', confidence: 'high' })
    expect(entity).toMatchObject({ company_number: '99000017', sic_codes: ['28990', '72190'] })
    expect(governance).toMatchObject({
      active_officers: 3,
      active_directors: 2,
      directors_left_12m: 0,
      directors_identity_verified: 2,
      directors_identity_overdue: 0,
      owners_identity_verified: 1,
      owners_identity_overdue: 0,
      active_persons_with_significant_control: 1,
      longest_serving_since: '2005-06-01',
    })
    expect(financials).toMatchObject({
      accounts: { days_overdue: 0, sets_filed_3y: 3, sets_late_3y: 0 },
      charges: { total: 1, outstanding: 0, lenders: [] },
      insolvency: { state: 'none', cases: [] },
      public_contracts: { total: 2, total_value: 280_150 },
    })
    expect(regulatory.financial_regulator.registered).toBe(false)
  })

  it('has the identifier of a company, which no flag rests on', async () => {
    const { lei, red_flags, green_flags } = await data('99000058')
    expect(lei).toMatchObject({ registration: { status: 'ISSUED' }, ultimate_parent: { country: 'US' } })
    expect([...red_flags, ...green_flags].filter(({ sources }) => sources.includes('gleif'))).toEqual([])
    expect((await data('99000017')).lei).toMatchObject({ registered: false, registration: null })
  })

  it('raises what its regulator did, though nothing else speaks against it', async () => {
    const { red_flags } = await data('99000058')
    expect(red_flags).toMatchObject([{ flag: 'regulatory_discipline', severity: 'high', sources: ['fca-register'] }])
    expect(red_flags[0].evidence).toContain('financial penalty of £412,300')
    expect(red_flags[0].implication).not.toBe('')
  })

  it('of a company in liquidation names the case, the lenders and whom to claim from, and nothing that speaks for it', async () => {
    const { financials, green_flags, red_flags, recommendation } = await data('99000033')
    expect(financials).toMatchObject({
      insolvency: {
        state: 'liquidation',
        cases: [{ type: 'creditors-voluntary-liquidation', practitioners: [{ name: 'Ambrose Kettlewick' }] }],
      },
      charges: { outstanding: 2, lenders: ['Halverley Bridging Limited', 'Marshfield & Tarn Bank PLC'] },
      accounts: { days_overdue: 134 },
    })
    expect(green_flags).toEqual([])
    expect(red_flags.map(({ flag }: { flag: string }) => flag)).toEqual([
      'in_liquidation',
      'insolvency_advertised',
      'director_disqualified',
      'accounts_overdue',
      'negative_net_assets',
      'owes_more_within_a_year',
      'cash_halved',
      'outstanding_charges',
    ])
    expect(recommendation).toMatch(/ The liquidator acts for it/)
  })

  it('of a failing company has its figures, and flags of more weight as they come late', async () => {
    const { financials, red_flags } = await data('99000025')
    expect(financials.figures.years[0]).toMatchObject({
      made_up_to: '2024-09-30',
      net_assets: -119_100,
      current_ratio: 0.47,
      audited: false,
    })
    const flags = red_flags.filter(({ sources }: { sources: readonly string[] }) =>
      sources.includes('companies-house-accounts'),
    )
    expect(flags.map(({ flag, severity }: Record<string, string>) => `${severity} ${flag}`)).toEqual([
      'medium negative_net_assets',
      'medium owes_more_within_a_year',
      'medium cash_halved',
    ])
    expect(flags[2].evidence).toBe(
      'Cash fell from £41,300 on 30 September 2023 to £8,100 on 30 September 2024, by its accounts as filed, unaudited.',
    )
  })

  it('of a company that is no more counts nobody as serving', async () => {
    const { governance, recommendation } = await data('99000074')
    expect(governance).toMatchObject({
      active_officers: 0,
      active_directors: 0,
      longest_serving_since: null,
      active_persons_with_significant_control: 0,
      corporate_owners: 0,
      ceased_persons_with_significant_control: 0,
    })
    expect(recommendation).toMatch(/^The company is dissolved, since .* The company no longer exists/)
  })

  it('says which flags could not be judged', async () => {
    const { meta } = await open.look('/report/entity/SC990082')
    expect(meta.missing).toContainEqual({ section: 'red_flags', source: 'charity-commission', reason: 'not_covered' })
    expect(meta.missing.every(({ source }: { source: string }) => source === 'charity-commission')).toBe(true)
  })

  it('takes any legal depth, and a name', async () => {
    const { meta, data } = await open.look('/report/entity/Ostravell?depth=summary')
    expect(meta).toMatchObject({
      depth: 'full',
      matched: { asked: 'Ostravell', chosen: 'OSTRAVELL ASSET MANAGEMENT LIMITED (99000058)' },
    })
    expect(data.verdict).toBe('PROCEED_WITH_CAUTION')
    expect((await open.look('/report/entity/99999999')).status).toBe(404)
  })
})

describe('examples', () => {
  it('answer, and hold every verdict', async () => {
    const found = new Set<string>()
    for (const path of open.examples) {
      const { status, data } = await open.look(path)
      expect(status, path).toBe(200)
      found.add(data.verdict)
    }
    expect(found).toEqual(new Set(['PROCEED', 'PROCEED_WITH_CAUTION', 'ENHANCED_DUE_DILIGENCE', 'DO_NOT_ENGAGE']))
  })
})
