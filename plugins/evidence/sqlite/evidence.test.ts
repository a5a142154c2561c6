import { mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { evidenceConformance } from '../../../test/conformance/evidence/index.ts'
import { ask, day, gathered, other, sources, usual } from '../../../test/conformance/evidence/fixture.ts'
import type { OpenEvidence } from '@domesday/core/evidence'
import { sqlite } from './index.ts'
import { openTables } from './tables.ts'

const root = mkdtempSync(join(tmpdir(), 'evidence-'))
afterAll(() => rmSync(root, { recursive: true }))

const settings = { ...usual, keep: { sandbox: '90d', live: '90d' } }
const parts = { env: {}, mode: 'live', sources, log: { info: () => {}, warn: () => {} } } as const

let opened: OpenEvidence[] = []
afterEach(async () => {
  await Promise.all(opened.map((one) => one.close()))
  opened = []
})

const openIn = async (dataDir: string, more: object = {}): Promise<OpenEvidence> => {
  const evidence = await sqlite.open({ ...parts, dataDir, settings: () => settings, ...more })
  opened.push(evidence)
  return evidence
}
const folder = (): string => mkdtempSync(join(root, 'store-'))

/** Whether a text stands anywhere in the file or its log, plain or as SQLite has it. */
const isIn = (dir: string, text: string): boolean =>
  readdirSync(dir).some((name) => readFileSync(join(dir, name)).includes(text))

/** Random letters: they are stored as they are, for zstd finds nothing in them. */
const unique = (): string => crypto.randomUUID().replaceAll('-', '')

const countIn = (dir: string, table: string): number => {
  const db = new DatabaseSync(join(dir, 'evidence.db'), { readOnly: true })
  try {
    return Number(db.prepare(`select count(*) as n from ${table}`).get()!['n'])
  } finally {
    db.close()
  }
}

/** The tables that packs fill. */
const filled = ['packs', 'contents', 'uses', 'readers', 'owners', 'subjects']

/** The sweep of a store, without the thread that has it every minute. */
const sweep = async (dir: string, now: number, keepFor = 90 * day): Promise<void> => {
  const store = openTables(dir, () => {})
  await store.expire({ now, keepFor })
  store.close()
}

describe('evidence in SQLite', () => {
  evidenceConformance(
    (store, { settings: written, ...opening }) =>
      sqlite.open({
        ...parts,
        ...opening,
        dataDir: join(root, store),
        log: { info: () => {}, warn: opening.warn },
        settings: () => ({ ...written(), keep: { sandbox: written().keep, live: written().keep } }),
      }),
    {
      empty: (store) => {
        const db = new DatabaseSync(join(root, store, 'evidence.db'), { timeout: 60_000 })
        for (const table of filled) db.exec(`delete from ${table}`)
        db.close()
      },
      sweep: (store, now) => sweep(join(root, store), now),
      count: async (store) => {
        const count = (table: string): number => countIn(join(root, store), table)
        const counts = filled.map(count)
        return { packs: counts.reduce((sum, one) => sum + one), processes: count('writers') }
      },
    },
  )

  it('is readable by its own user alone', async () => {
    const dir = folder()
    const evidence = await openIn(dir)
    evidence.keep(gathered())
    await evidence.flush()
    const modes = readdirSync(dir).map((name) => [name, (statSync(join(dir, name)).mode & 0o777).toString(8)])
    expect(Object.fromEntries(modes)).toEqual({
      'evidence.db': '600',
      'evidence.db-shm': '600',
      'evidence.db-wal': '600',
      'evidence.key': '600',
    })
  })

  it('has each digest once', async () => {
    const dir = folder()
    const evidence = await openIn(dir)
    for (let i = 0; i < 20; i += 1)
      evidence.keep(gathered({ asks: [ask('free', { same: 1 }), ask('free', { same: 1 })] }))
    await evidence.flush()
    // What was asked, the settings, the question and the digest.
    expect(countIn(dir, 'contents')).toBe(4)
    expect(countIn(dir, 'packs')).toBe(20)
  })

  it('leaves nothing of what is forgotten in its files', async () => {
    const dir = folder()
    const evidence = await openIn(dir)
    const [text, stays] = [unique(), unique()]
    evidence.keep(gathered({ asks: [ask('free', { number: 'SC123456', text })] }))
    evidence.keep(other('99000026', { asks: [ask('free', { text: stays })] }))
    await evidence.flush()
    expect([text, stays].map((one) => isIn(dir, one))).toEqual([true, true])
    await evidence.forget('SC123456')
    expect([text, stays].map((one) => isIn(dir, one))).toEqual([false, true])
  })

  it('leaves nothing of what has expired in its files once it is closed', async () => {
    const dir = folder()
    const evidence = await openIn(dir, { now: () => Date.UTC(2026, 0, 1) })
    const [weekly, free] = [unique(), unique()]
    evidence.keep(gathered({ asks: [ask('weekly', { text: weekly }), ask('free', { text: free })] }))
    await evidence.flush()
    await sweep(dir, Date.UTC(2026, 0, 9))
    await evidence.close()
    expect([weekly, free].map((one) => isIn(dir, one))).toEqual([false, true])
    await sweep(dir, Date.UTC(2026, 3, 2))
    expect(isIn(dir, free)).toBe(false)
  })

  it('says that a run ended without closing, once it is dead', async () => {
    const dir = folder()
    openTables(dir, () => {}).close()
    const db = new DatabaseSync(join(dir, 'evidence.db'))
    db.prepare('insert into writers values (?, ?)').run('killed', Date.now() - 60_000)
    db.close()
    const warnings: string[] = []
    const evidence = await openIn(dir, {
      log: { info: () => {}, warn: (_: object, text: string) => warnings.push(text) },
    })
    await evidence.list({ owner: null, limit: 1 })
    await expect.poll(() => warnings).toEqual([expect.stringContaining('a server died')])
    await evidence.close()
    expect(countIn(dir, 'writers')).toBe(0)
  })

  it('makes no file in live mode until the operator says how long it is kept, and says so', async () => {
    const dir = folder()
    const said: object[] = []
    const evidence = await openIn(dir, {
      settings: () => ({ ...settings, keep: { sandbox: '90d', live: '0d' } }),
      log: { info: (about: object) => said.push(about), warn: () => {} },
    })
    expect(evidence.keep(gathered())).toBeNull()
    expect(await evidence.find(`ev_${'0'.repeat(64)}`, null)).toBeNull()
    expect(await evidence.list({ owner: null, limit: 10 })).toEqual({ rows: [], next: null })
    for (const gauge of evidence.gauges) await gauge.read()
    await evidence.close()
    expect(readdirSync(dir)).toEqual([])
    expect(said).toEqual([{ setting: 'keep.live', file: 'config/evidence/sqlite.yaml' }])
  })

  it('refuses a file of a newer release, one that is none, and a key that is not its own', async () => {
    const damaged = folder()
    writeFileSync(join(damaged, 'evidence.db'), 'no database at all, but a text that is long enough to be read as one')
    await expect(openIn(damaged)).rejects.toThrow(/evidence\.db cannot be used: .*not a database/)
    const newer = folder()
    openTables(newer, () => {}).close()
    const db = new DatabaseSync(join(newer, 'evidence.db'))
    db.exec('pragma user_version = 99')
    db.close()
    await expect(openIn(newer)).rejects.toThrow(/it has schema 99, .* use the newer release/)
    const foreign = folder()
    openTables(foreign, () => {}).close()
    rmSync(join(foreign, 'evidence.key'))
    await expect(openIn(foreign)).rejects.toThrow(/not the key that evidence\.db was written with/)
  })

  it('loses what cannot be written, counts it, and goes on', async () => {
    const dir = folder()
    const warnings: string[] = []
    const evidence = await openIn(dir, {
      log: { info: () => {}, warn: (_: object, text: string) => warnings.push(text) },
    })
    const before = evidence.keep(gathered())!
    const bad = evidence.keep(gathered({ endpoint: null as never, asks: [] }))!
    const after = evidence.keep(gathered())!
    await evidence.flush()
    expect(await evidence.find(bad, null)).toBeNull()
    for (const id of [before, after]) expect(await evidence.find(id, null)).not.toBeNull()
    expect(warnings).toEqual(['evidence could not be written'])
  })
})
