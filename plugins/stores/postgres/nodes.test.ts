/** Several nodes on one database: in one process, and in processes of their own. */
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { afterEach, describe, expect, it } from 'vitest'
import type { Billing, Purchase } from '@domesday/core/store'
import { purpose } from '../../../test/conformance/ledger/fixture.ts'
import { patient, testDatabase } from '../../../test/support/postgres.ts'
import { postgres } from './index.ts'

const database = await testDatabase()
const opened: Billing[] = []
const children: ChildProcess[] = []

const open = async (address: string, now?: () => number): Promise<Billing> => {
  const env = { DATABASE_URL: address }
  const billing = await postgres.open({ dataDir: '', settings: patient, env, warn: () => {}, ...(now && { now }) })
  opened.push(billing)
  return billing
}

const nodes = async (count = 2): Promise<readonly [address: string, ...Billing[]]> => {
  const address = await database!.schema()
  return [address, ...(await Promise.all(Array.from({ length: count }, () => open(address))))]
}

/** A node in a process of its own, which runs this; `billing` and `purpose` are there. */
const inProcess = (address: string, code: string): ChildProcess => {
  const child = spawn(
    process.execPath,
    [
      '--input-type=module',
      '-e',
      `const { postgres } = await import(${JSON.stringify(new URL('./index.ts', import.meta.url).href)})
       const billing = await postgres.open({ dataDir: '', settings: ${JSON.stringify(patient)}, env: process.env, warn: () => {} })
       const purpose = ${JSON.stringify(purpose)}
       ${code}`,
    ],
    { env: { ...process.env, DATABASE_URL: address }, stdio: ['ignore', 'pipe', 'inherit'] },
  )
  children.push(child)
  return child
}

const linesOf = async (child: ChildProcess): Promise<readonly string[]> => {
  const lines: string[] = []
  for await (const line of createInterface(child.stdout!)) lines.push(line)
  return lines
}

afterEach(async () => {
  for (const child of children.splice(0)) child.kill('SIGKILL')
  await Promise.all(opened.splice(0).map((billing) => billing.close()))
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

  it('do so in processes of their own, too', async () => {
    const [address, a] = await nodes(1)
    const { id } = await a!.keys.create({ credits: 100 })
    const burst = (name: string) => `
      const taken = await Promise.all(Array.from({ length: 32 }, (_, i) => billing.ledger.charge('${id}', '${name}' + i, 5, purpose)))
      console.log(taken.filter(({ ok }) => ok).length)
      await billing.close()`
    const counts = await Promise.all(['x', 'y'].map((name) => linesOf(inProcess(address, burst(name)))))
    expect(counts.flat().reduce((sum, count) => sum + Number(count), 0)).toBe(20)
    expect(await a!.ledger.remaining(id)).toBe(0)
    expect((await a!.ledger.audit()).faults).toEqual([])
  })

  it('leave alone what the other has in work when the database was away from both', async () => {
    const address = await database!.schema()
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
    const [, a, b] = await nodes()
    const { id, key } = await a!.keys.create({ credits: 1 })
    expect(a!.keys.verify(key)).toMatchObject({ id })
    await expect.poll(() => b!.keys.verify(key), { timeout: 1_000 }).toMatchObject({ id })
    const rotated = await b!.keys.rotate(id)
    expect(b!.keys.verify(key)).toBeNull()
    await expect.poll(() => a!.keys.verify(key), { timeout: 1_000 }).toBeNull()
    expect(a!.keys.verify(rotated.key)).toMatchObject({ id })
    await a!.keys.revoke(id)
    await expect.poll(() => b!.keys.verify(rotated.key), { timeout: 1_000 }).toBeNull()
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

describe.skipIf(database === null)('a node that is killed in a burst', () => {
  it('loses no answered charge; what it holds and did not hand over is given back, and nothing of the living', async () => {
    const [address, beside] = await nodes(1)
    const credits = 1_000_000_000
    const { id } = await beside!.keys.create({ credits })
    const { id: own } = await beside!.keys.create({ credits: 100 })
    await beside!.ledger.hold(own, 'living', 40, purpose)
    beside!.delivery.expect('on its way')
    await beside!.ledger.charge(own, 'on its way', 10, purpose)

    const child = inProcess(
      address,
      `await billing.ledger.hold('${id}', 'parked', 7, purpose)
       billing.delivery.expect('undelivered')
       await billing.ledger.charge('${id}', 'undelivered', 11, purpose)
       await Promise.all(Array.from({ length: 64 }, async (_, caller) => {
         for (let call = 0; ; call++) {
           const request = caller + '-' + call
           if (call % 2 === 0) await billing.ledger.charge('${id}', request, 3, purpose)
           else {
             await billing.ledger.hold('${id}', request, 5, purpose)
             await billing.ledger.settle(request)
           }
           process.stdout.write(request + '\\n')
         }
       }))`,
    )
    const answered: string[] = []
    const ended = once(child, 'exit')
    for await (const line of createInterface(child.stdout!)) {
      answered.push(line)
      if (answered.length === 1_000) child.kill('SIGKILL')
    }
    await ended
    await expect.poll(async () => (await beside!.ledger.account(id)).held, { timeout: 12_000, interval: 250 }).toBe(0)
    await beside!.sweep()

    const rows = await database!.query(address, `select request_id, amount, kind from ledger where key_id = '${id}'`)
    const charged = new Set(rows.flatMap((row) => (row['kind'] === 'charge' ? [row['request_id']] : [])))
    expect(answered.filter((request) => !charged.has(request))).toEqual([])
    expect(rows.filter((row) => row['kind'] === 'refund')).toEqual([
      { request_id: 'undelivered', amount: '11', kind: 'refund' },
    ])
    expect(charged.size - answered.length).toBeLessThanOrEqual(65)
    expect(await beside!.ledger.account(own)).toMatchObject({ balance: 90, held: 40 })
    expect((await beside!.ledger.audit()).faults).toEqual([])
  })
})
