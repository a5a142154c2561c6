/** The order of the layers, fixed by what can be seen from outside. */
import { beforeEach, describe, expect, it } from 'vitest'
import { integer, text } from '@domesday/core'
import { quickTime } from '../../../test/support/quick-time.ts'
import { clientOf, declare, respondJson, loopback, settingsFor } from '../../../test/support/loopback.ts'
import { upstreamFaultOf } from '../../../test/support/faults.ts'

const about = declare()
const lookup = about.get('lookup', {
  path: (id: string) => `/lookup/${id}`,
  digest: text(),
  read: (wire: { readonly id: string }) => wire.id,
})

const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))
beforeEach(quickTime)

/** One token, and the next one so late that no test reaches it. */
const oneToken = { calls: 1, per: 600_000, burst: 1 }

describe('cache, then the rest', () => {
  it('spends no token on a hit', async () => {
    const { origin, seen } = await loopback((response) => respondJson(response, { id: 'a' }))
    const client = clientOf([about], settingsFor(origin, { rate: oneToken }))
    await client.ask(lookup, 'a')
    expect((await client.ask(lookup, 'a')).value).toBe('a')
    expect(await upstreamFaultOf(client.ask(lookup, 'b'))).toMatchObject({
      reason: 'not_asked',
      message: expect.stringContaining('rate'),
    })
    expect(seen).toHaveLength(1)
    expect(client.events.map(({ outcome }) => outcome)).toEqual(['ok', 'cache', 'not_asked'])
  })

  it('answers from the cache while the breaker is open', async () => {
    const { origin } = await loopback((response, { url }) =>
      respondJson(response, { id: 'a' }, url.endsWith('/a') ? 200 : 500),
    )
    const client = clientOf([about], settingsFor(origin, { breaker: { failures: 1, for: 60_000 } }))
    await client.ask(lookup, 'a')
    await upstreamFaultOf(client.ask(lookup, 'b'))
    expect((await upstreamFaultOf(client.ask(lookup, 'b'))).reason).toBe('not_asked')
    expect((await client.ask(lookup, 'a')).value).toBe('a')
  })
})

describe('single flight, then the breaker', () => {
  it('counts a shared failure once', async () => {
    const { origin, seen } = await loopback((response) => respondJson(response, {}, 500))
    const client = clientOf([about], settingsFor(origin, { breaker: { failures: 2, for: 60_000 } }))
    await Promise.all(Array.from({ length: 10 }, () => upstreamFaultOf(client.ask(lookup, 'a'))))
    expect(seen).toHaveLength(1)
    expect((await upstreamFaultOf(client.ask(lookup, 'b'))).reason).toBe('upstream_failed')
    expect((await upstreamFaultOf(client.ask(lookup, 'c'))).reason).toBe('not_asked')
  })
})

describe('breaker, then retry and limiter', () => {
  it('makes no call, no retry and no wait for the limiter while open', async () => {
    const { origin, seen } = await loopback((response) => respondJson(response, {}, 500))
    // The second token comes after 1.5 s, within the time of one ask: a call that reached the limiter would wait for
    // it.
    const client = clientOf(
      [about],
      settingsFor(origin, {
        tries: 2,
        timeout: 2_000,
        rate: { calls: 2, per: 3_000, burst: 2 },
        breaker: { failures: 1, for: 60_000 },
      }),
    )
    await upstreamFaultOf(client.ask(lookup, 'a'))
    expect(seen).toHaveLength(2)
    const begun = performance.now()
    expect(await upstreamFaultOf(client.ask(lookup, 'b'))).toMatchObject({ reason: 'not_asked', retryAfter: 60 })
    expect(performance.now() - begun).toBeLessThan(500)
    expect(seen).toHaveLength(2)
  })

  it('counts one failure for all the tries of an ask', async () => {
    const { origin, seen } = await loopback((response) => respondJson(response, {}, 500))
    const client = clientOf([about], settingsFor(origin, { tries: 3, breaker: { failures: 2, for: 60_000 } }))
    await upstreamFaultOf(client.ask(lookup, 'a'))
    expect(seen).toHaveLength(3)
    expect((await upstreamFaultOf(client.ask(lookup, 'b'))).reason).toBe('upstream_failed')
    expect((await upstreamFaultOf(client.ask(lookup, 'c'))).reason).toBe('not_asked')
  })
})

describe('retry, then the limiter', () => {
  it('takes a token for every try', async () => {
    const { origin, seen } = await loopback((response, _, count) =>
      respondJson(response, { id: 'a' }, count === 1 ? 503 : 200),
    )
    const client = clientOf([about], settingsFor(origin, { tries: 2, rate: { calls: 1, per: 400, burst: 1 } }))
    await client.ask(lookup, 'a')
    expect(seen).toHaveLength(2)
    expect(seen[1]!.at - seen[0]!.at).toBeGreaterThan(350)
  })

  it('frees its place at once while it waits to try again', async () => {
    const { origin, seen } = await loopback((response, { url }, count) =>
      respondJson(response, { id: 'x' }, url.endsWith('/a') && count === 1 ? 429 : 200, { 'retry-after': '1' }),
    )
    const client = clientOf([about], settingsFor(origin, { concurrency: 1, timeout: 5_000 }), { unlimited: true })
    const first = client.ask(lookup, 'a')
    await sleep(100)
    await client.ask(lookup, 'b')
    expect(seen.map(({ url }) => url)).toEqual(['/lookup/a', '/lookup/b'])
    await first
    expect(seen).toHaveLength(3)
  })
})

describe('limiter, then the timeout', () => {
  it('starts the clock of a try when its turn has come', async () => {
    const { origin } = await loopback(async (response) => {
      await sleep(500)
      respondJson(response, { id: 'a' })
    })
    // Three calls in a row need 1,500 ms, more than one may take; the budget of an ask is 1,200 ms × 3.
    const client = clientOf([about], settingsFor(origin, { concurrency: 1, timeout: 1_200, tries: 3 }))
    const answers = await Promise.all(['a', 'b', 'c'].map((id) => client.ask(lookup, id)))
    expect(answers.map(({ value }) => value)).toEqual(['a', 'a', 'a'])
  })

  it('gives the place back when a call times out', async () => {
    const { origin } = await loopback((response, { url }) =>
      url.endsWith('/a') ? undefined : respondJson(response, { id: 'b' }),
    )
    const client = clientOf([about], settingsFor(origin, { concurrency: 1, timeout: 200 }))
    expect((await upstreamFaultOf(client.ask(lookup, 'a'))).reason).toBe('upstream_timeout')
    expect((await client.ask(lookup, 'b')).value).toBe('b')
  })
})

describe('timeout around fetch, size cap and reading', () => {
  it('runs on while the body arrives', async () => {
    const { origin } = await loopback((response) => {
      response.writeHead(200).write('{"id":')
    })
    const client = clientOf([about], settingsFor(origin, { timeout: 200 }))
    expect((await upstreamFaultOf(client.ask(lookup, 'a'))).reason).toBe('upstream_timeout')
  })

  it('caps a body before it is read', async () => {
    let read = 0
    const counted = declare()
    const big = counted.get('big', { path: () => '/big', digest: integer(), read: () => (read += 1) })
    const { origin } = await loopback((response) => respondJson(response, { filler: 'x'.repeat(5_000) }))
    const client = clientOf([counted], settingsFor(origin, { max_bytes: 1_000 }))
    expect(await upstreamFaultOf(client.ask(big, null))).toMatchObject({
      reason: 'upstream_failed',
      message: expect.stringContaining('size limit'),
    })
    expect(read).toBe(0)
  })
})
