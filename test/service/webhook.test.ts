/** Credits that were paid for elsewhere: signed messages of a payment provider. */
import { createHmac, randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runService, type RunningService } from '@domesday/tool-testing'
import { tokens } from '../../core/service/tokens.ts'
import { checkSignature } from '../../plugins/surfaces/rest/signature.ts'
import { sharedService } from '../support/shared-service.ts'

const path = '/account/credits'
const key = randomBytes(32)
const secret = `whsec_${key.toString('base64')}`
let service: RunningService
const logged: string[] = []
beforeAll(async () => {
  service = await runService({
    env: { DOMESDAY_WEBHOOK_SECRET: secret },
    logTo: { write: (line) => void logged.push(line) },
  })
})
afterAll(() => service.close())

const signatureOf = (id: string, time: number, body: string, by = key): string =>
  `v1,${createHmac('sha256', by).update(`${id}.${time}.${body}`).digest('base64')}`
const now = (): number => Math.floor(Date.now() / 1000)
const headersFor = (body: string, time = now(), by = key) => ({
  'webhook-id': 'msg_1',
  'webhook-timestamp': String(time),
  'webhook-signature': signatureOf('msg_1', time, body, by),
})
const post = (body: string, headers: Readonly<Record<string, string>> = headersFor(body)) =>
  service.send(path, { method: 'POST', key: null, headers, body })
const message = (members: object): string => JSON.stringify(members)
const newKey = async (credits = 0) => {
  const secret = await service.key(credits)
  return { secret, id: (await service.send('/account', { key: secret })).body.data.id as string }
}

describe('a signed message', () => {
  it('grants the credits, once for each reference', async () => {
    const { secret, id } = await newKey(5)
    const body = message({ reference: 'invoice-1', key_id: id, credits: 300 })
    const answers = await Promise.all([post(body), post(body), post(body)])
    for (const { status, body: answer } of answers)
      expect([status, answer.data]).toEqual([200, { reference: 'invoice-1', key_id: id, credits: 300, remaining: 305 }])
    const { balance, ledger } = (await service.send('/account', { key: secret })).body.data
    expect([balance, ledger.length, ledger[0]]).toMatchObject([
      305,
      2,
      { kind: 'grant', amount: 300, request_id: 'invoice-1' },
    ])
    const other = message({ reference: 'invoice-1', key_id: id, credits: 301 })
    expect((await post(other)).body).toMatchObject({ status: 422, code: 'idempotency_mismatch' })
  })

  it('may have several signatures while a secret is changed', async () => {
    const { id } = await newKey()
    const body = message({ reference: 'invoice-2', key_id: id, credits: 1 })
    const headers = headersFor(body)
    const both = `${signatureOf('msg_1', now(), body, randomBytes(32))} v1a,xyz ${headers['webhook-signature']}`
    expect((await post(body, { ...headers, 'webhook-signature': both })).status).toBe(200)
  })

  it('is refused where it is forged, changed, old, early or not signed, and grants nothing', async () => {
    const { secret, id } = await newKey()
    const body = message({ reference: 'invoice-3', key_id: id, credits: 1 })
    const good = headersFor(body)
    const { 'webhook-id': _, ...withoutId } = good
    const { 'webhook-signature': __, ...unsigned } = good
    const cases: readonly (readonly [string, Readonly<Record<string, string>>])[] = [
      [body, headersFor(body, now(), randomBytes(32))],
      [body.replace('1}', '1000}'), good],
      [body, { ...good, 'webhook-id': 'msg_2' }],
      [body, { ...good, 'webhook-timestamp': String(now() + 1) }],
      [body, headersFor(body, now() - 301)],
      [body, headersFor(body, now() + 1_000)],
      [body, { ...good, 'webhook-timestamp': 'now' }],
      [body, { ...good, 'webhook-signature': good['webhook-signature'].replace('v1,', 'v2,') }],
      [body, { ...good, 'webhook-signature': 'v1,' }],
      [body, withoutId],
      [body, unsigned],
      [body, {}],
    ]
    for (const [sent, headers] of cases)
      expect((await post(sent, headers)).body).toMatchObject({ status: 403, code: 'invalid_signature' })
    expect((await service.send('/account', { key: secret })).body.data.balance).toBe(0)
    expect((await post(body, headersFor(body, now() - 100))).status).toBe(200)
  })

  it('may be five minutes old or early, and no second more', () => {
    const body = message({ reference: 'invoice-4', key_id: 'k', credits: 1 }),
      at = now(),
      headers = headersFor(body, at)
    const checkAt = (seconds: number) => () => checkSignature(headers, Buffer.from(body), key, seconds * 1_000)
    for (const far of [-300, 0, 300]) expect(checkAt(at + far)).not.toThrow()
    for (const far of [-301, 301]) expect(checkAt(at + far)).toThrow('at most 300 from ours')
  })

  it('with faults in it is refused with all of them', async () => {
    const { id } = await newKey()
    const { errors } = (await post(message({ reference: 'with blank', credits: 0, keyId: id }))).body
    expect(errors.map(({ parameter }: any) => parameter)).toEqual(['reference', 'key_id', 'credits', 'keyId'])
    for (const credits of [-5, 1.5, '5', 1_000_000_001])
      expect((await post(message({ reference: 'r', key_id: id, credits }))).body.errors[0].parameter).toBe('credits')
    const ours = message({ reference: `x402_${'0'.repeat(32)}`, key_id: id, credits: 5 })
    expect((await post(ours)).body.errors[0].parameter).toBe('reference')
    for (const body of ['', '[]', 'x']) expect((await post(body)).status).toBe(400)
    const long = message({ reference: 'r', key_id: id, credits: 5, more: 'x'.repeat(5_000) })
    expect((await post(long)).body.detail).toBe('The body is too large.')
  })

  it('for a key that is unknown or revoked is refused in words', async () => {
    const unknown = await post(message({ reference: 'r1', key_id: 'nobody', credits: 5 }))
    expect(unknown.body.errors).toEqual([{ parameter: 'key_id', detail: 'is the id of no key' }])
    const { id } = await newKey()
    await service.container.get(tokens.billing).keys.revoke(id)
    const revoked = await post(message({ reference: 'r2', key_id: id, credits: 5 }))
    expect([revoked.status, revoked.body.errors]).toEqual([
      400,
      [{ parameter: 'key_id', detail: 'is the id of a key that was revoked' }],
    ])
  })

  it('leaves no secret in the log', () => {
    expect(logged.join('')).not.toContain(secret.slice(6))
  })
})

describe('without a secret', () => {
  it('nothing is taken', async () => {
    const without = await sharedService()
    const body = message({ reference: 'r', key_id: 'k', credits: 5 })
    const { status } = await without.send(path, { method: 'POST', key: null, headers: headersFor(body), body })
    expect(status).toBe(404)
    expect((await without.send('/openapi.json')).body.paths[path]).toBeUndefined()
  })

  it('that is long enough the service does not start', async () => {
    await expect(runService({ env: { DOMESDAY_WEBHOOK_SECRET: 'too short' } })).rejects.toThrow(
      'DOMESDAY_WEBHOOK_SECRET is too short',
    )
  })
})
