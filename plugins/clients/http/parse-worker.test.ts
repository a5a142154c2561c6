import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { threadId } from 'node:worker_threads'
import { afterAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { integer, noSuch, type Source } from '@domesday/core'
import { projectRoot } from '../../../core/registry/load.ts'
import { createParseWorker } from './parse-worker.ts'
import { clientOf, declare, respondJson, loopback, settingsFor } from '../../../test/support/loopback.ts'
import { upstreamFaultOf } from '../../../test/support/faults.ts'

const dir = mkdtempSync(join(tmpdir(), 'aside-'))
afterAll(() => rmSync(dir, { recursive: true }))

/** A package whose answers tell in which thread they were read. */
writeFileSync(
  join(dir, 'index.ts'),
  `
  import { threadId } from 'node:worker_threads'
  import { noSuch, source } from ${JSON.stringify(pathToFileURL(join(projectRoot, 'core/index.ts')).href)}
  export const far = source({ id: 'far', title: 'Far', home: import.meta.dirname, licence: 'OGL-UK-3.0', attribution: 'Far', coverage: 'All' })
  const digest = (rows: readonly { n: number }[]) => ({ thread: threadId, rows: rows.length, last: rows.at(-1)?.n })
  const any = { schema: {} }
  export const rows = far.get('rows', { path: (page: string) => '/' + page, digest: any,
    read: (rows: readonly { n: number }[], page: string) => ({ ...digest(rows), page }) })
  export const none = far.get('none', { path: () => '/large', digest: any,
    read: () => noSuch('There is none.') })
  export const broken = far.get('broken', { path: () => '/large', digest: any,
    read: () => { throw new Error('no such member') } })
  export const endless = far.get('endless', { path: () => '/large', digest: any,
    read: () => { for (;;); } })
  export const greedy = far.get('greedy', { path: () => '/large', digest: any,
    read: () => { const all = []; for (;;) all.push(new Array(1e6).fill(0.5)) } })
`,
)
const { far, rows, none, broken, greedy } = (await import(pathToFileURL(join(dir, 'index.ts')).href)) as {
  readonly far: Source
  readonly rows: any
  readonly none: any
  readonly broken: any
  readonly greedy: any
}

const many = (count: number) => Array.from({ length: count }, (_, n) => ({ n, text: 'x'.repeat(40) }))
const open = async (source: Source) => {
  const upstream = await loopback((response, { url }) => {
    if (url === '/cut')
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(many(40_000)).slice(0, -2))
    else respondJson(response, many(url === '/small' ? 3 : 40_000))
  })
  return clientOf([source], settingsFor(upstream.origin, { max_bytes: 10_000_000, timeout: 20_000 }))
}

describe('a large body', () => {
  it('is read in a thread of its own, a small one here, with the same digest', async () => {
    const client = await open(far)
    expect((await client.ask(rows, 'small')).value).toEqual({ thread: threadId, rows: 3, last: 2, page: 'small' })
    const { value } = await client.ask(rows, 'large')
    expect(value).toEqual({ thread: expect.any(Number), rows: 40_000, last: 39_999, page: 'large' })
    expect(value).not.toMatchObject({ thread: threadId })
    expect(Object.isFrozen((await client.ask(rows, 'large')).value)).toBe(true)
  })

  it('that cannot be read is a fault in the same words', async () => {
    const client = await open(far)
    expect((await upstreamFaultOf(client.ask(rows, 'cut'))).message).toContain('answered something that is not JSON')
    expect((await upstreamFaultOf(client.ask(broken, ''))).message).toContain(
      'answered in a shape that could not be read: no such member',
    )
    expect(client.warnings.at(-1)).toMatchObject({
      operation: 'broken',
      at: expect.stringMatching(/index\.ts:12:\d+$/),
    })
  })

  it('may say that there is none', async () => {
    const client = await open(far)
    const { value } = await client.ask(none, '')
    expect(value).toEqual(noSuch('There is none.'))
  })

  it('that takes all memory ends the thread, not the service', async () => {
    const client = await open(far)
    // On a busy machine its time is over before the memory is.
    expect((await upstreamFaultOf(client.ask(greedy, ''))).reason).toMatch(/^upstream_(failed|timeout)$/)
    expect((await client.ask(rows, 'large')).value).toMatchObject({ rows: 40_000 })
  })

  it('that is never done ends the thread, and the next one has another', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    const parseWorker = createParseWorker()
    onTestFinished(() => parseWorker.close())
    const question = { home: dir, source: 'far', input: 'page', contentType: 'application/json' }
    const bytes = () => Buffer.from(JSON.stringify(many(3)))
    const endless = parseWorker.parse({ ...question, operation: 'endless', bytes: bytes() })
    vi.advanceTimersByTime(20_000)
    expect(await endless).toEqual({ fault: 'ended', message: 'the thread ended' })
    expect(await parseWorker.parse({ ...question, operation: 'rows', bytes: bytes() })).toMatchObject({
      value: { rows: 3 },
    })
  })

  it('of a source whose folder does not hold its code is read here', async () => {
    const near = declare()
    const client = await open(near)
    const count = near.get('rows', {
      path: () => '/large',
      digest: integer(),
      read: (rows: readonly unknown[]) => rows.length,
    })
    expect((await client.ask(count, null)).value).toBe(40_000)
  })

  it('that is part of a larger buffer leaves the rest of it as it is', async () => {
    const parseWorker = createParseWorker()
    onTestFinished(() => parseWorker.close())
    const text = JSON.stringify(many(3)),
      whole = Buffer.from(new TextEncoder().encode(`before${text}after`).buffer)
    const answer = await parseWorker.parse({
      home: dir,
      source: 'far',
      operation: 'rows',
      input: 'part',
      bytes: whole.subarray(6, 6 + text.length),
      contentType: undefined,
    })
    expect(answer).toMatchObject({ value: { rows: 3, page: 'part' } })
    expect(whole.toString()).toBe(`before${text}after`)
  })
})
