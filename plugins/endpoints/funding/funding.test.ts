import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openEndpoint, type OpenEndpoint } from '@domesday/core/testing'
import { funding } from './index.ts'

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
    expect(data.contracts).toEqual({ total: 2, open: 2, complete: true, published_from: '2025-10-15' })
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
