/** Redirects, gateway, headers, `run`s and reloaded settings. */
import { describe, expect, it } from 'vitest'
import { flag, integer, list, type Operation } from '@domesday/core'
import { anything } from '../../../test/support/anything.ts'
import { clientOf, declare, respondJson, loopback, settingsFor } from '../../../test/support/loopback.ts'
import { upstreamFaultOf } from '../../../test/support/faults.ts'
import { type Reason, UpstreamFault } from '@domesday/core/client'

const about = declare()
const lookup = about.get('lookup', {
  path: (id: number) => ['/lookup', { id }],
  digest: integer(),
  read: (wire: { readonly n: number }) => wire.n,
})

describe('redirects', () => {
  it('are followed to declared hosts, without the credential', async () => {
    const files = await loopback((response) => respondJson(response, { n: 7 }))
    const { origin, seen } = await loopback((response, { url }) =>
      url.startsWith('/lookup')
        ? response.writeHead(302, { location: '/moved' }).end('see there')
        : response.writeHead(307, { location: `${files.origin}/file?signed=1` }).end(),
    )
    const keyed = declare({ auth: [{ bearer: 'TOKEN' }, { query: 'key', secret: 'API_KEY' }] })
    const get = keyed.get('lookup', {
      path: () => '/lookup',
      digest: integer(),
      read: (wire: { readonly n: number }) => wire.n,
    })
    const client = clientOf([keyed], settingsFor(origin, { hosts: [files.host] }), {
      env: { TEST_SOURCE_TOKEN: 't', TEST_SOURCE_API_KEY: 'k' },
    })
    expect((await client.ask(get, null)).value).toBe(7)
    expect(seen.map(({ url, headers }) => [url, headers.authorization])).toEqual([
      ['/lookup?key=k', 'Bearer t'],
      ['/moved?key=k', 'Bearer t'],
    ])
    expect(files.seen.map(({ url, headers }) => [url, headers.authorization])).toEqual([['/file?signed=1', undefined]])
  })

  it('are refused to other hosts and after three', async () => {
    const other = await loopback((response) => respondJson(response, { n: 7 }))
    const away = await loopback((response) => response.writeHead(302, { location: other.origin }).end())
    expect(await upstreamFaultOf(clientOf([about], settingsFor(away.origin)).ask(lookup, 1))).toMatchObject({
      reason: 'upstream_failed',
      message: expect.stringContaining(other.host),
    })
    expect(other.seen).toHaveLength(0)
    const round = await loopback((response) => response.writeHead(302, { location: '/again' }).end())
    expect((await upstreamFaultOf(clientOf([about], settingsFor(round.origin)).ask(lookup, 1))).message).toBe(
      'redirects more than 3 times',
    )
    expect(round.seen).toHaveLength(4)
  })

  it('turn a POST into a GET, except where the status says to repeat it', async () => {
    const posting = declare()
    const post = posting.get('post', {
      path: (status: number) => `/post/${status}`,
      post: () => ({ json: { a: 1 } }),
      digest: flag(),
      read: () => true,
    })
    const { origin, seen } = await loopback((response, { url }) =>
      url.startsWith('/post')
        ? response.writeHead(Number(url.slice(6)), { location: '/there' }).end()
        : respondJson(response, {}),
    )
    const client = clientOf([posting], settingsFor(origin))
    await client.ask(post, 303)
    await client.ask(post, 308)
    expect(
      seen
        .filter(({ url }) => url === '/there')
        .map(({ method, body, headers }) => [method, body, headers['content-type']]),
    ).toEqual([
      ['GET', '', undefined],
      ['POST', '{"a":1}', 'application/json'],
    ])
  })
})

