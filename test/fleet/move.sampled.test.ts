/** `ledger move`: all that a file has is in the database afterwards, or nothing is. */
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest'
import { postgres } from '@domesday/store-postgres'
import { takeOver } from '@domesday/store-postgres/take-over'
import { sqlite } from '@domesday/store-sqlite'
import { handOver } from '@domesday/store-sqlite/contents'
import type { Billing } from '../../core/credits/store.ts'
import { ledgerConformanceData, purpose } from '../conformance/ledger/index.ts'
import { allCases, today } from '../support/cases.ts'
import { patient, testDatabase } from '../support/postgres.ts'
import { printed as domesday } from '../support/commands.ts'

const database = await testDatabase()
const root = mkdtempSync(join(tmpdir(), 'domesday-move-'))
afterAll(() => rmSync(root, { recursive: true }))
const opened: Billing[] = []
afterEach(async () => {
  for (const billing of opened.splice(0)) await billing.close()
})

const warn = (): void => {}
const openFile = async (dataDir: string, now?: () => number): Promise<Billing> => {
  const billing = await sqlite.open({ dataDir, settings: {}, env: {}, warn, mode: 'live', ...(now && { now }) })
  opened.push(billing)
  return billing
}
const openDatabase = async (address: string, now?: () => number): Promise<Billing> => {
  const parts = { dataDir: '', settings: patient, env: { DATABASE_URL: address }, warn, mode: 'live' as const }
  const billing = await postgres.open({ ...parts, ...(now && { now }) })
  opened.push(billing)
  return billing
}
const move = (dir: string, address: string, now = Date.now()) =>
  handOver(dir, { mode: 'live', now }, (contents) => takeOver({ DATABASE_URL: address }, 'live', contents))

/** All that can be read of a ledger. */
const told = async ({ keys, ledger, acts, delivery, reports }: Billing) => {
  const all = await keys.list()
  const span = { from: 0, to: Date.UTC(2100, 0, 1) }
  return {
    keys: all,
    accounts: await Promise.all(
      all.map(async ({ id }) => ({ ...(await ledger.account(id, { limit: 500 })), next: null })),
    ),
    audit: await ledger.audit(),
    acts: await acts.list({ limit: 1000 }),
    lost: await delivery.listed(),
    entries: await Array.fromAsync(reports.entries(span)),
    payments: await Array.fromAsync(reports.payments(span)),
    usage: await reports.usage({ ...span, by: ['key', 'endpoint', 'depth', 'surface', 'day'] }),
  }
}

describe.skipIf(database === null)('what the conformance suite leaves', () => {
  const left = new Map<string, () => number>()
  let tests = 0,
    moved = 0
  beforeEach(({ skip }) => skip(!allCases && (tests++ + today) % 6 !== 0, 'it is left and moved on another day'))
  // Runs after that of the fixtures, which ends the processes of the test.
  afterEach(async () => {
    // A property leaves dozens.
    const all = [...left].slice(0, 2)
    left.clear()
    for (const [dir, now] of all) {
      const later = (): number => now() + 10_000
      // What its processes held is given back by the next start, as the command asks for.
      const last = await openFile(dir, later)
      await last.sweep()
      const { faults } = await last.ledger.audit()
      await last.close()
      const before = join(dir, 'before')
      mkdirSync(before)
      cpSync(join(dir, 'ledger.db'), join(before, 'ledger.db'))
      const address = await database!.schema()
      // A test may want books that are wrong: those stay.
      if (faults.length > 0) {
        await expect(move(dir, address, later())).rejects.toThrow('do not balance')
        continue
      }
      await move(dir, address, later())
      const [file, filled] = [await openFile(before, later), await openDatabase(address, later)]
      expect(await told(filled)).toEqual(await told(file))
      await Promise.all([file.close(), filled.close()])
      moved++
    }
  })
  afterAll(() => {
    console.log(`moved ${moved} ledgers`)
    expect(moved).toBeGreaterThan(allCases ? 50 : 7)
  })

  ledgerConformanceData((store, now) => {
    const dir = join(root, store)
    left.set(dir, now)
    return sqlite.open({ dataDir: dir, settings: {}, env: {}, warn, now, mode: 'live' })
  })
})

