/**
 * The files that the nodes of a fleet share. One node publishes the file of a dataset with its hash; the others copy
 * it, and put it in place once the hash is right. A file that was published is never changed.
 */
import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { basename } from 'node:path'
import type { Dataset } from '@domesday/core'
import { makeOwnFile, makeOwnFolder } from '@domesday/core/client'
import { fileOf, partialOf, putInPlace, workFile } from './data-files.ts'
import { sharedFolder } from './shared-folder.ts'
import { hashOf, type SharedPlace } from './shared-place.ts'
import { readMeta, versionOf, withFile } from './sqlite-layout.ts'

/** What is published under a name: `gias.sqlite`, or `gazette.sqlite.partial` for the first pull of a feed. */
export interface Published {
  readonly file: string
  readonly sha256: string
  readonly bytes: number
  /** The layout of the file. One of another release is not fetched. */
  readonly version: string
  /** ISO time; empty in a first pull that has not ended. */
  readonly as_of: string
  readonly rows: number
}

export interface SharedFiles {
  /**
   * Reads what is published, within five seconds. Throws a `RangeError` if the place is set up wrongly, and another
   * error if it cannot be used now.
   */
  look(datasets: readonly Dataset[]): Promise<void>
  /** Fetches the published file, unless this node has it or newer data. False if nothing was fetched. */
  fetch(dataset: Dataset, signal?: AbortSignal): Promise<boolean>
  /** Fetches what a pull continues: the published file, or an unfinished first pull. Throws if it could not publish. */
  adopt(dataset: Dataset): Promise<void>
  publish(dataset: Dataset): Promise<void>
  /** Publishes an unfinished first pull. */
  publishPartial(dataset: Dataset): Promise<void>
  /** Whether a file of this release was published when last read. */
  has(dataset: Dataset): boolean
}

const oneHour = 3_600_000

interface Sharing {
  readonly dir: string
  readonly env: Readonly<Record<string, string | undefined>>
  /** Milliseconds that a start waits. */
  readonly patience?: number
}

/** `at`: the absolute path of a folder, or `s3://bucket/prefix`. Throws a `RangeError` if a variable is missing. */
export const openSharedFiles = async (at: string, { dir, env, patience = 5_000 }: Sharing): Promise<SharedFiles> => {
  // Only a bucket needs the S3 client.
  const place = at.startsWith('s3:') ? (await import('./shared-bucket.ts')).sharedBucket(at, env) : sharedFolder(at)
  return sharedFiles(place, { dir, patience })
}

const sharedFiles = (place: SharedPlace, { dir, patience }: Required<Omit<Sharing, 'env'>>): SharedFiles => {
  const seen = new Map<string, Published | null>()
  const publishedAs = async (path: string, signal?: AbortSignal): Promise<Published | null> => {
    const text = await place.read(noteOf(path), signal)
    const found = text === null ? null : (JSON.parse(text) as Published)
    seen.set(basename(path), found)
    return found
  }

  const fetchAs = async (dataset: Dataset, to: string, signal?: AbortSignal): Promise<boolean> => {
    const found = await publishedAs(to, signal)
    const known = markOf(to)
    if (found === null || found.version !== versionOf(dataset) || known === found.sha256) return false
    // What this node pulled and could not publish may be newer.
    const own = known === null ? factsOf(to, dataset) : null
    if (own !== null && (own.as_of > found.as_of || (own.as_of === found.as_of && own.rows > found.rows))) return false
    makeOwnFolder(dir)
    const copy = workFile(dir, basename(to))
    try {
      makeOwnFile(copy)
      await place.get(found.file, copy, signal)
      const { sha256, bytes } = await hashOf(copy, signal)
      if (sha256 !== found.sha256)
        throw new Error(
          `${found.file} has ${bytes} bytes with the hash ${sha256}, and was published as ${found.sha256}`,
        )
      // SQLite must not take the old file's journal for that of the new one.
      rmSync(`${to}-journal`, { force: true })
      putInPlace(copy, to)
      mark(to, sha256)
      return true
    } finally {
      await rm(copy, { force: true })
    }
  }

  const publishAs = async (dataset: Dataset, from: string): Promise<void> => {
    const before = await publishedAs(from)
    const name = basename(from)
    const hashed = await hashOf(from)
    if (before?.sha256 !== hashed.sha256) {
      const file = `${name}.${hashed.sha256.slice(0, 16)}`
      await place.put(file, from, hashed)
      const note: Published = { file, ...hashed, version: versionOf(dataset), ...factsOf(from, dataset)! }
      await place.write(noteOf(from), `${JSON.stringify(note, null, 2)}\n`)
      seen.set(name, note)
      // Other nodes may still be copying an older one.
      await removeOld(name, oneHour, [file, before?.file])
    }
    mark(from, hashed.sha256)
  }

  const removeOld = async (name: string, age: number, kept: readonly (string | undefined)[] = []): Promise<void> => {
    for (const { name: old, modified } of await place.list(`${name}.`))
      if (isOf(name, old) && !kept.includes(old) && Date.now() - modified >= age) await place.remove(old)
  }

  const withdraw = async (path: string): Promise<void> => {
    await place.remove(noteOf(path))
    await removeOld(basename(path), 0)
  }

  return {
    look: async (datasets) => {
      const signal = AbortSignal.timeout(patience)
      await place.check(signal)
      for (const { id } of datasets) await publishedAs(fileOf(dir, id), signal)
    },
    fetch: (dataset, signal) => fetchAs(dataset, fileOf(dir, dataset.id), signal),
    adopt: async (dataset) => {
      const target = fileOf(dir, dataset.id)
      // Otherwise the publisher of the data would be asked again and again for nothing.
      const check = `${basename(target)}.check`
      await place.write(check, 'may this node write here?\n')
      await place.remove(check)
      await fetchAs(dataset, target)
      if ('first' in dataset.pull && !existsSync(target)) await fetchAs(dataset, partialOf(dir, dataset.id))
    },
    publish: async (dataset) => {
      await publishAs(dataset, fileOf(dir, dataset.id))
      await withdraw(partialOf(dir, dataset.id))
    },
    publishPartial: async (dataset) => {
      const partial = partialOf(dir, dataset.id)
      if (factsOf(partial, dataset) !== null) await publishAs(dataset, partial)
    },
    has: (dataset) => seen.get(basename(fileOf(dir, dataset.id)))?.version === versionOf(dataset),
  }
}

const noteOf = (path: string): string => `${basename(path)}.json`

/** Whether a file was published under a name. */
const isOf = (name: string, file: string): boolean =>
  file.startsWith(`${name}.`) && /^[0-9a-f]{16}$/.test(file.slice(name.length + 1))

const factsOf = (path: string, dataset: Dataset): Pick<Published, 'as_of' | 'rows'> | null =>
  withFile(path, dataset, (db) => {
    if (db === null) return null
    const { as_of: asOf = '', rows = '0' } = readMeta(db)
    return { as_of: asOf, rows: Number(rows) }
  })

/** The hash of the file that stands at a path, as it was fetched or published; null where a pull has changed it. */
const markOf = (path: string): string | null => {
  try {
    const [sha256, state] = readFileSync(`${path}.published`, 'utf8').split(' ')
    return state === stateOf(path) ? sha256! : null
  } catch {
    return null
  }
}
const mark = (path: string, sha256: string): void => writeFileSync(`${path}.published`, `${sha256} ${stateOf(path)}`)
const stateOf = (path: string): string => {
  const { ino, size, mtimeMs } = statSync(path)
  return `${ino}/${size}/${mtimeMs}`
}
