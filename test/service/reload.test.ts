import { appendFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { runService, type RunningService } from '@domesday/tool-testing'
import { BootFault } from '../../core/service/configure.ts'
import { projectRoot } from '../../core/registry/load.ts'

let service: RunningService | undefined
afterEach(async () => {
  await service?.close()
  service = undefined
})

const override = (dir: string, text: string): void => {
  mkdirSync(join(dir, 'endpoints'), { recursive: true })
  writeFileSync(join(dir, 'endpoints/location.yaml'), text)
}
const price = async () => (await service!.send('/api/v1/location/WA11UH?depth=summary')).body._meta.credits_charged
/** Of calls from one address, which does not grow while the test runs. */
const left = async (headers: Record<string, string> = {}) =>
  Number(/r=(\d+)/.exec((await service!.send('/catalogue', { headers })).headers['ratelimit']!)![1])
const limited = (dir: string): void =>
  appendFileSync(join(dir, 'service.yaml'), '\nlimits: { per_address: { calls: 6000, per: 1d } }\n')
/** Once pages of the origin may call. */
const isNamed = (origin: string) =>
  expect
    .poll(async () => (await service!.send('/catalogue', { headers: { origin } })).headers)
    .toHaveProperty('access-control-allow-origin')

describe('settings', () => {
  it('that change are billed while the service runs, and change the settings hash', async () => {
    service = await runService()
    const before = (await service.send('/api/v1/location/WA11UH?depth=summary')).body._meta
    override(service.configDir, 'credits: { summary: 3 }\n')
    await expect.poll(price).toBe(3)
    const after = (await service.send('/api/v1/location/WA11UH?depth=summary')).body._meta
    expect([before.credits_charged, before.settings === after.settings]).toEqual([2, false])
  })

  it('that name origins and proxies are in force on every surface', async () => {
    service = await runService({ configure: limited })
    const page = {
      method: 'POST',
      body: '{}',
      headers: { 'content-type': 'application/json', origin: 'https://page.example' },
    }
    const countedFor = (caller: string) => left({ 'x-forwarded-for': caller })
    expect([
      (await service.send('/mcp', page)).status,
      (await countedFor('192.0.2.1')) - (await countedFor('192.0.2.2')),
    ]).toEqual([403, 1])
    appendFileSync(
      join(service.configDir, 'service.yaml'),
      '\ncors: { origins: ["https://page.example"] }\nhttp: { trust_proxy: [127.0.0.1] }\n',
    )
    await isNamed('https://page.example')
    expect([
      (await service.send('/mcp', page)).status,
      (await countedFor('192.0.2.1')) - (await countedFor('192.0.2.2')),
    ]).toEqual([400, 0])
  })

  it('that are changed leave the counts of limits that are not', async () => {
    service = await runService({ configure: limited })
    const before = await left()
    appendFileSync(join(service.configDir, 'service.yaml'), '\ncors: { origins: ["https://page.example"] }\n')
    await isNamed('https://page.example')
    expect(await left()).toBeLessThan(before - 1)
    const file = join(service.configDir, 'service.yaml')
    writeFileSync(file, readFileSync(file, 'utf8').replace('calls: 6000, per: 1d', 'calls: 50, per: 1d'))
    await expect.poll(async () => (await service!.send('/catalogue')).headers['ratelimit-policy']).toContain('q=50')
  })

  it('that are faulty change nothing, and are told with their line', async () => {
    const lines: string[] = []
    service = await runService({ logTo: { write: (line) => lines.push(line) } })
    override(service.configDir, 'credits:\n  summary: three\n')
    await expect.poll(() => lines.join('')).toContain('location.yaml:2:12')
    expect(await price()).toBe(2)
  })

  it('that are faulty at the start refuse it, all faults at once', async () => {
    const starting = runService({
      configure: (dir) => {
        override(dir, 'credits: { sumary: 2 }\ndeadline: 20s\n')
        appendFileSync(join(dir, 'service.yaml'), '\nhttp: { port: eighty }\n')
      },
    })
    await expect(starting).rejects.toBeInstanceOf(BootFault)
    const { lines } = (await starting.catch((error: unknown) => error as BootFault)) as BootFault
    expect(lines.map((line) => line.replace(/^.*config\//, ''))).toEqual([
      expect.stringMatching(/^endpoints\/location\.yaml:1:12 .*sumary.*summary/),
      expect.stringMatching(/^endpoints\/location\.yaml:2:11 /),
      expect.stringMatching(/^service\.yaml:\d+:15 /),
    ])
  })

  it('that list an endpoint which is not there refuse the start with its place and the nearest name', async () => {
    const starting = runService({
      configure: (dir) => writeFileSync(join(dir, 'service.yaml'), 'endpoints: [location, locaton]\n'),
    })
    await expect(starting).rejects.toThrow(
      /service\.yaml:1:23 {2}endpoint 'locaton': there is no such plugin; did you mean 'location'\?/,
    )
  })

  it('that list an endpoint whose own import is not there name what it imports', async () => {
    const starting = runService({
      configure: (dir) => {
        writeFileSync(join(dir, 'index.ts'), "import '@domesday/source-nowhere'\n")
        writeFileSync(join(dir, 'service.yaml'), `endpoints: [location, ./${relative(projectRoot, dir)}]\n`)
      },
    })
    await expect(starting).rejects.toThrow(
      /service\.yaml:1:23 .*imports '@domesday\/source-nowhere', which is not installed/,
    )
  })

  it('that are broken in service.yaml hide no fault of another file', async () => {
    const starting = runService({
      configure: (dir) => {
        writeFileSync(join(dir, 'service.yaml'), 'endpoints: [location\n')
        override(dir, 'credits: { summary: three }\n')
      },
    })
    const { lines } = (await starting.catch((error: unknown) => error as BootFault)) as BootFault
    expect(lines.some((line) => line.includes('location.yaml:1:21'))).toBe(true)
    expect(lines.some((line) => line.includes('service.yaml:'))).toBe(true)
  })
})
