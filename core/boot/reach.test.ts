import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import type { ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { csvFile, schools } from '../datasets/fixtures.ts'
import { loopback, settingsFor } from '../upstream/loopback.ts'
import { reachOf } from './reach.ts'

const reaching = async (answer: (response: ServerResponse) => unknown) => {
  const { origin } = await loopback((response) => answer(response))
  const dir = mkdtempSync(join(tmpdir(), 'reach-'))
  onTestFinished(() => rmSync(dir, { recursive: true }))
  const egress = { gateway: null, env: {}, contact: '', version: '3.0.0' }
  return { dir, ...reachOf(schools({ pull: [csvFile()] }), settingsFor(origin, { max_bytes: 10_000 }), egress, dir) }
}

it('a file that is larger than its source may send is given up, and leaves nothing', async () => {
  const { dir, download } = await reaching((response) => {
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
    reaching((response) => response.writeHead(200, { 'content-type': type }).end(bytes)).then(({ fetchPage }) =>
      fetchPage('/page'),
    )
  expect(await page('application/json', Buffer.from('\ufeff{"ok":"é"}'))).toMatchObject({ body: '{"ok":"é"}' })
  expect(await page('application/json; charset=iso-8859-1', Buffer.from('{"ok":"é"}', 'latin1'))).toMatchObject({
    body: '{"ok":"é"}',
  })
})
