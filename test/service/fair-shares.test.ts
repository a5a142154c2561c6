/** A source's quota is shared out between callers, and interactive calls come before bulk. */
import { once } from 'node:events'
import { mkdirSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { request } from 'undici'
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { x402Client } from '@x402/core/client'
import { decodePaymentRequiredHeader, x402HTTPClient } from '@x402/core/http'
import { ExactEvmScheme } from '@x402/evm/exact/client'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { hasTurns } from '../../plugins/surfaces/pay/turns.ts'
import { runService, type RunningService } from '@domesday/tool-testing'
import { openFaultyWorld } from './faulty-world.ts'
import { generous } from './generous.ts'

/** What the source says of one postcode. */
let sample = ''
beforeAll(async () => {
  const world = await openFaultyWorld(['location'])
  sample = await (await fetch(`${world.origin}/postcodes-io/postcodes/WA11UH`)).text()
  world.close()
})

let upstream: Server, service: RunningService
/** The postcodes that the source was asked for, in order. Its first answer waits for `open`. */
let asked: string[], open: () => void
beforeEach(async () => {
  const { promise: opened, resolve } = Promise.withResolvers<void>()
  asked = []
  open = resolve
  upstream = createServer(async ({ url }, response) => {
    const postcode = /^\/postcodes-io\/postcodes\/(\w+)/.exec(url!.replaceAll('%20', ''))![1]!
    asked.push(postcode)
    if (asked.length === 1) await opened
    const said = sample.replaceAll(/WA1 ?1UH/g, postcode)
    response.writeHead(200, { 'content-type': 'application/json' }).end(said)
  })
  await once(upstream.listen(0, '127.0.0.1'), 'listening')
  service = await runService({
    gateway: `http://127.0.0.1:${(upstream.address() as AddressInfo).port}`,
    patience: 50,
    configure: (dir) => {
      generous(dir)
      mkdirSync(join(dir, 'sources'), { recursive: true })
      writeFileSync(
        join(dir, 'sources/postcodes-io.yaml'),
        'rate: { calls: 100, per: 1s, burst: 1 }\nconcurrency: 1\ntimeout: 7s\n',
      )
    },
  })
})
afterEach(async () => {
  await service.close()
  upstream.closeAllConnections()
  upstream.close()
})

const letters = [...'ABDEFGHJLN']
const postcodes = Array.from({ length: 60 }, (_, i) => `WA1${1 + Math.floor(i / 10)}A${letters[i % 10]}`)

const ask = async (some: readonly string[], key: string, headers: Record<string, string> = {}) => {
  const all = some.map((postcode) => service.send(`/api/v1/location/${postcode}?depth=summary`, { key, headers }))
  return (await Promise.all(all)).map(({ status }) => status)
}
const waiting = async (metric: string): Promise<number> => {
  const text = await (await request(`${service.metricsOrigin}/metrics`)).body.text()
  return Number(new RegExp(`^${metric} (\\d+)$`, 'm').exec(text)?.[1] ?? 0)
}
const untilWaiting = (count: number) =>
  expect.poll(() => waiting('domesday_upstream_waiting\\{source="postcodes-io"\\}')).toBe(count)
/** It asks its sources once its credits are held. */
const untilHeld = (key: string) =>
  expect.poll(async () => (await service.send('/account', { key })).body.data.held).toBeGreaterThan(0)

const allAnswered = async (...calls: readonly Promise<readonly number[]>[]) =>
  expect(new Set((await Promise.all(calls)).flat())).toEqual(new Set([200]))

describe('a caller with one question', () => {
  it('is served next although another has sixty waiting', async () => {
    const [many, one] = [await service.key(1000), await service.key(100)]
    const all = ask(postcodes, many)
    await untilWaiting(59)
    const single = ask(['SW1A2AA'], one)
    await untilWaiting(60)
    open()
    await allAnswered(all, single)
    expect(asked.indexOf('SW1A2AA')).toBe(1)
  })

  it('waits no longer for one that the other asked too', async () => {
    const [many, one] = [await service.key(1000), await service.key(100)]
    const all = ask(postcodes, many)
    await untilWaiting(59)
    const shared = postcodes.findLast((postcode) => postcode !== asked[0])!
    const single = ask([shared], one)
    await untilHeld(one)
    open()
    await allAnswered(all, single)
    expect([asked.indexOf(shared), asked.length]).toEqual([1, 60])
  })
})

describe('callers with several', () => {
  it('take turns', async () => {
    const keys = [await service.key(1000), await service.key(1000)]
    const first = ask(postcodes.slice(0, 20), keys[0]!)
    await untilWaiting(19)
    const second = ask(postcodes.slice(20, 25), keys[1]!)
    await untilWaiting(24)
    open()
    await allAnswered(first, second)
    expect(
      postcodes
        .slice(20, 25)
        .map((postcode) => asked.indexOf(postcode))
        .sort((a, b) => a - b),
    ).toEqual([1, 3, 5, 7, 9])
  })

  it('that were handed out for nothing to one address have the turns of one', async () => {
    const free = async () => (await service.send('/keys', { method: 'POST', key: null })).body.data.key as string
    const [one, other] = [await free(), await free()]
    const first = ask(postcodes.slice(0, 20), one)
    await untilWaiting(19)
    const second = ask(postcodes.slice(20, 25), other)
    await untilWaiting(24)
    open()
    await allAnswered(first, second)
    expect(Math.min(...postcodes.slice(20, 25).map((postcode) => asked.indexOf(postcode)))).toBe(20)
  })

  it('of whom one says that it can wait have it wait, but for one turn in ten', async () => {
    const [bulk, one] = [await service.key(1000), await service.key(1000)]
    const later = ask(postcodes.slice(0, 20), bulk, { priority: 'u=7' })
    await untilWaiting(19)
    const soon = ask(postcodes.slice(30), one)
    await untilWaiting(49)
    open()
    await allAnswered(later, soon)
    const turns = asked.flatMap((postcode, i) => (postcodes.indexOf(postcode) < 20 ? [i] : []))
    expect(turns.slice(0, 4)).toEqual([0, 10, 20, 30])
  })
})

describe('payers by the call', () => {
  const wallet = () => {
    const account = privateKeyToAccount(generatePrivateKey())
    return new x402HTTPClient(new x402Client().register('eip155:84532', new ExactEvmScheme(account)))
  }
  /** Each look-up with a payment of its own. All come from one address. */
  const buy = async (some: readonly string[], http: x402HTTPClient) => {
    const signed = async (path: string): Promise<string> => {
      const { headers } = await service.send(path, { key: null })
      const payload = await http.createPaymentPayload(decodePaymentRequiredHeader(headers['payment-required']!))
      return http.encodePaymentSignatureHeader(payload)['PAYMENT-SIGNATURE']!
    }
    const all = some.map(async (postcode) => {
      const path = `/pay/location/${postcode}?depth=summary`
      return service.send(path, { key: null, headers: { 'payment-signature': await signed(path) } })
    })
    return (await Promise.all(all)).map(({ status }) => status)
  }
  const turnsOf = (some: readonly string[]) => some.map((one) => asked.indexOf(one)).sort((a, b) => a - b)

  it.each([
    ['take turns by their wallets', wallet, [1, 3, 5, 7, 9]],
    ['have the turns of one caller with one wallet', (one: x402HTTPClient) => one, [20, 21, 22, 23, 24]],
  ] as const)('%s', async (_, other, turns) => {
    const one = wallet()
    const first = buy(postcodes.slice(0, 20), one)
    await untilWaiting(19)
    const second = buy(postcodes.slice(20, 25), other(one))
    await untilWaiting(24)
    open()
    await allAnswered(first, second)
    expect(turnsOf(postcodes.slice(20, 25))).toEqual(turns)
  })

  it('go by their address where a live service moves no money: wallets cost nothing there', () => {
    expect(hasTurns({ simulated: true }, { sandbox: false })).toBe(false)
    expect(hasTurns({ simulated: false }, { sandbox: false })).toBe(true)
  })
})
