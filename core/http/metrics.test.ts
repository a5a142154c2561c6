import { describe, expect, it } from 'vitest'
import type { UpstreamEvent } from '../contract/client.ts'
import { createMetrics, type Metrics } from './metrics.ts'

const linesOf = async (metrics: Metrics, name: string): Promise<readonly string[]> =>
  (await metrics.page()).text.split('\n').filter((line) => line.startsWith(name) || line.endsWith(`${name} counter`))

describe('a scrape', () => {
  it('reads each gauge anew, with its labels, and says which only count up', async () => {
    const metrics = createMetrics()
    let readings = [{ labels: { source: 'a' }, value: 1 }]
    metrics.gauge({ name: 'waiting', help: 'x', labels: ['source'], read: () => readings })
    metrics.gauge({ name: 'hits_total', help: 'x', counts: true, read: () => 7 })
    expect(await linesOf(metrics, 'waiting')).toEqual(['waiting{source="a"} 1'])
    readings = [{ labels: { source: 'b' }, value: 0 }]
    expect(await linesOf(metrics, 'waiting')).toEqual(['waiting{source="b"} 0'])
    expect(await linesOf(metrics, 'hits_total')).toEqual(['# TYPE hits_total counter', 'hits_total 7'])
  })

  it('waits for no slow reading, begins no second one, and shows it once it is there', async () => {
    const metrics = createMetrics()
    const slow = Promise.withResolvers<number>()
    let begun = 0
    metrics.gauge({ name: 'slow', help: 'x', read: () => ((begun += 1), slow.promise) })
    await metrics.page()
    expect(await linesOf(metrics, 'slow')).toEqual(['slow 0'])
    expect(begun).toBe(1)
    slow.resolve(5)
    await slow.promise
    expect(await linesOf(metrics, 'slow')).toEqual(['slow 5'])
  })

  it('leaves out a gauge that cannot be read, and no other', async () => {
    const metrics = createMetrics()
    const read = (): number => {
      throw new Error('broken')
    }
    metrics.gauge({ name: 'broken', help: 'x', read })
    metrics.gauge({ name: 'broken_too', help: 'x', labels: ['source'], read })
    metrics.gauge({ name: 'sound', help: 'x', read: () => 1 })
    expect([await linesOf(metrics, 'broken'), await linesOf(metrics, 'sound')]).toEqual([[], ['sound 1']])
  })
})

describe('questions to upstreams', () => {
  it('that failed are counted by source, operation and kind', async () => {
    const metrics = createMetrics()
    const asked = (outcome: UpstreamEvent['outcome'], kind?: string) =>
      metrics.asked({ source: 's', operation: 'o', outcome, ms: 3_000, bytes: 0, kind })
    asked('ok')
    asked('upstream_failed', 'not_found')
    asked('upstream_failed', 'not_found')
    asked('stale', 'timeout')
    asked('not_imported')
    expect(await linesOf(metrics, 'domesday_upstream_failures_total{')).toEqual([
      'domesday_upstream_failures_total{source="s",operation="o",kind="not_found"} 2',
      'domesday_upstream_failures_total{source="s",operation="o",kind="timeout"} 1',
      'domesday_upstream_failures_total{source="s",operation="o",kind="not_imported"} 1',
    ])
    const bucket = 'domesday_upstream_seconds_bucket{le='
    expect(await linesOf(metrics, `${bucket}"5",source="s",outcome="ok"}`)).toHaveLength(1)
  })
})
