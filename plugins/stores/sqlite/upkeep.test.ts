import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { hashKey, mintKey, type StoreParts } from '@domesday/core/store'
import { expect, it, onTestFinished, describe } from 'vitest'
import { purpose } from '../../../test/conformance/ledger/fixture.ts'
import { openBilling, sqlite } from './index.ts'
import { migrations } from './schema.ts'

const folder = (): string => {
  const dir = mkdtempSync(join(tmpdir(), 'upkeep-'))
  onTestFinished(() => rmSync(dir, { recursive: true }))
  return dir
}
const parts = (dataDir: string, mode: 'sandbox' | 'live' = 'live'): StoreParts<{}> => ({
  dataDir,
  mode,
  settings: {},
  env: {},
  warn: () => {},
})
const upkeep = (dir: string, mode?: 'sandbox' | 'live') => sqlite.upkeep!(parts(dir, mode))
const newest = migrations.length
/** The schema of an earlier release: without terms of keys. */
const released = 8
const schemaOf = (file: string): unknown => {
  const db = new DatabaseSync(file, { readOnly: true })
  const { user_version: schema } = db.prepare('pragma user_version').get()!
  db.close()
  return schema
}
const modeOf = (file: string): string => (statSync(file).mode & 0o777).toString(8)
const by = { who: 'ada', surface: 'cli' } as const
const actsIn = async (dir: string) => {
  const books = await sqlite.read!(parts(dir))
  const acts = await books.acts.list()
  await books.close()
  return acts
}
const namesIn = (dir: string, start: string) => readdirSync(dir).filter((name) => name.startsWith(start))

/** A ledger as an earlier release left it, with one charge. Its process lives if `servedAt` is now. */
const earlier = (dir: string, { servedAt = 0 } = {}): string => {
  const file = join(dir, 'ledger.db')
  const db = new DatabaseSync(file)
  db.exec('pragma journal_mode = wal')
  for (const step of migrations.slice(0, released)) db.exec(step)
  db.exec(`
    pragma user_version = ${released};
    insert into keys (id, created_at, revision, balance, last_row) values ('k', 0, 1, 80, 2);
    insert into ledger (seq, key_id, kind, amount, balance, request_id, at, previous_row) values
      (1, 'k', 'grant', 100, 100, null, 1, null), (2, 'k', 'charge', -20, 80, 'r1', 2, 1);
    insert into instances (id, beat_at) values ('old', ${servedAt});
  `)
  db.close()
  return file
}

