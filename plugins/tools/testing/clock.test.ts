import { setTimeout } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { tokens } from '@domesday/core/tool'
import { openBilling } from '@domesday/store-sqlite'
import { only, runService, testClock, type RunningService } from '@domesday/tool-testing'

const at = '/api/v1/location/WA11UH'
const day = 86_400_000
const clock = testClock()
let service: RunningService
beforeAll(async () => {
  service = await runService({ now: clock.now, configure: only('location') })
})
afterAll(() => service.close())

/** How often the sources were asked, and what they said before was not used. */
const askedSources = async (): Promise<number> => {
  const { text } = await service.container.get(tokens.metrics).page()
  return [...text.matchAll(/^domesday_upstream_seconds_count\{.*outcome="(?:ok|part|none)"\} (\d+)$/gm)].reduce(
    (sum, [, count]) => sum + Number(count),
    0,
  )
}

describe('a service under the clock of a test', () => {
  it('goes on while nothing is done', async () => {
    const before = clock.now()
    await setTimeout(2)
    expect(clock.now()).toBeGreaterThan(before)
  })

  it('ends a key when it expires', async () => {
    const { key } = await service.container
      .get(tokens.billing)
      .keys.create({ credits: 10, expiresAt: clock.now() + day })
    expect((await service.send(at, { key })).status).toBe(200)
    clock.pass(day)
    expect((await service.send(at, { key })).body.detail).toBe('Invalid API key: it has expired.')
  })

  it('notices what another process did to a key', async () => {
    const beside = openBilling({ dir: service.dataDir, now: clock.now })
    const { key, id } = await beside.keys.create({ credits: 10 })
    expect((await service.send(at, { key })).status).toBe(200)
    await beside.keys.revoke(id)
    await beside.close()
    clock.pass(250)
    expect((await service.send(at, { key })).status).toBe(401)
  })

  it('asks the sources again when an answer is old', async () => {
    await service.send(at)
    const before = await askedSources()
    await service.send(at)
    expect(await askedSources()).toBe(before)
    clock.pass(400 * day)
    await service.send(at)
    expect(await askedSources()).toBeGreaterThan(before)
  })

  it('forgets an idempotency key', async () => {
    const again = { headers: { 'idempotency-key': 'one' } }
    await service.send(at, again)
    expect((await service.send(at, again)).headers['x-credits-charged']).toBe('0')
    clock.pass(day)
    expect((await service.send(at, again)).headers['x-credits-charged']).toBe('10')
  })
})
