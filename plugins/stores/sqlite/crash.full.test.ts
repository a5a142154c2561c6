import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { DatabaseSync } from 'node:sqlite'
import { fileURLToPath } from 'node:url'
import { afterEach, expect, it, vi } from 'vitest'
import { openBilling } from './index.ts'
import { purpose } from '../../../test/conformance/ledger/fixture.ts'

const dir = mkdtempSync(join(tmpdir(), 'crash-'))
const child = fileURLToPath(new URL('../../../test/conformance/ledger/crash-child.ts', import.meta.url))

const children: ChildProcess[] = []
const node = (...args: readonly string[]) => {
  const started = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  children.push(started)
  return started
}

afterEach(() => {
  for (const one of children.splice(0)) one.kill('SIGKILL')
  vi.useRealTimers()
  rmSync(dir, { recursive: true, force: true })
})

it('loses no answered charge when the process is killed, and frees its holds within ten seconds of the next start', async () => {
  const credits = 1_000_000_000
  const beside = openBilling({ dir })
  const { id } = await beside.keys.create({ credits })

  const running = node(child, new URL('./index.ts', import.meta.url).href, dir, id)
  const answered: string[] = []
  const ended = once(running, 'exit')
  for await (const line of createInterface(running.stdout)) {
    if (line === 'ready') {
      // While it lives, a process that starts or works beside it leaves its holds alone.
      expect(await beside.sweep()).toBe(0)
      expect((await beside.ledger.account(id)).held).toBeGreaterThanOrEqual(7)
    } else answered.push(line)
    if (answered.length === 2_000) running.kill('SIGKILL')
  }
  await ended
  await beside.close()

  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  let passed = 0
  const next = openBilling({ dir, now: () => Date.now() + passed })
  expect((await next.ledger.account(id)).held).toBeGreaterThanOrEqual(7)
  while ((await next.ledger.account(id)).held > 0) {
    passed += 1_000
    expect(passed).toBeLessThan(10_000)
    vi.advanceTimersByTime(1_000)
    await new Promise(setImmediate)
  }
  expect(await next.ledger.audit()).toMatchObject({ openHolds: 0, faults: [] })

  const db = new DatabaseSync(join(dir, 'ledger.db'), { readOnly: true })
  const charges = db.prepare(`select request_id as request, amount from ledger where kind = 'charge'`).all()
  const rows = new Map(charges.map((row) => [row['request'], row['amount']]))
  const open = new Set(
    db
      .prepare('select request_id as request from repeats')
      .all()
      .map((row) => row['request']),
  )
  const sold = db
    .prepare('select request_id as request from sold')
    .all()
    .map((row) => String(row['request']))
  db.close()
  const callerOf = (request: unknown): string => String(request).split('-')[0]!
  // The first of equal answers is charged in full, with its note, and all others at a part of the price.
  const inFull = charges.filter(({ amount }) => amount === -5).map(({ request }) => String(request))
  expect(inFull.toSorted()).toEqual(sold.toSorted())
  expect(new Set(inFull.map(callerOf)).size).toBe(inFull.length)
  const part = charges.filter(({ amount }) => amount === -1).map(({ request }) => callerOf(request))
  expect(part.length).toBeGreaterThan(inFull.length)
  expect(new Set(part).difference(new Set(inFull.map(callerOf))).size).toBe(0)
  expect(answered.filter((request) => !rows.has(request))).toEqual([])
  expect(answered.filter((request) => rows.get(request) === -3 && !open.has(request))).toEqual([])
  expect([...open].filter((request) => !rows.has(request))).toEqual([])
  const lookup = { hash: String([...open][0]), retryAt: null }
  expect(await next.ledger.charge(id, 'again', 3, purpose, undefined, lookup)).toMatchObject({ repeats: lookup.hash })
  expect(rows.has('parked')).toBe(false)
  // Each of the 64 callers may have been charged for one answer that it never heard of.
  expect(rows.size - answered.length).toBeLessThanOrEqual(64)
  const charged = [...rows.values()].reduce<number>((sum, amount) => sum + Number(amount), 0)
  expect(await next.ledger.remaining(id)).toBe(credits + charged)
  await next.close()
})

it('opens a new file in several processes at once', async () => {
  const opening = `
    const { openBilling } = await import(${JSON.stringify(new URL('./index.ts', import.meta.url).href)})
    const billing = openBilling({ dir: ${JSON.stringify(join(dir, 'shared'))} })
    await billing.keys.create({ credits: 5 })
    await billing.close()`
  const codes = await Promise.all(
    Array.from({ length: 4 }, async () => {
      const [code] = await once(node('--input-type=module', '-e', opening), 'exit')
      return code
    }),
  )
  expect(codes).toEqual([0, 0, 0, 0])
  const billing = openBilling({ dir: join(dir, 'shared') })
  expect(await billing.ledger.audit()).toMatchObject({ keys: 4, rows: 4, openHolds: 0, faults: [] })
  await billing.close()
})
