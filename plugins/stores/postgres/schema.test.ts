/** What a database must be to be used, and how its schema moves on. */
import { randomUUID } from 'node:crypto'
import { mkdtempSync, writeFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { hashKey, mintKey, type Billing } from '@domesday/core/store'
import { purpose } from '../../../test/conformance/ledger/fixture.ts'
import { patient, testDatabase } from '../../../test/support/postgres.ts'
import { noBooks } from './audit.ts'
import { checkEngine } from './connect.ts'
import { postgres } from './index.ts'
import { migrate } from './migrate.ts'
import { steps } from './migrations.ts'

const database = await testDatabase()
const opened: Billing[] = []
afterEach(async () => {
  await Promise.all(opened.splice(0).map((billing) => billing.close()))
})

type Mode = 'sandbox' | 'live'
const partsOf = (address: string | undefined, mode?: Mode) => ({
  dataDir: '',
  settings: patient,
  env: { DATABASE_URL: address },
  warn: () => {},
  ...(mode && { mode }),
})
const open = async (address: string | undefined, mode?: Mode): Promise<Billing> => {
  const billing = await postgres.open(partsOf(address, mode))
  opened.push(billing)
  return billing
}
const said = (call: Promise<unknown>): Promise<string> =>
  call.then(
    () => 'done',
    (fault: Error) => fault.message,
  )

describe.skipIf(database === null)('a database', () => {
  it('that is empty gets its tables once, though several nodes start at a time', async () => {
    const address = await database!.schema()
    const billings = await Promise.all(Array.from({ length: 5 }, () => open(address, 'sandbox')))
    await Promise.all(billings.map(({ keys }) => keys.create({ credits: 5 })))
    expect(await billings[0]!.ledger.audit()).toMatchObject({
      keys: 5,
      rows: 5,
      outstanding: 25,
      openHolds: 0,
      faults: [],
    })
    expect(await database!.query(address, 'select schema, serves, mode from domesday')).toEqual([
      { schema: steps.length, serves: steps.at(-1)!.serves, mode: 'sandbox' },
    ])
  })

  it('whose user lacks rights is refused in a sentence that names the schema', async () => {
    const address = new URL(await database!.schema()),
      role = `domesday_test_${randomUUID().replaceAll('-', '')}`
    const schema = /search_path%3D(\w+)/.exec(address.search)![1]!
    await database!.query(address.href, `create role ${role} login; grant usage on schema "${schema}" to ${role}`)
    const limited = new URL(address)
    limited.username = role
    const needed = 'it has to own the schema and its tables, or to have all rights on them'
    try {
      expect(await said(open(limited.href))).toContain(
        `cannot be used: permission denied for schema ${schema}. Its user lacks rights: ${needed}`,
      )
      await (await open(address.href)).keys.create({ credits: 1 })
      const refused = `the user of DATABASE_URL may not read the tables in the schema '${schema}': ${needed}`
      expect(await said(Promise.resolve(postgres.read!(partsOf(limited.href))))).toBe(refused)
      expect(await said(open(limited.href))).toBe(refused)
      await database!.query(address.href, `grant select on all tables in schema "${schema}" to ${role}`)
      const books = await postgres.read!(partsOf(limited.href))
      expect(await books.keys.list()).toHaveLength(1)
      await books.close()
      expect(await said(open(limited.href))).toMatch(/cannot be used: permission denied for .*Its user lacks rights: /)
    } finally {
      await database!.query(address.href, `drop owned by ${role}; drop role ${role}`)
    }
  })

  it('that is empty stays so when it is only read', async () => {
    const address = await database!.schema()
    const books = await postgres.read!(partsOf(address))
    expect(await books.keys.list()).toEqual([])
    expect(await books.ledger.audit()).toEqual(noBooks)
    expect(await books.delivery.listed()).toEqual([])
    await books.close()
    expect(await database!.query(address, `select to_regclass('keys') as keys`)).toEqual([{ keys: null }])
  })

  it('is read beside the nodes that use it, without a run of its own', async () => {
    const address = await database!.schema()
    const { id } = await (await open(address)).keys.create({ credits: 5, label: 'one' })
    const books = await postgres.read!(partsOf(address))
    expect(await books.keys.list()).toMatchObject([{ id, label: 'one', balance: 5, held: 0, revokedAt: null }])
    await books.close()
    expect(await database!.query(address, 'select count(*)::int as runs from runs')).toEqual([{ runs: 1 }])
  })

  it('of a sandbox is refused by a live service, and the other way round', async () => {
    const address = await database!.schema()
    await open(address, 'sandbox')
    expect(await said(open(address, 'live'))).toBe('the database has the data of a sandbox, and this is a live service')
    expect(await said(Promise.resolve(postgres.read!(partsOf(address, 'live'))))).toContain('data of a sandbox')
  })

  it('with tables of something else is left alone', async () => {
    const address = await database!.schema()
    await database!.query(address, 'create table orders (id int)')
    expect(await said(open(address))).toMatch(/has 1 tables of something else: give Domesday a database of its own$/)
    expect(await database!.query(address, `select to_regclass('keys') as keys`)).toEqual([{ keys: null }])
  })

  it('that a newer release has migrated is used if that only added, and refused if it took away', async () => {
    const address = await database!.schema()
    await open(address)
    await database!.query(address, `update domesday set schema = ${steps.length + 1}`)
    await open(address)
    await database!.query(address, `update domesday set serves = ${steps.length + 1}`)
    const refused = `the database has schema ${steps.length + 1}, this release supports up to ${steps.length}: a newer release has migrated it`
    expect(await said(open(address))).toBe(refused)
    expect(await said(postgres.upkeep!(partsOf(address)).migrate({ now: true }))).toBe(refused)
  })

  it('of an earlier schema is migrated by the command alone', async () => {
    const address = await database!.schema()
    await open(address, 'live')
    await database!.query(address, `update domesday set schema = ${steps.length - 1}`)
    expect(await said(open(address, 'live'))).toBe(
      `the database has schema ${steps.length - 1}, this release needs ${steps.length}: run domesday migrate --live`,
    )
  })

  it('cannot be older than PostgreSQL 15, or keep other characters', async () => {
    const server = (version: string, number: number, encoding = 'UTF8') =>
      ({ query: async () => ({ rows: [{ version, number, encoding }] }) }) as unknown as Client
    expect(await said(checkEngine(server('14.9', 140_009)))).toBe('PostgreSQL 14.9 is too old: 15 or newer is needed')
    expect(await said(checkEngine(server('15.1', 150_001, 'LATIN1')))).toContain('UTF8 is needed')
    expect(await said(checkEngine(server('15.1', 150_001)))).toBe('done')
  })

  it('refuses to have its ledger rewritten', async () => {
    const address = await database!.schema()
    const { id } = await (await open(address)).keys.create({ credits: 5 })
    for (const sql of ['update ledger set amount = 1', 'delete from ledger', 'truncate ledger'])
      expect(await said(database!.query(address, sql))).toBe('the table ledger is append-only')
    expect(await said(database!.query(address, 'update keys set held = balance + 1'))).toContain('check')
    await database!.query(address, 'update keys set balance = balance + 5')
    expect((await opened[0]!.ledger.audit()).faults).toEqual([`key ${id}: the balance is 10, its ledger adds up to 5`])
  })
})

describe.skipIf(database === null)('a migration', () => {
  const folder = mkdtempSync(join(tmpdir(), 'domesday-steps-'))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  const next = (sql: string, serves: number) => {
    writeFileSync(join(folder, 'next.sql'), sql)
    return [...steps, { file: join(folder, 'next.sql'), serves }]
  }
  const migrated = async (address: string, to: typeof steps, anyway = false) => {
    const client = new Client({ connectionString: address })
    await client.connect()
    return migrate(client, { mode: undefined, anyway, to }).finally(() => client.end())
  }

  it('says of earlier keys which were handed out for nothing, and had no credits granted since', async () => {
    const address = await database!.schema()
    await migrated(
      address,
      steps.slice(
        0,
        steps.findIndex(({ file }) => file.startsWith('009')),
      ),
    )
    const made = (['free', 'spent', 'paid', 'named'] as const).map((name) => ({ name, ...mintKey() }))
    for (const { name, id, key } of made) {
      const terms = JSON.stringify({ label: name === 'named' ? 'Acme' : 'self-service', expiresAt: null })
      await database!.query(
        address,
        `select create_key('${id}', '${hashKey(key)}', '${terms}', 50, null, '{}', null, null)`,
      )
      const row = (kind: string, amount: number): string =>
        `insert into ledger (key_id, kind, amount, balance, at) values ('${id}', '${kind}', ${amount}, 50, 1)`
      if (name === 'paid') await database!.query(address, row('grant', 20))
      if (name === 'spent') await database!.query(address, row('charge', -5))
    }
    await migrated(address, steps)
    const { keys } = await open(address)
    expect(made.filter(({ key }) => keys.verify(key)!.unpaid).map(({ name }) => name)).toEqual(['free', 'spent'])
  })

  it('that only adds goes on beside nodes at work, and loses nothing', async () => {
    const address = await database!.schema()
    const node = await open(address)
    const { id } = await node.keys.create({ credits: 1_000 })
    let isOver = false
    const work = Array.from({ length: 8 }, async (_, caller) => {
      let done = 0
      for (; !isOver; done++)
        expect(await node.ledger.charge(id, `${caller}-${done}`, 1, purpose)).toMatchObject({ ok: true })
      return done
    })
    expect(await migrated(address, next('alter table ledger add column note text', steps.length))).toEqual({
      from: steps.length,
      to: steps.length + 1,
    })
    const later = await open(address)
    expect(await later.ledger.charge(id, 'later', 1, purpose)).toMatchObject({ ok: true })
    isOver = true
    const done = (await Promise.all(work)).reduce((sum, one) => sum + one, 0)
    expect(await later.ledger.remaining(id)).toBe(1_000 - done - 1)
    expect((await later.ledger.audit()).faults).toEqual([])
  })

  it('that meets a call half-way is tried again', async () => {
    const address = await database!.schema()
    await open(address)
    const call = new Client({ connectionString: address })
    await call.connect()
    await call.query('begin; lock table ledger in row exclusive mode')
    const migration = migrated(
      address,
      next('alter table keys add column note text; alter table ledger add column note text', steps.length),
    )
    await expect
      .poll(() =>
        database!.query(address, `select mode from pg_locks where relation = 'ledger'::regclass and not granted`),
      )
      .toHaveLength(1)
    await call.query('select count(*) from keys')
    await call.query('commit').finally(() => call.end())
    expect(await migration).toEqual({ from: steps.length, to: steps.length + 1 })
  })

  it('that takes away waits until nobody needs it, unless the operator says so', async () => {
    const address = await database!.schema()
    await open(address)
    const to = next('alter table keys drop column charges', steps.length + 1)
    expect(await said(migrated(address, to))).toMatch(/^a server uses the database at schema \d+, and would fail/)
    expect(await migrated(address, to, true)).toMatchObject({ to: steps.length + 1 })
  })

  it('that fails changes nothing', async () => {
    const address = await database!.schema()
    await open(address)
    expect(
      await said(migrated(address, next('alter table ledger add column note text; select 1 / 0', steps.length))),
    ).toBe('division by zero')
    expect(await database!.query(address, 'select schema from domesday')).toEqual([{ schema: steps.length }])
    expect(await said(database!.query(address, 'select note from ledger'))).toContain('does not exist')
  })

  it('is made by the command, which says how the books are then', async () => {
    const address = await database!.schema()
    const upkeep = postgres.upkeep!(partsOf(address))
    expect(await upkeep.migrate({ now: false }, { who: 'ada', surface: 'cli' })).toEqual({
      from: 0,
      to: steps.length,
      copy: null,
      audit: noBooks,
    })
    expect(await upkeep.migrate({ now: false })).toMatchObject({ from: steps.length, to: steps.length })
    expect(await database!.query(address, 'select who, act, target, details from acts')).toEqual([
      { who: 'ada', act: 'migrate', target: `schema ${steps.length}`, details: { from: 0, to: steps.length } },
    ])
    expect(await said(upkeep.backup('x'))).toContain('pg_dump')
    expect(await said(upkeep.restore('x'))).toContain('pg_restore')
  })
})

describe('the address', () => {
  const openAtOnce = (address: string): Promise<Billing> =>
    Promise.resolve(postgres.open({ ...partsOf(address), settings: { ...patient, start: '0ms' } }))

  it('is never shown with its password', async () => {
    const secret = 'Sw0rdfish'
    const addresses = [
      `postgres://user:${secret}@127.0.0.1:1/db`,
      `postgres://user:${secret}@127.0.0.1:99999/db`,
      `postgres://user:${secret}@[::/db`,
      `mysql://user:${secret}@127.0.0.1/db`,
      secret,
    ]
    for (const address of addresses) {
      const fault = await openAtOnce(address).then(
        () => null,
        (fault: unknown) => fault,
      )
      expect(fault).toMatchObject({ name: 'BillingError', code: 'unusable' })
      expect(JSON.stringify([String(fault), fault, (fault as Error).cause ?? null])).not.toContain(secret)
    }
    expect(await said(openAtOnce(addresses[0]!))).toMatch(
      /^the PostgreSQL at 127\.0\.0\.1:1\/db cannot be used: .*ECONNREFUSED/,
    )
    expect(await said(open(undefined))).toMatch(/^DATABASE_URL is not set/)
  })

  it('is of a server that does not answer yet: the start says soon that it waits, and for how long', async () => {
    const said: [details: object, message: string][] = []
    const log = { warn: (...line: [object, string]) => void said.push(line) }
    const settings = { ...patient, start: '1500ms' }
    const opening = Promise.resolve(postgres.open({ ...partsOf('postgres://127.0.0.1:1/db'), settings, log }))
    let isOver = false
    const over = expect(opening.finally(() => (isOver = true))).rejects.toThrow('cannot be used')
    await expect.poll(() => said.length || isOver).toBe(1)
    expect(said).toEqual([
      [{ database: '127.0.0.1:1/db', seconds: 1.5 }, 'PostgreSQL does not answer yet: the start waits'],
    ])
    await over
    expect(said).toHaveLength(1)
  })

  it.each(['1234/abc', '12?abc', '12#abc'])('has a password with a sign that ends a host: %s', async (password) => {
    expect(await said(open(`postgres://domesday:${password}@db.invalid/domesday`))).toBe(
      "DATABASE_URL has a '@' behind its host: write / ? # and @ of a password as %2F %3F %23 and %40",
    )
  })

  it.each(['postgres:audit16', 'postgres:/audit16', 'foo'])('is no URL: %s', async (address) => {
    expect(await said(open(address))).toMatch(/^DATABASE_URL is not the address of a PostgreSQL database, such as /)
  })
})
