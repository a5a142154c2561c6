/** What goes wrong at an upstream, and what the caller is told. */
import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import type { ServerResponse } from 'node:http'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { integer, type BodyFormat, type Reply, type SourceAbout } from '@domesday/core'
import { anything } from '../../../test/support/anything.ts'
import { clientOf, declare, respondJson, loopback, settingsFor } from '../../../test/support/loopback.ts'
import { upstreamFaultOf } from '../../../test/support/faults.ts'
import type { SourceSettings } from '@domesday/core/client'

interface Case {
  readonly settings?: Partial<SourceSettings>
  readonly as?: BodyFormat
  readonly none?: (reply: Reply) => unknown
  readonly slow?: SourceAbout['slow']
  readonly read?: (wire: any) => unknown
}

/** Asks one question of a server that answers like this. */
const asking = async (
  answer: (response: ServerResponse, count: number) => unknown,
  { settings = {}, as = 'json', none, slow, read = (wire) => wire }: Case = {},
) => {
  const { origin, seen } = await loopback((response, _, count) => answer(response, count))
  const about = declare(slow === undefined ? {} : { slow })
  const lookup = about.get('lookup', {
    path: (id: number) => `/lookup/${id}`,
    as,
    digest: anything,
    read,
    ...(none !== undefined && { none }),
  })
  const client = clientOf([about], settingsFor(origin, settings))
  return {
    client,
    seen,
    ask: (id = 1) => client.ask(lookup, id),
  }
}
const once500 = { breaker: { failures: 1, for: 60_000 } }

describe('an upstream that is down', () => {
  it.each<[string, (response: ServerResponse) => unknown, string, string]>([
    ['hangs', () => undefined, 'upstream_timeout', 'did not answer in time (300 ms an attempt)'],
    ['drops the connection', (response) => response.destroy(), 'upstream_failed', 'could not be reached'],
    [
      'drops it half-way',
      (response) => {
        response.writeHead(200, { 'content-length': '100' }).write('{"a":', () => response.destroy())
      },
      'upstream_failed',
      'could not be reached',
    ],
    ['answers 500', (response) => respondJson(response, {}, 500), 'upstream_failed', 'answered 500'],
    ['answers 501', (response) => respondJson(response, {}, 501), 'upstream_failed', 'answered 501'],
    [
      'answers a web page',
      (response) => response.end('<html>secret</html>'),
      'upstream_failed',
      'answered something that is not JSON',
    ],
    ['answers nothing', (response) => response.end(), 'upstream_failed', 'answered something that is not JSON'],
  ])('%s', async (_, answer, reason, message) => {
    const timeout = reason === 'upstream_timeout' ? 300 : 60_000
    const { ask, client } = await asking(answer, { settings: { ...once500, timeout } })
    const fault = await upstreamFaultOf(ask())
    expect(fault).toMatchObject({ source: 'test-source', reason, message: expect.stringContaining(message) })
    expect(client.warnings).toEqual([
      {
        source: 'test-source',
        operation: 'lookup',
        reason,
        trouble: expect.any(String),
        kind: expect.any(String),
        detail: fault.message,
        stale: false,
      },
    ])
    expect(fault.message).not.toContain('secret')
    // Once the breaker is open nobody asks, and it says why.
    expect(await upstreamFaultOf(ask(2))).toMatchObject({
      reason: 'not_asked',
      message: expect.stringContaining(message),
    })
  })

  it('is not there', async () => {
    const about = declare()
    const lookup = about.get('lookup', { path: () => '/lookup', digest: integer(), read: () => 1 })
    const fault = await upstreamFaultOf(clientOf([about], settingsFor('http://127.0.0.1:1')).ask(lookup, null))
    expect(fault).toMatchObject({ reason: 'upstream_failed', message: expect.stringContaining('ECONNREFUSED') })
  })

  it('does not speak HTTP', async () => {
    const open = new Set<Socket>()
    const server = createServer((socket) => {
      open.add(socket)
      socket.on('error', () => {}).write('220 mail.example.test ESMTP\r\n')
    })
    await once(server.listen(0, '127.0.0.1'), 'listening')
    onTestFinished(() => {
      for (const socket of open) socket.destroy()
      server.close()
    })
    const about = declare()
    const lookup = about.get('lookup', { path: () => '/lookup', digest: integer(), read: () => 1 })
    const { port } = server.address() as { port: number }
    expect(
      (await upstreamFaultOf(clientOf([about], settingsFor(`http://127.0.0.1:${port}`)).ask(lookup, null))).message,
    ).toBe('answered something that is not HTTP')
  })

  it('answers in a shape that the declaration cannot read', async () => {
    const { ask } = await asking((response) => respondJson(response, { list: null }), {
      settings: once500,
      read: (wire) => wire.list.length,
    })
    expect(await upstreamFaultOf(ask())).toMatchObject({
      reason: 'upstream_changed',
      message: expect.stringMatching(/^answered in a shape that could not be read: .*length/),
    })
    // It says nothing about other questions.
    expect((await upstreamFaultOf(ask(2))).reason).toBe('upstream_changed')
  })
})

