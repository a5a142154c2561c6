import { mkdtemp, readFile, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { gzipSync } from 'node:zlib'
import type { Agent } from 'undici'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import type { ServerResponse } from 'node:http'
import type { Download } from '@domesday/core/client'
import { download } from './download.ts'
import { declare, respondJson, loopback, settingsFor } from '../../../test/support/loopback.ts'

const agents: Agent.Options[] = []
vi.mock('undici', async (original) => {
  const undici = await original<typeof import('undici')>()
  class Noted extends undici.Agent {
    constructor(options: Agent.Options = {}) {
      super(options)
      agents.push(options)
    }
  }
  return { ...undici, Agent: Noted }
})

const egress = { gateway: null, env: {}, contact: '', version: '3.0.0' }
const about = declare()

const folder = async (): Promise<string> => {
  const path = await mkdtemp(join(tmpdir(), 'download-'))
  onTestFinished(() => rm(path, { recursive: true }))
  return path
}

const fetching = async (answer: (response: ServerResponse) => unknown, other: Partial<Download> = {}) => {
  const { origin, seen } = await loopback((response) => answer(response))
  const dir = await folder()
  const to = join(dir, 'file')
  return {
    seen,
    dir,
    to,
    run: () => download(egress, { source: about, settings: settingsFor(origin), path: '/file.csv', to, ...other }),
  }
}

describe('a download', () => {
  it('goes to a file, however large, and tells its progress', async () => {
    const body = Buffer.alloc(3_000_000, 'abc')
    const steps: (readonly [number, number | null])[] = []
    const { run, to, seen } = await fetching(
      (response) =>
        response
          .writeHead(200, {
            'content-length': body.length,
            etag: '"v1"',
            'last-modified': 'Wed, 21 Oct 2026 07:28:00 GMT',
          })
          .end(body),
      {
        progress: (...step) => {
          steps.push(step)
        },
      },
    )
    expect(await run()).toMatchObject({
      changed: true,
      received: body.length,
      etag: '"v1"',
      modified: 'Wed, 21 Oct 2026 07:28:00 GMT',
    })
    expect((await readFile(to)).equals(body)).toBe(true)
    expect(steps.at(-1)).toEqual([body.length, body.length])
    expect(steps.length).toBeGreaterThan(3)
    expect(seen[0]!.headers['user-agent']).toBe('Domesday/3.0.0')
  })

  it('is unpacked on the way', async () => {
    const { run, to } = await fetching((response) =>
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync('a,b\n')),
    )
    expect((await run()).received).toBe(gzipSync('a,b\n').length)
    expect(await readFile(to, 'utf8')).toBe('a,b\n')
  })

  it('may go to a stream', async () => {
    const chunks: Buffer[] = []
    const to = new Writable({
      write: (chunk: Buffer, _, done) => {
        chunks.push(chunk)
        done()
      },
    })
    await (await fetching((response) => response.end('hello'), { to })).run()
    expect(Buffer.concat(chunks).toString()).toBe('hello')
    expect(to.writableFinished).toBe(true)
  })

  it('waits for a service that takes a minute before it begins', async () => {
    agents.length = 0
    await (await fetching((response) => response.end('hello'))).run()
    expect(agents[0]!.headersTimeout).toBeGreaterThan(60_000)
  })

  it('brings nothing where nothing has changed', async () => {
    const { run, seen, dir } = await fetching((response) => response.writeHead(304).end(), {
      known: { etag: '"v1"', modified: null },
    })
    expect(await run()).toMatchObject({ changed: false, received: 0 })
    expect(seen[0]!.headers['if-none-match']).toBe('"v1"')
    expect(await readdir(dir)).toEqual([])
  })

  it('goes through the gateway, with the credential, to declared hosts', async () => {
    const gateway = await loopback((response, _, count) =>
      count === 1
        ? response.writeHead(302, { location: 'https://bucket.example.test/x.zip' }).end()
        : response.end('zip'),
    )
    const to = join(await folder(), 'file')
    const keyed = declare({ auth: [{ bearer: 'TOKEN' }] })
    const settings = settingsFor('https://api.example.test', { hosts: ['bucket.example.test'] })
    await download(
      { ...egress, gateway: gateway.origin, env: { TEST_SOURCE_TOKEN: 't' } },
      { source: keyed, settings, path: '/file', to },
    )
    expect(gateway.seen.map(({ url, headers }) => [url, headers['x-upstream-origin'], headers.authorization])).toEqual([
      ['/test-source/file', 'https://api.example.test', 'Bearer t'],
      ['/test-source/x.zip', 'https://bucket.example.test', undefined],
    ])
    await expect(download(egress, { source: keyed, settings, path: '/file', to })).rejects.toMatchObject({
      reason: 'not_configured',
    })
    await expect(
      download(egress, { source: about, settings, path: 'https://elsewhere.test/', to }),
    ).rejects.toMatchObject({ reason: 'upstream_failed', message: expect.stringContaining('elsewhere.test') })
  })
})

describe('a download that fails', () => {
  it.each<[string, (response: ServerResponse) => unknown, Partial<Download>, object]>([
    ['is not there', (response) => respondJson(response, {}, 404), {}, { trouble: 'refused', message: 'answered 404' }],
    [
      'is wanted later',
      (response) => respondJson(response, {}, 429, { 'retry-after': '300' }),
      {},
      { trouble: 'slow', retryAfter: 300 },
    ],
    [
      'is short',
      (response) => {
        response.writeHead(200, { 'content-length': '100' }).write('abc', () => response.destroy())
      },
      {},
      { trouble: 'network' },
    ],
    [
      'stalls',
      (response) => {
        response.writeHead(200).write('abc')
      },
      { idle: 200 },
      { reason: 'upstream_timeout' },
    ],
    ['never begins', () => undefined, { idle: 200 }, { reason: 'upstream_timeout' }],
    [
      'is over its cap',
      (response) => response.end('x'.repeat(2_000)),
      { cap: 1_000 },
      { trouble: 'refused', message: 'sent a file over 1000 bytes' },
    ],
    [
      'decompresses to more than its cap',
      (response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(Buffer.alloc(2_000_000))),
      { cap: 1_000_000 },
      { message: 'sent a file over 1000000 bytes' },
    ],
    [
      'does not decompress',
      (response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end('not gzip at all'),
      {},
      { trouble: 'garbage' },
    ],
    [
      'is cut short while packed',
      (response) =>
        response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync('abc'.repeat(1_000)).subarray(0, 20)),
      {},
      { trouble: 'garbage' },
    ],
    [
      'has no place to go',
      (response) => response.end('abc'),
      { to: '/no-such-folder/file' },
      { message: expect.stringContaining('could not be stored') },
    ],
    [
      'is stopped',
      (response) => {
        response.writeHead(200).write('abc')
      },
      { signal: AbortSignal.timeout(100) },
      { reason: 'upstream_failed' },
    ],
  ])('%s', async (_, answer, other, fault) => {
    const { run, dir } = await fetching(answer, other)
    await expect(run()).rejects.toMatchObject({ name: 'UpstreamFault', source: 'test-source', ...fault })
    expect(await readdir(dir)).toEqual([])
  })
})
