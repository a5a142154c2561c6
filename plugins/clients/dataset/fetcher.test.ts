import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import type { ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { csvFile, schools } from '../../../test/support/datasets.ts'
import { declare, loopback, settingsFor } from '../../../test/support/loopback.ts'
import { datasetsIn, type SourceSettings } from '@domesday/core/client'
import { download as downloadByHttp } from '../http/download.ts'
import type { Dataset } from '@domesday/core'
import { fetcherOf } from './fetcher.ts'
import { closedNow, type ReadingTime } from './reading-hours.ts'

const egress = { gateway: null, env: {}, contact: '', version: '3.0.0' }
const fetcherIn = (dir: string, source: Dataset, settings: SourceSettings, time: ReadingTime = {}) =>
  fetcherOf(source, settings, { egress, dir, download: (job) => downloadByHttp(egress, job), ...time })

const fetching = async (answer: (response: ServerResponse) => unknown) => {
  const { origin } = await loopback((response) => answer(response))
  const dir = mkdtempSync(join(tmpdir(), 'fetch-'))
  onTestFinished(() => rmSync(dir, { recursive: true }))
  return { dir, ...fetcherIn(dir, schools({ pull: [csvFile()] }), settingsFor(origin, { max_bytes: 10_000 })) }
}

it('a file that is larger than its source may send is given up, and leaves nothing', async () => {
  const { dir, download } = await fetching((response) => {
    response.writeHead(200)
    const go = (): void => {
      if (!response.destroyed) response.write('x'.repeat(1_000), () => setTimeout(go, 1))
    }
    go()
  })
  await expect(download('/endless.csv', join(dir, 'file'), () => {})).rejects.toMatchObject({
    reason: 'upstream_failed',
    message: 'sent a file over 10000 bytes',
  })
  expect(readdirSync(dir)).toEqual([])
})

it('a page of a feed is read as answers are: without its byte-order mark, in the encoding that is stated', async () => {
  const page = (type: string, bytes: Uint8Array) =>
    fetching((response) => response.writeHead(200, { 'content-type': type }).end(bytes)).then(({ fetchPage }) =>
      fetchPage('/page'),
    )
  expect(await page('application/json', Buffer.from('\ufeff{"ok":"é"}'))).toMatchObject({ body: '{"ok":"é"}' })
  expect(await page('application/json; charset=iso-8859-1', Buffer.from('{"ok":"é"}', 'latin1'))).toMatchObject({
    body: '{"ok":"é"}',
  })
})

it('a page of a feed that fails is asked for again, after the pause that its source asks for', async () => {
  const { origin, seen } = await loopback((response, _, count) =>
    response.writeHead(count === 1 ? 503 : 200, { 'retry-after': '1' }).end('{}'),
  )
  const dir = mkdtempSync(join(tmpdir(), 'fetch-'))
  onTestFinished(() => rmSync(dir, { recursive: true }))
  const fetcher = (tries: number) => fetcherIn(dir, schools({ pull: [csvFile()] }), settingsFor(origin, { tries }))
  await expect(fetcher(1).fetchPage('/page')).rejects.toMatchObject({ reason: 'upstream_failed' })
  seen.length = 0
  expect(await fetcher(2).fetchPage('/page')).toMatchObject({ body: '{}' })
  expect(seen[1]!.at - seen[0]!.at).toBeGreaterThan(950)
})

describe('the store of a live source', () => {
  const live = declare()
  const kept = live.store({
    pull: { days: 1, headers: { accept: '' }, first: () => '/feed', next: () => null, rows: () => [] },
    row: () => null,
    key: () => '',
  })
  const hours = '21:00-07:00'
  const night = Date.parse('2026-01-15T23:00:00Z'),
    noon = Date.parse('2026-01-15T12:00:00Z')
  const opened = async (per: number, time: ReadingTime) => {
    const seen: { readonly at: number; readonly accept: string | undefined }[] = []
    const { origin } = await loopback((response, { headers }) => {
      seen.push({ at: performance.now(), accept: headers['accept'] })
      response.end('{}')
    })
    const dir = mkdtempSync(join(tmpdir(), 'fetch-'))
    onTestFinished(() => rmSync(dir, { recursive: true }))
    const settings = settingsFor(origin, { pull: { rate: { calls: 1, per, burst: 1 }, hours } })
    return { seen, settings, ...fetcherIn(dir, kept, settings, time) }
  }

  it('is read at its own pace, with the headers that its feed names', async () => {
    const { seen, fetchPage } = await opened(300, { now: () => night })
    const begun = performance.now()
    await fetchPage('/1')
    await fetchPage('/2')
    expect(seen[1]!.at - begun).toBeGreaterThan(295)
    expect(seen.map(({ accept }) => accept)).toEqual([undefined, undefined])
  })

  it('is not read outside its hours, unless somebody says so', async () => {
    const { seen, settings, fetchPage } = await opened(1, { now: () => noon })
    const words = 'is read from 21:00 to 07:00 UK time only, as its keeper asks; --now reads it all the same'
    await expect(fetchPage('/1')).rejects.toMatchObject({ reason: 'not_asked', message: words })
    expect(seen).toEqual([])
    expect(closedNow(settings, egress, { now: () => noon })).toBe(words)
    expect(closedNow(settings, egress, { now: () => noon, anytime: true })).toBeNull()
    expect(closedNow(settings, egress, { now: () => night })).toBeNull()
    expect(closedNow(settings, { ...egress, anonymous: true }, { now: () => noon })).toBeNull()
    expect(closedNow(settingsFor('http://x'), egress, { now: () => noon })).toBeNull()
  })

  it('is one, and lies beside it under its name', () => {
    expect(() => live.store({ pull: [], row: () => null, key: () => '' })).toThrow('two stores')
    expect([...datasetsIn(new Map([[live.id, live]]))]).toEqual([[live.id, kept]])
    expect(datasetsIn(new Map([['other', declare({ id: 'other' })]])).size).toBe(0)
  })
})
