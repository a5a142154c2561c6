/** Nodes in processes of their own, one of which is killed. */
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { afterEach, describe, expect, it } from 'vitest'
import type { Billing } from '@domesday/core/store'
import { purpose } from '../../../test/conformance/ledger/fixture.ts'
import { patient, testDatabase } from '../../../test/support/postgres.ts'
import { postgres } from './index.ts'

const database = await testDatabase()
const opened: Billing[] = []
const children: ChildProcess[] = []

const node = async (): Promise<readonly [address: string, Billing]> => {
  const address = await database!.schema()
  const env = { DATABASE_URL: address }
  const billing = await postgres.open({ dataDir: '', settings: patient, env, warn: () => {} })
  opened.push(billing)
  return [address, billing]
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

describe.skipIf(database === null)('two nodes in processes of their own', () => {
  it('answer exactly as many calls as the credits are for', async () => {
    const [address, a] = await node()
    const { id } = await a.keys.create({ credits: 100 })
    const burst = (name: string) => `
      const taken = await Promise.all(Array.from({ length: 32 }, (_, i) => billing.ledger.charge('${id}', '${name}' + i, 5, purpose)))
      console.log(taken.filter(({ ok }) => ok).length)
      await billing.close()`
    const counts = await Promise.all(['x', 'y'].map((name) => linesOf(inProcess(address, burst(name)))))
    expect(counts.flat().reduce((sum, count) => sum + Number(count), 0)).toBe(20)
    expect(await a.ledger.remaining(id)).toBe(0)
    expect((await a.ledger.audit()).faults).toEqual([])
  })
})

describe.skipIf(database === null)('a node that is killed in a burst', () => {
  it('loses no answered charge; what it holds and did not hand over is given back, and nothing of the living', async () => {
    const [address, beside] = await node()
    const credits = 1_000_000_000
    const { id } = await beside.keys.create({ credits })
    const { id: own } = await beside.keys.create({ credits: 100 })
    await beside.ledger.hold(own, 'living', 40, purpose)
    beside.delivery.expect('on its way')
    await beside.ledger.charge(own, 'on its way', 10, purpose)

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
    await expect.poll(async () => (await beside.ledger.account(id)).held, { interval: 250 }).toBe(0)
    await beside.sweep()

    const rowsOf = (kind: string) =>
      database!.query(address, `select request_id, amount from ledger where key_id = '${id}' and kind = '${kind}'`)
    // A sweep of its own clock may be on its way.
    await expect.poll(() => rowsOf('refund')).toEqual([{ request_id: 'undelivered', amount: '11' }])
    const charged = new Set((await rowsOf('charge')).map((row) => row['request_id']))
    expect(answered.filter((request) => !charged.has(request))).toEqual([])
    expect(charged.size - answered.length).toBeLessThanOrEqual(65)
    expect(await beside.ledger.account(own)).toMatchObject({ balance: 90, held: 40 })
    expect((await beside.ledger.audit()).faults).toEqual([])
  })
})
