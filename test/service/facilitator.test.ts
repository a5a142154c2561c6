/** A facilitator over HTTP, its credential, and clients of an earlier version of x402. */
import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { x402Client } from '@x402/core/client'
import {
  decodePaymentRequiredHeader,
  decodePaymentSignatureHeader,
  encodePaymentSignatureHeader,
  x402HTTPClient,
} from '@x402/core/http'
import { ExactEvmScheme } from '@x402/evm/exact/client'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { runService, type RunningService } from '@domesday/tool-testing'
import { localFacilitator } from '../../plugins/surfaces/pay/local-facilitator.ts'

const network = 'eip155:84532'
const token = 'a-credential-of-the-facilitator'
const path = '/account/top-up'
let server: Server, service: RunningService
const seen: { readonly url: string; readonly authorization: string | undefined }[] = []
const logged: string[] = []

const answer = async (req: IncomingMessage): Promise<object> => {
  const local = localFacilitator(network)
  if (req.url === '/supported') return local.getSupported()
  const { paymentPayload, paymentRequirements } = JSON.parse(await text(req))
  return req.url === '/verify'
    ? local.verify(paymentPayload, paymentRequirements)
    : local.settle(paymentPayload, paymentRequirements)
}

beforeAll(async () => {
  server = createServer(async (req, res) => {
    seen.push({ url: req.url!, authorization: req.headers.authorization })
    const isKnown = req.headers.authorization === `Bearer ${token}`
    res.writeHead(isKnown ? 200 : 401, { 'content-type': 'application/json' })
    res.end(JSON.stringify(isKnown ? await answer(req) : { error: 'unauthorized' }))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const configure = (dir: string): void => {
    appendFileSync(join(dir, 'service.yaml'), '\nbilling: { credit_price: 1000 }\n')
    mkdirSync(join(dir, 'surfaces'), { recursive: true })
    writeFileSync(
      join(dir, 'surfaces/pay.yaml'),
      `facilitator: http://127.0.0.1:${port}\npay_to: "0x1111111111111111111111111111111111111111"\n`,
    )
  }
  service = await runService({
    mode: 'live',
    configure,
    env: { DOMESDAY_FACILITATOR_TOKEN: ` ${token}\n` },
    logTo: { write: (line) => void logged.push(line) },
  })
})
afterAll(async () => {
  await service.close()
  server.close()
})

const ask = (headers: Readonly<Record<string, string>> = {}) =>
  service.send(path, { method: 'POST', headers, body: '{"credits":100}' })
const signed = async (): Promise<string> => {
  const { headers } = await ask()
  const account = privateKeyToAccount(generatePrivateKey())
  const http = new x402HTTPClient(new x402Client().register(network, new ExactEvmScheme(account)))
  const payload = await http.createPaymentPayload(decodePaymentRequiredHeader(headers['payment-required']!))
  return http.encodePaymentSignatureHeader(payload)['PAYMENT-SIGNATURE']!
}

it('is sent the credential with every call, and the log never has it', async () => {
  const { status, body } = await ask({ 'payment-signature': await signed() })
  expect([status, body.data.paid.simulated]).toEqual([200, false])
  expect(new Set(seen.map(({ url }) => url))).toEqual(new Set(['/supported', '/verify', '/settle']))
  expect(new Set(seen.map(({ authorization }) => authorization))).toEqual(new Set([`Bearer ${token}`]))
  expect(logged.join('')).not.toContain(token)
})

it('is sent no credential without encryption: the service does not start', async () => {
  const start = runService({
    mode: 'live',
    configure: (dir) => {
      mkdirSync(join(dir, 'surfaces'), { recursive: true })
      writeFileSync(
        join(dir, 'surfaces/pay.yaml'),
        'facilitator: http://facilitator.example.org\npay_to: "0x1111111111111111111111111111111111111111"\n',
      )
    },
    env: { DOMESDAY_FACILITATOR_TOKEN: token },
  })
  await expect(start).rejects.toThrow(
    'DOMESDAY_FACILITATOR_TOKEN would be sent to facilitator.example.org without encryption',
  )
})

describe('a payment of x402, version 1', () => {
  const old = Buffer.from(
    JSON.stringify({ x402Version: 1, scheme: 'exact', network: 'base-sepolia', payload: {} }),
  ).toString('base64')

  it.each(['x-payment', 'payment-signature'])('in the header %s is told the version and the headers', async (name) => {
    const { status, headers, body } = await ask({ [name]: old })
    expect([status, body.code]).toEqual([402, 'payment_required'])
    for (const word of ['version 1', 'version 2', 'X-PAYMENT', 'PAYMENT-REQUIRED', 'PAYMENT-SIGNATURE'])
      expect(body.detail).toContain(word)
    expect(decodePaymentRequiredHeader(headers['payment-required']!)).toMatchObject({
      x402Version: 2,
      error: body.detail,
    })
  })

  it('does not hide one of version 2 beside it', async () => {
    const header = await signed()
    expect(decodePaymentSignatureHeader(header).x402Version).toBe(2)
    expect((await ask({ 'payment-signature': header, 'x-payment': old })).status).toBe(200)
    const unknown = { ...decodePaymentSignatureHeader(header), x402Version: 3 } as never
    expect((await ask({ 'payment-signature': encodePaymentSignatureHeader(unknown) })).body.detail).toBe(
      'The payment header cannot be read.',
    )
  })
})
