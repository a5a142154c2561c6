/** Evidence of answers that were paid for by the call: who shows the payment again reads it. */
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { x402Client } from '@x402/core/client'
import { decodePaymentRequiredHeader, x402HTTPClient } from '@x402/core/http'
import { ExactEvmScheme } from '@x402/evm/exact/client'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { runService, type RunningService, type ServiceReply } from '@domesday/tool-testing'
import { generous } from '../service/generous.ts'
import { sharedService } from '../support/shared-service.ts'

type Asked = Pick<RunningService, 'send'>
const path = '/pay/entity/99000025'
const network = 'eip155:84532'

const service = await sharedService()

const signed = async (at: string, by: Asked = service): Promise<string> => {
  const client = new x402Client().register(network, new ExactEvmScheme(privateKeyToAccount(generatePrivateKey())))
  const http = new x402HTTPClient(client)
  const { headers } = await by.send(at, { key: null })
  const payload = await http.createPaymentPayload(decodePaymentRequiredHeader(headers['payment-required']!))
  return http.encodePaymentSignatureHeader(payload)['PAYMENT-SIGNATURE']!
}
const shown = (
  at: string,
  payment: string,
  { by = service, ...headers }: { by?: Asked; accept?: string } = {},
): Promise<ServiceReply> => by.send(at, { key: null, headers: { 'payment-signature': payment, ...headers } })

interface Bought {
  readonly payment: string
  readonly id: string
}
const buy = async (at = path, by: Asked = service): Promise<Bought> => {
  const payment = await signed(at, by)
  const { status, body } = await shown(at, payment, { by })
  expect(status).toBe(200)
  return { payment, id: body._meta.evidence }
}

describe('who shows the payment again', () => {
  it('reads what its answer was made from, signed too, and looks ahead', async () => {
    const { payment, id } = await buy()
    const { status, headers, body } = await shown(`/evidence/${id}`, payment)
    expect([status, body.data.pack.id]).toEqual([200, id])
    expect(Object.keys(headers).filter((name) => name.startsWith('x-credits'))).toEqual([])
    const file = await shown(`/evidence/${id}`, payment, { accept: 'application/jose+json' })
    expect(file.headers['content-type']).toBe('application/jose+json')
    expect((await shown(`/evidence/${id}/ahead`, payment)).body.data.now.rating).toBe('HIGH_RISK')
    expect((await shown(`/evidence/${id}/paths?to=LOW_RISK`, payment)).body.data.walls).toHaveLength(1)
  })

  it('compares answers that two payments bought, and finds neither by the payment of the other', async () => {
    const [one, other] = [await buy(), await buy(`${path}?depth=full`)]
    const changes = `/evidence/${one.id}/changes/${other.id}`
    for (const alone of [one, other]) expect((await shown(changes, alone.payment)).body.code).toBe('not_kept')
    const both = await shown(changes, `${one.payment}, ${other.payment}`)
    expect(both.body.code).toBe('not_comparable')
  })

  it('reads it after the ledger has forgotten the payment', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'paid-'))
    const configure = (dir: string): void => {
      writeFileSync(join(dir, 'service.yaml'), 'endpoints: [entity]\nevidence: sqlite\n')
      generous(dir)
    }
    const first = await runService({ configure, dataDir })
    const { payment, id } = await buy(path, first)
    await first.close()
    for (const file of readdirSync(dataDir).filter((file) => file.startsWith('ledger.')))
      rmSync(join(dataDir, file), { recursive: true })
    const later = await runService({ configure, dataDir })
    const found = await shown(`/evidence/${id}`, payment, { by: later })
    expect(found.status).toBe(200)
    await later.close()
    rmSync(dataDir, { recursive: true })
  })

  it('reads it although the answer came from the cache of another', async () => {
    const [one, other] = [await buy(), await buy()]
    expect(other.id).toBe(one.id)
    for (const { payment, id } of [one, other]) expect((await shown(`/evidence/${id}`, payment)).status).toBe(200)
  })
})

describe('everyone else', () => {
  it('finds nothing: with another payment, one that was changed, one that bought nothing, a key, or no payment at all', async () => {
    const { payment, id } = await buy()
    const payload = JSON.parse(Buffer.from(payment, 'base64').toString())
    payload.payload.signature = payload.payload.signature.replace(/..$/, '1d')
    const others = [
      (await buy('/pay/location/WA11UH')).payment,
      Buffer.from(JSON.stringify(payload)).toString('base64'),
      await signed(path),
      Buffer.from('{"payload":null}').toString('base64'),
      Buffer.from(`{"payload":${'['.repeat(5000)}${']'.repeat(5000)}}`).toString('base64'),
      'garbage',
      '',
    ]
    for (const other of others) {
      const { status, body } = await shown(`/evidence/${id}`, other)
      expect([status, body.code]).toEqual([404, 'not_kept'])
    }
    expect((await service.send(`/evidence/${id}`, { key: await service.key(10) })).body.code).toBe('not_kept')
    expect((await service.send(`/evidence/${id}`, { key: null })).body.code).toBe('invalid_api_key')
  })

  it('is told no list: a settled payment stands on a public chain, and the id is what it does not tell', async () => {
    const { payment } = await buy()
    expect((await shown('/evidence?path=/entity/99000025', payment)).body.code).toBe('invalid_api_key')
  })
})

it('is read no more often than a free path, and the looks ahead ten times a minute', async () => {
  const { payment, id } = await buy()
  const looks = Array.from({ length: 12 }, () => shown(`/evidence/${id}/ahead?days=1`, payment))
  expect((await Promise.all(looks)).map(({ status }) => status)).toContain(429)
  expect((await shown(`/evidence/${id}`, payment)).headers['ratelimit-policy']).toContain('address')
})

it('is what the OpenAPI document says, unless nothing is sold by the call', async () => {
  const { paths } = (await service.send('/openapi.json', { key: null })).body
  const { security, parameters } = paths['/evidence/{id}'].get
  expect(security).toEqual([{ bearer: [] }, { apiKey: [] }, {}])
  expect(parameters.at(-1)).toMatchObject({ name: 'PAYMENT-SIGNATURE', in: 'header' })
  expect(paths['/evidence'].get.security).toBeUndefined()
})
