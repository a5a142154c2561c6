/** The database is away, slow or back: through a proxy that cuts, stalls and restores the connection. */
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, describe, expect, it } from 'vitest'
import { Failure, type Billing } from '@domesday/core/store'
import { outcome, purpose } from '../../../test/conformance/ledger/fixture.ts'
import { testDatabase } from '../../../test/support/postgres.ts'
import { tcpProxy, type TcpProxy } from '../../../test/support/tcp-proxy.ts'
import { addressIn } from './address.ts'
import { postgres } from './index.ts'
import { openReads } from './reads.ts'

const database = await testDatabase()
const opened: (Billing | TcpProxy)[] = []
afterEach(async () => {
  for (const one of opened.splice(0).toReversed()) await one.close()
})

const settings = { timeout: '1s', start: '0ms', connections: 2 }

/** A node behind a proxy, and one beside it that is not. */
const behindProxy = async () => {
  const address = await database!.schema()
  const url = new URL(address)
  const proxy = await tcpProxy({ host: url.hostname, port: Number(url.port || 5432) })
  opened.push(proxy)
  url.hostname = '127.0.0.1'
  url.port = String(proxy.port)
  const open = async (at: string): Promise<Billing> => {
    const billing = await postgres.open({ dataDir: '', settings, env: { DATABASE_URL: at }, warn: () => {} })
    opened.push(billing)
    return billing
  }
  const node = await open(url.href)
  const beside = await open(address)
  const { id, key } = await node.keys.create({ credits: 1_000 })
  return { proxy, node, beside, id, key, address }
}

const refusal = (call: Promise<unknown>): Promise<unknown> =>
  outcome(call).then(
    (value) => value,
    (fault: unknown) => (fault instanceof Failure ? [fault.code, fault.more.retry_after_s] : fault),
  )
const unavailable = ['overloaded', 5]