describe('requests', () => {
  it('say who calls, and for whom', async () => {
    const { origin, seen } = await loopback((response) => respondJson(response, { n: 1 }))
    await clientOf([about], settingsFor(origin), { trace: () => ({ traceparent: '00-trace' }) }).ask(lookup, 1)
    expect(seen[0]!.headers).toMatchObject({
      'user-agent': 'Domesday/3.0.0 (+https://example.test/contact)',
      traceparent: '00-trace',
    })
  })

  it('carry the headers that a declaration wants, and not those that it blanks', async () => {
    const special = declare()
    const get = special.get('lookup', {
      path: () => '/lookup',
      headers: { Accept: '', 'X-API-Version': '2' },
      digest: flag(),
      read: () => true,
    })
    const { origin, seen } = await loopback((response) => respondJson(response, {}))
    await clientOf([special], settingsFor(origin)).ask(get, null)
    expect(seen[0]!.headers['x-api-version']).toBe('2')
    expect(seen[0]!.headers).not.toHaveProperty('accept')
  })

  it('post JSON, forms and text', async () => {
    const posting = declare()
    const bodies = {
      json: { json: { q: 'é' } },
      form: { form: { q: 'a b&c' } },
      text: { text: '<q/>', type: 'text/xml' },
    }
    const post = posting.get('post', {
      path: () => '/post',
      post: (kind: keyof typeof bodies) => bodies[kind],
      digest: flag(),
      read: () => true,
    })
    const { origin, seen } = await loopback((response) => respondJson(response, {}))
    const client = clientOf([posting], settingsFor(origin))
    for (const kind of ['json', 'form', 'text'] as const) await client.ask(post, kind)
    expect(seen.map(({ method, body, headers }) => [method, body, headers['content-type']])).toEqual([
      ['POST', '{"q":"é"}', 'application/json'],
      ['POST', 'q=a+b%26c', 'application/x-www-form-urlencoded'],
      ['POST', '<q/>', 'text/xml'],
    ])
  })

  it('go through the gateway, redirects too', async () => {
    const gateway = await loopback((response, _, count) =>
      count === 1
        ? response.writeHead(301, { location: 'https://files.example.test/x?y=1' }).end()
        : respondJson(response, { n: 1 }),
    )
    await clientOf([about], settingsFor('https://api.example.test', { hosts: ['files.example.test'] }), {
      gateway: gateway.origin,
    }).ask(lookup, 1)
    expect(gateway.seen.map(({ url, headers }) => [url, headers['x-upstream-origin']])).toEqual([
      ['/test-source/lookup?id=1', 'https://api.example.test'],
      ['/test-source/x?y=1', 'https://files.example.test'],
    ])
  })

  it('are not sent where a declaration leads astray or throws', async () => {
    const astray = declare()
    const away = astray.get('away', { path: (to: string) => to, digest: flag(), read: () => true })
    const broken = astray.get('broken', {
      path: ({ a }: { a: { b: string } }) => a.b,
      digest: flag(),
      read: () => true,
    })
    const { origin, seen } = await loopback((response) => respondJson(response, {}))
    const client = clientOf([astray], settingsFor(origin))
    expect((await upstreamFaultOf(client.ask(away, 'https://elsewhere.test/'))).message).toContain('elsewhere.test')
    expect((await upstreamFaultOf(client.ask(broken, {}))).message).toMatch(/^cannot be asked: .*'b'/)
    expect(seen).toHaveLength(0)
  })

  it('are refused for a source that is not loaded', async () => {
    expect((await upstreamFaultOf(clientOf([], settingsFor('http://127.0.0.1:1')).ask(lookup, 1))).reason).toBe(
      'not_configured',
    )
  })
})

describe('runs', () => {
  const paged = declare()
  const page = paged.get('page', {
    path: (n: number) => `/page/${n}`,
    digest: list(integer()),
    read: (wire: { readonly items: readonly number[] }) => wire.items,
  })
  const all = paged.run(
    'all',
    async (pages: number, { ask }) => {
      const items: number[] = []
      for (let n = 1; n <= pages; n += 1) items.push(...(await ask(page, n)))
      return items
    },
    { digest: list(integer()) },
  )
  const lenient = paged.run('lenient', async (n: number, { ask }) => ask(page, n).catch(() => 'instead'), {
    digest: anything,
  })
  const broken = paged.run(
    'broken',
    async (n: number, { ask }) => ((await ask(page, n)) as unknown as { a: { b: number } }).a.b,
    { digest: integer() },
  )

  const world = async (status: (n: number) => number = () => 200) => {
    const clock = { now: 1_000_000_000_000 }
    const { origin, seen } = await loopback((response, { url }) =>
      respondJson(response, { items: [Number(url.slice(6))] }, status(Number(url.slice(6)))),
    )
    const client = clientOf([paged], settingsFor(origin, { ttl: { default: 60_000, page: 10_000 } }), {
      now: () => clock.now,
    })
    return { clock, seen, client }
  }

  it('are as old as their oldest part and no fresher than the first to run out', async () => {
    const { clock, seen, client } = await world()
    const begun = clock.now
    await client.ask(page, 2)
    clock.now += 4_000
    expect(await client.ask(all, 3)).toEqual({ value: [1, 2, 3], at: begun, until: begun + 10_000, from: 'wire' })
    await client.ask(all, 3)
    expect(seen.map(({ url }) => url)).toEqual(['/page/2', '/page/1', '/page/3'])
  })

  it('are no fresher than their own ttl', async () => {
    const { clock, client } = await world()
    expect((await client.ask(all, 0)).until).toBe(clock.now + 60_000)
  })

  it('share a flight, and the parts share theirs', async () => {
    const { seen, client } = await world()
    await Promise.all([client.ask(all, 2), client.ask(all, 2), client.ask(all, 3)])
    expect(seen.map(({ url }) => url).toSorted()).toEqual(['/page/1', '/page/2', '/page/3'])
  })

  it('fail as their part failed, and are logged once', async () => {
    const { client } = await world((n) => (n === 2 ? 500 : 200))
    expect(await upstreamFaultOf(client.ask(all, 3))).toMatchObject({
      reason: 'upstream_failed',
      message: 'answered 500',
    })
    expect(client.warnings).toMatchObject([{ operation: 'page' }])
  })

  it('are asked again soon when they went on in spite of a failure', async () => {
    const { clock, client } = await world(() => 500)
    expect(await client.ask(lenient, 1)).toMatchObject({ value: 'instead', until: clock.now + 10_000 })
  })

  it('fail when they throw', async () => {
    const { client } = await world()
    expect(await upstreamFaultOf(client.ask(broken, 1))).toMatchObject({
      reason: 'upstream_failed',
      message: expect.stringContaining('could not be read'),
    })
    expect(client.warnings).toMatchObject([{ operation: 'broken' }])
  })
})

