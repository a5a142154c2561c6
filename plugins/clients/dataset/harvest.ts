/**
 * A harvest: a feed that is read page by page into a file. The first pull fills a file of its own, which is put in
 * place once it is complete: half a year of notices must not be published as a whole one. Later pulls append in place,
 * try the pages again that earlier ones skipped, and remove rows that have become too old.
 */
import type { Dataset, Harvest } from '@domesday/core'
import { makeOwnFile, UpstreamFault } from '@domesday/core/client'
import { existsSync, renameSync, rmSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { fileOf, partialOf, putInPlace, workFile } from './data-files.ts'
import { readFeed } from './feed-reader.ts'
import type { Pulled, PullOptions } from './pull-options.ts'
import { rowWriter, transaction } from './row-writer.ts'
import { indexPoints } from './spatial-index.ts'
import { createIndexes, createTables, versionOf, withFile, writeMeta } from './sqlite-layout.ts'

const day24 = 86_400_000

export const harvest = async (dataset: Dataset, feed: Harvest, options: PullOptions): Promise<Pulled> => {
  const { dir, force = false, day } = options
  const target = fileOf(dir, dataset.id)
  const partial = partialOf(dir, dataset.id)
  const usable = (path: string): boolean => withFile(path, dataset, (db) => db !== null)
  const inPlace = !force && usable(target)
  if (inPlace || force || !usable(partial))
    for (const path of [partial, `${partial}-journal`]) rmSync(path, { force: true })
  // A forced pull has a file of its own: a sandbox and a command may import the same samples at the same time.
  const path = inPlace ? target : force ? workFile(dir, `${dataset.id}.sqlite`) : partial
  const db = existsSync(path) ? new DatabaseSync(path, { timeout: 30_000 }) : created(path, dataset)
  // Otherwise a page that is larger than SQLite's cache would lock out a running service long before the commit.
  db.exec('PRAGMA cache_spill = OFF')
  const read = await readFeed(db, dataset, feed, options)
    .then((result) => ({ ...result, rows: result.rows - finish(db, dataset, feed, day, result.rows) }))
    .finally(() => db.close())
    .catch((fault: unknown) => {
      if (force) renameSync(path, partial)
      throw fault
    })
  if (!inPlace) {
    if (read.rows === 0) {
      // The file says that the feed was read up to now: with it, the next pull would ask only for what is newer.
      rmSync(path)
      throw new UpstreamFault(dataset.id, 'upstream_failed', `the feed brought no rows in ${feed.days} days`)
    }
    // SQLite must not take the old file's journal for that of the new one.
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

/** Removes the rows that are too old, of which it gives the number, and indexes the places. */
const finish = (db: DatabaseSync, dataset: Dataset, feed: Harvest, day: Date, rows: number): number =>
  transaction(db, () => {
    const removed = removeOld(db, dataset, feed, day)
    writeMeta(db, { rows: String(rows - removed) })
    if (dataset.place) indexPoints(db)
    return removed
  })

const removeOld = (db: DatabaseSync, dataset: Dataset, { keep }: Harvest, day: Date): number => {
  if (!keep) return 0
  const writer = rowWriter(db, dataset)
  const oldest = new Date(day.getTime() - keep.days * day24).toISOString().slice(0, 10)
  const old: { readonly id: number; readonly row: unknown }[] = []
  for (const { id, row: text } of db.prepare('SELECT id, row FROM rows').iterate()) {
    const row: unknown = JSON.parse(text as string)
    const date = keep.date(row)
    if (date !== null && date.slice(0, 10) < oldest) old.push({ id: id as number, row })
  }
  for (const { id, row } of old) writer.remove(id, row)
  return old.length
}
