/**
 * A folder that the nodes of a fleet share. One node publishes the file of a dataset with its hash; the others copy it,
 * and put it in place once the hash is right. A file that was published is never changed.
 */
import { createHash } from 'node:crypto'
import {
  createReadStream,
  createWriteStream,
  existsSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { rm } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Dataset } from '@domesday/core'
import { makeOwnFile, makeOwnFolder } from '@domesday/core/client'
import { fileOf, partialOf, putInPlace, workFile } from './data-files.ts'
import { readMeta, versionOf, withFile } from './sqlite-layout.ts'

/** What is published under a name: `gias.sqlite`, or `gazette.sqlite.partial` for the first pull of a feed. */
export interface Published {
  readonly file: string
  readonly sha256: string
  readonly bytes: number
  /** The layout of the file. One of another release is not taken. */
  readonly version: string
  /** ISO time; empty in a first pull that has not ended. */
  readonly as_of: string
  readonly rows: number
}

export interface SharedFolder {
  /** Takes what was published, unless this node has it or newer data. False where there was nothing to take. */
  fetch(dataset: Dataset): Promise<boolean>
  /** Takes what a pull continues: the published file, or what there is of a first pull. */
  adopt(dataset: Dataset): Promise<void>
  publish(dataset: Dataset): Promise<void>
  /** Publishes what there is of a first pull. */
  publishPartial(dataset: Dataset): Promise<void>
  /** Whether a file of this release is published. */
  has(dataset: Dataset): boolean
}

const oneDay = 86_400_000
const oneHour = 3_600_000

export const sharedFolder = (folder: string, dir: string): SharedFolder => {
  const fetchAs = async (dataset: Dataset, to: string): Promise<boolean> => {
    const found = publishedAs(folder, to)
    const known = markOf(to)
    if (found === null || found.version !== versionOf(dataset) || known === found.sha256) return false
    // What this node pulled and could not publish may be newer.
    const own = known === null ? factsOf(to, dataset) : null
    if (own !== null && (own.as_of > found.as_of || (own.as_of === found.as_of && own.rows > found.rows))) return false
    makeOwnFolder(dir)
    const copy = workFile(dir, basename(to))
    try {
      makeOwnFile(copy)
      const { sha256, bytes } = await copied(join(folder, found.file), copy)
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
    if (!existsSync(folder)) throw new Error(`the shared folder ${folder} is not there`)
    removeOld(folder, (name) => name.endsWith('.part'), oneDay)
    const before = publishedAs(folder, from)
    const name = basename(from)
    const copy = workFile(folder, name)
    try {
      const { sha256, bytes } = await copied(from, copy)
      mark(from, sha256)
      if (before?.sha256 === sha256) return
      const file = `${name}.${sha256.slice(0, 16)}`
      putInPlace(copy, join(folder, file))
      const note: Published = { file, sha256, bytes, version: versionOf(dataset), ...factsOf(from, dataset)! }
      const noted = workFile(folder, `${name}.json`)
      writeFileSync(noted, `${JSON.stringify(note, null, 2)}\n`)
      putInPlace(noted, noteOf(folder, from))
      // Other nodes may still be copying an older one.
      removeOld(folder, (old) => isOf(name, old) && old !== file && old !== before?.file, oneHour)
    } finally {
      await rm(copy, { force: true })
    }
  }

  const withdraw = async (name: string): Promise<void> => {
    await rm(noteOf(folder, name), { force: true })
    removeOld(folder, (old) => isOf(basename(name), old), 0)
  }

  return {
    fetch: (dataset) => fetchAs(dataset, fileOf(dir, dataset.id)),
    adopt: async (dataset) => {
      const target = fileOf(dir, dataset.id)
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
    has: (dataset) => publishedAs(folder, fileOf(dir, dataset.id))?.version === versionOf(dataset),
  }
}

const noteOf = (folder: string, path: string): string => join(folder, `${basename(path)}.json`)

/** Whether a file of the folder was published under a name. */
const isOf = (name: string, file: string): boolean =>
  file.startsWith(`${name}.`) && /^[0-9a-f]{16}$/.test(file.slice(name.length + 1))

const publishedAs = (folder: string, path: string): Published | null => {
  let text: string
  try {
    text = readFileSync(noteOf(folder, path), 'utf8')
  } catch (fault) {
    if ((fault as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw fault
  }
  return JSON.parse(text) as Published
}

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

const copied = async (from: string, to: string): Promise<{ readonly sha256: string; readonly bytes: number }> => {
  const hash = createHash('sha256')
  let bytes = 0
  const hashing = new Transform({
    transform(chunk: Buffer, _, next) {
      hash.update(chunk)
      bytes += chunk.length
      next(null, chunk)
    },
  })
  await pipeline(createReadStream(from), hashing, createWriteStream(to))
  return { sha256: hash.digest('hex'), bytes }
}

/** By age, for what dead nodes left half-written too: their process ids say nothing on another machine. */
const removeOld = (folder: string, isMeant: (name: string) => boolean, age: number): void => {
  for (const path of readdirSync(folder)
    .filter(isMeant)
    .map((name) => join(folder, name))) {
    const { mtimeMs = Infinity } = statSync(path, { throwIfNoEntry: false }) ?? {}
    if (Date.now() - mtimeMs >= age) rmSync(path, { force: true })
  }
}
