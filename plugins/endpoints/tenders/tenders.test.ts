import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openEndpoint, type OpenEndpoint } from '@domesday/tool-testing'
import { tenders } from './index.ts'

interface Row {
  readonly title: string
  readonly source: string
  readonly also_in: readonly string[]
  readonly status: string
  readonly published: string
  readonly regions: readonly string[]
}
interface Signal {
  readonly factor: string
  readonly points: number | null
  readonly contribution: number | null
  readonly detail: string
}

describe('tenders', () => {
  let endpoint: OpenEndpoint
  beforeAll(async () => {
    endpoint = await openEndpoint(tenders)
  })
  afterAll(() => endpoint.close())

  it('of a trade come from all portals, newest first', async () => {
    const { data, meta } = await endpoint.look('/tenders?sector=cleaning')
    const rows: readonly Row[] = data.tenders
    expect(new Set(rows.map(({ source }) => source))).toEqual(
      new Set(['contracts-finder', 'find-a-tender', 'public-contracts-scotland', 'sell2wales']),
    )
    expect(rows.map(({ published }) => published)).toEqual(
      rows
        .map(({ published }) => published)
        .toSorted()
        .toReversed(),
    )
    expect(data.total).toBe(rows.length)
    expect(data.tenders.find((row: any) => row.cpv_codes.includes('90911200')).cpv).toContainEqual({
      code: '90911200',
      division: 'Sewage, refuse, cleaning and environmental services',
    })
    expect(data.summary).toEqual({
      open: 4,
      awarded: 2,
      closed: 1,
      open_at_least: 4,
      avg_value: 207_800,
      valued: 4,
      complete: true,
    })
    expect(data.query).toEqual({ sector: 'cleaning', published_from: '2026-06-17' })
    expect([meta.missing, meta.depth]).toEqual([[], 'full'])
  })

  it('that two portals published stand once: known by their OCID, or by buyer and title', async () => {
    const twice = async (path: string) =>
      ((await endpoint.look(path)).data.tenders as readonly Row[])
        .filter(({ also_in: more }) => more.length > 0)
        .map(({ title, source, also_in: more }) => [title, source, ...more])
    expect(await twice('/tenders?region=Scotland')).toEqual([
      ['Case management software for housing', 'find-a-tender', 'public-contracts-scotland'],
    ])
    expect(await twice('/tenders?region=Wales')).toEqual([
      ['Household waste collection vehicles', 'find-a-tender', 'sell2wales'],
    ])
  })

  it('of a region are those of the portals that serve it', async () => {
    const { data, meta } = await endpoint.look('/tenders?region=north%20west')
    expect(data.query.region).toBe('North West')
    expect(new Set((data.tenders as readonly Row[]).flatMap(({ regions }) => regions))).toEqual(new Set(['North West']))
    expect([meta.sources, meta.missing]).toEqual([['contracts-finder', 'find-a-tender'], []])
    expect((await endpoint.look('/tenders?region=Wales')).meta.sources).toEqual([
      'contracts-finder',
      'find-a-tender',
      'sell2wales',
    ])
  })

  it('refuse a region that is none, and say which there are', async () => {
    const { status, body } = await endpoint.look('/tenders?region=Narnia')
    expect([status, body.errors[0].parameter]).toEqual([400, 'region'])
    expect(body.errors[0].allowed).toContain('Yorkshire and the Humber')
    expect((await endpoint.look('/tenders?region=Yorkshire%20%26%20the%20Humber')).status).toBe(200)
  })

  it('are scored by what is open, its worth and the time left', async () => {
    const {
      data: { procurement_opportunity_score: score },
    } = await endpoint.look('/tenders?sector=cleaning')
    const signals: readonly Signal[] = score.signals
    expect(signals.map(({ factor }) => factor)).toEqual([
      'open_tenders',
      'tender_value',
      'bidding_time',
      'market_activity',
      'buyer_diversity',
    ])
    expect(signals.reduce((sum, { contribution }) => sum + (contribution ?? 0), 0)).toBe(score.score)
    expect([score.score, score.rating, score.confidence]).toEqual([44, 'MODERATE', 'high'])
    expect(signals.map(({ detail }) => detail).slice(0, 3)).toEqual([
      '4 tenders are open.',
      'One open tender states a value: £62,000.',
      'The open tenders leave 24 days to bid, by the median.',
    ])
    const all = (await endpoint.look('/tenders')).data.procurement_opportunity_score
    expect(all.score).toBeGreaterThan(score.score)
    expect(all.signals[1].detail).toBe('The median of the values that 9 open tenders state is £420,000.')
  })

  it('score nothing if there are none, without a guessed value', async () => {
    const { status, data, meta } = await endpoint.look('/tenders?sector=submarine')
    expect([status, data.tenders, data.total]).toEqual([200, [], 0])
    expect(data.summary).toEqual({
      open: 0,
      awarded: 0,
      closed: 0,
      open_at_least: 0,
      avg_value: null,
      valued: 0,
      complete: true,
    })
    expect(data.procurement_opportunity_score).toMatchObject({ score: 0, rating: 'POOR', confidence: 'high' })
    expect((data.procurement_opportunity_score.signals as readonly Signal[]).map(({ points }) => points)).toEqual([
      0,
      null,
      0,
      0,
      0,
    ])
    expect(data.procurement_opportunity_score.signals[1].detail).toBe(
      'Does not apply: there is no tender that could state a value.',
    )
    expect(meta.missing).toEqual([])
  })
})

