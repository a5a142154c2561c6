/**
 * The cost of evidence, on what the sample data give: every example at every depth, by the real service. Then so many
 * packs in a store of their own, of known digests and of new ones, and of recordings where there are any: in SQLite,
 * and in PostgreSQL where one answers.
 * `node test/bench/evidence.ts [packs]`
 */
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { recordings } from '@domesday/tool-testing'
import type { KeptGathering, OpenEvidence } from '../../core/contract/evidence.ts'
import { postgres } from '../../plugins/evidence/postgres/index.ts'
import { sqlite } from '../../plugins/evidence/sqlite/index.ts'
import { sealer } from '../../plugins/evidence/parts/sealing.ts'
import { ownDatabase } from '../support/own-database.ts'
import { judge } from './rounds.ts'
import { takeGathered, takeRecorded, type Taken } from './gathered.ts'

const packs = Number(process.argv[2] ?? 20_000)
const sizeOf = (value: unknown): number => JSON.stringify(value).length
const dir = mkdtempSync(join(tmpdir(), 'evidence-'))

interface Cost {
  /** Microseconds of processor for each pack: in the thread that answers, and in that of the store. */
  readonly sealing: number
  readonly writing: number
  /** For each pack. */
  readonly bytes: number
  readonly rows: number
}

type Parts = Omit<Parameters<typeof sqlite.open>[0], 'dataDir' | 'env' | 'settings'>

interface Place {
  open(parts: Parts): Promise<OpenEvidence>
  size(): Promise<{ readonly bytes: number; readonly rows: number }>
}
const usual = { keep: { sandbox: '90d', live: '0d' }, largest: '256kB', queue: '32MB' }

const rowsIn = (tables: readonly string[]): string =>
  `select ${tables.map((table) => `(select count(*) from ${table})`).join(' + ')} as rows`

const inFile = (name: string): Place => {
  const dataDir = join(dir, name)
  return {
    open: async (parts) => sqlite.open({ ...parts, dataDir, env: {}, settings: () => usual }),
    size: async () => {
      const db = new DatabaseSync(join(dataDir, 'evidence.db'))
      db.exec('pragma wal_checkpoint(truncate)')
      const { rows } = db.prepare(rowsIn(['contents', 'packs', 'uses', 'readers', 'owners', 'subjects'])).get()!
      db.close()
      return { bytes: statSync(join(dataDir, 'evidence.db')).size, rows: Number(rows) }
    },
  }
}

type OwnDatabase = NonNullable<Awaited<ReturnType<typeof ownDatabase>>>

const inDatabase = async (database: OwnDatabase, schema: string): Promise<Place> => {
  const address = await database.schema(schema)
  const settings = () => ({ ...usual, timeout: '60s', start: '1s', connections: 2 })
  return {
    open: async (parts) => postgres.open({ ...parts, dataDir: dir, env: { DATABASE_URL: address }, settings }),
    size: async () => {
      const tables = ['contents', 'packs', 'readers', 'owners'].map((table) => `${schema}_evidence.${table}`)
      for (const table of tables) await database.query(address, `vacuum ${table}`)
      const sizes = tables.map((table) => `pg_total_relation_size('${table}')`).join(' + ')
      const [found] = await database.query(address, `${rowsIn(tables)}, ${sizes} as bytes`)
      return { bytes: Number(found!['bytes']), rows: Number(found!['rows']) }
    },
  }
}

/** `change` makes the i-th pack of one of the samples. */
const cost = async (
  place: Place,
  { taken, sources }: Taken,
  change: (gathered: KeptGathering, i: number) => KeptGathering,
): Promise<Cost> => {
  const evidence = await place.open({
    mode: 'sandbox',
    sources,
    log: { info: () => {}, warn: (about, text) => console.log(text, about) },
  })
  for (const one of taken) evidence.keep(one)
  await evidence.flush()
  const before = await place.size()
  const [all, here] = [process.cpuUsage(), process.threadCpuUsage()]
  let making = 0
  for (let i = 0; i < packs; i += 1) {
    const start = process.threadCpuUsage()
    const gathered = change(taken[i % taken.length]!, i)
    const made = process.threadCpuUsage(start)
    making += made.user + made.system
    const id = evidence.keep(gathered)
    if (id === null) throw new Error('it was not kept')
    evidence.own(id, `key-${i % 100}`)
    // As answers come: not all in one turn of the event loop, and no more than the thread can write.
    if (i % 10 === 9) await new Promise(setImmediate)
    if (i % 500 === 499) await evidence.flush()
  }
  await evidence.flush()
  const [allSince, hereSince] = [process.cpuUsage(all), process.threadCpuUsage(here)]
  const ours = hereSince.user + hereSince.system
  const after = await place.size()
  await evidence.close()
  return {
    sealing: (ours - making) / packs,
    writing: (allSince.user + allSince.system - ours) / packs,
    bytes: (after.bytes - before.bytes) / packs,
    rows: (after.rows - before.rows) / packs,
  }
}

