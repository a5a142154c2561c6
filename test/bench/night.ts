/**
 * Some time out of a night: workers that ask for one report after another with one key, wait for `Retry-After` where
 * they are refused, and repeat what lacks something when `retry_after_s` says. The quotas are those of the sources
 * without their bursts, which are gone after the first minute. `node test/bench/night.ts [seconds] [workers]`;
 * `BENCH_BEFORE` names a checkout of the release before, which is measured first.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { tmpdir } from 'node:os'
import { Readable } from 'node:stream'
import { buffer, text } from 'node:stream/consumers'
import { setTimeout as wait } from 'node:timers/promises'
import { Pool } from 'undici'
import { envNames } from '../../core/registry/credentials.ts'
import { loadPlugins, projectRoot } from '../../core/registry/load.ts'
import { createSandbox } from '../../plugins/tools/gateway/sandbox.ts'
import { startService } from './service.ts'

const seconds = Number(process.argv[2] ?? 60),
  workers = Number(process.argv[3] ?? 16)
/** Milliseconds that a source takes. */
const latency = 100
/** Seconds after which a repeat is worth a try, whatever its answer said: as docs/getting-started.md has it. */
const longestWait = 60
/** The company of the sample data that all others are copies of. */
const sample = { number: '99000017', name: 'QUILLMARSH PRECISION' }
const quotas = {
  'companies-house': 'rate: { calls: 100, per: 1m, burst: 6 }\n',
  gazette: 'rate: { calls: 24, per: 1m, burst: 1 }\n',
  'contracts-finder': 'rate: { calls: 3, per: 1m, burst: 1 }\n',
}

const { plugins } = await loadPlugins(['report'])
const sandbox = createSandbox({ sources: plugins.sources })
const credentials = Object.fromEntries(
  [...plugins.sources.values()].flatMap((source) => envNames(source).map((name) => [name, 'x'])),
)
const asked = new Map<string, number>()
/** Knows as many companies as are asked for: their numbers begin with 7, and stand in their names. */
const standIn = createServer(async (req, res) => {
  const body = (await buffer(req)).toString()
  const source = req.url!.split('/')[1]!
  asked.set(source, (asked.get(source) ?? 0) + 1)
  const number = /7\d{7}/.exec(req.url! + body)?.[0] ?? sample.number
  const ofSample = (said: string): string =>
    said.replaceAll(new RegExp(`( |%20|\\+)${number}`, 'g'), '').replaceAll(number, sample.number)
  const found = await sandbox.answer({
    source,
    target: ofSample(req.url!.slice(source.length + 1)),
    method: req.method!,
    headers: req.headers as Record<string, string>,
    body: Buffer.from(ofSample(body)),
  })
  const parts = typeof found.body === 'string' || found.body instanceof Uint8Array ? [found.body] : found.body
  const said = await text(Readable.from(parts))
  await wait(latency)
  res
    .writeHead(found.status, { 'content-type': String(found.headers['content-type'] ?? 'application/json') })
    .end(said.replaceAll(sample.number, number).replaceAll(sample.name, `${sample.name} ${number}`))
})
await new Promise<void>((listening) => standIn.listen(0, '127.0.0.1', listening))
const gateway = `http://127.0.0.1:${(standIn.address() as AddressInfo).port}`

interface Meta {
  readonly missing: readonly { readonly retry_after_s?: number }[]
  readonly credits_charged: number
}
/** `told`: the seconds of each Retry-After. */
interface Night {
  readonly counts: Record<'calls' | 'refused' | 'late' | 'in part' | 'whole' | 'credits', number>
  readonly told: readonly number[]
}

const night = async (checkout: string): Promise<Night> => {
  const dir = mkdtempSync(join(tmpdir(), 'night-'))
  const env = { ...credentials, DOMESDAY_UPSTREAM_GATEWAY: gateway }
  const service = await startService(checkout, dir, { sources: quotas, env })
  const caller = new Pool(service.origin, { connections: workers })
  const counts = { calls: 0, refused: 0, late: 0, 'in part': 0, whole: 0, credits: 0 }
  const told: number[] = []
  try {
    const made = await caller.request({ path: '/keys', method: 'POST' })
    const { data } = (await made.body.json()) as { readonly data: { readonly key: string } }
    asked.clear()
    const until = performance.now() + 1_000 * seconds
    const pause = (s: number): Promise<void> => wait(Math.min(1_000 * s, Math.max(0, until - performance.now())))
    const again: { readonly company: number; readonly due: number }[] = []
    let newest = 70_000_000
    const next = (): number => {
      const place = again.findIndex(({ due }) => due <= performance.now())
      return place < 0 ? (newest += 1) : again.splice(place, 1)[0]!.company
    }
    const work = async (): Promise<void> => {
      for (let company = next(); performance.now() < until;) {
        const { statusCode, headers, body } = await caller.request({
          path: `/api/v1/report/entity/${company}`,
          method: 'GET',
          headers: { authorization: `Bearer ${data.key}` },
        })
        const { _meta: meta } = (await body.json()) as { readonly _meta?: Meta }
        counts.calls += 1
        if (meta === undefined) {
          counts[statusCode === 503 ? 'refused' : 'late'] += 1
          told.push(Number(headers['retry-after'] ?? 0))
          await pause(told.at(-1)!)
          continue
        }
        counts.credits += meta.credits_charged
        const waits = meta.missing.flatMap(({ retry_after_s: s }) => s ?? [])
        counts[waits.length === 0 ? 'whole' : 'in part'] += 1
        if (waits.length > 0)
          again.push({ company, due: performance.now() + 1_000 * Math.min(longestWait, Math.max(...waits)) })
        company = next()
      }
    }
    await Promise.all(Array.from({ length: workers }, work))
    return { counts, told: told.toSorted((a, b) => a - b) }
  } finally {
    await caller.destroy()
    await service.stop()
    rmSync(dir, { recursive: true, force: true })
  }
}

const listed = (counts: Iterable<readonly [string, number]>): string =>
  [...counts].map(([name, count]) => `${name} ${count}`).join(', ')
for (const checkout of [process.env['BENCH_BEFORE'] ?? [], projectRoot].flat()) {
  const { counts, told } = await night(checkout)
  console.log(`${checkout}: ${listed(Object.entries(counts))}`)
  console.log(`  Retry-After, s: ${told[0]} to ${told.at(-1)}, the middle one ${told[told.length >> 1]}`)
  console.log(`  calls to sources: ${listed(asked)}`)
}
standIn.closeAllConnections()
standIn.close()
