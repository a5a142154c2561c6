/** What an operator sees of a running service when its metrics are scraped. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { request } from 'undici'
import { runService, type RunningService } from '@domesday/tool-testing'
import { projectRoot } from '../../core/registry/address.ts'
import { openFaultyWorld, type FaultyWorld } from './faulty-world.ts'
import { generous } from './generous.ts'

let world: FaultyWorld, service: RunningService, log: string
beforeEach(async () => {
  log = ''
  world = await openFaultyWorld(['location'])
  service = await runService({
    gateway: world.origin,
    logTo: { write: (text) => void (log += text) },
    configure: (dir) => {
      generous(dir)
      mkdirSync(join(dir, 'sources'), { recursive: true })
      writeFileSync(join(dir, 'sources/postcodes-io.yaml'), 'rate: { calls: 1, per: 1h, burst: 2 }\n')
    },
  })
})
afterEach(async () => {
  await service.close()
  world.close()
})

const scrape = async (): Promise<string> =>
  (await (await request(`${service.metricsOrigin}/metrics`)).body.text()).replaceAll('\n', '\n ')
const ask = (postcode: string) => service.send(`/api/v1/location/${postcode}?depth=summary`)

it('the release, the settings that answers name, and what was asked are there', async () => {
  const { settings } = (await ask('WA11UH')).body._meta
  const text = await scrape()
  const { version } = JSON.parse(readFileSync(join(projectRoot, 'package.json'), 'utf8')) as { version: string }
  for (const line of [
    `domesday_build_info{version="${version}",node="${process.version}"} 1`,
    `domesday_settings_info{endpoint="location",settings="${settings}"} 1`,
    'domesday_settings_faulty 0',
    'domesday_upstream_breaker{source="postcodes-io"} 0',
    'domesday_upstream_tokens{source="postcodes-io"} 1',
    'domesday_upstream_waiting{source="postcodes-io"} 0',
    'domesday_digest_cache_total{result="hit"} 0',
  ])
    expect(text).toContain(`\n ${line}\n`)
  expect(text).toMatch(/domesday_digest_cache_total\{result="miss"\} [1-9]/)
  for (const seconds of ['0.01', '0.5', '5', '15'])
    expect(text).toContain(`domesday_http_seconds_bucket{le="${seconds}",route="/location/{postcode}",status="200"}`)
})

it('every metric of ours is in the table of the operators', async () => {
  await ask('WA11UH')
  const names = [...(await scrape()).matchAll(/# TYPE (domesday_\w+) /g)].map(([, name]) => name)
  const pages = readFileSync(join(projectRoot, 'docs/operators.md'), 'utf8')
  const listed = [...pages.matchAll(/^\| `(domesday_\w+)` \|/gm)].map(([, name]) => name)
  expect(names.length).toBeGreaterThan(15)
  expect(names.filter((name) => !listed.includes(name))).toEqual([])
})

it('a failure is counted as what it is, and a limit of our own is not told as a failed call', async () => {
  world.faults.set('postcodes-io', 'garbage')
  await ask('WA11UH')
  for (const postcode of ['SW1A2AA', 'EH11YZ']) await ask(postcode)
  const text = await scrape()
  const failures = 'domesday_upstream_failures_total{source="postcodes-io",operation="lookup",kind='
  expect(text).toContain(`${failures}"not_json"} 2`)
  expect(text).toContain(`${failures}"own_limit"} 1`)
  await expect.poll(() => log.split('"answered"')).toHaveLength(4)
  const lines = log
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { readonly msg: string; readonly level: string; readonly kind?: string })
  expect(lines.filter(({ kind }) => kind !== undefined).map(({ level, kind, msg }) => [level, kind, msg])).toEqual([
    ['warn', 'not_json', 'upstream call failed'],
    ['warn', 'not_json', 'upstream call failed'],
    ['info', 'own_limit', "upstream call held back by this server's own limit for the source"],
  ])
})

it('an edited file with a fault shows until it is mended', async () => {
  const file = join(service.configDir, 'sources/postcodes-io.yaml')
  writeFileSync(file, 'rate: 7\n')
  await expect.poll(scrape).toContain('domesday_settings_faulty 1')
  writeFileSync(file, 'rate: { calls: 7, per: 1h }\n')
  await expect.poll(scrape).toContain('domesday_settings_faulty 0')
})
