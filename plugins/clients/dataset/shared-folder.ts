/** A folder that nodes share, such as a network drive. */
import { createReadStream, createWriteStream, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { access, constants, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { putInPlace, workFile } from './data-files.ts'
import { hashOf, type SharedPlace } from './shared-place.ts'

const oneDay = 86_400_000

/** A stream keeps the target's file mode; copyFile would take the source's. */
const copied = (from: string, to: string, signal?: AbortSignal): Promise<void> =>
  pipeline(createReadStream(from), createWriteStream(to), { ...(signal && { signal }) })

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
  /** No `RangeError`: a drive may be mounted later. */
  const check = async (): Promise<void> => {
    const { code } = await access(folder, constants.R_OK | constants.W_OK).then(
      () => ({ code: null }),
      (fault: NodeJS.ErrnoException) => fault,
    )
    if (code === 'ENOENT') throw new Error(`the shared folder ${folder} is not there`)
    if (code !== null) throw new Error(`the shared folder ${folder} cannot be used (${code})`)
  }
  return {
    check,
    read: (name, signal) =>
      readFile(join(folder, name), { encoding: 'utf8', ...(signal && { signal }) }).catch(
        async (fault: NodeJS.ErrnoException) => {
          if (fault.code !== 'ENOENT') throw fault
          await check()
          return null
        },
      ),
    write: async (name, text) => {
      await check()
      const written = workFile(folder, name)
      writeFileSync(written, text)
      putInPlace(written, join(folder, name))
    },
    get: (name, to, signal) => copied(join(folder, name), to, signal),
    put: async (name, from, { sha256 }) => {
      await check()
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
