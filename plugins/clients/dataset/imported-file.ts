/** The file of an imported dataset. A pull may replace it or append to it at any time. */
import { statSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { pathToFileURL } from 'node:url'
import type { Dataset, Path } from '@domesday/core'
import { readMembers, type SentMembers } from './sent-members.ts'
import { openToRead, readMeta, readParts, readSkipped, versionOf, type ImportedPart } from './sqlite-layout.ts'

/** One state of the file. It stays open until the next one is found. */
export interface FileState {
  /** When the data were fetched, ISO time; of several files the oldest. Empty where that is not known. */
  readonly asOf: string
  /** ISO time up to which a harvest has read its feed; of files, when they were fetched. */
  readonly until: string
  readonly rows: number
  readonly bytes: number
  readonly parts: readonly ImportedPart[]
  /** Pages of a harvest that could not be fetched yet. */
  readonly skipped: readonly { readonly path: Path; readonly since: string; readonly why: string }[]
  readonly members: SentMembers
  /** Null where the file cannot be asked, for the reason `fault`. */
  readonly db: DatabaseSync | null
  readonly fault: string | null
  close(): void
}

export interface ImportedFile {
  /** Its present state, or null without a file. Calling it may close the state that was returned before. */
  current(): FileState | null
  close(): void
}

/** Milliseconds for which the state is not checked again. */
const checkEvery = 500

/**
 * A harvest locks its file while it commits a page, for some ten milliseconds. A service waits no longer than this
 * (milliseconds), because its thread stands still meanwhile.
 */
const lockWait = 200

const members = { unnamed: [], fallen: [] }
const nothing = { asOf: '', until: '', rows: 0, parts: [], skipped: [], members, db: null, close: () => {} }

export const importedFile = (
  path: string,
  dataset: Dataset,
  now: () => number,
  log?: { warn(facts: object, message: string): void },
): ImportedFile => {
  let opened: FileState | null = null
  let state = ''
  let checked = -Infinity
  return {
    current() {
      if (Math.abs(now() - checked) < checkEvery) return opened
      checked = now()
      const found = statSync(path, { throwIfNoEntry: false })
      const next = found ? `${found.ino} ${found.mtimeMs} ${found.size}` : ''
      // A file that could not be read is opened again: it may only have been locked.
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
    close() {
      opened?.close()
      opened = null
      state = ''
      checked = -Infinity
    },
  }
}

const openFile = (path: string, dataset: Dataset, bytes: number): FileState | 'locked' => {
  let db: DatabaseSync | undefined
  try {
    db = 'first' in dataset.pull ? openToRead(path, dataset, lockWait) : openFinished(path)
    const meta = readMeta(db)
    const { version, as_of: asOf = '', until = asOf, rows = '0' } = meta
    const facts = {
      asOf,
      until,
      rows: Number(rows),
      bytes,
      parts: readParts(db),
      skipped: readSkipped(meta),
      members: readMembers(meta),
      close: () => db!.close(),
    }
    return version === versionOf(dataset)
      ? { ...facts, db, fault: null }
      : { ...facts, db: null, fault: 'was imported by another release' }
  } catch (fault) {
    db?.close()
    // 5 is SQLite's code for a lock that another process holds.
    return (Number((fault as { errcode?: number }).errcode) & 0xff) === 5
      ? 'locked'
      : { ...nothing, bytes, fault: 'has a damaged file' }
  }
}

/** A finished file is replaced, never changed, so it is read without locks and through a memory map. */
const openFinished = (path: string): DatabaseSync => {
  const address = pathToFileURL(path)
  address.searchParams.set('immutable', '1')
  const db = new DatabaseSync(address, { readOnly: true })
  db.exec(`PRAGMA mmap_size = ${2 ** 30}`)
  return db
}
