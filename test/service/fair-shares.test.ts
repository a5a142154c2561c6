/** A source's quota is shared out between callers, and interactive calls come before bulk. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { runService, type RunningService } from '@domesday/tool-testing'
import { openFaultyWorld, type FaultyWorld } from './faulty-world.ts'
import { generous } from './generous.ts'

let world: FaultyWorld, service: RunningService
beforeEach(async () => {
  world = await openFaultyWorld(['location'])
  const sample = await (await fetch(`${world.origin}/postcodes-io/postcodes/WA11UH`)).text()
  world.instead = (target) => {
    const [, postcode] = /^postcodes-io\/postcodes\/([A-Z\d]+)/.exec(target.replaceAll('%20', '')) ?? []
    return postcode === undefined ? null : sample.replaceAll(/WA1 ?1UH/g, postcode)
  }
  world.targets.length = 0
  service = await runService({
    gateway: world.origin,
    configure: (dir) => {
      generous(dir)
      mkdirSync(join(dir, 'sources'), { recursive: true })
      writeFileSync(
        join(dir, 'sources/postcodes-io.yaml'),
        'rate: { calls: 25, per: 1s, burst: 1 }\nconcurrency: 4\ntimeout: 6s\n',
      )
    },
  })
})
afterEach(async () => {
  await service.close()
  world.close()
})

const letters = [...'ABDEFGHJLN']
const postcodes = Array.from({ length: 60 }, (_, i) => `WA1${1 + Math.floor(i / 10)}A${letters[i % 10]}`)
const ask = async (postcode: string, key: string, headers: Record<string, string> = {}) => {
  const { status } = await service.send(`/api/v1/location/${postcode}?depth=summary`, { key, headers })
  return { status, asked: world.targets.length }
}
const askAll = (some: readonly string[], key: string, headers?: Record<string, string>) =>
  some.map((postcode) => ask(postcode, key, headers))

describe('a caller with one question', () => {
  it('is served among the first few although another has sixty waiting', async () => {
    const [many, one] = [await service.key(1000), await service.key(100)]
    const all = askAll(postcodes, many)
    await sleep(300)
    const before = world.targets.length
    expect(before).toBeLessThan(20)
    const { status, asked } = await ask('SW1A2AA', one)
    expect(status).toBe(200)
    expect(asked - before).toBeLessThanOrEqual(5)
    expect(new Set((await Promise.all(all)).map(({ status }) => status))).toEqual(new Set([200]))
  })

  it('waits no longer for one that the other asked too', async () => {
    const [many, one] = [await service.key(1000), await service.key(100)]
    const all = askAll(postcodes, many)
    await sleep(300)
    const before = world.targets.length
    const { status, asked } = await ask(postcodes.at(-1)!, one)
    expect([status, asked - before <= 5]).toEqual([200, true])
    await Promise.all(all)
    expect(world.targets).toHaveLength(60)
  })
})

describe('bulk', () => {
  it('waits behind the calls of all others, and has one turn in ten', async () => {
    const [bulk, one] = [await service.key(1000), await service.key(1000)]
    const slow = askAll(postcodes.slice(0, 10), bulk, { priority: 'u=7' })
    await sleep(20)
    const before = world.targets.length
    const quick = await Promise.all(askAll(postcodes.slice(30), one))
    expect(quick.every(({ status }) => status === 200)).toBe(true)
    // Thirty calls, and the three of bulk that had their turn among them.
    expect(Math.max(...quick.map(({ asked }) => asked)) - before).toBeLessThanOrEqual(30 + 5)
    expect((await Promise.all(slow)).every(({ status }) => status === 200)).toBe(true)
  })
})
