/** The board in SQLite. Several processes may use it, such as a service and a command that lists its jobs. */
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { makeOwnFile, type JobsParts } from '@domesday/core/jobs'
import { newRecord, type Board, type Entry, type JobRecord } from '@domesday/jobs-parts'

/** Milliseconds to wait for another process's lock, which blocks this thread. A write takes one or two. */
const lockWait = 2_000

/** `since` and `node` name a claim. `beat` is its last heartbeat. `due`, `since` and `beat` are Unix milliseconds. */
const schema = `
  CREATE TABLE IF NOT EXISTS jobs(id TEXT PRIMARY KEY, record TEXT NOT NULL, due INTEGER NOT NULL,
    node TEXT, since INTEGER, beat INTEGER, progress TEXT NOT NULL DEFAULT '') STRICT, WITHOUT ROWID`

interface Row {
  readonly id: string
  readonly record: string
  readonly due: number
  readonly node: string | null
  readonly since: number | null
  readonly beat: number | null
  readonly progress: string
}

export const openBoard = ({
  dataDir,
  node,
  timing,
  now = Date.now,
}: Pick<JobsParts, 'dataDir' | 'node' | 'timing' | 'now'>): Board => {
  const path = join(dataDir, 'jobs.db')
  makeOwnFile(path)
  const db = new DatabaseSync(path, { timeout: lockWait })
  db.exec('PRAGMA journal_mode = WAL')
  db.exec(schema)
  const all = db.prepare('SELECT * FROM jobs')
  const insert = db.prepare('INSERT OR IGNORE INTO jobs(id, record, due) VALUES(?, ?, ?)')
  const free = '(node IS NULL OR beat < ?)'
  const update = db.prepare(`UPDATE jobs SET record = ?, due = ?, node = NULL WHERE id = ? AND record = ? AND ${free}`)
  const take = db.prepare(`
    UPDATE jobs SET node = ?, since = ?, beat = ?, progress = '' WHERE id = (
      SELECT id FROM jobs WHERE due <= ? AND ${free} AND id IN (SELECT value FROM json_each(?)) ORDER BY due, id LIMIT 1
    ) RETURNING *`)
  const held = 'WHERE id = ? AND node = ? AND since = ?'
  const heartbeat = db.prepare(`UPDATE jobs SET beat = ?, progress = ? ${held}`)
  const settle = db.prepare(`UPDATE jobs SET record = ?, due = ?, node = NULL, progress = '' ${held}`)
  /** Nodes that were last heard before this time are dead. */
  const silent = (): number => now() - timing().silence

  return {
    entries: async () =>
      (all.all() as unknown as Row[]).map(({ id, record, due, node: at, since, beat: heard, progress }): Entry => ({
        id,
        state: record,
        record: JSON.parse(record) as JobRecord,
        due,
        running: at === null || heard! < silent() ? null : { node: at, since: since!, progress },
      })),
    add: async (id, due) => void insert.run(id, JSON.stringify(newRecord), due),
    move: async ({ id, state }, due) => void update.run(state, due, id, state, silent()),
    ask: async ({ id, state, record }, due) =>
      update.run(JSON.stringify({ ...record, asked: true }), due, id, state, silent()).changes === 1,
    claim: async (ids) => {
      const at = now()
      const row = take.get(node, at, at, at, silent(), JSON.stringify(ids)) as unknown as Row | undefined
      if (row === undefined) return null
      return {
        id: row.id,
        record: JSON.parse(row.record) as JobRecord,
        heartbeat: async (progress) => heartbeat.run(now(), progress, row.id, node, at).changes === 1,
        settle: async (record, due) => void settle.run(JSON.stringify(record), due, row.id, node, at),
      }
    },
    close: async () => db.close(),
  }
}