/** Milliseconds to seal a pack of 250 kB at best, as many rows of the largest digest. */
const largest = ({ taken, sources }: Taken): number => {
  const seal = sealer(sources)
  const asks = taken.flatMap((one) => one.asks).toSorted((a, b) => sizeOf(b) - sizeOf(a))
  const rows = Math.floor(250_000 / sizeOf(asks[0]))
  const gathered = { ...taken[0]!, asks: [{ ...asks[0]!, outcome: { value: Array(rows).fill(asks[0]!.outcome) } }] }
  const times = Array.from({ length: 50 }, (_, i) => {
    const begun = performance.now()
    const { size } = seal({ ...gathered, settings: { i } }, 0)
    if (size < 200_000) throw new Error(`it has ${size} characters`)
    return performance.now() - begun
  })
  return Math.min(...times)
}

/** Each digest, question and subject is one that no other answer has. */
const renewed = (gathered: KeptGathering, i: number): KeptGathering => ({
  ...gathered,
  asked: { ...gathered.asked, i },
  lookup: `${gathered.lookup} ${i}`,
  asks: gathered.asks.map((ask) => ({
    ...ask,
    question: [ask.question, i],
    outcome: 'value' in ask.outcome ? { value: [ask.outcome.value, i] } : ask.outcome,
  })),
})

try {
  const all = await takeGathered()
  const sizes = all.taken.map(({ asks, settings }) => sizeOf([asks, settings]))
  console.log(
    `${all.taken.length} answers of ${Math.round(sizes.reduce((sum, size) => sum + size) / sizes.length)} characters of evidence and ${(all.taken.reduce((sum, { asks }) => sum + asks.length, 0) / all.taken.length).toFixed(1)} asks on average`,
  )
  const folder = recordings()
  if (folder !== null) {
    const recorded = await takeRecorded(folder)
    const { bytes } = await cost(inFile('recorded'), recorded, renewed)
    console.log(
      `${recorded.taken.length} answers of recordings, digests that are new: ${Math.round(bytes)} bytes, ${(bytes / 1e3).toFixed(1)} GB for a million`,
    )
  }
  const known = await cost(inFile('known'), all, (gathered) => gathered)
  const fresh = await cost(inFile('new'), all, renewed)
  const database = await ownDatabase()
  const shared =
    database === null
      ? []
      : ([
          ['PostgreSQL, known', await cost(await inDatabase(database, 'known'), all, (gathered) => gathered)],
          ['PostgreSQL, new', await cost(await inDatabase(database, 'new'), all, renewed)],
        ] as const)
  await database?.drop()
  for (const [name, { sealing, writing, bytes, rows }] of [
    ['digests that are known', known],
    ['digests that are new', fresh],
    ...shared,
  ] as const)
    console.log(
      `${name.padEnd(22)}: ${Math.round(sealing)} us of processor to seal and send, ${Math.round(writing)} us to write; ${Math.round(bytes)} bytes in ${rows.toFixed(1)} rows, ${(bytes / 1e3).toFixed(1)} GB for a million`,
    )
  judge([
    { what: 'microseconds to seal and send, new digests', value: fresh.sealing, atMost: 1_000 },
    { what: 'milliseconds that the largest pack holds the event loop', value: largest(all), atMost: 5 },
    { what: 'bytes of an answer of new digests', value: fresh.bytes, atMost: 8_000 },
  ])
} finally {
  rmSync(dir, { recursive: true })
}
