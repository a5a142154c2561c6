/** Credits for a key, paid by x402. */
import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { x402Client } from '@x402/core/client'
import { decodePaymentRequiredHeader, decodePaymentResponseHeader, x402HTTPClient } from '@x402/core/http'
import type { FacilitatorClient } from '@x402/core/server'
import { ExactEvmScheme } from '@x402/evm/exact/client'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { only, runService, type RunningService, type StartOptions } from '@domesday/tool-testing'
import { localFacilitator } from '../../plugins/surfaces/pay/local-facilitator.ts'
import { openBilling } from '../../plugins/stores/sqlite/index.ts'
import { tokens } from '../../core/service/tokens.ts'

const network = 'eip155:84532'
const path = '/account/top-up'
const selling = (dir: string): void => {
  only('location')(dir)
  appendFileSync(join(dir, 'service.yaml'), '\nbilling: { credit_price: 1500, top_up: { least: 100, most: 5000 } }\n')
}

const running: RunningService[] = []
afterEach(async () => {
  for (const service of running.splice(0)) await service.close()
})
const start = async (options: StartOptions = {}): Promise<RunningService> => {
  const service = await runService({ configure: selling, ...options })
  running.push(service)
  return service
}
const settlingBy = (settle: FacilitatorClient['settle']): StartOptions => ({
  substitutes: { pay: { ...localFacilitator(network), settle } },
})

const ask = (service: RunningService, key: string | null, body: object, header?: string) =>
  service.send(path, {
    method: 'POST',
    key,
    body: JSON.stringify(body),
    ...(header && { headers: { 'payment-signature': header } }),
  })
const signed = async (service: RunningService, key: string, body: object): Promise<string> => {
  const { headers } = await ask(service, key, body)
  const account = privateKeyToAccount(generatePrivateKey())
  const http = new x402HTTPClient(new x402Client().register(network, new ExactEvmScheme(account)))
  const payload = await http.createPaymentPayload(decodePaymentRequiredHeader(headers['payment-required']!))
  return http.encodePaymentSignatureHeader(payload)['PAYMENT-SIGNATURE']!
}
const accountOf = async (service: RunningService, key: string) => (await service.send('/account', { key })).body.data
const auditOf = (service: RunningService) => service.container.get(tokens.billing).ledger.audit()

