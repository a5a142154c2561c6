/** The service is killed while it settles top-ups: each is granted once, when the same payment is brought again. */
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { x402Client } from '@x402/core/client'
import { decodePaymentRequiredHeader, x402HTTPClient } from '@x402/core/http'
import { ExactEvmScheme } from '@x402/evm/exact/client'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { projectRoot } from '../../core/registry/load.ts'
import { localFacilitator } from '../../plugins/surfaces/pay/local-facilitator.ts'
import { openBilling } from '../../plugins/stores/sqlite/index.ts'

const network = 'eip155:84532'
const dir = mkdtempSync(join(tmpdir(), 'domesday-top-up-'))
const dataDir = join(dir, 'data')
let running: ChildProcess | undefined
/** What is to happen when the service next asks for a settlement. */
let onSettle: (answer: () => void) => void = (answer) => answer()
const transfers = new Set<string>()

const facilitator = createServer(async (req, res) => {
  const local = localFacilitator(network)
  const send = (body: object): void => {
    res.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  }
  if (req.url === '/supported') return send(await local.getSupported())
  const { paymentPayload, paymentRequirements } = JSON.parse(await text(req))
  if (req.url === '/verify') return send(await local.verify(paymentPayload, paymentRequirements))
  const receipt = await local.settle(paymentPayload, paymentRequirements)
  transfers.add(receipt.transaction)
  onSettle(() => send(receipt))
})

beforeAll(async () => {
  facilitator.listen(0, '127.0.0.1')
  await once(facilitator, 'listening')
  mkdirSync(join(dir, 'config/surfaces'), { recursive: true })
  writeFileSync(
    join(dir, 'config/service.yaml'),
    'endpoints: [location]\nsurfaces: [rest, pay]\nbilling: { credit_price: 1000 }\njobs: none\n',
  )
  writeFileSync(
    join(dir, 'config/surfaces/pay.yaml'),
    `facilitator: http://127.0.0.1:${(facilitator.address() as AddressInfo).port}\npay_to: "0x1111111111111111111111111111111111111111"\n`,
  )
})
afterAll(() => {
  running?.kill('SIGKILL')
  facilitator.close()
  rmSync(dir, { recursive: true, force: true })
})

const start = (): Promise<string> =>
  new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [join(projectRoot, 'core/start.js'), '--live'], {
      cwd: dir,
      env: {
        PATH: process.env['PATH'],
        PORT: '0',
        METRICS_PORT: '0',
        HOST: '127.0.0.1',
        DOMESDAY_DATA_DIR: dataDir,
        DOMESDAY_CONFIG_DIR: join(dir, 'config'),
      },
    })
    running = child
    let printed = ''
    child.stdout.on('data', (chunk: Buffer) => {
      printed += chunk.toString()
      const origin = /(http:\/\/(?:127\.0\.0\.1|localhost):\d+)/.exec(printed)?.[1]
      if (origin) resolve(origin)
    })
    child.on('exit', (code) => reject(new Error(`ended with ${code}: ${printed}`)))
  })
const kill = async (): Promise<void> => {
  const gone = once(running!, 'exit')
  running!.kill('SIGKILL')
  await gone
}
const topUp = (origin: string, key: string, header?: string): Promise<Response> =>
  fetch(`${origin}/account/top-up`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, ...(header && { 'payment-signature': header }) },
    body: '{"credits":100}',
  })
const signed = async (origin: string, key: string): Promise<string> => {
  const { headers } = await topUp(origin, key)
  const account = privateKeyToAccount(generatePrivateKey())
  const http = new x402HTTPClient(new x402Client().register(network, new ExactEvmScheme(account)))
  const payload = await http.createPaymentPayload(decodePaymentRequiredHeader(headers.get('payment-required')!))
  return http.encodePaymentSignatureHeader(payload)['PAYMENT-SIGNATURE']!
}
/** A claim of a process that died can be taken over once its heartbeats are missed. */
const resolved = async (origin: string, key: string, header: string): Promise<Response> => {
  for (;;) {
    const response = await topUp(origin, key, header)
    if (response.status !== 409) return response
    await setTimeout(500)
  }
}

it('each is granted once, wherever the kill comes', async () => {
  const setup = openBilling({ dir: dataDir, mode: 'live' })
  const { id, key } = await setup.keys.create({ credits: 0 })
  await setup.close()
  /** Milliseconds between the facilitator's answer and the kill; null: it dies before the answer. */
  const moments = [null, 0, 2, 6]
  for (const after of moments) {
    const origin = await start()
    const header = await signed(origin, key)
    const dead = new Promise<void>((resolve) => {
      onSettle = (answer) => {
        if (after !== null) answer()
        void setTimeout(after ?? 0)
          .then(kill)
          .then(resolve)
      }
    })
    await Promise.all([topUp(origin, key, header).catch(() => null), dead])
    onSettle = (answer) => answer()
    const next = await start()
    const answers = [await resolved(next, key, header), await resolved(next, key, header)]
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    expect(await answers[0]!.text()).toBe(await answers[1]!.text())
    await kill()
  }
  const billing = openBilling({ dir: dataDir, mode: 'live' })
  expect(transfers.size).toBe(moments.length)
  expect(await billing.ledger.account(id)).toMatchObject({ balance: 100 * moments.length })
  expect(await billing.ledger.audit()).toMatchObject({
    faults: [],
    payments: { settled: { count: moments.length }, unknown: { count: 0 }, pending: { count: 0 } },
  })
  await billing.close()
})
