import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { settings } from '@domesday/core'
import { openEndpoint, type OpenEndpoint } from '@domesday/tool-testing'
import { funding } from './index.ts'
import { prospectsOf } from './prospects.ts'

interface Signal {
  readonly factor: string
  readonly points: number | null
  readonly contribution: number | null
  readonly detail: string
}

describe('funding', () => {
  let endpoint: OpenEndpoint
  beforeAll(async () => {
    endpoint = await openEndpoint(funding)
  })
  afterAll(() => endpoint.close())

  it('in sum is grants and research, and asks no portal', async () => {
    const { data, meta } = await endpoint.look('/funding/renewable%20energy?depth=summary')
    expect(data).toEqual({
      query: 'renewable energy',
      grants: { total: 4, total_value: 137_750, funder_count: 3, complete: true },
      research: { total_projects: 3 },
    })
    expect(meta.sources).toEqual(['gtr', 'threesixty-giving'])
  })

  it('has contracts and the score from standard up', async () => {
    const { data, meta } = await endpoint.look('/funding/renewable%20energy')
    expect(data.contracts).toEqual({
      total: 2,
      total_at_least: 2,
      open: 2,
      open_at_least: 2,
      complete: true,
      published_from: '2025-10-15',
    })
    const { score, rating, signals } = data.funding_score as {
      readonly score: number
      readonly rating: string
      readonly signals: readonly Signal[]
    }
    expect(signals.map(({ factor }) => factor)).toEqual([
      'grant_opportunities',
      'total_funding_value',
      'funder_diversity',
      'research_funding',
      'procurement_opportunities',
    ])
    expect(signals.reduce((sum, { contribution }) => sum + (contribution ?? 0), 0)).toBe(score)
    expect([score, rating]).toEqual([31, 'LIMITED'])
    expect(signals.slice(0, 2).map(({ detail }) => detail)).toEqual([
      expect.stringMatching(/^4 grants /),
      'Those in pounds come to £137,750.',
    ])
    expect([data.grants.items, data.research.projects, data.contracts.items, meta.missing]).toEqual([
      undefined,
      undefined,
      undefined,
      [],
    ])
  })

  it('has the rows at full depth, and the same score', async () => {
    const [standard, full] = [
      await endpoint.look('/funding/mental%20health'),
      await endpoint.look('/funding/mental%20health?depth=full'),
    ]
    expect(full.data.funding_score).toEqual(standard.data.funding_score)
    expect(full.data.grants.items.map(({ awarded_on: day }: { awarded_on: string }) => day)).toEqual([
      '2026-06-17',
      '2025-09-30',
      '2023-07-14',
    ])
    expect(full.data.research.projects).toMatchObject([
      { title: 'Mental health of young carers', funder: 'MRC', start: '2025-10-01', end: '2029-09-30' },
    ])
    expect(full.data.contracts.items).toMatchObject([
      { title: 'Community mental health training', status: 'open', source: 'contracts-finder' },
    ])
  })

  it('counts a contract once that both portals published', async () => {
    const { data } = await endpoint.look('/funding/pump%20components?depth=full')
    expect(data.contracts).toMatchObject({
      total: 1,
      items: [{ source: 'find-a-tender', also_in: ['contracts-finder'], value: 86_400, status: 'awarded' }],
    })
  })

  it('of what nobody funds is zeros, not gaps', async () => {
    const { status, data, meta } = await endpoint.look('/funding/submarine?depth=full')
    expect(status).toBe(200)
    expect(data).toMatchObject({
      grants: { total: 0, total_value: 0, funder_count: 0, items: [] },
      research: { total_projects: 0, projects: [] },
      contracts: { total: 0, items: [] },
      funding_score: { score: 0, rating: 'SCARCE', confidence: 'high' },
    })
    expect(meta.missing).toEqual([])
  })

  it('refuses a query that is too short or too long', async () => {
    expect((await endpoint.look('/funding/x')).status).toBe(400)
    expect((await endpoint.look(`/funding/${'x'.repeat(161)}`)).status).toBe(400)
  })
})

describe('funding of which a source could not be read', () => {
  const of = async (without: readonly string[]) => {
    const endpoint = await openEndpoint(funding, { without })
    const { data, meta } = await endpoint.look('/funding/renewable%20energy?depth=full')
    await endpoint.close()
    return { data, meta, score: data.funding_score }
  }

  it('has a lower bound for the contracts, and bounds for the score', async () => {
    const whole = await of([])
    expect(whole.score.bounds).toEqual({ low: whole.score.score, high: whole.score.score })
    for (const portal of ['find-a-tender', 'contracts-finder']) {
      const { data, score } = await of([portal])
      expect(data.contracts).toMatchObject({ total: null, open: null, complete: false })
      expect(data.contracts.total_at_least).toBeLessThanOrEqual(2)
      expect((score.signals as readonly Signal[])[4]!.detail).toMatch(
        /(At least|No public contract is known).* could not be read\.$/,
      )
      expect(score.bounds.low).toBeLessThanOrEqual(whole.score.score)
      expect(score.bounds.high).toBeGreaterThanOrEqual(whole.score.score)
      expect(score.possible_ratings).toContain(whole.score.rating)
    }
  })

  it('does not know the grants where none was imported', async () => {
    const { data, meta, score } = await of(['threesixty-giving'])
    expect(data.grants).toBeNull()
    expect(meta.missing).toContainEqual({ section: 'grants', source: 'threesixty-giving', reason: 'not_imported' })
    const signals: readonly Signal[] = score.signals
    expect(signals.slice(0, 3).map(({ points }) => points)).toEqual([null, null, null])
    expect(score.possible_ratings.length).toBeGreaterThan(1)
  })
})

describe('the prospects', () => {
  const grants = { total: 900, value: 5_000_000, priced: 500, funders: 9, items: [], complete: false }
  const read = (name: string) => {
    const none = settings({}) as never
    const { factors } = prospectsOf({ grants: none, research: none, contracts: none, own: none })
    return factors[name]!.read({ of: grants })
  }
  it('are a lower bound if more grants match than are read', () => {
    expect(read('grant_opportunities')).toMatchObject({ metric: 900 })
    expect(read('total_funding_value')).toMatchObject({ metric: 5_000_000, low: 5_000_000, high: null })
    expect(read('funder_diversity')).toMatchObject({
      low: 9,
      high: null,
      detail: 'At least 9 funders give to it: more grants match than are read.',
    })
  })
})
