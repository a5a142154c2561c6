/** Pay per call where a source fails, adds nothing, or is not there. */
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { x402Client } from '@x402/core/client'
import { decodePaymentRequiredHeader, x402HTTPClient } from '@x402/core/http'
import { ExactEvmScheme } from '@x402/evm/exact/client'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { only, runService, type RunningService } from '@domesday/tool-testing'
import { localFacilitator } from '../../plugins/surfaces/pay/local-facilitator.ts'
import { tokens } from '../../core/service/tokens.ts'
import { openFaultyWorld, type FaultyWorld } from './faulty-world.ts'
import { generous } from './generous.ts'

const network = 'eip155:84532'
const at = '/pay/environment/WA11UH'
let world: FaultyWorld, service: RunningService
let settled: number
const root = mkdtempSync(join(tmpdir(), 'domesday-pay-repeats-'))
/** With the datasets of the sample data: behind a gateway none are imported. */
const imported = join(root, 'imported')
beforeAll(async () => {
  await (await runService({ dataDir: imported, configure: only('environment') })).close()
})
afterAll(() => rmSync(root, { recursive: true, force: true }))
const now = (): number => Date.parse('2026-10-15T09:00:00Z')
const start = async (mode: 'sandbox' | 'live' = 'sandbox') => {
  const local = localFacilitator(network)
  settled = 0
  const dataDir = mkdtempSync(join(root, 'data-'))
  cpSync(join(imported, 'datasets'), join(dataDir, 'datasets'), { recursive: true })
  service = await runService({
    mode,
    dataDir,
    gateway: world.origin,
    now,
    configure: (dir) => {
      generous(dir)
      mkdirSync(join(dir, 'surfaces'), { recursive: true })
      writeFileSync(join(dir, 'surfaces/pay.yaml'), 'simulated: true\n')
    },
    substitutes: {
      pay: {
        ...local,
        settle: async (...given: Parameters<typeof local.settle>) => {
          settled++
          return local.settle(...given)
        },
      },
    },
  })
}
beforeEach(async () => {
  world = await openFaultyWorld(['environment'])
})
afterEach(async () => {
  await service.close()
  world.close()
})

/** The header that pays for a path, signed by a fresh wallet. */
const signed = async (path: string): Promise<string> => {
  const account = privateKeyToAccount(generatePrivateKey())
  const http = new x402HTTPClient(new x402Client().register(network, new ExactEvmScheme(account)))
  const { headers } = await service.send(path, { key: null })
  const payload = await http.createPaymentPayload(decodePaymentRequiredHeader(headers['payment-required']!))
  return http.encodePaymentSignatureHeader(payload)['PAYMENT-SIGNATURE']!
}
const bring = (path: string, header: string) =>
  service.send(path, { key: null, headers: { 'payment-signature': header } })
const forget = () => service.container.get(tokens.answering).forget()

describe('a payment', () => {
  beforeEach(() => start())

  it('for an answer in which a source failed buys the look-up again until it is whole, and is settled once', async () => {
    world.faults.set('uk-air', 'drop')
    const header = await signed(at)
    const first = await bring(at, header)
    expect([first.status, first.body.data.air_quality, settled]).toEqual([200, null, 1])
    world.faults.clear()
    forget()
    const again = await bring(at, header)
    expect([again.status, again.body._meta.missing, again.body._meta.repeats]).toEqual([
      200,
      [],
      first.body._meta.request_id,
    ])
    expect([again.body._meta.paid, again.headers['payment-response']]).toEqual([
      first.body._meta.paid,
      first.headers['payment-response'],
    ])
    forget()
    expect([(await bring(at, header)).text, settled]).toEqual([again.text, 1])
    expect((await bring('/pay/environment/NW19HZ', header)).status).toBe(402)
  })

  it('still has what it bought where another try comes to nothing', async () => {
    world.faults.set('uk-air', 'drop')
    const header = await signed(at)
    const first = await bring(at, header)
    world.faults.set('*', 'drop')
    const cold = await runService({ gateway: world.origin, configure: generous, dataDir: service.dataDir, now })
    const again = await cold.send(at, { key: null, headers: { 'payment-signature': header } })
    expect([again.status, again.text]).toEqual([200, first.text])
    await cold.close()
  })

  it('is not settled for a depth of which nothing more is known, and can still buy an answer', async () => {
    world.faults.set('carbon-intensity', 'drop')
    const path = `${at}?depth=full`
    const header = await signed(path)
    const given = await bring(path, header)
    expect([given.status, given.body.data.flood === null, given.body._meta.paid, settled]).toEqual([
      200,
      false,
      undefined,
      0,
    ])
    expect(given.headers['payment-response']).toBeUndefined()
    world.faults.clear()
    forget()
    expect([(await bring(path, header)).body._meta.paid.micro_usd, settled]).toEqual([40_000, 1])
  })
})

describe('a depth that has nothing to add on a server', () => {
  // Live, and without the key of the register that it is read from.
  beforeEach(() => start('live'))

  it('is not sold there by the call, and its price is not told', async () => {
    const { headers, body } = await service.send('/pay/market/WA11UH?depth=full', { key: null })
    expect(headers['payment-required']).toBeUndefined()
    expect(body).toMatchObject({
      status: 400,
      code: 'invalid_parameter',
      errors: [{ parameter: 'depth', allowed: ['summary', 'standard'] }],
    })
    expect((await service.send('/pay/market/WA11UH?depth=summary', { key: null })).status).toBe(402)
  })

  it('is in neither document of what is sold', async () => {
    const { body: catalogue } = await service.send('/catalogue', { key: null })
    const { body: openapi } = await service.send('/openapi.json', { key: null })
    for (const { id, tool, prices } of catalogue.data.endpoints) {
      if (tool === null) continue
      const { get } = openapi.paths[`/pay${catalogue.data.endpoints.find((one: any) => one.id === id).path}`]
      const { schema, required } = get.parameters.find(({ name }: { name: string }) => name === 'depth')
      const sold = 'flat' in prices.usd ? ['summary', 'standard', 'full'] : Object.keys(prices.usd)
      expect(schema.enum, id).toEqual(sold)
      expect(required, id).toBe(schema.default === undefined)
      for (const depth of ['summary', 'standard', 'full'].filter((one) => !sold.includes(one)))
        expect(get.description, id).not.toMatch(new RegExp(`\\$[\\d.]+ at ${depth}`))
    }
    const market = catalogue.data.endpoints.find(({ id }: { id: string }) => id === 'market')
    expect(Object.keys(market.prices.usd)).toEqual(['summary', 'standard'])
  })
})