describe('the breaker', () => {
  it('lets one call try after a while, and closes when it is answered', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    onTestFinished(() => void vi.useRealTimers())
    let up = false
    const { ask, seen } = await asking((response) => respondJson(response, { a: 1 }, up ? 200 : 500), {
      settings: { breaker: { failures: 2, for: 60_000 } },
    })
    const wait = () => vi.setSystemTime(Date.now() + 60_000)
    const reasonOf = async (id: number) => (await upstreamFaultOf(ask(id))).reason
    expect([await reasonOf(1), await reasonOf(2), await reasonOf(3)]).toEqual([
      'upstream_failed',
      'upstream_failed',
      'not_asked',
    ])
    expect(seen).toHaveLength(2)
    wait()
    // Of many, one probes; the others are told at once and not kept waiting.
    const outcomes = await Promise.allSettled([1, 2, 3].map((id) => ask(id)))
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected'])
    expect(seen).toHaveLength(3)
    up = true
    wait()
    await ask()
    up = false
    expect([await reasonOf(7), await reasonOf(8), await reasonOf(9)]).toEqual([
      'upstream_failed',
      'upstream_failed',
      'not_asked',
    ])
  })

  it('takes no notice of 4xx, which end a row of failures', async () => {
    const { ask } = await asking((response, count) => respondJson(response, {}, count % 2 === 0 ? 404 : 500), {
      settings: { breaker: { failures: 2, for: 60_000 } },
    })
    for (let i = 0; i < 7; i += 1) expect((await upstreamFaultOf(ask())).reason).toBe('upstream_failed')
  })
})

describe('an answer of 4xx', () => {
  it('is a fault unless it is read', async () => {
    const { ask } = await asking((response) => respondJson(response, {}, 404))
    expect(await upstreamFaultOf(ask())).toMatchObject({ reason: 'upstream_failed', message: 'answered 404' })
  })

  it('is read by `none`, which sees status, headers and body', async () => {
    const replies: Reply[] = []
    const { ask, client } = await asking((response) => respondJson(response, { error: 'none' }, 404, { 'x-a': 'b' }), {
      none: (reply) => (replies.push(reply), null),
    })
    expect((await ask()).value).toBeNull()
    expect(replies[0]).toMatchObject({ status: 404, headers: { 'x-a': 'b' }, body: '{"error":"none"}' })
    expect(client.events[0]?.outcome).toBe('none')
  })

  it('is a fault where `none` says undefined or throws', async () => {
    expect(
      (
        await upstreamFaultOf(
          (await asking((response) => respondJson(response, {}, 400), { none: () => undefined })).ask(),
        )
      ).message,
    ).toBe('answered 400')
    expect(
      (
        await upstreamFaultOf(
          (
            await asking((response) => respondJson(response, {}, 400), {
              none: () => {
                throw new Error('bad date')
              },
            })
          ).ask(),
        )
      ).message,
    ).toBe('answered 400: bad date')
  })

  it.each([401, 403, 408, 429])(
    'is never read by `none` when it is a %d, which says nothing of the subject',
    async (status) => {
      const { ask } = await asking((response) => respondJson(response, {}, status, { 'retry-after': '60' }), {
        none: () => null,
      })
      expect((await upstreamFaultOf(ask())).reason).toBe('upstream_failed')
    },
  )

  it('has 64 kB of its body read', async () => {
    let length = 0
    const { ask } = await asking((response) => response.writeHead(404).end('x'.repeat(300_000)), {
      none: ({ body }) => ((length = body.length), null),
    })
    await ask()
    expect(length).toBe(65_536)
  })

  it('is unpacked for `none` too', async () => {
    const { ask } = await asking(
      (response) => response.writeHead(404, { 'content-encoding': 'gzip' }).end(gzipSync('not here')),
      { none: ({ body }) => ({ body }) },
    )
    expect((await ask()).value).toEqual({ body: 'not here' })
  })
})

