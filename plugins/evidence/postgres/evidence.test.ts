import { afterEach, describe, expect, it, vi } from 'vitest'
import type { OpenEvidence } from '@domesday/core/evidence'
import { evidenceConformance } from '../../../test/conformance/evidence/index.ts'
import { ask, day, gathered, other, sources, usual } from '../../../test/conformance/evidence/fixture.ts'
import { patient, schemasOf, testDatabase } from '../../../test/support/postgres.ts'
import { tcpProxy } from '../../../test/support/tcp-proxy.ts'
import { postgres } from './index.ts'
import { openTables } from './tables.ts'

const database = await testDatabase()
const settings = { ...usual, ...patient, keep: { sandbox: '90d', live: '90d' } }
const parts = { dataDir: '/nowhere', mode: 'live', sources, log: { info: () => {}, warn: () => {} } } as const

let opened: OpenEvidence[] = []
afterEach(async () => {
  vi.useRealTimers()
  await Promise.all(opened.map((one) => one.close()))
  opened = []
  schemas.ended('own')
})

const openAt = async (address: string, more: object = {}): Promise<OpenEvidence> => {
  const evidence = await postgres.open({
    ...parts,
    env: { DATABASE_URL: address },
    settings: () => settings,
    ...more,
  })
  opened.push(evidence)
  return evidence
}
const placeAt = (address: string) =>
  ({ env: { DATABASE_URL: address }, mode: 'live', timeout: 60_000, connections: 2 }) as const

/** The schema of evidence beside a ledger. */
const within = (address: string) => {
  const schema = `${/search_path=(\w+)/.exec(decodeURIComponent(address))![1]!}_evidence`
  const rows = (sql: string) => database!.query(address, sql.replaceAll('$', `"${schema}".`))
  const count = async (table: string): Promise<number> =>
    Number((await rows(`select count(*) as n from $${table}`))[0]!['n'])
  return { address, schema, rows, count }
}
const schemas = schemasOf(database, '_evidence')
/** For one test: another gets it without its rows. */
const own = async () => within(await schemas.of('own'))
const unmade = async () => within(await database!.schema())

/** The sweep of a node, without the thread that has it every minute. */
const sweep = async (address: string, now: number, keepFor = 90 * day): Promise<number> => {
  const store = openTables(placeAt(address), () => {})
  const removed = await store.expire({ now, keepFor })
  await store.close()
  return removed
}
const gauge = async (evidence: OpenEvidence, name: string): Promise<number> => {
  const reading = await evidence.gauges.find((one) => one.name === name)!.read()
  return typeof reading === 'number' ? reading : reading.reduce((sum, { value }) => sum + value, 0)
}

