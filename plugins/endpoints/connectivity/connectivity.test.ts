import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openEndpoint, type OpenEndpoint } from '@domesday/tool-testing'
import { connectivity } from './index.ts'

let endpoint: OpenEndpoint
beforeAll(async () => {
  endpoint = await openEndpoint(connectivity)
})
afterAll(() => endpoint.close())

type Signal = {
  readonly factor: string
  readonly contribution: number
  readonly weight: number
  readonly points: number
  readonly detail: string
}
const signalsOf = (data: { digital_readiness_score: { signals: readonly Signal[] } }) =>
  Object.fromEntries(data.digital_readiness_score.signals.map((signal) => [signal.factor, signal]))

describe('connectivity', () => {
  it('sets the shares of premises beside those of wider areas', async () => {
    const { data, meta } = await endpoint.look('/connectivity/WA11UH')
    const { gigabit, below_30_mbps: slow } = data.broadband.premises_pct
    expect([gigabit >= 50, slow < 50]).toEqual([true, true])
    expect(data.broadband.comparison).toMatchObject({
      gigabit: { district: { value: 88.4, area: 'Warrington', period: '2026-01-01' }, uk: { value: 85.7 } },
      below_30_mbps: { region: { value: 1.8, area: 'North West', source: 'ons-local-stats' } },
    })
    expect(meta.missing).toEqual([])
  })

  it('has broadband at a summary, and no more', async () => {
    const { data, meta } = await endpoint.look('/connectivity/WA11UH?depth=summary')
    expect(data).toEqual({
      location: { postcode: 'WA1 1UH', local_authority: 'Warrington', region: 'North West', nation: 'England' },
      broadband: {
        max_download_mbps: 1000,
        median_download_mbps: 1000,
        superfast_available: true,
        ultrafast_available: true,
        gigabit_available: true,
      },
    })
    expect(meta.missing).toEqual([])
  })

  it('shows the networks on their scale, and those that reach indoors', async () => {
    const {
      data: { mobile },
    } = await endpoint.look('/connectivity/PR30SG')
    expect(mobile).toEqual({
      operators: [
        {
          operator: 'EE',
          data_indoor: 3,
          data_indoor_words: 'limited',
          data_outdoor: 4,
          data_outdoor_words: 'likely to be good',
        },
        { operator: 'O2', data_indoor: 0, data_indoor_words: 'none', data_outdoor: 0, data_outdoor_words: 'none' },
        {
          operator: 'Three',
          data_indoor: 0,
          data_indoor_words: 'none',
          data_outdoor: 3,
          data_outdoor_words: 'limited',
        },
        {
          operator: 'Vodafone',
          data_indoor: 0,
          data_indoor_words: 'none',
          data_outdoor: 3,
          data_outdoor_words: 'limited',
        },
      ],
      operators_with_4g_indoor: 1,
    })
  })

  it('in full counts premises, and those below the universal service', async () => {
    const {
      data: { broadband, mobile },
    } = await endpoint.look('/connectivity/PR30SG?depth=full')
    expect(broadband).toMatchObject({
      max_upload_mbps: 6,
      median_upload_mbps: 0.7,
      premises: { total: 4, superfast: 1, ultrafast: 0, gigabit: 0 },
      universal_service: { compliant_premises: 1, eligible_premises: 3, compliant_pct: 25 },
    })
    expect(mobile.voice[1]).toEqual({
      operator: 'O2',
      voice_indoor: 0,
      voice_indoor_words: 'none',
      voice_outdoor: 3,
      voice_outdoor_words: 'limited',
    })
  })

  it('calls superfast what is not ultrafast', async () => {
    const {
      data: { broadband },
    } = await endpoint.look('/connectivity/SW1A2AA')
    expect(broadband).toMatchObject({
      max_download_mbps: 45,
      superfast_available: true,
      ultrafast_available: false,
      gigabit_available: false,
    })
  })

  it('scores five factors by their declared weights', async () => {
    const [town, country] = [
      (await endpoint.look('/connectivity/SW1A2AA')).data,
      (await endpoint.look('/connectivity/PR30SG')).data,
    ]
    const signals = signalsOf(town)
    expect(Object.values(signals).map(({ factor, weight }) => [factor, weight])).toEqual([
      ['max_download_speed', 0.25],
      ['broadband_technology', 0.2],
      ['4g_indoor_coverage', 0.25],
      ['mobile_signal_quality', 0.2],
      ['universal_service_obligation', 0.1],
    ])
    expect(Object.values(signals).reduce((sum, { contribution }) => sum + contribution, 0)).toBe(
      town.digital_readiness_score.score,
    )
    expect(town.digital_readiness_score).toMatchObject({ rating: 'GOOD', confidence: 'high' })
    expect(country.digital_readiness_score).toMatchObject({ rating: 'MODERATE' })
    expect(signalsOf(country)['4g_indoor_coverage']!.detail).toBe(
      '1 of 4 networks gives 4G indoors at most of the premises: EE.',
    )
    expect(signalsOf(country)['broadband_technology']!.detail).toBe(
      'Of 4 premises none can have gigabit, none ultrafast and 1 superfast broadband.',
    )
    expect((await endpoint.look('/connectivity/NW19HZ')).data.digital_readiness_score).toMatchObject({
      score: 100,
      rating: 'EXCELLENT',
    })
  })

  it('on an island is not covered', async () => {
    const { data, meta } = await endpoint.look('/connectivity/GY11WR?depth=full')
    expect([data.broadband, data.mobile, data.digital_readiness_score.score]).toEqual([null, null, null])
    expect(
      new Set(meta.missing.map(({ source, reason }: { source: string; reason: string }) => `${source} ${reason}`)),
    ).toEqual(new Set(['ofcom-connected-nations not_covered', 'ons-local-stats not_covered']))
  })

  it('of an unknown postcode is a 404', async () => {
    expect(await endpoint.look('/connectivity/ZZ99ZZ')).toMatchObject({
      status: 404,
      body: { code: 'unknown_subject' },
    })
  })

  it('answers its examples at every depth, with the same score', async () => {
    for (const path of endpoint.examples) {
      const [summary, standard, full] = [
        await endpoint.look(`${path}?depth=summary`),
        await endpoint.look(path),
        await endpoint.look(`${path}?depth=full`),
      ]
      expect([summary.status, summary.data.broadband.max_download_mbps]).toEqual([
        200,
        full.data.broadband.max_download_mbps,
      ])
      expect(summary.data.broadband.max_download_mbps).toBeGreaterThan(0)
      expect([full.meta.missing, full.data.digital_readiness_score]).toEqual([
        [],
        standard.data.digital_readiness_score,
      ])
    }
  })
})
