/** Pay per call, with the official paying client. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { x402Client } from '@x402/core/client'
import {
  decodePaymentRequiredHeader,
  decodePaymentResponseHeader,
  decodePaymentSignatureHeader,
  encodePaymentSignatureHeader,
  x402HTTPClient,
} from '@x402/core/http'
import { ExactEvmScheme } from '@x402/evm/exact/client'
import { wrapFetchWithPayment } from '@x402/fetch'
import type { FacilitatorClient } from '@x402/core/server'
import { SettleError } from '@x402/core/types'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { runService, type RunningService } from '@domesday/tool-testing'
import { localFacilitator } from '../../plugins/surfaces/pay/local-facilitator.ts'
import { tokens } from '../../core/service/tokens.ts'
import { sharedService } from '../support/shared-service.ts'
import { generous } from './generous.ts'

const network = 'eip155:84532'
const wallet = () => {
  const account = privateKeyToAccount(generatePrivateKey())
  const client = new x402Client().register(network, new ExactEvmScheme(account))
  return { account, client, http: new x402HTTPClient(client) }
}
const at = '/pay/location/WA11UH'

/** Headers that pay for a path, signed by a fresh wallet, and what they buy. */
const payingAt = (service: () => Pick<RunningService, 'send'>) => ({
  signed: async (path: string, { http } = wallet()): Promise<string> => {
    const { headers } = await service().send(path, { key: null })
    const payload = await http.createPaymentPayload(decodePaymentRequiredHeader(headers['payment-required']!))
    return http.encodePaymentSignatureHeader(payload)['PAYMENT-SIGNATURE']!
  },
  paid: (path: string, header: string) => service().send(path, { key: null, headers: { 'payment-signature': header } }),
})

const shared = await sharedService()

