import { expect, it } from 'vitest'
import { text } from '@domesday/core'
import { upstreamFaultOf } from '../../../test/support/faults.ts'
import { clientOf, declare, loopback, respondJson, settingsFor } from '../../../test/support/loopback.ts'
import { gaugesOf } from './gauges.ts'

it('the metrics tell breaker, tokens and queue of each source that was asked, and the hits of the cache', async () => {
  const held: (() => void)[] = []
  const { origin } = await loopback((response, { url }) => {
    const answer = () => respondJson(response, {}, url.endsWith('bad') ? 500 : 200)
    if (url.endsWith('slow')) held.push(answer)
    else answer()
  })
  const [about, idle] = [declare({ id: 'asked' }), declare({ id: 'idle' })]
  const lookup = about.get('lookup', { path: (id: string) => `/${id}`, digest: text(), read: () => 'answer' })
  let caller = 0
  const client = clientOf(
    [about, idle],
    settingsFor(origin, {
      concurrency: 1,
      rate: { calls: 1, per: 60_000, burst: 7 },
      breaker: { failures: 3, for: 60_000 },
    }),
    { caller: () => `${caller++}` },
  )
  const gauges = new Map(gaugesOf(client.state).map((gauge) => [gauge.name, gauge]))
  const read = (name: string) => gauges.get(name)!.read()
  const ofAsked = (value: number) => [{ labels: { source: 'asked' }, value }]
  expect(read('domesday_upstream_breaker')).toEqual([])

  for (const _ of [1, 2, 3]) await client.ask(lookup, 'good')
  expect(read('domesday_digest_cache_total')).toEqual([
    { labels: { result: 'hit' }, value: 2 },
    { labels: { result: 'miss' }, value: 1 },
  ])
  expect(read('domesday_upstream_tokens')).toEqual(ofAsked(6))
  expect(read('domesday_upstream_breaker')).toEqual(ofAsked(0))

  const asked = ['slow', 'one', 'another'].map((id) => client.ask(lookup, id))
  await expect.poll(() => held.length).toBe(1)
  expect(read('domesday_upstream_waiting')).toEqual(ofAsked(2))
  held[0]!()
  await Promise.all(asked)
  expect(read('domesday_upstream_waiting')).toEqual(ofAsked(0))

  await Promise.all(['a-bad', 'b-bad', 'c-bad'].map((id) => upstreamFaultOf(client.ask(lookup, id))))
  expect(read('domesday_upstream_tokens')).toEqual(ofAsked(0))
})

it('an open breaker is 2', async () => {
  const { origin } = await loopback((response) => respondJson(response, {}, 500))
  const about = declare()
  const lookup = about.get('lookup', { path: (id: string) => `/${id}`, digest: text(), read: () => 'answer' })
  let caller = 0
  const client = clientOf([about], settingsFor(origin, { breaker: { failures: 3, for: 60_000 } }), {
    caller: () => `${caller++}`,
  })
  for (const id of ['a', 'b', 'c']) await upstreamFaultOf(client.ask(lookup, id))
  const breaker = gaugesOf(client.state).find(({ name }) => name === 'domesday_upstream_breaker')!
  expect(breaker.read()).toEqual([{ labels: { source: 'test-source' }, value: 2 }])
})

it('nothing is told before the client is loaded', async () => {
  expect(await Promise.all(gaugesOf(() => undefined).map(({ read }) => read()))).toEqual([
    [],
    [],
    [],
    [],
    [],
    [
      { labels: { result: 'hit' }, value: 0 },
      { labels: { result: 'miss' }, value: 0 },
    ],
    [],
    [],
  ])
})
