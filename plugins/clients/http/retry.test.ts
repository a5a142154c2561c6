import { beforeEach, describe, expect, it } from 'vitest'
import type { ServerResponse } from 'node:http'
import { passing, text, type SourceAbout } from '@domesday/core'
import { quickTime } from '../../../test/support/quick-time.ts'
import { clientOf, declare, respondJson, loopback, settingsFor } from '../../../test/support/loopback.ts'
import { upstreamFaultOf } from '../../../test/support/faults.ts'
import type { SourceSettings } from '@domesday/core/client'

const asking = async (
  answer: (response: ServerResponse, count: number) => unknown,
  settings: Partial<SourceSettings> = {},
  slow?: SourceAbout['slow'],
) => {
  const { origin, seen } = await loopback((response, _, count) => answer(response, count))
  const about = declare(slow === undefined ? {} : { slow })
  const lookup = about.get('lookup', { path: (id: number) => `/lookup/${id}`, digest: text(), read: () => 'answer' })
  const client = clientOf([about], settingsFor(origin, { timeout: 4_000, ...settings }))
  return { client, seen, ask: (id = 1) => client.ask(lookup, id), gap: () => seen[1]!.at - seen[0]!.at }
}
const fine = (response: ServerResponse): void => respondJson(response, {})

beforeEach(quickTime)

describe('tries', () => {
  it('are made again after a 5xx, a dropped connection and a hang, as often as the settings say', async () => {
    const { ask, seen } = await asking(
      (response, count) => {
        if (count === 1) return respondJson(response, {}, 502)
        if (count === 2) return response.destroy()
        return count === 3 ? undefined : fine(response)
      },
      { tries: 4, timeout: 500 },
    )
    expect((await ask()).value).toBe('answer')
    expect(seen).toHaveLength(4)
  })

  it('end in the last fault', async () => {
    const { ask, seen } = await asking((response, count) => respondJson(response, {}, 501 + count), {
      tries: 2,
      timeout: 1_000,
    })
    expect((await upstreamFaultOf(ask())).message).toBe('answered 503')
    expect(seen).toHaveLength(2)
  })

  it.each([[400], [404], [401], [501], [304]])('are not made again after a %d', async (status) => {
    const { ask, seen } = await asking((response) => respondJson(response, {}, status), { tries: 3 })
    expect((await upstreamFaultOf(ask())).reason).toBe('upstream_failed')
    expect(seen).toHaveLength(1)
  })

  it('are not made again after an answer that cannot be read', async () => {
    const { ask, seen } = await asking((response) => response.end('garbage'), { tries: 3 })
    await upstreamFaultOf(ask())
    expect(seen).toHaveLength(1)
  })

  it('are made again, after the pause it names, where the reader holds a 2xx for a passing fault', async () => {
    const { origin, seen } = await loopback((response, _, count) => response.end(count === 1 ? 'busy' : 'fine'))
    const about = declare()
    const lookup = about.get('lookup', {
      path: () => '/lookup',
      as: 'text',
      digest: text(),
      read: (said: string) => {
        if (said === 'fine') return said
        throw passing('the service is busy', 0.5)
      },
    })
    const client = (tries: number) => clientOf([about], settingsFor(origin, { timeout: 4_000, tries }))
    expect((await client(2).ask(lookup, 1)).value).toBe('fine')
    expect(seen[1]!.at - seen[0]!.at).toBeGreaterThan(450)
    seen.length = 0
    expect(await upstreamFaultOf(client(1).ask(lookup, 1))).toMatchObject({
      reason: 'upstream_failed',
      message: 'answered without an answer: the service is busy',
    })
  })

  it('all together take no longer than the time limit times their number', async () => {
    const { ask } = await asking(() => undefined, { tries: 3, timeout: 150 })
    const begun = performance.now()
    expect((await upstreamFaultOf(ask())).reason).toBe('upstream_timeout')
    expect(performance.now() - begun).toBeLessThan(550)
  })
})

