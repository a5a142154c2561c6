import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, describe, expect, it } from 'vitest'
import { openBilling, sqlite } from './index.ts'
import { ledgerConformance } from '../../../test/conformance/ledger/index.ts'
import { connect } from './database.ts'
import { purpose } from '../../../test/conformance/ledger/fixture.ts'
import { migrations } from './schema.ts'

const root = mkdtempSync(join(tmpdir(), 'ledger-'))
afterAll(() => rmSync(root, { recursive: true }))

/** Transactions in the write-ahead log: the last page of each says how many pages the database has after it. */
const commitsIn = (dir: string): number => {
  const log = readFileSync(join(dir, 'ledger.db-wal'))
  const [header, frameHeader, page] = [32, 24, log.readUInt32BE(8)]
  const frames = Math.floor((log.length - header) / (frameHeader + page))
  return Array.from({ length: frames }, (_, i) => log.readUInt32BE(header + i * (frameHeader + page) + 4)).filter(
    (pages) => pages > 0,
  ).length
}

describe('the SQLite store', () => {
  ledgerConformance((folder, now) =>
    sqlite.open({ dataDir: join(root, folder), settings: {}, env: {}, warn: () => {}, now }),
  )

  it('commits a thousand concurrent charges in a few transactions', async () => {
    const dir = join(root, 'group')
    const billing = openBilling({ dir })
    const { id } = await billing.keys.create({ credits: 1_500 })
    const before = commitsIn(dir)
    const taken = await Promise.all(
      Array.from({ length: 1_000 }, (_, i) => billing.ledger.charge(id, `r${i}`, 2, purpose)),
    )
    expect(taken.filter(({ ok }) => ok)).toHaveLength(750)
    expect(commitsIn(dir) - before).toBeGreaterThan(0)
    expect(commitsIn(dir) - before).toBeLessThanOrEqual(5)
    await billing.close()
  })

  it('takes over what an earlier release has written, and goes on from there', async () => {
    const dir = join(root, 'earlier')
    mkdirSync(dir)
    const db = new DatabaseSync(join(dir, 'ledger.db'))
    for (const step of migrations.slice(0, 2)) db.exec(step)
    db.exec(`
      pragma user_version = 2;
      insert into keys (id, created_at, revision, balance, last_row, previous_row) values ('k', 0, 1, 70, 3, 2);
      insert into ledger (seq, key_id, kind, amount, balance, request_id, endpoint, depth, at, previous_row) values
        (1, 'k', 'grant', 100, 100, null, null, null, 1, null), (2, 'k', 'charge', -20, 80, 'r1', 'entity', 'full', 2, 1), (3, 'k', 'charge', -10, 70, 'r2', 'entity', 'standard', 3, 2);
    `)
    db.close()
    const billing = openBilling({ dir, mode: 'sandbox' })
    expect(await billing.ledger.charge('k', 'r2', 10, purpose)).toEqual({ ok: true, remaining: 70 })
    expect(await billing.ledger.charge('k', 'r3', 10, purpose)).toEqual({ ok: true, remaining: 60 })
    expect((await billing.ledger.account('k')).ledger.map(({ amount, requestId }) => [amount, requestId])).toEqual([
      [-10, 'r3'],
      [-10, 'r2'],
      [-20, 'r1'],
      [100, null],
    ])
    expect((await billing.ledger.audit()).faults).toEqual([])
    const lookup = { hash: 'h', retryAt: 0 }
    await billing.ledger.charge('k', 'r4', 10, purpose, undefined, lookup)
    expect(await billing.ledger.charge('k', 'r5', 10, purpose, undefined, lookup)).toMatchObject({ repeats: 'r4' })
    await billing.close()
    const after = new DatabaseSync(join(dir, 'ledger.db'))
    expect(() => after.exec('delete from ledger')).toThrow('append-only')
    after.close()
  })

  it('prevents rewriting the ledger, and finds manipulated books', async () => {
    const dir = join(root, 'cooked')
    const billing = openBilling({ dir })
    const { id } = await billing.keys.create({ credits: 100 })
    await billing.ledger.hold(id, 'r1', 10, purpose)
    await billing.ledger.charge(id, 'r2', 10, purpose)
    const db = new DatabaseSync(join(dir, 'ledger.db'), { timeout: 60_000 })
    expect(() => db.exec('update ledger set amount = -1')).toThrow('append-only')
    expect(() => db.exec('delete from ledger')).toThrow('append-only')
    expect(() => db.exec('update keys set held = balance + 1')).toThrow('CHECK')
    expect(() =>
      db.exec(
        `insert into ledger (key_id, kind, amount, balance, request_id, at) values ('${id}', 'charge', -1, 0, 'r2', 0)`,
      ),
    ).toThrow('UNIQUE')
    expect((await billing.ledger.audit()).faults).toEqual([])

    db.exec('update keys set balance = balance + 5, held = held + 3')
    expect((await billing.ledger.audit()).faults).toEqual([
      `key ${id}: the balance is 95, its ledger adds up to 90`,
      `key ${id}: held is 13, its open holds add up to 10`,
    ])
    db.exec(
      `update keys set balance = balance - 5, held = held - 3; drop trigger ledger_no_update; update ledger set amount = -9 where kind = 'charge'`,
    )
    expect((await billing.ledger.audit()).faults).toEqual([
      `key ${id}: the balance is 90, its ledger adds up to 91`,
      'row 2: says balance 90 after -9 upon 100',
    ])
    db.close()
    await billing.close()
  })

  it('prevents rewriting the audit trail', async () => {
    const dir = join(root, 'acts')
    const billing = openBilling({ dir })
    await billing.keys.create({ credits: 100 }, { who: 'ada', surface: 'cli' })
    const db = new DatabaseSync(join(dir, 'ledger.db'), { timeout: 60_000 })
    expect(() => db.exec("update acts set who = 'bob'")).toThrow('append-only')
    expect(() => db.exec('delete from acts')).toThrow('append-only')
    db.close()
    expect(await billing.acts.list()).toMatchObject([{ who: 'ada' }])
    await billing.close()
  })

  it('sweeps out expired rows', async () => {
    const dir = join(root, 'swept')
    let clock = Date.UTC(2026, 0, 1)
    const billing = openBilling({ dir, now: () => clock })
    const { id } = await billing.keys.create({ credits: 100 })
    await billing.idempotency.claim(id, 'k', 'fingerprint', 'r1')
    await billing.ledger.hold(id, 'r1', 10, purpose)
    await billing.ledger.settle(
      'r1',
      { keyId: id, idempotencyKey: 'k', body: new Uint8Array(10) },
      { hash: 'h', retryAt: clock },
    )
    const db = new DatabaseSync(join(dir, 'ledger.db'), { readOnly: true })
    const left = () =>
      ['holds', 'idempotency', 'repeats', 'ledger'].map(
        (table) => db.prepare(`select count(*) as n from ${table}`).get()?.['n'],
      )
    const seen = []
    for (const hours of [0, 1, 2, 22]) {
      clock += hours * 3_600_000
      await billing.sweep()
      seen.push(left())
    }
    expect(seen).toEqual([
      [1, 1, 1, 2],
      [1, 1, 0, 2],
      [0, 1, 0, 2],
      [0, 0, 0, 2],
    ])
    db.close()
    await billing.close()
  })

  it('has SQLite sync its write-ahead log with each commit, past the cache of the drive where the system can', () => {
    const db = connect(join(root, 'durable', 'ledger.db'))
    const full = 2
    expect(db.prepare('pragma journal_mode').get()).toEqual({ journal_mode: 'wal' })
    expect(db.prepare('pragma synchronous').get()).toEqual({ synchronous: full })
    expect(db.prepare('pragma fullfsync').get()).toEqual({ fullfsync: 1 })
    db.close()
  })

  it('rejects a file system without a write-ahead log, which durability needs', () => {
    expect(() => connect(':memory:')).toThrow(
      "needs a write-ahead log, but on this file system SQLite supports only 'memory'",
    )
  })

  it('leaves alone a file that a newer release has written', async () => {
    const dir = join(root, 'newer')
    await openBilling({ dir }).close()
    const db = new DatabaseSync(join(dir, 'ledger.db'))
    db.exec('pragma user_version = 99')
    db.close()
    expect(() => openBilling({ dir })).toThrow('newer release')
  })
})