describe('tenders of which a portal could not be read', () => {
  const of = async (without: readonly string[], path: string) => {
    const endpoint = await openEndpoint(tenders, { without })
    const { data, meta } = await endpoint.look(path)
    await endpoint.close()
    return { data, meta, score: data.procurement_opportunity_score }
  }
  const bulk = ['find-a-tender', 'public-contracts-scotland', 'sell2wales']

  it('are a lower bound, and never reported as none', async () => {
    const { data, meta, score } = await of(bulk, '/tenders?sector=submarine')
    expect([data.total, data.total_at_least]).toEqual([null, 0])
    expect(data.summary).toMatchObject({ open: null, awarded: null, closed: null, open_at_least: 0, complete: false })
    expect(meta.missing).toContainEqual({ section: 'total', source: 'find-a-tender', reason: 'not_imported' })
    expect(score).toMatchObject({ score: null, rating: null, confidence: 'low', bounds: { low: 0, high: 100 } })
    expect((score.signals as readonly Signal[])[0]!.detail).toBe(
      'No tender is known to be open, but Find a Tender, Public Contracts Scotland and Sell2Wales could not be read.',
    )
  })

  it('have bounds for the score: from what was read to what may exist', async () => {
    const whole = await of([], '/tenders?sector=cleaning')
    for (const without of [...bulk, 'contracts-finder']) {
      const { data, score } = await of([without], '/tenders?sector=cleaning')
      expect(data.total).toBeNull()
      expect(data.total_at_least).toBeLessThanOrEqual(whole.data.total)
      expect(score.bounds.low).toBeLessThanOrEqual(whole.score.score)
      expect(score.bounds.high).toBeGreaterThanOrEqual(whole.score.score)
      expect(score.possible_ratings).toContain(whole.score.rating)
      const [open, value, time] = score.signals as readonly Signal[]
      expect(open!.detail).toMatch(/^At least [1-4] tenders? (is|are) open: .* could not be read\.$/)
      expect([value!.points, time!.points]).toEqual([null, null])
    }
  })

  it('are whole for a region that the portal does not serve', async () => {
    const { data, score } = await of(['sell2wales'], '/tenders?region=Scotland')
    expect(data.total).toBe(data.total_at_least)
    expect([data.summary.complete, score.bounds]).toEqual([true, { low: score.score, high: score.score }])
  })
})