describe('a top-up', () => {
  it('costs what the settings say, and grants its credits with the payment as reference', async () => {
    const service = await start()
    const key = await service.key(5)
    const unpaid = await ask(service, key, { credits: 200 })
    const {
      accepts: [offer],
      resource,
    } = decodePaymentRequiredHeader(unpaid.headers['payment-required']!)
    expect([unpaid.status, unpaid.body.micro_usd, offer!.amount, resource.url]).toEqual([
      402,
      300_000,
      '300000',
      `${service.origin}${path}`,
    ])
    const paid = await ask(service, key, { credits: 200 }, await signed(service, key, { credits: 200 }))
    const receipt = decodePaymentResponseHeader(paid.headers['payment-response']!)
    expect([paid.status, paid.headers['x-credits-remaining']]).toEqual([200, '205'])
    const { data } = paid.body
    expect(data).toEqual({
      credits: 200,
      remaining: 205,
      reference: expect.stringMatching(/^x402_[0-9a-f]{32}$/),
      paid: { micro_usd: 300_000, network, transaction: receipt.transaction, simulated: true },
    })
    const { balance, ledger } = await accountOf(service, key)
    expect([balance, ledger[0]]).toMatchObject([205, { kind: 'grant', amount: 200, request_id: data.reference }])
    expect(await auditOf(service)).toMatchObject({ faults: [], payments: { settled: { count: 1, microUsd: 300_000 } } })
  })

  it('stands in the metrics, at the latest audit', async () => {
    const service = await start()
    const key = await service.key(7)
    await ask(service, key, { credits: 200 }, await signed(service, key, { credits: 200 }))
    const scrape = async (): Promise<string> => (await fetch(`${service.metricsOrigin}/metrics`)).text()
    expect(await scrape()).toContain('domesday_credits_outstanding Nan')
    await expect.poll(scrape).toContain('domesday_payments_total{state="settled"} 1')
    const page = await scrape()
    expect(page).toContain('domesday_payments_micro_usd{state="settled"} 300000')
    expect(page).toContain('domesday_payments_total{state="unknown"} 0')
    // With the credits of the key that the service of a test begins with.
    expect(page).toContain('domesday_credits_outstanding 1000207')
  })

  it('is granted once: the same payment gets the same answer, and buys nothing else', async () => {
    const service = await start()
    const [key, other] = [await service.key(0), await service.key(0)]
    const header = await signed(service, key, { credits: 200 })
    const answers = await Promise.all(Array.from({ length: 8 }, () => ask(service, key, { credits: 200 }, header)))
    const [first] = answers.filter(({ status }) => status === 200)
    for (const { status, text, body } of answers)
      expect(status === 200 ? text : body.code).toBe(status === 200 ? first!.text : 'payment_in_progress')
    expect((await ask(service, key, { credits: 200 }, header)).text).toBe(first!.text)
    expect((await ask(service, other, { credits: 200 }, header)).status).toBe(402)
    expect(
      (await service.send('/pay/location/WA11UH', { key: null, headers: { 'payment-signature': header } })).status,
    ).toBe(402)
    expect([(await accountOf(service, key)).balance, (await accountOf(service, other)).balance]).toEqual([200, 0])
  })

  it('says every fault at once, before any payment', async () => {
    const service = await start()
    const key = await service.key(0)
    for (const [body, parameters] of [
      [{}, ['credits']],
      [{ credits: 99 }, ['credits']],
      [{ credits: 5001 }, ['credits']],
      [{ credits: '200' }, ['credits']],
      [{ credits: 200.5, credit: 1, key: 'x' }, ['credits', 'credit', 'key']],
    ] as const) {
      const { status, body: problem } = await ask(service, key, body)
      expect([status, problem.errors.map(({ parameter }: any) => parameter)]).toEqual([400, parameters])
    }
    expect((await ask(service, null, { credits: 200 })).status).toBe(401)
  })

  it('that is refused takes nothing, and the payment may be brought again', async () => {
    let refuse = true
    const local = localFacilitator(network)
    const service = await start(
      settlingBy(async (...given) =>
        refuse
          ? { success: false, errorReason: 'insufficient_funds', transaction: '', network }
          : local.settle(...given),
      ),
    )
    const key = await service.key(0)
    const header = await signed(service, key, { credits: 200 })
    expect((await ask(service, key, { credits: 200 }, header)).status).toBe(402)
    expect((await auditOf(service)).payments.refused).toEqual({ count: 1, microUsd: 300_000 })
    refuse = false
    expect((await ask(service, key, { credits: 200 }, header)).status).toBe(200)
    expect((await accountOf(service, key)).balance).toBe(200)
  })

  it('of unknown outcome is a 503, and granted once the same payment is settled', async () => {
    let lost = true
    const local = localFacilitator(network)
    const service = await start(
      settlingBy(async (...given) => {
        if (lost) throw new Error('time out')
        return local.settle(...given)
      }),
    )
    const key = await service.key(0)
    const header = await signed(service, key, { credits: 200 })
    expect((await ask(service, key, { credits: 200 }, header)).body.code).toBe('settlement_unknown')
    expect((await auditOf(service)).payments.unknown.count).toBe(1)
    lost = false
    expect((await ask(service, key, { credits: 200 }, header)).status).toBe(200)
    expect([(await accountOf(service, key)).balance, (await auditOf(service)).faults]).toEqual([200, []])
  })

  it('that a death cut off between settlement and grant is granted by the same payment', async () => {
    let settled = 0
    const local = localFacilitator(network)
    const service = await start(
      settlingBy(async (...given) => {
        settled += 1
        return local.settle(...given)
      }),
    )
    const key = await service.key(0)
    const { id } = await accountOf(service, key)
    const header = await signed(service, key, { credits: 200 })
    const { payload } = JSON.parse(Buffer.from(header, 'base64').toString()) as any
    const { canonical } = await import('../../core/config/hash.ts')
    const { hash } = await import('node:crypto')
    const payment = {
      payer: payload.authorization.from.toLowerCase(),
      nonce: payload.authorization.nonce.toLowerCase(),
      proof: hash('sha256', canonical(payload)),
    }
    // What a process leaves that is killed when the money has moved: a settlement that was asked for, by nobody alive.
    const dead = openBilling({ dir: service.dataDir })
    const purpose = { kind: 'top-up', keyId: id, credits: 200 } as const
    await dead.payments.claim(
      payment,
      { resource: `top-up ${id} 200`, microUsd: 300_000, surface: 'pay', purpose },
      'dead',
    )
    await dead.payments.settling(payment)
    await dead.close()
    const paid = await ask(service, key, { credits: 200 }, header)
    expect([paid.status, paid.body.data.remaining, settled]).toEqual([200, 200, 1])
    expect((await auditOf(service)).faults).toEqual([])
  })

  it('is not offered without a price, nor in live mode for payments in which no money moves', async () => {
    const unpriced = await start({ configure: only('location') })
    const { status, body } = await ask(unpriced, await unpriced.key(0), { credits: 200 })
    expect([status, body.code, body.detail]).toEqual([404, 'unknown_path', expect.stringContaining('not sold here')])
    expect((await unpriced.send('/openapi.json')).body.paths[path]).toBeUndefined()
    const simulated = await start({
      mode: 'live',
      configure: (dir) => {
        selling(dir)
        mkdirSync(join(dir, 'surfaces'), { recursive: true })
        writeFileSync(join(dir, 'surfaces/pay.yaml'), 'simulated: true\n')
      },
    })
    expect((await simulated.send('/pay/location/WA11UH', { key: null })).status).toBe(402)
    expect((await ask(simulated, await simulated.key(0), { credits: 200 })).status).toBe(404)
  })

  it('is in the OpenAPI document and in llms.txt with its price', async () => {
    const service = await start()
    const { body } = await service.send('/openapi.json')
    expect(body.paths[path].post.description).toContain('$0.0015')
    expect((await service.send('/llms.txt')).text).toContain(`POST ${service.origin}${path}`)
  })
})