describe('a ledger of an earlier schema', () => {
  it('is read as it is, even while another process has the write lock', async () => {
    const dir = folder(),
      file = earlier(dir)
    const other = new DatabaseSync(file)
    other.exec('begin immediate')
    const books = await sqlite.read!(parts(dir))
    expect(await books.keys.list()).toMatchObject([{ id: 'k', balance: 80 }])
    expect(await books.ledger.audit()).toMatchObject({ keys: 1, rows: 2, openHolds: 0, faults: [] })
    expect(await books.keys.get('k')).toMatchObject({ balance: 80, endpoints: null })
    expect(await books.delivery.listed()).toEqual([])
    await books.close()
    other.close()
    expect(schemaOf(file)).toBe(released)
  })

  it('is refused by a live start, which names the command and changes nothing', () => {
    const dir = folder(),
      file = earlier(dir)
    expect(() => sqlite.open(parts(dir))).toThrow(
      `the ledger has schema ${released}, this release needs ${newest}: stop every server that uses it, and run domesday migrate --live`,
    )
    expect(schemaOf(file)).toBe(released)
  })

  it('of a sandbox is migrated by a start, unless a process uses it', async () => {
    const [idle, served] = [folder(), folder()]
    earlier(idle)
    const file = earlier(served, { servedAt: Date.now() })
    const billing = await sqlite.open(parts(idle, 'sandbox'))
    expect((await billing.ledger.audit()).faults).toEqual([])
    await billing.close()
    expect(namesIn(idle, 'ledger-schema-')).toHaveLength(1)
    expect(() => sqlite.open(parts(served, 'sandbox'))).toThrow('run domesday migrate')
    expect(schemaOf(file)).toBe(released)
  })

  it('says of its keys which were handed out for nothing, and had no credits granted since', async () => {
    const dir = folder(),
      file = earlier(dir)
    const made = (['free', 'spent', 'paid', 'named'] as const).map((name) => ({ name, ...mintKey() }))
    const db = new DatabaseSync(file)
    let seq = 3
    const row = (id: string, kind: string, amount: number, previous: number | null): void =>
      db.exec(`insert into ledger (seq, key_id, kind, amount, balance, request_id, at, previous_row) values
        (${seq}, '${id}', '${kind}', ${amount}, 50, '${seq++}', 1, ${previous})`)
    for (const [i, { name, id, key }] of made.entries()) {
      const label = name === 'named' ? 'Acme' : 'self-service'
      db.exec(`insert into keys (id, label, created_at, revision, balance) values ('${id}', '${label}', 0, ${i + 2}, 50);
        insert into secrets (hash, key_id) values ('${hashKey(key)}', '${id}')`)
      row(id, 'grant', name === 'paid' ? 30 : name === 'spent' ? 55 : 50, null)
      if (name === 'paid') row(id, 'grant', 20, seq - 1)
      if (name === 'spent') row(id, 'charge', -5, seq - 1)
    }
    db.close()
    await upkeep(dir, 'live').migrate({ now: false })
    const billing = await sqlite.open(parts(dir))
    expect(made.filter(({ key }) => billing.keys.verify(key)!.unpaid).map(({ name }) => name)).toEqual([
      'free',
      'spent',
    ])
    await billing.close()
  })

  it('that does not say of what it is takes that of a start, and is not migrated by a command of a sandbox', async () => {
    const dir = folder(),
      file = earlier(dir)
    expect(() => sqlite.open({ ...parts(dir, 'sandbox'), isCommand: true })).toThrow('run domesday migrate')
    expect(schemaOf(file)).toBe(released)
    await upkeep(dir).migrate({ now: false })
    await (await sqlite.open({ ...parts(dir, 'sandbox'), isCommand: true })).close()
    await (await sqlite.open(parts(dir, 'live'))).close()
    expect(() => sqlite.open(parts(dir, 'sandbox'))).toThrow('is the ledger of a live service, and this is a sandbox')
  })

  it('knows after its migration what its keys have spent in the day and month of their newest charge', async () => {
    const dir = folder(),
      db = new DatabaseSync(join(dir, 'ledger.db'))
    for (const step of migrations.slice(0, 8)) db.exec(step)
    const [october, first, second] = [Date.UTC(2026, 9, 31, 5), Date.UTC(2026, 10, 1, 5), Date.UTC(2026, 10, 2, 5)]
    db.exec(`
      pragma user_version = 8;
      insert into keys (id, created_at, revision, balance, last_row) values ('k', 0, 1, 77, 6), ('unused', 0, 2, 0, null);
      insert into ledger (seq, key_id, kind, amount, balance, request_id, at, previous_row) values
        (1, 'k', 'grant', 100, 100, null, 1, null), (2, 'k', 'charge', -7, 93, 'a', ${october}, 1),
        (3, 'k', 'charge', -10, 83, 'b', ${first}, 2), (4, 'k', 'charge', -5, 78, 'c', ${second}, 3),
        (5, 'k', 'charge', -6, 72, 'd', ${second}, 4), (6, 'k', 'refund', 5, 77, 'c', ${second}, 5);
    `)
    db.close()
    await upkeep(dir).migrate({ now: false })
    const billing = openBilling({ dir, now: () => second + 3_600_000 })
    expect(await billing.keys.get('k')).toMatchObject({ spentToday: 6, spentThisMonth: 16 })
    await billing.keys.change('k', { creditsPerDay: 10 })
    expect(await billing.ledger.charge('k', 'e', 5, purpose)).toMatchObject({ reason: 'capped', cap: { left: 4 } })
    expect(await billing.ledger.charge('k', 'e', 4, purpose)).toMatchObject({ ok: true })
    expect(await billing.keys.get('unused')).toMatchObject({ spentToday: 0, spentThisMonth: 0 })
    expect((await billing.ledger.audit()).faults).toEqual([])
    await billing.close()
  })

  it('without keys is migrated by a live start', async () => {
    const dir = folder(),
      db = new DatabaseSync(join(dir, 'ledger.db'))
    db.exec(`${migrations[0]}; pragma user_version = 1`)
    db.close()
    await (await sqlite.open(parts(dir))).close()
    expect(schemaOf(join(dir, 'ledger.db'))).toBe(newest)
  })

  it('is migrated by the operator after a copy, once, and not under a server unless told so', async () => {
    const dir = folder(),
      file = earlier(dir, { servedAt: Date.now() })
    await expect(upkeep(dir).migrate({ now: false })).rejects.toThrow('a server uses the ledger')
    expect(schemaOf(file)).toBe(released)
    expect(namesIn(dir, 'ledger-schema-')).toEqual([])

    const done = await upkeep(dir).migrate({ now: true }, by)
    expect(done).toMatchObject({ from: released, to: newest, audit: { rows: 2, faults: [] } })
    expect([schemaOf(file), schemaOf(done.copy!), modeOf(done.copy!)]).toEqual([newest, released, '600'])
    expect(await upkeep(dir).migrate({ now: false })).toMatchObject({ from: newest, to: newest, copy: null })
    expect(namesIn(dir, 'ledger-schema-')).toHaveLength(1)
    const details = { from: released, to: newest, copy: basename(done.copy!) }
    expect(await actsIn(dir)).toMatchObject([{ ...by, act: 'migrate', target: `schema ${newest}`, details }])
  })
})

