import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runService, type RunningService } from '@domesday/tool-testing'
import { generous } from './generous.ts'

let service: RunningService
beforeAll(async () => {
  service = await runService({ configure: generous })
})
afterAll(() => service.close())

const at = '/api/v1/location/WA11UH'
const account = async (key: string) => (await service.send('/account', { key })).body.data

describe('credits', () => {
  it('64 parallel calls on credits for 20 give exactly 20 answers', async () => {
    const key = await service.key(40)
    const answers = await Promise.all(
      Array.from({ length: 64 }, (_, i) => service.send(`${at}?depth=summary&radius_m=${1000 + (i % 7)}`, { key })),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(20)
    expect(answers.filter(({ status }) => status === 402)).toHaveLength(44)
    expect(await account(key)).toMatchObject({ balance: 0, held: 0 })
  })

  it('are shown in the ledger, newest first, with what they were for', async () => {
    const key = await service.key(100)
    const { body } = await service.send(`${at}?depth=summary`, { key })
    const { balance, held, ledger } = await account(key)
    expect([balance, held]).toEqual([98, 0])
    expect(ledger).toMatchObject([
      {
        kind: 'charge',
        amount: -2,
        balance: 98,
        request_id: body._meta.request_id,
        endpoint: 'location',
        depth: 'summary',
        subject: 'WA1 1UH',
      },
      { kind: 'grant', amount: 100, balance: 100, subject: null },
    ])
  })

  it('are the same for an answer from the cache', async () => {
    const key = await service.key(100)
    const [first, second] = [
      await service.send(`${at}?radius_m=321`, { key }),
      await service.send(`${at}?radius_m=321`, { key }),
    ]
    expect(second.body.data).toEqual(first.body.data)
    expect(second.body._meta.as_of).toEqual(first.body._meta.as_of)
    expect([first, second].map(({ headers }) => headers['x-credits-remaining'])).toEqual(['90', '80'])
  })

  it('come with a key that anyone can make, a few an hour', async () => {
    const made = await service.send('/keys', {
      method: 'POST',
      key: null,
      body: '{}',
      headers: { 'content-type': 'application/json' },
    })
    expect([made.status, made.body.data.credits]).toEqual([201, 200])
    expect((await service.send(at, { key: made.body.data.key })).headers['x-credits-remaining']).toBe('190')
    expect((await service.send('/keys', { method: 'POST', key: null, body: '{"credits":1000}' })).status).toBe(400)
    await service.send('/keys', { method: 'POST', key: null })
    const refused = await service.send('/keys', { method: 'POST', key: null })
    expect([refused.status, refused.body.code]).toEqual([429, 'rate_limited'])
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
  })

  it('of a key made beside the running service count at once', async () => {
    const { openBilling } = await import('../../plugins/stores/sqlite/index.ts')
    const beside = openBilling({ dir: service.dataDir })
    const { key, id } = await beside.keys.create({ credits: 10 })
    const status = async () => (await service.send(at, { key })).status
    await expect.poll(status).toBe(200)
    await beside.keys.revoke(id)
    await beside.close()
    await expect.poll(status).toBe(401)
  })
})

describe('an idempotency key', () => {
  const once = (key: string, idempotency: string, path = at) =>
    service.send(path, { key, headers: { 'idempotency-key': idempotency } })

  it('gets the stored answer again, byte for byte and free', async () => {
    const key = await service.key(100)
    const first = await once(key, 'a'),
      again = await once(key, 'a')
    expect(again.text).toBe(first.text)
    expect(again.headers).toMatchObject({
      'idempotency-replayed': 'true',
      'x-credits-charged': '0',
      'x-credits-remaining': '90',
    })
    expect(again.headers['x-request-id']).not.toBe(first.headers['x-request-id'])
    expect((await account(key)).balance).toBe(90)
  })

  it('is a 422 with another request, and is not used up by a failure', async () => {
    const key = await service.key(100)
    await once(key, 'b')
    expect((await once(key, 'b', `${at}?radius_m=200`)).status).toBe(422)
    expect((await once(key, 'c', '/api/v1/location/ZZ9%209ZZ')).status).toBe(404)
    expect((await once(key, 'c')).status).toBe(200)
  })

  it('answers one of two at a time', async () => {
    const key = await service.key(100)
    const both = await Promise.all([once(key, 'd', `${at}?radius_m=777`), once(key, 'd', `${at}?radius_m=777`)])
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect((await account(key)).balance).toBe(90)
  })

  it('belongs to one key', async () => {
    const [mine, yours] = [await service.key(100), await service.key(100)]
    await once(mine, 'e')
    expect((await once(yours, 'e')).headers['idempotency-replayed']).toBeUndefined()
  })

  it('keeps an answer that was free', async () => {
    const key = await service.key(100)
    const island = '/api/v1/location/GY11WR'
    const first = await once(key, 'f', island),
      again = await once(key, 'f', island)
    expect([first.status, first.body._meta.credits_charged, first.headers['x-credits-remaining']]).toEqual([
      200,
      0,
      '100',
    ])
    expect([again.text, again.headers['idempotency-replayed']]).toEqual([first.text, 'true'])
  })
})
