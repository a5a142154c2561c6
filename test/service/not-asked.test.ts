/** Our own limits are told as what they are, never as a failure of the source. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { runService, type RunningService } from '@domesday/tool-testing'
import { openFaultyWorld, type FaultyWorld } from './faulty-world.ts'
import { generous } from './generous.ts'

let world: FaultyWorld, service: RunningService
const open = async (source: string, yaml: string): Promise<void> => {
  world = await openFaultyWorld(['location'])
  service = await runService({
    gateway: world.origin,
    patience: 50,
    configure: (dir) => {
      generous(dir)
      mkdirSync(join(dir, 'sources'), { recursive: true })
      writeFileSync(join(dir, 'sources', `${source}.yaml`), yaml)
    },
  })
}
afterEach(async () => {
  await service.close()
  world.close()
})
const ask = async (path: string) => {
  const key = await service.key(100)
  const answer = await service.send(path, { key })
  return { ...answer, left: (await service.send('/account', { key })).body.data }
}

describe('a source whose calls are used up', () => {
  it('makes the call a 503 where there is no answer without it, free, and says when to try again', async () => {
    await open('postcodes-io', 'rate: { calls: 1, per: 1h, burst: 1 }\n')
    expect((await ask('/api/v1/location/WA11UH?depth=summary')).status).toBe(200)
    const { status, body, headers, left } = await ask('/api/v1/location/EH11YZ?depth=summary')
    expect([status, body.code, left.balance, left.held]).toEqual([503, 'source_busy', 100, 0])
    expect(Number(headers['retry-after'])).toBeGreaterThan(3000)
    expect(world.calls).toEqual(['postcodes-io'])
  })

  it('tells callers to come back one after another, not all at once', async () => {
    await open('postcodes-io', 'rate: { calls: 1, per: 1h, burst: 1 }\n')
    await ask('/api/v1/location/WA11UH?depth=summary')
    for (const [i, postcode] of ['EH11YZ', 'SW1A2AA', 'NW19HZ', 'CF243AA'].entries()) {
      const { headers, body } = await ask(`/api/v1/location/${postcode}?depth=summary`)
      expect([body.code, String(body.retry_after_s)]).toEqual(['source_busy', headers['retry-after']])
      // Each in its own turn of an hour.
      expect(body.retry_after_s).toBeGreaterThan((i + 1) * 3_600 - 300)
      expect(body.retry_after_s).toBeLessThanOrEqual((i + 2) * 3_600)
    }
  })

  it('is a gap that says that it was not asked, and when to try again', async () => {
    await open('fsa-food-hygiene', 'rate: { calls: 1, per: 1h, burst: 1 }\n')
    await ask('/api/v1/location/WA11UH')
    const { status, body } = await ask('/api/v1/location/SW1A2AA')
    expect([status, body.data.services]).toEqual([200, { food_hygiene: null }])
    // Datasets are not imported here.
    const rest = body._meta.missing.filter(({ section }: { section: string }) => section !== 'crime.rate')
    expect(rest).toEqual([
      {
        section: 'services.food_hygiene',
        source: 'fsa-food-hygiene',
        reason: 'not_asked',
        retry_after_s: expect.any(Number),
      },
    ])
  })
})

describe('a source that asks this server to wait', () => {
  it('is told as that, until when, by the call that it answered so and by those that it is spared', async () => {
    await open('postcodes-io', '')
    world.faults.set('postcodes-io', 'busy')
    const before = Date.now()
    const first = await ask('/api/v1/location/WA11UH?depth=summary')
    const second = await ask('/api/v1/location/EH11YZ?depth=summary')
    expect(world.calls).toEqual(['postcodes-io'])
    expect([first.status, first.body.code, second.status, second.body.code]).toEqual([
      502,
      'upstream_failed',
      503,
      'source_busy',
    ])
    for (const { headers, body, left } of [first, second]) {
      const until = /asked this server to wait until (\S+Z)\. Nothing was charged\.$/.exec(body.detail)?.[1]
      const [from, to] = [before + 30_000, Date.now() + 30_000]
      expect(Date.parse(until!)).toBeGreaterThanOrEqual(Math.floor(from / 1_000) * 1_000)
      expect(Date.parse(until!)).toBeLessThanOrEqual(Math.ceil(to / 1_000) * 1_000)
      expect(Number(headers['retry-after'])).toBeGreaterThanOrEqual(Math.floor((from - Date.now()) / 1_000))
      expect(Number(headers['retry-after'])).toBeLessThanOrEqual(30)
      expect(left.balance).toBe(100)
    }
  })
})
