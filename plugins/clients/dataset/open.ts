/** The datasets of a running service, asked from their files, which a pull may replace or append to at any time. */
import { statSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { pathToFileURL } from 'node:url'
import type { Dataset, DatasetFile, Rows } from '../../../core/contract/dataset.ts'
import { NotImported } from '../../../core/contract/absence.ts'
import type { Operation } from '../../../core/contract/operation.ts'
import { UpstreamFault, type Answered } from '../../../core/contract/upstream.ts'
import { fileOf } from './files.ts'
import { openToRead, readMeta, readParts, readSkipped, versionOf } from './layout.ts'
import { readPoints, type Nearest } from './points.ts'
import { rowsOf } from './query.ts'
import { wordsOf } from './reach.ts'

export interface Datasets {
  /**
   * Answers from the imported rows. Rejects with an `UpstreamFault` only: `not_imported` where there are none, or
   * none of the file that answers.
   */
  ask(operation: Operation<any, any>, input: unknown): Promise<Answered>
  status(): DatasetStatus[]
  close(): void
}

export interface DatasetStatus {
  readonly id: string
  readonly rows: number
  /** When the data were fetched, ISO time; of several files the oldest. Null where nothing is imported. */
  readonly as_of: string | null
  readonly bytes: number
  readonly ready: boolean
  readonly parts: readonly {
    readonly part: string
    readonly as_of: string
    readonly rows: number
    readonly address: string
  }[]
  /** Files of which nothing is imported. */
  readonly missing_parts: readonly string[]
  /** Pages of a harvest that could not be had yet, and since which day. */
  readonly skipped_pages: readonly { readonly page: string; readonly since: string; readonly why: string }[]
}

export interface DatasetsOptions {
  readonly dir: string
  readonly sources: ReadonlyMap<string, Dataset>
  /** The machine's clock, epoch milliseconds. */
  readonly now?: () => number
  readonly log?: { warn(facts: object, message: string): void }
}

/**
 * An answer may be kept for an hour: asking again costs microseconds, and a new pull should show soon. The data's own
 * age is told by `at`.
 */
const fresh = 3_600_000

export const openDatasets = ({ dir, sources, now = Date.now, log }: DatasetsOptions): Datasets => {
  const files = new Map([...sources].map(([id, dataset]) => [id, watched(fileOf(dir, id), dataset, now, log)]))
  return {
    async ask({ source: { id }, id: name, how }, input) {
      const file = files.get(id)
      if (!file || how.kind !== 'ask')
        throw new UpstreamFault(id, 'plugin_failed', `${id}.${name} is no question to a dataset`)
      const opened = file.current()
      if (!opened?.ready)
        throw new UpstreamFault(
          id,
          'not_imported',
          `${id} ${opened?.fault ?? 'is not imported'}: domesday datasets pull ${id}`,
        )
      let value: unknown
      try {
        value = opened.ready(how.answer, input)
      } catch (fault) {
        throw new UpstreamFault(
          id,
          isBusy(fault) ? 'not_asked' : 'plugin_failed',
          `${id}.${name}: ${(fault as Error).message}`,
        )
      }
      if (value instanceof NotImported)
        throw new UpstreamFault(
          id,
          'not_imported',
          `${id} is not imported for ${value.part}: domesday datasets pull ${id}`,
        )
      return { value, at: Date.parse(opened.asOf), until: now() + fresh }
    },
    status: () => [...files].map(([id, file]) => statusOf(id, sources.get(id)!, file.current())),
    close: () => files.forEach((file) => file.close()),
  }
}

/** The file was locked for longer than a call may wait: a pull was writing it. */
const isBusy = (fault: unknown): boolean => (fault as { readonly code?: string }).code === 'ERR_SQLITE_ERROR'

interface Opened {
  readonly asOf: string
  readonly rows: number
  readonly bytes: number
  readonly parts: DatasetStatus['parts']
  readonly skipped: DatasetStatus['skipped_pages']
  /** Asks; null where the file cannot be read, for the reason `fault`. */
  readonly ready: ((answer: (rows: any, input: any) => unknown, input: unknown) => unknown) | null
  readonly fault: string | null
  close(): void
}

/** Looks for another file, or another state of it, at most so often (milliseconds). */
const look = 500

/**
 * A harvest locks its file while it commits a page, for some ten milliseconds. Longer than this (milliseconds) a
 * service does not stand still.
 */
const patience = 200

/** A dataset's file as it is now. It is looked at between questions, never during one. */
const watched = (path: string, dataset: Dataset, now: () => number, log: DatasetsOptions['log']) => {
  let opened: Opened | null = null
  let state = ''
  let looked = -Infinity
  return {
    current(): Opened | null {
      if (Math.abs(now() - looked) < look) return opened
      looked = now()
      const found = statSync(path, { throwIfNoEntry: false })
      const next = found ? `${found.ino} ${found.mtimeMs} ${found.size}` : ''
      // What could not be read is tried again: it may only have been locked.
      if (next === state && opened?.fault == null) return opened
      const newer = found ? openFile(path, dataset, found.size) : null
      if (newer === 'locked' && opened?.fault === null) return opened
      opened?.close()
      opened = newer === 'locked' ? { ...nothing, bytes: found!.size, fault: 'is being written to' } : newer
      if (opened?.fault && next !== state)
        log?.warn({ dataset: dataset.id, path }, `dataset ${dataset.id} ${opened.fault}`)
      state = next
      return opened
    },
    close(): void {
      opened?.close()
      opened = null
      state = ''
      looked = -Infinity
    },
  }
}

const nothing = { asOf: '', rows: 0, parts: [], skipped: [], ready: null, close: () => {} }

const openFile = (path: string, dataset: Dataset, bytes: number): Opened | 'locked' => {
  let db: DatabaseSync | undefined
  try {
    db = 'first' in dataset.pull ? openToRead(path, dataset, patience) : openFinished(path)
    const meta = readMeta(db)
    const { version, as_of: asOf = '', until = asOf, rows = '0' } = meta
    const skipped = readSkipped(meta).map(({ path: page, since, why }) => ({ page: wordsOf(page), since, why }))
    const facts = { asOf, rows: Number(rows), bytes, parts: partsOf(db), skipped, close: () => db!.close() }
    if (version !== versionOf(dataset)) return { ...facts, ready: null, fault: 'was imported by another release' }
    return { ...facts, ready: asking(db, dataset, { asOf, until }), fault: null }
  } catch (fault) {
    db?.close()
    // 5 is SQLite's code for a lock that another process holds.
    return (Number((fault as { errcode?: number }).errcode) & 0xff) === 5
      ? 'locked'
      : { ...nothing, bytes, fault: 'has a damaged file' }
  }
}

/** A finished file is replaced but never changed: it needs no locks, and may be read where the system has it mapped. */
const openFinished = (path: string): DatabaseSync => {
  const address = pathToFileURL(path)
  address.searchParams.set('immutable', '1')
  const db = new DatabaseSync(address, { readOnly: true })
  db.exec(`PRAGMA mmap_size = ${2 ** 30}`)
  return db
}

const partsOf = (db: DatabaseSync): DatasetStatus['parts'] =>
  readParts(db).map(({ part, at, rows, address }) => ({ part, as_of: at, rows, address }))

const asking = (
  db: DatabaseSync,
  dataset: Dataset,
  age: { readonly asOf: string; readonly until: string },
): Opened['ready'] => {
  let nearest: Nearest | null = null
  const rows: Rows<any, any> = rowsOf(db, dataset, age, () => (nearest ??= readPoints(db)))
  const begin = db.prepare('BEGIN')
  const end = db.prepare('COMMIT')
  return (answer, input) => {
    // One lock for the whole question, and one state of a file that a harvest may be appending to.
    begin.run()
    try {
      return answer(rows, input)
    } finally {
      if (db.isTransaction) end.run()
    }
  }
}

const statusOf = (id: string, { pull }: Dataset, opened: Opened | null): DatasetStatus => {
  const { asOf, rows, bytes, parts, skipped, ready } = opened ?? { ...nothing, bytes: 0 }
  const there = new Set(parts.map(({ part }) => part))
  const declared = 'first' in pull ? [] : (pull as readonly DatasetFile[]).map(({ part }) => part)
  return {
    id,
    rows,
    as_of: asOf || null,
    bytes,
    ready: ready !== null,
    parts,
    missing_parts: declared.filter((part) => !there.has(part)),
    skipped_pages: skipped,
  }
}