describe('paying for a call', () => {
  const { signed, paid } = payingAt(() => shared)

  it('is not asked of a caller who takes no JSON', async () => {
    const { status, headers, body } = await shared.send(at, { key: null, headers: { accept: 'text/csv' } })
    expect([status, body.code, headers['payment-required']]).toEqual([406, 'not_acceptable', undefined])
  })

  it('unpaid, shows the price to the micro-dollar', async () => {
    const prices = await Promise.all(
      ['summary', 'standard', 'full'].map(async (depth) => {
        const { status, headers, body } = await shared.send(`${at}?depth=${depth}`, { key: null })
        const {
          accepts: [offer],
          resource,
        } = decodePaymentRequiredHeader(headers['payment-required']!)
        expect([status, body.code, headers['content-type'], resource.url]).toEqual([
          402,
          'payment_required',
          'application/problem+json',
          `${shared.origin}${at}?depth=${depth}`,
        ])
        expect(offer).toMatchObject({ scheme: 'exact', network, amount: String(body.micro_usd) })
        return body.micro_usd
      }),
    )
    expect(prices).toEqual([2000, 20_000, 35_000])
  })

  it('with the official client answers once, and says what was paid', async () => {
    const { client } = wallet()
    const response = await wrapFetchWithPayment(fetch, client)(`${shared.origin}${at}`)
    const body = (await response.json()) as {
      data: { location: object }
      _meta: { credits_charged: number; paid: object }
    }
    expect([response.status, body.data.location]).toMatchObject([200, { postcode: 'WA1 1UH' }])
    const receipt = decodePaymentResponseHeader(response.headers.get('payment-response')!)
    expect(body._meta).toMatchObject({
      credits_charged: 0,
      paid: { micro_usd: 20_000, network, transaction: receipt.transaction, simulated: true },
    })
    expect([...response.headers.keys()].filter((name) => name.startsWith('x-credits'))).toEqual([])
  })

  it('a second time with the same payment gets the same answer, and for another question none', async () => {
    const header = await signed(at)
    const first = await paid(at, header),
      again = await paid(at, header)
    expect([first.status, again.text, again.headers['payment-response']]).toEqual([
      200,
      first.text,
      first.headers['payment-response'],
    ])
    const other = await paid('/pay/location/NW19HZ', header)
    expect([other.status, other.body.detail]).toEqual([
      402,
      'This payment was used for another answer, or more than 24 hours ago.',
    ])
  })

  it('ten at once with one payment buy one answer', async () => {
    const header = await signed('/pay/location/PR30SG')
    const answers = await Promise.all(Array.from({ length: 10 }, () => paid('/pay/location/PR30SG', header)))
    const bought = answers.filter(({ status }) => status === 200)
    expect(new Set(bought.map(({ body }) => body._meta.request_id)).size).toBe(1)
    expect(answers.every(({ status }) => status === 200 || status === 409)).toBe(true)
  })

  it('refuses a forged signature, a wrong amount and a wrong account', async () => {
    const header = await signed(at)
    const spoilt = (change: (payment: any) => void): string => {
      const payment = decodePaymentSignatureHeader(header) as any
      change(payment)
      return encodePaymentSignatureHeader(payment)
    }
    const cases = [
      spoilt((payment) => {
        payment.payload.signature = payment.payload.signature.replace(/..$/, (last: string) =>
          last === '1b' ? '1c' : '1b',
        )
      }),
      spoilt((payment) => {
        payment.payload.authorization.nonce = `0x${'11'.repeat(32)}`
      }),
      spoilt((payment) => {
        payment.payload.authorization.value = '1'
      }),
      spoilt((payment) => {
        payment.accepted.amount = '1'
      }),
      spoilt((payment) => {
        payment.payload.authorization.validBefore = '1'
      }),
      spoilt((payment) => {
        payment.payload = null
      }),
      'garbage',
      Buffer.from('{"x402Version":2}').toString('base64'),
    ]
    for (const forged of cases) expect((await paid(at, forged)).status).toBe(402)
    expect((await paid(`${at}?depth=full`, header)).status).toBe(402)
    expect((await paid(at, header)).status).toBe(200)
  })

  it('takes nothing for a look-up that fails, and the payment is still good', async () => {
    const header = await signed(at)
    expect((await paid('/pay/location/ZZ99ZZ', header)).status).toBe(404)
    expect((await paid('/pay/location/nonsense', header)).status).toBe(400)
    expect((await paid(at, header)).status).toBe(200)
  })

  it('takes nothing where nothing is known', async () => {
    const header = await signed('/pay/location/GY11WR')
    const { status, body } = await paid('/pay/location/GY11WR', header)
    expect([status, body._meta.credits_charged, body._meta.paid]).toEqual([200, 0, undefined])
    expect((await paid(at, header)).status).toBe(200)
  })

  it('is there for endpoints with a tool only, and for GET only', async () => {
    expect((await shared.send('/pay/nothing/x', { key: null })).status).toBe(404)
    expect((await shared.send(at, { key: null, method: 'POST' })).status).toBe(405)
  })
})

