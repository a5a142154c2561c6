/** Several nodes on one database. */
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { Billing, Purchase } from '@domesday/core/store'
import { purpose } from '../../../test/conformance/ledger/fixture.ts'
import { patient, schemasOf, testDatabase } from '../../../test/support/postgres.ts'
import { postgres } from './index.ts'

const database = await testDatabase()
const opened: Billing[] = []

const open = async (address: string, now?: () => number): Promise<Billing> => {
  const env = { DATABASE_URL: address }
  const billing = await postgres.open({ dataDir: '', settings: patient, env, warn: () => {}, ...(now && { now }) })
  opened.push(billing)
  return billing
}

const schemas = schemasOf(database)
const nodes = async (count = 2): Promise<readonly [address: string, ...Billing[]]> => {
  const address = await schemas.of('nodes')
  return [address, ...(await Promise.all(Array.from({ length: count }, () => open(address))))]
}

afterEach(async () => {
  vi.useRealTimers()
  await Promise.all(opened.splice(0).map((billing) => billing.close()))
  schemas.ended('nodes')
})

describe.skipIf(database === null)('two nodes on one PostgreSQL', () => {
  it('answer exactly as many of 64 parallel calls as the credits are for', async () => {
    const [, a, b] = await nodes()
    const { id } = await a!.keys.create({ credits: 100 })
    const taken = await Promise.all(
      Array.from({ length: 64 }, (_, i) => (i % 2 ? a! : b!).ledger.hold(id, `r${i}`, 5, purpose)),
    )
    expect(taken.filter(({ ok }) => ok)).toHaveLength(20)
    expect(await b!.ledger.account(id)).toMatchObject({ balance: 100, held: 100 })
    const settled = await Promise.all(
      taken.flatMap(({ ok }, i) => (ok ? [(i % 2 ? a! : b!).ledger.settle(`r${i}`)] : [])),
    )
    expect(settled.filter(({ ok }) => ok)).toHaveLength(20)
    expect(await b!.ledger.account(id)).toMatchObject({ balance: 0, held: 0 })
    expect((await a!.ledger.audit()).faults).toEqual([])
  })

  it('leave alone what the other has in work when the database was away from both', async () => {
    const [address] = await nodes(0)
    // No heartbeat but those of the sweeps below.
    vi.useFakeTimers({ toFake: ['setInterval'] })
    let clock = Date.UTC(2026, 0, 1)
    const [a, b] = await Promise.all([open(address, () => clock), open(address, () => clock)])
    const { id } = await a!.keys.create({ credits: 100 })
    b!.delivery.expect('charged')
    await b!.ledger.charge(id, 'charged', 5, purpose)
    await b!.ledger.hold(id, 'held', 20, purpose)
    clock += 30_000
    await a!.sweep()
    clock += 4_000
    await a!.sweep()
    expect(await a!.ledger.account(id)).toMatchObject({ balance: 95, held: 20 })
    // The other does not come back.
    clock += 4_000
    await a!.sweep()
    expect(await a!.ledger.account(id)).toMatchObject({ balance: 100, held: 0 })
  })

  it('let a debit that does not fit hold up no smaller one behind it', async () => {
    const [, a] = await nodes(1)
    const { id } = await a!.keys.create({ credits: 10 })
    const taken = await Promise.all([8, 7, 2, 1].map((amount) => a!.ledger.charge(id, `r${amount}`, amount, purpose)))
    expect(taken.map(({ ok }) => ok)).toEqual([true, false, true, false])
    expect(await a!.ledger.remaining(id)).toBe(0)
  })

  it('charge one idempotency key once', async () => {
    const [, a, b] = await nodes()
    const { id } = await a!.keys.create({ credits: 100 })
    const body = new TextEncoder().encode('{}')
    const request = async (node: Billing, requestId: string): Promise<string> => {
      const claim = await node.idempotency.claim(id, 'k', 'same', requestId)
      if (claim.state === 'new')
        await node.ledger.charge(id, requestId, 5, purpose, { keyId: id, idempotencyKey: 'k', body })
      return claim.state
    }
    const states = await Promise.all(Array.from({ length: 20 }, (_, i) => request(i % 2 ? a! : b!, `r${i}`)))
    expect(states.filter((state) => state === 'new')).toHaveLength(1)
    expect(await request(b!, 'later')).toBe('done')
    expect(await a!.ledger.remaining(id)).toBe(95)
  })

  it('charge one request once, whichever of them it is repeated at', async () => {
    const [, a, b] = await nodes()
    const { id } = await a!.keys.create({ credits: 100 })
    await Promise.all(
      Array.from({ length: 40 }, (_, i) => (i % 2 ? a! : b!).ledger.charge(id, `r${i % 4}`, 5, purpose)),
    )
    expect(await a!.ledger.remaining(id)).toBe(80)
  })

  it('know a key that the other has made, changed or revoked within a second', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    const [, a, b] = await nodes()
    const { id, key } = await a!.keys.create({ credits: 1 })
    expect(a!.keys.verify(key)).toMatchObject({ id })
    expect(b!.keys.verify(key)).toBeNull()
    vi.advanceTimersByTime(1_000)
    await expect.poll(() => b!.keys.verify(key)).toMatchObject({ id })
    const rotated = await b!.keys.rotate(id)
    expect(b!.keys.verify(key)).toBeNull()
    expect(a!.keys.verify(key)).toMatchObject({ id })
    vi.advanceTimersByTime(1_000)
    await expect.poll(() => a!.keys.verify(key)).toBeNull()
    expect(a!.keys.verify(rotated.key)).toMatchObject({ id })
    await a!.keys.revoke(id)
    vi.advanceTimersByTime(1_000)
    await expect.poll(() => b!.keys.verify(rotated.key)).toBeNull()
  })

  it('pay for one authorisation once', async () => {
    const [, a, b] = await nodes()
    const payment = { payer: '0x1', nonce: '0x2', proof: 'p' }
    const bought = (resource: string): Purchase => ({
      resource,
      microUsd: 10_000,
      surface: 'pay',
      purpose: { kind: 'call', endpoint: 'entity', depth: 'full', subject: null },
    })
    const claims = await Promise.all(
      Array.from({ length: 10 }, (_, i) => (i % 2 ? a! : b!).payments.claim(payment, bought('/x'), `r${i}`)),
    )
    expect(claims.filter(({ state }) => state === 'claimed')).toHaveLength(1)
    expect(claims.filter(({ state }) => state === 'running')).toHaveLength(9)
    await a!.payments.settling(payment)
    expect(await b!.payments.settlementRequested(payment)).toBe(true)
    expect(await b!.payments.settlementRequested({ ...payment, proof: 'forged' })).toBe(false)
    await a!.payments.settled(payment, '0x3', new TextEncoder().encode('{}'), { a: 'b' }, null)
    expect(await b!.payments.claim(payment, bought('/x'), 'later')).toMatchObject({
      state: 'bought',
      headers: { a: 'b' },
    })
    expect(await b!.payments.claim(payment, bought('/y'), 'later')).toEqual({ state: 'spent' })
  })
})