describe.skipIf(database === null)('a node whose PostgreSQL is away', () => {
  it('lives on where it goes between two statements of a transaction', async () => {
    const { proxy, address } = await behindProxy()
    const url = new URL(address)
    url.host = `127.0.0.1:${proxy.port}`
    const reads = await openReads(addressIn({ DATABASE_URL: url.href }), { timeout: 1_000, connections: 1 })
    const cut = reads.transaction(async (all) => {
      await all('select 1')
      proxy.cut()
      await sleep(100)
      return all('select 1')
    })
    expect(await refusal(cut)).toEqual(unavailable)
    proxy.restore()
    // A second may be too short for a connection while other tests run.
    await expect.poll(() => reads.transaction((all) => all('select 1 as one'))).toEqual([{ one: 1 }])
    await reads.close()
  })

  it('refuses what charges with a 503, is not ready, and goes on by itself when the database is back', async () => {
    const { proxy, node, beside, id, key } = await behindProxy()
    expect(await node.ledger.hold(id, 'r1', 10, purpose)).toMatchObject({ ok: true })
    proxy.cut()
    const began = performance.now()
    expect(
      await Promise.all(
        [
          node.ledger.charge(id, 'r2', 10, purpose),
          node.ledger.hold(id, 'r3', 10, purpose),
          node.ledger.settle('r1'),
          node.idempotency.claim(id, 'k', 'f', 'r4'),
          node.ledger.account(id),
          node.keys.create({ credits: 1 }),
          node.payments.settlementRequested({ payer: 'p', nonce: 'n', proof: 'x' }),
          node.sweep(),
        ].map(refusal),
      ),
    ).toEqual(Array.from({ length: 8 }, () => unavailable))
    expect(performance.now() - began).toBeLessThan(2_500)
    // From then on it refuses at once, and still knows its keys.
    await sleep(100)
    const refused = performance.now()
    expect(await refusal(node.ledger.charge(id, 'r6', 10, purpose))).toEqual(unavailable)
    expect(await refusal(node.ledger.remaining(id))).toEqual(unavailable)
    expect(performance.now() - refused).toBeLessThan(100)
    expect(node.keys.verify(key)).toMatchObject({ id })

    proxy.restore()
    await expect.poll(() => refusal(node.sweep())).toBe(0)
    expect(await node.ledger.settle('r1')).toMatchObject({ ok: true, remaining: 990 })
    expect(await beside.ledger.account(id)).toMatchObject({ balance: 990, held: 0 })
  })

  it('refuses at once while it stalls, once a call has waited, and goes on by itself', async () => {
    const { proxy, node, id } = await behindProxy()
    const isAvailable = async (): Promise<unknown> =>
      node.gauges!.find(({ name }) => name === 'domesday_database_available')!.read()
    expect(await isAvailable()).toBe(1)
    proxy.stall()
    const all = () => Promise.all([node.ledger.charge(id, 'r', 1, purpose), node.ledger.remaining(id)].map(refusal))
    await all()
    await expect.poll(isAvailable).toBe(0)
    await sleep(100)
    for (const _ of Array.from({ length: 5 })) {
      const began = performance.now()
      expect(await all()).toEqual([unavailable, unavailable])
      expect(performance.now() - began).toBeLessThan(100)
      await sleep(300)
    }
    proxy.restore()
    await expect.poll(() => refusal(node.ledger.remaining(id))).toBe(1_000)
    await expect.poll(isAvailable).toBe(1)
  })

  it('answers what was cut off on its way as if nothing had been, and charges it once', async () => {
    const { proxy, node, beside, id } = await behindProxy()
    for (const state of ['deafen', 'stall', 'cut'] as const) {
      proxy[state]()
      const charged = node.ledger.charge(id, state, 10, purpose)
      await sleep(200)
      proxy.cut()
      await sleep(100)
      proxy.restore()
      expect(await charged).toMatchObject({ ok: true })
    }
    const { balance, ledger } = await beside.ledger.account(id)
    expect(balance).toBe(970)
    expect(ledger.map(({ requestId }) => requestId)).toEqual(['cut', 'stall', 'deafen', null])
  })

  it('undoes what was done for a caller that has got a 503', async () => {
    const { proxy, node, beside, id } = await behindProxy()
    const body = new TextEncoder().encode('{}')
    await node.idempotency.claim(id, 'k', 'f', 'charged')
    await node.ledger.hold(id, 'settled', 10, purpose)
    node.delivery.expect('charged')
    proxy.deafen()
    const refused = [
      node.ledger.charge(id, 'charged', 20, purpose, { keyId: id, idempotencyKey: 'k', body }),
      node.ledger.settle('settled'),
      node.ledger.hold(id, 'held', 30, purpose),
      node.idempotency.claim(id, 'other', 'f', 'claimed'),
    ].map(refusal)
    // It was done, though nobody hears of it.
    await expect.poll(async () => (await beside.ledger.account(id)).balance).toBe(970)
    expect(await Promise.all(refused)).toEqual(refused.map(() => unavailable))
    // What is handed over is the refusal.
    node.delivery.handedOver('charged')
    proxy.cut()
    await sleep(50)
    proxy.restore()
    await expect.poll(async () => beside.ledger.account(id)).toMatchObject({ balance: 1_000, held: 0 })
    for (const [key, requestId] of [
      ['k', 'again'],
      ['other', 'another'],
    ] as const)
      expect(await beside.idempotency.claim(id, key, 'f', requestId)).toEqual({ state: 'new' })
    expect((await beside.ledger.audit()).faults).toEqual([])
  })

  it('frees what a caller gave up meanwhile', async () => {
    const { proxy, node, beside, id } = await behindProxy()
    await node.ledger.hold(id, 'held', 30, purpose)
    await node.idempotency.claim(id, 'k', 'f', 'held')
    proxy.cut()
    expect(await refusal(node.ledger.release('held'))).toEqual(unavailable)
    expect(await refusal(node.idempotency.abandon(id, 'k', 'held'))).toEqual(unavailable)
    proxy.restore()
    await expect.poll(async () => (await beside.ledger.account(id)).held).toBe(0)
    expect(await beside.idempotency.claim(id, 'k', 'f', 'next')).toEqual({ state: 'new' })
  })

  it('charges exactly what it answered, through any number of cuts', async () => {
    const { proxy, node, beside, id } = await behindProxy()
    let isOver = false
    const paid: string[] = []
    const callers = Array.from({ length: 16 }, async (_, caller) => {
      for (let call = 0; !isOver; call++) {
        const requestId = `${caller}-${call}`
        const taken = await refusal(node.ledger.charge(id, requestId, 1, purpose))
        if ((taken as { ok?: boolean }).ok === true) paid.push(requestId)
        await sleep(5)
      }
    })
    for (let round = 0; round < 8; round++) {
      await sleep(60)
      proxy[(['cut', 'deafen', 'stall'] as const)[round % 3]!]()
      // The last ones outlast the callers' patience.
      await sleep(round < 6 ? 80 : 1_200)
      proxy.cut()
      proxy.restore()
    }
    isOver = true
    await Promise.all(callers)
    await expect.poll(() => refusal(node.sweep())).toBe(0)
    const net = async () => 1_000 - (await beside.ledger.remaining(id))
    await expect.poll(net).toBe(Math.min(1_000, paid.length))
    expect(new Set(paid).size).toBe(paid.length)
    expect((await beside.ledger.audit()).faults).toEqual([])
  })

  it('ends without it, in time', async () => {
    const { proxy, node } = await behindProxy()
    proxy.stall()
    const began = performance.now()
    await node.close()
    expect(performance.now() - began).toBeLessThan(6_000)
    expect(await outcome(node.ledger.release('r'))).toBe('closed')
  })
})