describe.skipIf(database === null)('evidence in PostgreSQL', () => {
  evidenceConformance(
    async (store, { settings: written, ...opening }) =>
      postgres.open({
        ...parts,
        ...opening,
        env: { DATABASE_URL: await schemas.of(store) },
        log: { info: () => {}, warn: opening.warn },
        settings: () => ({ ...written(), ...patient, keep: { sandbox: written().keep, live: written().keep } }),
      }),
    {
      empty: schemas.empty,
      sweep: async (store, now) => sweep(await schemas.of(store), now),
      count: async (store) => {
        const { count } = within(await schemas.of(store))
        const counts = await Promise.all(['packs', 'contents', 'readers', 'owners'].map(count))
        return { packs: counts.reduce((sum, one) => sum + one), processes: await count('runs') }
      },
    },
  )

  it('has each digest once, though several nodes keep it at once', async () => {
    const { address, count } = await own()
    const nodes = await Promise.all([openAt(address), openAt(address), openAt(address)])
    for (let i = 0; i < 60; i += 1)
      nodes[i % 3]!.keep(gathered({ asks: [ask('free', { same: 1 }), ask('free', { same: 1 })] }))
    await Promise.all(nodes.map((one) => one.flush()))
    // What was asked, the settings, the question and the digest.
    expect([await count('contents'), await count('packs')]).toEqual([4, 60])
  })

  it('is swept by one node of many', async () => {
    const { address } = await own()
    const evidence = await openAt(address, { now: () => Date.UTC(2026, 0, 1) })
    for (let i = 0; i < 10; i += 1) evidence.keep(gathered())
    await evidence.flush()
    const at = Date.UTC(2026, 5, 1)
    const removed = await Promise.all(Array.from({ length: 4 }, () => sweep(address, at)))
    expect(removed.toSorted()).toEqual([0, 0, 0, 10])
    expect(await sweep(address, at + 30_000)).toBe(0)
  })

  it('leaves no content that only forgotten packs had, and every one that others have', async () => {
    const { address, rows, count } = await own()
    const evidence = await openAt(address)
    const shared = ask('free', { shared: 1 })
    evidence.own(evidence.keep(gathered({ asks: [ask('free', { number: 'SC123456' }), shared] }))!, 'key-1')
    evidence.own(evidence.keep(other('99000026', { asks: [shared] }))!, 'key-2')
    await evidence.flush()
    expect(await evidence.forget('SC123456')).toBe(1)
    const texts = (await rows(`select convert_from(body, 'UTF8') as text from $contents where length(body) < 160`)).map(
      ({ text }) => text,
    )
    expect(texts.toSorted()).toEqual([
      '{"identifier":"99000026"}',
      '{"of":"anything"}',
      '{"scores":{"risk":{"weights":{"age":1}}}}',
      '{"shared":1}',
    ])
    for (const table of ['packs', 'readers', 'owners']) expect([table, await count(table)]).toEqual([table, 1])
  })

  it('loses no pack to an erasure beside which it is written', async () => {
    const { address, count } = await own()
    const [writer, eraser] = [await openAt(address), await openAt(address)]
    const shared = ask('free', { shared: 1 })
    const ids: string[] = []
    for (let round = 0; round < 20; round += 1) {
      writer.keep(gathered({ asks: [shared, ask('free', { number: 'SC123456' })] }))
      ids.push(writer.keep(other('99000026', { asks: [shared, ask('free', { round })] }))!)
      await Promise.all([writer.flush(), eraser.forget('SC123456')])
    }
    await eraser.forget('SC123456')
    for (const id of ids) expect(JSON.stringify(await eraser.find(id, null))).toContain('"shared":1')
    expect(await count('packs')).toBe(20)
  })

  it('waits for the database with what is queued, counts what does not fit, and refuses readers meanwhile', async () => {
    const { address } = await own()
    const url = new URL(address)
    const proxy = await tcpProxy({ host: url.hostname, port: Number(url.port || 5432) })
    url.hostname = '127.0.0.1'
    url.port = String(proxy.port)
    try {
      const small = { ...settings, queue: '20kB', timeout: '500ms' }
      const evidence = await openAt(url.href, { settings: () => small })
      const before = evidence.keep(gathered())!
      await evidence.flush()
      proxy.cut()
      const ids = Array.from({ length: 60 }, (_, i) => evidence.keep(other(`${i}`)))
      const queued = ids.filter((id) => id !== null)
      expect(queued.length).toBeGreaterThan(5)
      expect(queued.length).toBeLessThan(60)
      expect(await gauge(evidence, 'domesday_evidence_not_kept_total')).toBe(60 - queued.length)
      await expect(evidence.find(before, null)).rejects.toMatchObject({ code: 'overloaded' })
      proxy.restore()
      await evidence.flush()
      for (const id of [before, ...queued]) expect(await evidence.find(id, null)).not.toBeNull()
    } finally {
      await Promise.all(opened.splice(0).map((one) => one.close()))
      await proxy.close()
    }
  })

  it('says that a run ended without closing, once it is dead, and to one node', async () => {
    const { address, rows, count } = await own()
    await openAt(address)
    // It makes the schema. Some seconds later it would sweep, and have a heartbeat of its own.
    await Promise.all(opened.splice(0).map((one) => one.close()))
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] })
    const told: number[] = []
    // The stores of two nodes, without the threads that have them.
    const nodes = [1, 2].map(() => openTables(placeAt(address), (dead) => told.push(dead)))
    await Promise.all(nodes.map((one) => one.write([], 0)))
    await rows(`insert into $runs values ('00000000-0000-0000-0000-000000000000', 'killed', 0)`)
    const beats = () => rows(`select beat_at from $runs where node <> 'killed' order by id`)
    const heartbeats = async (seconds: number): Promise<void> => {
      for (let passed = 0; passed < seconds; passed += 2) {
        const before = await beats()
        vi.advanceTimersByTime(2_000)
        const areSent = async () => (await beats()).every(({ beat_at: at }, i) => at !== before[i]!['beat_at'])
        await expect.poll(areSent).toBe(true)
      }
    }
    await heartbeats(18)
    // The others may not have been able to send theirs either.
    expect(told).toEqual([])
    await heartbeats(30)
    expect(told).toEqual([1])
    await Promise.all(nodes.map((one) => one.close()))
    expect(await count('runs')).toBe(0)
  })

  it('makes no schema in live mode until the operator says how long it is kept, and then without a restart', async () => {
    const { address, schema } = await unmade()
    const made = async () =>
      (await database!.query(address, `select from pg_namespace where nspname = '${schema}'`)).length
    const said: object[] = []
    let live = '0d'
    const evidence = await openAt(address, {
      settings: () => ({ ...settings, keep: { sandbox: '90d', live } }),
      log: { info: (about: object) => said.push(about), warn: () => {} },
    })
    expect(evidence.keep(gathered())).toBeNull()
    expect(await evidence.find(`ev_${'0'.repeat(64)}`, null)).toBeNull()
    expect(await evidence.list({ owner: null, limit: 10 })).toEqual({ rows: [], next: null })
    for (const { read } of evidence.gauges) await read()
    expect(said).toEqual([{ setting: 'keep.live', file: 'config/evidence/postgres.yaml' }])
    expect(await made()).toBe(0)
    live = '90d'
    const id = evidence.keep(gathered())!
    expect(await evidence.find(id, null)).not.toBeNull()
    expect(await made()).toBe(1)
  })

  it('is in a schema beside the ledger, and refuses one of another mode or of a newer release', async () => {
    const { address, rows } = await unmade()
    await openAt(address)
    await expect(openAt(address, { mode: 'sandbox' })).rejects.toThrow(
      /evidence in PostgreSQL cannot be used: .*a live service, and this is a sandbox/,
    )
    expect(await postgres.migrate!({ ...placeAt(address), now: false })).toEqual({ from: 1, to: 1 })
    await rows('update $domesday set schema = 9, serves = 9')
    for (const refused of [() => openAt(address), () => postgres.migrate!({ ...placeAt(address), now: false })])
      await expect(refused()).rejects.toThrow(/has schema 9, this release supports up to 1/)
    expect(await postgres.migrate!({ ...placeAt(await database!.schema()), now: false })).toBeNull()
  })

  it('says what to do where it may not make its schema', async () => {
    const { address } = await unmade()
    const user = `reader_${crypto.randomUUID().replaceAll('-', '')}`
    await database!.query(address, `create role ${user} login`)
    try {
      const as = new URL(address)
      as.username = user
      await expect(openAt(as.href)).rejects.toThrow(/make it, owned by the user of this service/)
    } finally {
      await database!.query(address, `drop role ${user}`)
    }
  })
})