describe('a run over a dataset', () => {
  const operation: Operation<string, number> = {
    id: 'near',
    source: { id: 'gias', title: '' },
    how: { kind: 'ask', answer: () => 1 },
    digest: integer(),
  }
  const about = declare()
  const clock = { now: 1_000_000_000_000 }
  const failing = (reason: Reason) =>
    clientOf([about], settingsFor('http://127.0.0.1:1'), {
      now: () => clock.now,
      datasets: () => Promise.reject(new UpstreamFault('gias', reason, 'is not there')),
    })

  it('keeps its freshness where the dataset is not imported, and loses it where the dataset fails', async () => {
    const lenient = about.run('lenient', (n: number, { ask }) => ask(operation, 'x').catch(() => n), {
      digest: integer(),
    })
    const until = async (reason: Reason): Promise<number> => (await failing(reason).ask(lenient, 1)).until - clock.now
    expect([await until('not_imported'), await until('upstream_failed')]).toEqual([60_000, 10_000])
  })

  it('fails as the dataset failed, and names it', async () => {
    const strict = about.run('strict', (_: number, { ask }) => ask(operation, 'x'), { digest: integer() })
    const { ask, events } = failing('not_imported')
    expect(await upstreamFaultOf(ask(strict, 1))).toMatchObject({ source: 'gias', reason: 'not_imported' })
    expect(events).toMatchObject([{ source: 'test-source', operation: 'strict', outcome: 'not_imported' }])
  })
})

describe('settings that change', () => {
  it('hold for the next call, and do not disturb the one under way', async () => {
    const changed = Promise.withResolvers<void>()
    const slow = await loopback(async (response) => {
      await changed.promise
      respondJson(response, { n: 1 })
    })
    const quick = await loopback((response) => respondJson(response, { n: 2 }))
    let settings = settingsFor(slow.origin)
    const client = clientOf([about], () => settings)
    const first = client.ask(lookup, 1)
    await expect.poll(() => slow.seen.length).toBe(1)
    settings = settingsFor(quick.origin, { concurrency: 2 })
    expect((await client.ask(lookup, 1)).value).toBe(2)
    changed.resolve()
    expect((await first).value).toBe(1)
  })

  it('keep the bucket and the breaker where those are the same', async () => {
    const { origin, seen } = await loopback((response, { url }) =>
      respondJson(response, { n: 1 }, url.endsWith('9') ? 500 : 200),
    )
    const rate = { calls: 1, per: 600_000, burst: 2 }
    let settings = settingsFor(origin, { rate, breaker: { failures: 1, for: 60_000 } })
    const client = clientOf([about], () => settings)
    await client.ask(lookup, 1)
    settings = { ...settings, rate: { ...rate }, ttl: { default: 1 } }
    await upstreamFaultOf(client.ask(lookup, 9))
    settings = { ...settings, ttl: { default: 2 } }
    expect((await upstreamFaultOf(client.ask(lookup, 3))).message).toContain('not called for a while')
    settings = { ...settings, breaker: { failures: 2, for: 60_000 } }
    expect((await upstreamFaultOf(client.ask(lookup, 3))).message).toContain('rate')
    settings = { ...settings, rate: null }
    expect((await client.ask(lookup, 3)).value).toBe(1)
    expect(seen).toHaveLength(3)
  })
})

describe('closing', () => {
  it('ends what is under way', async () => {
    const { origin, seen } = await loopback(() => undefined)
    const client = clientOf([about], settingsFor(origin))
    const asked = upstreamFaultOf(client.ask(lookup, 1))
    await expect.poll(() => seen.length).toBe(1)
    await client.close()
    expect((await asked).reason).toBe('upstream_failed')
  })
})
