/** Two live nodes with one Valkey: what one has fetched the other need not fetch, and each says what the others run. */
import { appendFileSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Redis } from 'ioredis'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { generous } from '../service/generous.ts'
import { valkeyHere } from '../support/engines.ts'
import { liveFleet, type LiveFleet } from '../support/live-fleet.ts'
import { testDatabase } from '../support/postgres.ts'

const database = await testDatabase(),
  engine = await valkeyHere()
const at = '/api/v1/location/WA11UH?depth=full'

describe.skipIf(database === null || engine === null)('two live nodes', () => {
  let fleet: LiveFleet
  beforeAll(async () => {
    fleet = await liveFleet(
      { database: database!, engine: engine! },
      { endpoints: ['location'], configure: generous, slowness: 100 },
    )
  })
  afterAll(() => fleet?.close())

  const readiness = async (node: number) => (await fleet.nodes[node]!.send('/readyz', { key: null })).body

  it('make one set of calls each for three hundred equal cold questions', async () => {
    const key = await fleet.key(100_000)
    const answers = await Promise.all(Array.from({ length: 300 }, (_, i) => fleet.nodes[i % 2]!.send(at, { key })))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    const timesAsked = Object.values(Object.groupBy(fleet.calls, (call) => call)).map((same) => same!.length)
    expect(timesAsked.length).toBeGreaterThan(2)
    expect(Math.max(...timesAsked)).toBeLessThanOrEqual(2)
  })

  it('answer without a call to a source what the other has fetched', async () => {
    const key = await fleet.key(1_000)
    const elsewhere = '/api/v1/location/SW1A1AA?depth=full'
    const redis = new Redis(engine!.url)
    onTestFinished(() => redis.disconnect())
    const first = await fleet.nodes[0].send(elsewhere, { key })
    const calls = fleet.calls.length
    // It is kept for others once the answer is on its way.
    await expect.poll(() => redis.keys(`domesday:${fleet.id}:cache:*:digest:*`)).toHaveLength(new Set(fleet.calls).size)
    const second = await fleet.nodes[1].send(elsewhere, { key })
    expect(second.body.data).toEqual(first.body.data)
    expect(fleet.calls.slice(calls)).toEqual([])
    expect(await fleet.metric(1, 'domesday_shared_digests_total{result="hit"}')).toBeGreaterThan(0)
    expect(
      await fleet.metric(1, 'domesday_upstream_seconds_count{source="postcodes-io",outcome="shared"}'),
    ).toBeGreaterThan(0)
    expect(await fleet.metric(1, 'domesday_shared_tokens{source="postcodes-io"}')).toBeGreaterThan(0)
  })

  it('say so where their settings differ, and no more once they do not', async () => {
    expect([await readiness(0), await readiness(1)]).toEqual([{ status: 'ok' }, { status: 'ok' }])
    const file = join(fleet.nodes[1].configDir, 'service.yaml')
    const noted = {
      status: 'ok',
      notes: [expect.stringMatching(/^1 other node has other settings: \w{12}, here \w{12}$/)],
    }
    const written = readFileSync(file)
    appendFileSync(file, 'answers: { entries: 4321 }\n')
    for (const node of [0, 1]) await expect.poll(() => readiness(node)).toEqual(noted)
    expect(await fleet.metric(0, 'domesday_nodes_differing{by="settings"}')).toBe(1)
    expect(await fleet.metric(0, 'domesday_nodes_differing{by="release"}')).toBe(0)
    writeFileSync(file, written)
    for (const node of [0, 1]) await expect.poll(() => readiness(node)).toEqual({ status: 'ok' })
  })
})
