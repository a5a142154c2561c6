/** A folder that nodes share, such as a network drive. */
import { createReadStream, createWriteStream, existsSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { putInPlace, workFile } from './data-files.ts'
import { hashOf, type SharedPlace } from './shared-place.ts'

const oneDay = 86_400_000

/** A stream keeps the target's file mode; copyFile would take the source's. */
const copied = (from: string, to: string): Promise<void> => pipeline(createReadStream(from), createWriteStream(to))

export const sharedFolder = (folder: string): SharedPlace => {
  const list = (begin: string) =>
    readdirSync(folder)
      .filter((name) => name.startsWith(begin))
      .flatMap((name) => {
        const found = statSync(join(folder, name), { throwIfNoEntry: false })
        return found === undefined ? [] : [{ name, modified: found.mtimeMs }]
      })
  /** By age: process ids say nothing on another machine. */
  const removeLeftovers = (): void => {
    for (const { name, modified } of list(''))
      if (name.endsWith('.part') && Date.now() - modified >= oneDay) rmSync(join(folder, name), { force: true })
  }
  return {
    // A drive may be mounted later.
    check: async () => {},
    read: (name) =>
      readFile(join(folder, name), 'utf8').catch((fault: NodeJS.ErrnoException) => {
        if (fault.code === 'ENOENT') return null
        throw fault
      }),
    write: async (name, text) => {
      const written = workFile(folder, name)
      writeFileSync(written, text)
      putInPlace(written, join(folder, name))
    },
    get: (name, to) => copied(join(folder, name), to),
    put: async (name, from, { sha256 }) => {
      if (!existsSync(folder)) throw new Error(`the shared folder ${folder} is not there`)
      removeLeftovers()
      const copy = workFile(folder, name)
      try {
        await copied(from, copy)
        if ((await hashOf(copy)).sha256 !== sha256)
          throw new Error(`${from} was changed while it was copied to ${folder}`)
        putInPlace(copy, join(folder, name))
      } finally {
        await rm(copy, { force: true })
      }
    },
    list: async (begin) => list(begin),
    remove: (name) => rm(join(folder, name), { force: true }),
  }
}