describe('bodies', () => {
  it('come packed or plain', async () => {
    for (const [encoding, pack] of [
      ['gzip', gzipSync],
      ['br', brotliCompressSync],
    ] as const) {
      const { ask, seen } = await asking((response) =>
        response.writeHead(200, { 'content-encoding': encoding }).end(pack('{"a":1}')),
      )
      expect((await ask()).value).toEqual({ a: 1 })
      expect(seen[0]!.headers['accept-encoding']).toBe('gzip, br')
    }
  })

  it('are capped as they come and as they unpack, which does not count as being down', async () => {
    const chunks = await asking(
      (response) => {
        for (let i = 0; i < 40; i += 1) response.write('x'.repeat(1_000))
        response.end()
      },
      { settings: { max_bytes: 20_000, ...once500 } },
    )
    expect((await upstreamFaultOf(chunks.ask())).message).toContain('size limit')
    expect((await upstreamFaultOf(chunks.ask(2))).message).toContain('size limit')
    const bomb = await asking(
      (response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(Buffer.alloc(5_000_000))),
      { settings: { max_bytes: 100_000, ...once500 } },
    )
    expect((await upstreamFaultOf(bomb.ask())).message).toBe('sent a body that is over 100000 bytes when decompressed')
    expect((await upstreamFaultOf(bomb.ask(2))).reason).toBe('upstream_failed')
  })

  it('are decoded as their content type says', async () => {
    const { ask } = await asking(
      (response) =>
        response
          .writeHead(200, { 'content-type': 'text/plain; charset=iso-8859-1' })
          .end(Buffer.from('Nôtre Dame', 'latin1')),
      { as: 'text' },
    )
    expect((await ask()).value).toBe('Nôtre Dame')
  })

  it('may have no content', async () => {
    expect(
      (await (await asking((response) => response.writeHead(204).end(), { read: (wire) => [wire] })).ask()).value,
    ).toEqual([null])
    expect(
      (
        await (
          await asking((response) => response.writeHead(204).end(), { as: 'csv', read: (rows) => rows.length })
        ).ask()
      ).value,
    ).toBe(0)
  })

  it('are asked for in the type that the declaration reads', async () => {
    for (const [as, body, accept] of [
      ['json', '{}', 'application/json'],
      ['xml', '<a/>', 'application/xml'],
      ['tree', '<a/>', 'application/xhtml+xml'],
      ['csv', 'a\n', 'text/csv'],
      ['text', '', '*/*'],
    ] as const) {
      const { ask, seen } = await asking((response) => response.end(body), { as })
      await ask()
      expect(seen[0]!.headers.accept).toContain(accept)
    }
  })
})

describe('a call for which the gateway has no sample', () => {
  const unmatched = (response: ServerResponse) => respondJson(response, {}, 404, { 'x-sandbox': 'unmatched' })
  const about = declare()
  const lookup = about.get('lookup', {
    path: () => '/lookup',
    digest: anything,
    read: (wire) => wire,
    none: () => 'there is none',
  })

  it('is never read as "there is none", nor as an outage', async () => {
    const { origin, seen } = await loopback(unmatched)
    const client = clientOf([about], settingsFor('https://real.example.test', once500), { gateway: origin })
    for (const _ of [1, 2]) expect(await upstreamFaultOf(client.ask(lookup, {}))).toMatchObject({ reason: 'no_sample' })
    // Neither retried nor counted against the upstream, whose breaker stays closed; the gateway logs it.
    expect([seen.length, client.warnings]).toEqual([2, []])
  })

  it('is only what a gateway says, not an upstream', async () => {
    const { origin } = await loopback(unmatched)
    const client = clientOf([about], settingsFor(origin))
    expect(await client.ask(lookup, {})).toMatchObject({ value: 'there is none' })
  })
})

describe('code of a plugin that throws', () => {
  const broken = (): never => {
    throw new Error('no such member')
  }
  const line = /^plugins\/clients\/http\/faults\.test\.ts:\d+:\d+$/

  it.each([
    ['read', 200, { read: broken }, 'upstream_changed'],
    ['none', 404, { none: broken }, 'upstream_failed'],
    ['path', 200, { path: broken }, 'plugin_failed'],
    ['post', 200, { post: broken }, 'plugin_failed'],
  ])('is logged with its operation, file and line: %s', async (_, status, how, reason) => {
    const { origin } = await loopback((response) => respondJson(response, {}, status))
    const about = declare()
    const lookup = about.get('lookup', { path: () => '/lookup', digest: anything, read: (wire) => wire, ...how })
    const client = clientOf([about], settingsFor(origin))
    expect(await upstreamFaultOf(client.ask(lookup, {}))).toMatchObject({ reason })
    expect(client.warnings).toEqual([
      expect.objectContaining({ operation: 'lookup', reason, at: expect.stringMatching(line) }),
    ])
  })
})
