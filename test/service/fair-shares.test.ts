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

/** Calls that may go out between the look at what was asked and the arrival of the next call. */
const few = 8

const letters = [...'ABDEFGHJLN']
const postcodes = Array.from({ length: 60 }, (_, i) => `WA1${1 + Math.floor(i / 10)}A${letters[i % 10]}`)
const ask = async (postcode: string, key: string, headers: Record<string, string> = {}) =>
  (await service.send(`/api/v1/location/${postcode}?depth=summary`, { key, headers })).status
/** The place of a postcode among all that were asked for. */
const placeOf = (postcode: string): number =>
  world.targets.findIndex((target) => target.replaceAll('%20', '').includes(postcode))
const askAll = (some: readonly string[], key: string, headers?: Record<string, string>) =>
  some.map((postcode) => ask(postcode, key, headers))

describe('a caller with one question', () => {
  it('is served among the first few although another has sixty waiting', async () => {
    const [many, one] = [await service.key(1000), await service.key(100)]
    const all = askAll(postcodes, many)
    await sleep(300)
    const before = world.targets.length
    expect(before).toBeLessThan(20)
    expect(await ask('SW1A2AA', one)).toBe(200)
    expect(placeOf('SW1A2AA') - before).toBeLessThanOrEqual(few)
    expect(new Set(await Promise.all(all))).toEqual(new Set([200]))
  })

  it('waits no longer for one that the other asked too', async () => {
    const [many, one] = [await service.key(1000), await service.key(100)]
    const all = askAll(postcodes, many)
    await sleep(300)
    const before = world.targets.length
    const shared = postcodes.at(-1)!
    expect(await ask(shared, one)).toBe(200)
    expect(placeOf(shared) - before).toBeLessThanOrEqual(few)
    await Promise.all(all)
    expect(world.targets).toHaveLength(60)
  })
})

describe('bulk', () => {
  it('waits behind the calls of all others, and has one turn in ten', async () => {
    const [bulk, one] = [await service.key(1000), await service.key(1000)]
    const [later, soon] = [postcodes.slice(0, 20), postcodes.slice(30)]
    const slow = askAll(later, bulk, { priority: 'u=7' })
    const quick = askAll(soon, one)
    expect(new Set(await Promise.all([...slow, ...quick]))).toEqual(new Set([200]))
    const places = soon.map(placeOf).sort((a, b) => a - b)
    // Between the fifth and the last of them there are two turns of bulk; were they callers alike, there would be fifteen.
    const others = places.at(-1)! - places[4]! - (places.length - 5)
    expect([others >= 1, others <= 4, others]).toEqual([true, true, others])
  })
})