describe.each([
  ['live', 'a live service', 'sandbox', 'a sandbox'],
  ['sandbox', 'a sandbox', 'live', 'a live service'],
] as const)('a ledger that is %s', (mode, of, other, wanted) => {
  it.each([newest, released])('is refused by what is not, and left as it is, at schema %i', async (schema) => {
    const [dir, elsewhere, copy] = [folder(), folder(), join(folder(), 'copy.db')]
    const file = schema === newest ? join(dir, 'ledger.db') : earlier(dir)
    // The command that makes a ledger says of what it is.
    if (schema === newest) await (await sqlite.open({ ...parts(dir, mode), isCommand: true })).close()
    else {
      const db = new DatabaseSync(file)
      db.exec(`pragma application_id = ${mode === 'live' ? 0x444f4d4c : 0x444f4d53}`)
      db.close()
    }
    await (await sqlite.open(parts(elsewhere, other))).close()
    await upkeep(elsewhere, other).backup(copy)
    const before = readFileSync(file)
    const refusal = `${file} is the ledger of ${of}, and this is ${wanted}`
    for (const isCommand of [false, true])
      expect(() => sqlite.open({ ...parts(dir, other), isCommand })).toThrow(refusal)
    expect(() => sqlite.read!(parts(dir, other))).toThrow(refusal)
    await expect(upkeep(dir, other).migrate({ now: true })).rejects.toThrow(refusal)
    await expect(upkeep(dir, other).restore(copy)).rejects.toThrow(refusal)
    expect(readFileSync(file).equals(before)).toBe(true)
    expect(namesIn(dir, 'ledger-')).toEqual([])
  })
})

it('a ledger of a newer release is neither read nor changed', async () => {
  const dir = folder()
  await openBilling({ dir }).close()
  const db = new DatabaseSync(join(dir, 'ledger.db'))
  db.exec('pragma user_version = 99')
  db.close()
  expect(() => sqlite.read!(parts(dir))).toThrow('newer release')
  await expect(upkeep(dir).migrate({ now: true })).rejects.toThrow('newer release')
})

it('a folder without a ledger has empty books, and reading makes no file', async () => {
  const dir = folder()
  const books = await sqlite.read!(parts(dir))
  expect([await books.keys.list(), (await books.ledger.audit()).rows]).toEqual([[], 0])
  await books.close()
  expect(readdirSync(dir)).toEqual([])
})