describe.skipIf(database === null)('a ledger that is moved', () => {
  const bytes = (text: string): Uint8Array => new TextEncoder().encode(text)
  const payment = { payer: '0x1', nonce: '0x2', proof: 'p' }
  const bought = {
    resource: '/x',
    microUsd: 10_000,
    surface: 'pay',
    purpose: { kind: 'call', ...purpose, subject: 'x' },
  } as const
  let count = 0
  /** A key with a day behind it: `half` of 100 credits are spent, with what callers may come back for. */
  const used = async () => {
    const dir = join(root, `used-${count++}`)
    const billing = await openFile(dir)
    const { id, key } = await billing.keys.create({ credits: 100, creditsPerDay: 60, label: 'Acme' })
    const rotated = await billing.keys.rotate(id, { graceMs: 3_600_000 })
    await billing.idempotency.claim(id, 'k', 'same', 'r1')
    await billing.ledger.charge(id, 'r1', 30, purpose, { keyId: id, idempotencyKey: 'k', body: bytes('{}') })
    await billing.ledger.charge(id, 'r2', 20, purpose, undefined, { hash: 'h', retryAt: 0 })
    await billing.payments.claim(payment, bought, 'r3')
    await billing.payments.settling(payment)
    await billing.payments.settled(payment, '0x3', bytes('paid'), {}, null)
    const { next } = await billing.ledger.account(id, { limit: 1 })
    return { dir, billing, id, secrets: [key, rotated.key], next: next! }
  }

  it('goes on where it was: secrets, stored answers, free repeats, caps, cursors and payments', async () => {
    const { dir, billing, id, secrets, next } = await used()
    const free = await billing.keys.create({ credits: 5, unpaid: true })
    const older = (await billing.ledger.account(id, { cursor: next })).ledger
    await billing.close()
    const address = await database!.schema()
    const { moved } = await move(dir, address)
    expect(readdirSync(dir)).toEqual([moved.split('/').at(-1)])
    const there = await openDatabase(address)
    for (const secret of secrets) expect(there.keys.verify(secret)).toMatchObject({ id })
    expect(await there.idempotency.claim(id, 'k', 'same', 'r9')).toMatchObject({ state: 'done', requestId: 'r1' })
    expect(await there.ledger.hold(id, 'r4', 20, purpose, { hash: 'h', hasAnswer: true })).toMatchObject({
      repeats: 'r2',
    })
    expect(await there.ledger.charge(id, 'r5', 11, purpose)).toMatchObject({ ok: false, reason: 'capped' })
    expect(await there.ledger.charge(id, 'r6', 10, purpose)).toEqual({ ok: true, remaining: 40 })
    expect(await there.ledger.charge(id, 'r1', 30, purpose)).toEqual({ ok: true, remaining: 40 })
    expect((await there.ledger.account(id, { cursor: next })).ledger).toEqual(older)
    expect(await there.payments.claim(payment, bought, 'r7')).toMatchObject({ state: 'bought' })
    expect(there.keys.verify(free.key)!.unpaid).toBe(true)
    await there.keys.create({ credits: 5 })
    expect((await there.ledger.audit()).faults).toEqual([])
  })

  const said = (call: Promise<unknown>): Promise<string> =>
    call.then(
      () => 'done',
      (fault: Error) => fault.message,
    )

  it('stays whole where it cannot go: while it is served, into a database in use, or where the books would differ', async () => {
    const { dir, billing, id } = await used()
    const address = await database!.schema()
    expect(await said(move(dir, address))).toBe('a server uses the ledger: stop it first')
    await billing.ledger.hold(id, 'open', 5, purpose)
    await billing.close()
    expect(await said(move(dir, address))).toMatch(/^calls were cut off: start the service once on this ledger/)
    const again = await openFile(dir, () => Date.now() + 10_000)
    await again.sweep()
    await again.close()

    const taken = await database!.schema()
    const other = await openDatabase(taken)
    expect(await said(move(dir, taken))).toMatch(/^a server uses the database at .*: stop it first$/)
    await other.keys.create({ credits: 1 })
    await other.close()
    expect(await said(move(dir, taken))).toMatch(/ is not empty: it has a ledger of its own$/)

    const short = handOver(dir, { mode: 'live', now: Date.now() }, (contents) =>
      takeOver({ DATABASE_URL: address }, 'live', {
        ...contents,
        rows: (table) => [...contents.rows(table)].slice(table === 'secrets' ? 1 : 0),
      }),
    )
    expect(await said(short)).toBe("nothing was moved: of 2 rows of 'secrets' 1 arrived")
    expect(await database!.query(address, `select to_regclass('keys') as keys`)).toEqual([{ keys: null }])
    expect(existsSync(join(dir, 'ledger.db'))).toBe(true)
    expect((await move(dir, address)).taken.faults).toEqual([])
  })

  it('is moved by the command, for a live service', async () => {
    const { dir, billing } = await used()
    await billing.close()
    const address = await database!.schema()
    const env = { PATH: process.env['PATH'], DOMESDAY_DATA_DIR: dir, DATABASE_URL: address }
    expect(await said(domesday({ env }, 'ledger', 'move'))).toContain('needs --live')
    expect(await said(domesday({ env: { ...env, DATABASE_URL: undefined } }, 'ledger', 'move', '--live'))).toContain(
      'DATABASE_URL is not set',
    )
    const printed = await domesday({ env }, 'ledger', 'move', '--live')
    expect(printed).toMatch(
      /^moved the ledger to .*\nthe file is now .*ledger-moved-.*\.db\n1 keys, 3 rows, 50 credits outstanding\n/,
    )
    expect(printed).toContain('the books balance')
    expect(await said(domesday({ env }, 'ledger', 'move', '--live'))).toContain('there is no ledger in')
    const [act] = JSON.parse(await domesday({ env }, 'acts', '--live', '--json'))
    expect(act).toMatchObject({ act: 'ledger move', surface: 'cli', details: { keys: 1, rows: 3, outstanding: 50 } })
    expect(await domesday({ env }, 'ledger', 'check', '--live')).toContain('1 keys, 3 rows, 50 credits outstanding')
  })
})