describe('an upstream that wants fewer calls', () => {
  it('is waited for once, though the settings allow one try', async () => {
    const { ask, seen, gap } = await asking((response, count) =>
      count === 1 ? respondJson(response, {}, 429, { 'retry-after': '1' }) : fine(response),
    )
    expect((await ask()).value).toBe('answer')
    expect(seen).toHaveLength(2)
    expect(gap()).toBeGreaterThan(950)
    expect(gap()).toBeLessThan(1_900)
  })

  it('is waited for after a 503 with Retry-After as well', async () => {
    const { ask, gap } = await asking(
      (response, count) => (count === 1 ? respondJson(response, {}, 503, { 'retry-after': '0.5' }) : fine(response)),
      { tries: 2 },
    )
    expect((await ask()).value).toBe('answer')
    expect(gap()).toBeGreaterThan(450)
  })

  it('is not waited for twice', async () => {
    const { ask, seen } = await asking((response) => respondJson(response, {}, 429, { 'retry-after': '0' }), {
      tries: 3,
    })
    expect(await upstreamFaultOf(ask())).toMatchObject({ reason: 'upstream_failed', retryAfter: 0 })
    expect(seen).toHaveLength(2)
  })

  it.each([429, 503])('is not waited for when it wants a long pause (%d); the fault says how long', async (status) => {
    const { ask, seen } = await asking((response) => respondJson(response, {}, status, { 'retry-after': '120' }), {
      tries: 3,
    })
    const begun = performance.now()
    expect(await upstreamFaultOf(ask())).toMatchObject({ reason: 'upstream_failed', retryAfter: 120 })
    expect(performance.now() - begun).toBeLessThan(500)
    expect(seen).toHaveLength(1)
  })

  it('is not waited for beyond the time that the ask has', async () => {
    const { ask, seen } = await asking((response) => respondJson(response, {}, 429, { 'retry-after': '2' }), {
      timeout: 500,
    })
    await upstreamFaultOf(ask())
    expect(seen).toHaveLength(1)
  })

  it('may say so in its own way', async () => {
    const slow: SourceAbout['slow'] = ({ status, headers, body }) =>
      status === 403 && body.includes('quota') ? Number(headers['x-wait-ms']) / 1_000 : null
    const { ask, seen } = await asking(
      (response, count) =>
        count === 1 ? respondJson(response, { error: 'quota' }, 403, { 'x-wait-ms': '700' }) : fine(response),
      {},
      slow,
    )
    expect((await ask()).value).toBe('answer')
    expect(seen[1]!.at - seen[0]!.at).toBeGreaterThan(650)
    const refused = await asking((response) => respondJson(response, {}, 403), {}, slow)
    expect((await upstreamFaultOf(refused.ask())).message).toBe('answered 403')
  })

  it.each([429, 503])(
    'gets no other call for as long as it said (%d): the others are refused at once',
    async (status) => {
      const { ask, seen } = await asking((response) => respondJson(response, {}, status, { 'retry-after': '120' }), {
        timeout: 60_000,
        breaker: { failures: 1, for: 1 },
      })
      await upstreamFaultOf(ask(1))
      const begun = performance.now()
      const fault = await upstreamFaultOf(ask(2))
      expect(performance.now() - begun).toBeLessThan(500)
      expect(fault).toMatchObject({ reason: 'not_asked', retryAfter: 120 })
      expect(fault.message).toBe('is not called, because it asked for a pause that has 120 s left')
      expect(seen).toHaveLength(1)
    },
  )

  it('gets no call either from those who queued before it said so', async () => {
    const { ask, seen } = await asking(
      async (response) => {
        await new Promise((resolve) => setTimeout(resolve, 100))
        respondJson(response, {}, 429, { 'retry-after': '120' })
      },
      { concurrency: 1, rate: { calls: 1, per: 50, burst: 1 } },
    )
    const reasons = await Promise.all([1, 2, 3].map(async (id) => (await upstreamFaultOf(ask(id))).reason))
    expect(reasons).toEqual(['upstream_failed', 'not_asked', 'not_asked'])
    expect(seen).toHaveLength(1)
  })

  it('is left alone over a change of our own rate', async () => {
    const { origin, seen } = await loopback((response) => respondJson(response, {}, 429, { 'retry-after': '120' }))
    const about = declare()
    const lookup = about.get('lookup', { path: (id: number) => `/lookup/${id}`, digest: text(), read: () => 'answer' })
    let settings = settingsFor(origin)
    const client = clientOf([about], () => settings)
    await upstreamFaultOf(client.ask(lookup, 1))
    settings = settingsFor(origin, { rate: { calls: 10, per: 1_000, burst: 10 } })
    expect((await upstreamFaultOf(client.ask(lookup, 2))).reason).toBe('not_asked')
    expect(seen).toHaveLength(1)
  })
})