describe('settling', () => {
  const local = localFacilitator(network)
  /** What the facilitator does otherwise than the local one, in this test. */
  let facilitator: Partial<FacilitatorClient> = {}
  let service: RunningService
  beforeAll(async () => {
    service = await runService({
      configure: generous,
      substitutes: {
        pay: {
          ...local,
          verify: (...given) => (facilitator.verify ?? local.verify)(...given),
          settle: (...given) => (facilitator.settle ?? local.settle)(...given),
        } satisfies FacilitatorClient,
      },
    })
  })
  afterAll(() => service.close())
  afterEach(() => {
    facilitator = {}
  })
  const { signed, paid } = payingAt(() => service)

  it('that is refused is a 402, and nothing is used up', async () => {
    let refuse = true
    facilitator = {
      settle: async (...given) =>
        refuse
          ? { success: false, errorReason: 'insufficient_funds', transaction: '', network }
          : local.settle(...given),
    }
    const header = await signed(at)
    const { headers, body } = await paid(at, header)
    expect(body).toMatchObject({ status: 402, code: 'payment_required' })
    expect(decodePaymentRequiredHeader(headers['payment-required']!).error).toContain('insufficient_funds')
    refuse = false
    expect((await paid(at, header)).status).toBe(200)
  })

  it('whose outcome is unknown is a 503, never a second 402, and the same payment buys the answer later', async () => {
    let answer: 'lost' | 'used' | 'good' = 'lost'
    facilitator = {
      settle: async (...given) => {
        if (answer === 'lost') throw new Error('time out')
        return answer === 'used'
          ? { success: false, errorReason: 'nonce_already_used', transaction: '', network }
          : local.settle(...given)
      },
    }
    const header = await signed(at)
    const lost = await paid(at, header)
    expect([lost.status, lost.body.code, Number(lost.headers['retry-after'])]).toEqual([503, 'settlement_unknown', 10])
    answer = 'used'
    expect((await paid(at, header)).body.code).toBe('settlement_unknown')
    answer = 'good'
    expect((await paid(at, header)).status).toBe(200)
  })

  it('that went through leaves a payment which a check finds used: it is no second 402, and what it bought is there again', async () => {
    let used = false,
      answer: 'lost' | 'good' = 'lost'
    facilitator = {
      verify: async (...given) =>
        used ? { isValid: false, invalidReason: 'invalid_exact_evm_nonce_already_used' } : local.verify(...given),
      settle: async (...given) => {
        used = true
        if (answer === 'lost') throw new Error('time out')
        return local.settle(...given)
      },
    }
    const header = await signed(at)
    expect((await paid(at, header)).body.code).toBe('settlement_unknown')
    expect((await paid(at, header)).body.code).toBe('settlement_unknown')
    answer = 'good'
    const bought = await paid(at, header)
    expect([bought.status, (await paid(at, header)).text]).toEqual([200, bought.text])
    const forged = decodePaymentSignatureHeader(header) as any
    forged.payload.signature = `0x${'11'.repeat(65)}`
    expect((await paid(at, encodePaymentSignatureHeader(forged))).status).toBe(402)
  })

  it('that fails and says that the transfer is under way has an unknown outcome too', async () => {
    let under = true
    facilitator = {
      settle: async (...given) => {
        if (under)
          throw new SettleError(504, { success: false, errorReason: 'settlement_pending', transaction: '0x1', network })
        return local.settle(...given)
      },
    }
    const header = await signed(at)
    expect((await paid(at, header)).body.code).toBe('settlement_unknown')
    under = false
    expect((await paid(at, header)).status).toBe(200)
  })

  it('that nobody can check is a 503', async () => {
    facilitator = {
      verify: async () => {
        throw new Error('unreachable')
      },
    }
    const header = await signed(at)
    expect((await paid(at, header)).body).toMatchObject({ status: 503, code: 'payment_unavailable' })
  })

  it('cut off by a crash between check and settlement leaves the payment good', async () => {
    const header = await signed(at)
    const { authorization } = decodePaymentSignatureHeader(header).payload as {
      authorization: { from: string; nonce: string }
    }
    // What a process that died leaves behind: a claim by an instance without a heartbeat.
    const { openBilling } = await import('../../plugins/stores/sqlite/index.ts')
    const dead = openBilling({ dir: service.dataDir })
    await dead.payments.claim(
      { payer: authorization.from.toLowerCase(), nonce: authorization.nonce.toLowerCase(), proof: 'another' },
      {
        resource: 'something else',
        microUsd: 1,
        surface: 'pay',
        purpose: { kind: 'call', endpoint: 'location', depth: 'full', subject: null },
      },
      'dead',
    )
    await dead.close()
    expect((await paid(at, header)).status).toBe(200)
    expect((await service.container.get(tokens.billing).ledger.audit()).faults).toEqual([])
  })
})

describe('without its facilitator', () => {
  it('an unpaid call is a 503, not a fault of ours', async () => {
    const service = await runService({
      substitutes: {
        pay: {
          ...localFacilitator(network),
          getSupported: async () => {
            throw new Error('unreachable')
          },
        },
      },
    })
    expect((await service.send(at, { key: null })).body).toMatchObject({ status: 503, code: 'payment_unavailable' })
    await service.close()
  })
})

describe('in live mode', () => {
  it('there is no pay surface until it is configured', async () => {
    const service = await runService({ mode: 'live' })
    expect((await service.send(at, { key: null })).status).toBe(404)
    await service.close()
  })
})