describe('a backup', () => {
  it('of a ledger in use has all that was committed, for its owner only, and replaces no file', async () => {
    const dir = folder(),
      to = join(folder(), 'copy.db')
    const billing = await sqlite.open(parts(dir))
    const { id } = await billing.keys.create({ credits: 100 })
    const charges = Promise.all(
      Array.from({ length: 200 }, (_, i) =>
        new Promise((soon) => setTimeout(soon, i / 4)).then(() => billing.ledger.charge(id, `r${i}`, 1, purpose)),
      ),
    )
    expect(await upkeep(dir).backup(to)).toMatchObject({ file: to, schema: newest, audit: { keys: 1, faults: [] } })
    expect((await charges).filter(({ ok }) => ok)).toHaveLength(100)
    await billing.close()
    expect(modeOf(to)).toBe('600')
    const before = readFileSync(to)
    await expect(upkeep(dir).backup(to)).rejects.toThrow('exists already')
    expect(readFileSync(to).equals(before)).toBe(true)
    expect(existsSync(`${to}.new`)).toBe(false)
  })

  it('is put back once no server runs, and the ledger that it replaces is kept', async () => {
    const dir = folder(),
      copy = join(folder(), 'copy.db')
    const billing = await sqlite.open(parts(dir))
    const { id } = await billing.keys.create({ credits: 100 })
    await billing.sweep()
    await upkeep(dir).backup(copy)
    await billing.ledger.charge(id, 'r1', 10, purpose)
    await expect(upkeep(dir).restore(copy)).rejects.toThrow('a server uses the ledger')
    await billing.close()

    const { replaced, isOld } = await upkeep(dir).restore(copy, by)
    expect(isOld).toBe(false)
    const details = { replaced: basename(replaced!) }
    expect(await actsIn(dir)).toMatchObject([{ ...by, act: 'restore', target: copy, details }])
    const again = await sqlite.open(parts(dir))
    expect(await again.ledger.remaining(id)).toBe(100)
    await again.close()
    renameSync(replaced!, join(dir, 'ledger.db'))
    const books = await sqlite.read!(parts(dir))
    expect(await books.keys.list()).toMatchObject([{ balance: 90 }])
    await books.close()
    expect(namesIn(dir, 'ledger.db.new')).toEqual([])

    // A server ran when the copy was made, and none runs on it.
    const elsewhere = upkeep(folder())
    await elsewhere.restore(copy)
    expect(await elsewhere.restore(copy)).toMatchObject({ audit: { faults: [] } })
  })

  it('of the other mode, of a newer release, damaged or no ledger at all changes nothing', async () => {
    const [dir, sandbox, elsewhere] = [folder(), folder(), folder()]
    for (const [at, mode] of [
      [dir, 'live'],
      [sandbox, 'sandbox'],
    ] as const)
      await (await sqlite.open(parts(at, mode))).close()
    const [other, newer, broken, text] = ['other', 'newer', 'broken', 'text'].map((name) => join(elsewhere, name))
    await upkeep(sandbox, 'sandbox').backup(other!)
    await upkeep(dir).backup(newer!)
    const db = new DatabaseSync(newer!)
    db.exec('pragma user_version = 99')
    db.close()
    writeFileSync(text!, 'no ledger')
    writeFileSync(broken!, readFileSync(other!).fill(7, 4096, 8192))
    const before = readFileSync(join(dir, 'ledger.db'))
    await expect(upkeep(dir).restore(other!)).rejects.toThrow('the ledger of a sandbox')
    await expect(upkeep(dir).restore(newer!)).rejects.toThrow('newer release')
    for (const file of [broken!, text!, join(elsewhere, 'none')])
      await expect(upkeep(dir).restore(file)).rejects.toMatchObject({ code: 'unusable' })
    expect(readFileSync(join(dir, 'ledger.db')).equals(before)).toBe(true)
    expect([...namesIn(dir, 'ledger.db.new'), ...namesIn(dir, 'ledger-')]).toEqual([])
  })

  it('replaces a ledger that is damaged', async () => {
    const dir = folder(),
      copy = join(folder(), 'copy.db')
    await (await sqlite.open(parts(dir))).close()
    await upkeep(dir).backup(copy)
    writeFileSync(join(dir, 'ledger.db'), 'x'.repeat(8192))
    expect(await upkeep(dir).restore(copy)).toMatchObject({ audit: { faults: [] } })
    await (await sqlite.open(parts(dir))).close()
  })
})
