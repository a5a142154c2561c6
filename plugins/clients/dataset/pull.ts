/** A pull: the declared files are fetched, read and imported into a new file, which replaces the old one atomically. */
import { rm } from 'node:fs/promises'
import type { DatabaseSync } from 'node:sqlite'
import { makeOwnFolder, UpstreamFault } from '@domesday/core/client'
import type { Dataset, DatasetFile } from '@domesday/core'
import { buildFile, isWriteFailure, type Build } from './build-file.ts'
import { fileOf, putInPlace, removeLeftovers, workFile } from './data-files.ts'
import { harvest } from './harvest.ts'
import { readMeta, readParts, withFile, type ImportedPart } from './sqlite-layout.ts'
import { coverageOf, emptiedIndex, trackEmptyIndexes } from './index-coverage.ts'
import { filePathOf } from './file-address.ts'
import { withoutQuery } from './path-text.ts'
import type { Pulled, PullOptions } from './pull-options.ts'
import { readWire } from '@domesday/client-formats'
import { rowReader } from './row-reader.ts'

/** Rejects with an `UpstreamFault` where nothing was imported; the old file stays then. */
export const pullDataset = async (dataset: Dataset, options: PullOptions): Promise<Pulled> => {
  makeOwnFolder(options.dir)
  removeLeftovers(options.dir)
  return 'first' in dataset.pull
    ? harvest(dataset, dataset.pull, options)
    : pullFiles(dataset, dataset.pull as readonly DatasetFile[], options)
}

const pullFiles = async (dataset: Dataset, files: readonly DatasetFile[], options: PullOptions): Promise<Pulled> => {
  const { dir, now = Date.now, stamp, onFault = () => {}, onProgress = () => {} } = options
  const target = fileOf(dir, dataset.id)
  // Rows of another state of the samples are no earlier rows of this one.
  const earlierIn = (db: DatabaseSync | null) => (db !== null && readMeta(db).stamp === stamp ? readParts(db) : [])
  const earlier = new Map(withFile(target, dataset, earlierIn).map((part) => [part.part, part]))
  const path = workFile(dir, `${dataset.id}.sqlite`)
  const build = buildFile(path, dataset)
  const parts: Omit<ImportedPart, 'rows'>[] = []
  const missing: Pulled['missing'][number][] = []
  const count = { rows: 0, unreadable: 0 }
  try {
    for (const file of files) {
      const { part } = file
      const old = earlier.get(part)
      try {
        const { address, taken, unreadable, odd } = await pullFile(dataset, file, build, old, options, count.rows)
        if (odd !== null) onFault({ part, ...odd, rows: unreadable })
        parts.push({ part, address, taken, at: new Date(now()).toISOString() })
        count.rows += taken
        count.unreadable += unreadable
      } catch (fault) {
        if (isWriteFailure(fault)) throw fault
        const why = (fault as Error).message
        onFault({ part, row: null, rows: 0, fault: fault as Error })
        missing.push({ part, why, kept: old !== undefined })
        if (old) parts.push(keep(old, build, target, dataset))
      }
    }
    if (missing.length === files.length) {
      throw new UpstreamFault(
        dataset.id,
        'upstream_failed',
        missing.map(({ part, why }) => (part ? `${part}: ${why}` : why)).join('; '),
      )
    }
    onProgress({ part: '', stage: 'index', bytes: 0, total: null, rows: count.rows })
    const isWhole = missing.length + count.unreadable === 0
    const finished = build.finish(parts, {
      as_of: parts.map(({ at }) => at).sort()[0]!,
      stamp: isWhole ? stamp : undefined,
    })
    build.close()
    putInPlace(path, target)
    return { id: dataset.id, ...finished, missing, unreadable: count.unreadable }
  } finally {
    build.close()
    await rm(path, { force: true })
  }
}

interface PulledFile {
  readonly address: string
  readonly taken: number
  readonly unreadable: number
  readonly odd: { readonly row: number; readonly fault: Error } | null
}

/** Tries the addresses until one gives a sound file. */
const pullFile = async (
  dataset: Dataset,
  file: DatasetFile,
  build: Build,
  old: ImportedPart | undefined,
  options: PullOptions,
  before: number,
): Promise<PulledFile> => {
  const { dir, download, day, force = false, onProgress = () => {} } = options
  const { part } = file
  const name = `${dataset.id}.${part.replaceAll(/[^\w-]+/g, '_')}`
  const faults: Error[] = []
  for (const address of file.addresses(day)) {
    const body = workFile(dir, name)
    try {
      const path = await filePathOf(address, dir, name, download)
      const size = { bytes: 0, total: null as number | null }
      await download(path, body, (bytes, total) =>
        onProgress({ part, stage: 'download', ...Object.assign(size, { bytes, total }), rows: before }),
      )
      const indexes = trackEmptyIndexes(dataset)
      const { count, read, finish } = rowReader(
        dataset,
        part,
        (key, row) => {
          build.add(key, part, row)
          indexes.add(row)
          if (count.taken % 2_000 === 0) onProgress({ part, stage: 'import', ...size, rows: before + count.taken })
        },
        file,
      )
      await build.transaction(async () => {
        await readWire(body, file, read)
        finish()
        if (old && !force && count.taken * 2 < old.taken)
          throw new Error(`only ${count.taken} rows where there were ${old.taken}: not taken without --force`)
        const emptied =
          old && !force
            ? withFile(
                fileOf(dir, dataset.id),
                dataset,
                (db) => db && emptiedIndex(coverageOf(db, dataset, part), indexes.empty),
              )
            : null
        if (emptied !== null) throw new Error(`${emptied}: not taken without --force`)
      })
      return { address: withoutQuery(path), ...count }
    } catch (fault) {
      if (isWriteFailure(fault)) throw fault
      faults.push(fault as Error)
      // No address answers without the credential.
      if (fault instanceof UpstreamFault && fault.reason === 'not_configured') throw fault
    } finally {
      await rm(body, { force: true })
    }
  }
  const told = [...new Set(faults.map(({ message }) => message))].join(', ')
  throw new Error(told || 'has no address', { cause: faults.at(-1) })
}

/** Copies the rows of an earlier pull, with their age. */
const keep = (old: ImportedPart, build: Build, target: string, dataset: Dataset): Omit<ImportedPart, 'rows'> =>
  withFile(target, dataset, (db) => {
    for (const { key, row } of db!.prepare('SELECT key, row FROM rows WHERE part = ? ORDER BY id').iterate(old.part)) {
      build.add(key as string, old.part, JSON.parse(row as string))
    }
    return old
  })
