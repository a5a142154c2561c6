/**
 * A harvest: a feed read page by page. A page's rows and the address of the next page are written together, so that a
 * pull that breaks goes on where it stopped; pages without rows are not worth a write, and are read again then. The
 * first pull fills a file of its own, which is put in place at the end: half a year of notices is no answer to how
 * many there were in a year. Later pulls append in place, ask again for what earlier ones had to step over, and
 * remove what is kept no longer.
 */
import { existsSync, renameSync, rmSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { makeOwnFile, UpstreamFault } from '@domesday/core/client'
import type { Dataset, Harvest, Path } from '@domesday/core'
import { fileOf, putInPlace, workFile } from './files.ts'
import { parseJson } from '@domesday/client-formats'
import { createIndexes, createTables, readMeta, versionOf, withFile, writeMeta } from './layout.ts'
import { indexPoints } from './points.ts'
import { wordsOf, type Pulled, type PullOptions } from './reach.ts'
import { skipsOf } from './skips.ts'
import { newerOf, readerOf, storeOf } from './store.ts'

/** Where an unfinished pull goes on: of the days `since` to `until`, begun at `at` of the machine's clock. */
interface Cursor {
  readonly path: Path
  readonly since: string
  readonly until: string
  readonly at: string
}

/**
 * Feeds publish with some delay: the last hour is read again, or as much as the feed says. Rows that come again are
 * merged.
 */
const usualOverlap = 3_600_000
const day24 = 86_400_000

export const harvest = async (dataset: Dataset, feed: Harvest, options: PullOptions): Promise<Pulled> => {
  const { dir, force = false } = options
  const target = fileOf(dir, dataset.id)
  const partial = `${target}.partial`
  const usable = (path: string): boolean => withFile(path, dataset, (db) => db !== null)
  const inPlace = !force && usable(target)
  if (inPlace || force || !usable(partial))
    for (const path of [partial, `${partial}-journal`]) rmSync(path, { force: true })
  // What starts anew has a file of its own: a sandbox and a command beside it import the same samples at the same time.
  const path = inPlace ? target : force ? workFile(dir, `${dataset.id}.sqlite`) : partial
  const db = existsSync(path) ? new DatabaseSync(path, { timeout: 30_000 }) : created(path, dataset)
  // Else a page that does not fit SQLite's cache would lock a running service out, and hold it, long before it is
  // committed.
  db.exec('PRAGMA cache_spill = OFF')
  const read = await readFeed(db, dataset, feed, options)
    .finally(() => db.close())
    .catch((fault: unknown) => {
      if (force) renameSync(path, partial)
      throw fault
    })
  if (!inPlace) {
    if (read.rows === 0) {
      // It says that the feed was read up to now: kept, it would have the next pull ask for no more than what has
      // come since.
      rmSync(path)
      throw new UpstreamFault(dataset.id, 'upstream_failed', `the feed brought no rows in ${feed.days} days`)
    }
    // The journal of a file that is replaced must not be taken for that of the new one.
    rmSync(`${target}-journal`, { force: true })
    putInPlace(path, target)
  }
  return { id: dataset.id, ...read, parts: [] }
}

const created = (path: string, dataset: Dataset): DatabaseSync => {
  makeOwnFile(path)
  const db = new DatabaseSync(path, { timeout: 30_000 })
  db.exec('PRAGMA page_size = 16384')
  transaction(db, () => {
    createTables(db, dataset)
    createIndexes(db, dataset)
    writeMeta(db, { version: versionOf(dataset), rows: '0' })
  })
  return db
}

const readFeed = async (
  db: DatabaseSync,
  dataset: Dataset,
  feed: Harvest,
  { day, fetchPage, stamp, now = Date.now, onProgress = () => {} }: PullOptions,
) => {
  const { count, read } = readerOf(dataset, '', putter(db, dataset))
  const begin = (since: number): Cursor => ({
    path: feed.first(new Date(since), day),
    since: new Date(since).toISOString(),
    until: day.toISOString(),
    at: new Date(now()).toISOString(),
  })
  // What was read until a time ahead of us was read under a wrong clock, and nobody knows how far.
  const goOn = (until: string | undefined): Cursor => {
    const read = Date.parse(until ?? ''),
      again = feed.overlap === undefined ? usualOverlap : feed.overlap * day24
    return begin(read - usualOverlap < day.getTime() ? read - again : day.getTime() - feed.days * day24)
  }
  const load = async (at: Cursor) => pageOf(dataset, feed, at, await fetchPage(at.path))
  const meta = readMeta(db)
  const stopped = meta.cursor ? (JSON.parse(meta.cursor) as Cursor) : null
  const asked = new Set<string>()
  let passed = new Set<string>()
  const skips = skipsOf(meta, feed, day)
  let pages = 0
  let rows = Number(meta.rows ?? 0)
  const tell = (): void =>
    onProgress({ part: `page ${pages}`, stage: 'import', bytes: 0, total: null, rows: count.taken })
  const put = (taken: readonly unknown[], facts: Parameters<typeof writeMeta>[1]): void => {
    rows = transaction(db, () => {
      taken.forEach(read)
      const held = db.prepare('SELECT count(*) AS n FROM rows').get()!['n'] as number
      writeMeta(db, { rows: String(held), skipped: skips.written(), ...facts })
      return held
    })
    tell()
  }

  let cursor: Cursor | null = stopped ?? goOn(meta.until)
  while (cursor) {
    pages++
    let here: Cursor = cursor
    let page: { readonly next: Path | null; readonly taken: readonly unknown[] }
    let down: UpstreamFault | null = null
    try {
      page = await load(here)
      skips.had(here.path)
    } catch (thrown) {
      const fault = thrown as UpstreamFault
      if (feed.past && fault.reason !== 'not_configured' && fault.reason !== 'not_asked') {
        page = { next: feed.past({ asked: here.path, ...windowOf(here) }), taken: [] }
        if (skips.add(here.path, fault, page.next === null)) down = fault
      } else {
        // A feed may not know an old cursor any more: then the same days are read again.
        if (feed.past || pages > 1 || !stopped) throw fault
        here = begin(Date.parse(stopped.since))
        page = await load(here)
      }
    }
    asked.add(JSON.stringify(here.path))
    passed.add(JSON.stringify(here.path))
    if (page.next !== null && passed.has(JSON.stringify(page.next)))
      throw new UpstreamFault(dataset.id, 'upstream_failed', 'the feed leads back to a page that was read')
    cursor = page.next === null ? null : { ...here, path: page.next }
    if (cursor && page.taken.length === 0 && skips.written() === meta.skipped) {
      tell()
      continue
    }
    put(page.taken, {
      cursor: cursor ? JSON.stringify(cursor) : undefined,
      ...(!cursor && !down && { until: here.until, as_of: here.at, stamp }),
    })
    if (down) throw down
    // What an earlier pull had left is read now; what has come since then is not.
    if (!cursor && here.until !== day.toISOString()) {
      cursor = goOn(here.until)
      // The days overlap: a feed of whole months gives the same pages once more.
      passed = new Set()
    }
  }
  for (const path of skips.left(asked)) {
    pages++
    const taken = await load({ ...begin(day.getTime()), path }).then(
      (page) => {
        skips.had(path)
        return page.taken
      },
      (fault: UpstreamFault) => skips.again(path, fault),
    )
    put(taken, {})
  }
  transaction(db, () => {
    rows -= removeOld(db, dataset, feed, day)
    writeMeta(db, { rows: String(rows) })
    if (dataset.place) indexPoints(db)
  })
  return {
    rows,
    spoilt: count.spoilt,
    missing: skips
      .all()
      .map(({ path, why }) => ({ part: wordsOf(path), why: `${why}; it will be asked for again`, kept: false })),
  }
}

/** Removes what the feed keeps no longer. Gives how many rows went. */
const removeOld = (db: DatabaseSync, dataset: Dataset, { keep }: Harvest, day: Date): number => {
  if (!keep) return 0
  const store = storeOf(db, dataset)
  const oldest = new Date(day.getTime() - keep.days * day24).toISOString().slice(0, 10)
  const old: { readonly id: number; readonly row: unknown }[] = []
  for (const { id, row: text } of db.prepare('SELECT id, row FROM rows').iterate()) {
    const row: unknown = JSON.parse(text as string)
    const date = keep.date(row)
    if (date !== null && date.slice(0, 10) < oldest) old.push({ id: id as number, row })
  }
  for (const { id, row } of old) store.remove(id, row)
  return old.length
}

const windowOf = ({ since, until }: Cursor) => ({ since: new Date(since), now: new Date(until) })

const pageOf = (
  dataset: Dataset,
  feed: Harvest,
  at: Cursor,
  { body, headers }: { body: string; headers: Readonly<Record<string, string>> },
) => {
  try {
    const page = parseJson(feed.mend ? feed.mend(body) : body)
    return { next: feed.next(page, { asked: at.path, headers, ...windowOf(at) }), taken: feed.rows(page) }
  } catch (fault) {
    throw new UpstreamFault(dataset.id, 'upstream_failed', `a page cannot be read: ${(fault as Error).message}`)
  }
}

/** Writes a row, or merges it with the one of the same key. */
const putter = (db: DatabaseSync, dataset: Dataset) => {
  const store = storeOf(db, dataset)
  const find = db.prepare('SELECT id, row FROM rows WHERE key = ?')
  let last = (db.prepare('SELECT max(id) AS id FROM rows').get()!['id'] ?? 0) as number
  return (key: string, next: unknown): void => {
    const found = find.get(key)
    if (!found) {
      store.add(++last, key, '', next)
      store.flush()
      return
    }
    const old = JSON.parse(found['row'] as string)
    const stays = newerOf(dataset, old, next)
    if (stays !== old) store.replace(found['id'] as number, key, '', old, stays)
  }
}

const transaction = <T>(db: DatabaseSync, write: () => T): T => {
  db.exec('BEGIN IMMEDIATE')
  try {
    const written = write()
    db.exec('COMMIT')
    return written
  } catch (fault) {
    if (db.isTransaction) db.exec('ROLLBACK')
    throw fault
  }
}
