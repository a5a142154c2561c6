/** The files in the data folder: of each dataset one, and those that are being written. */
import { randomBytes } from 'node:crypto'
import { closeSync, fsyncSync, openSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'

export const fileOf = (dir: string, id: string): string => join(dir, `${id}.sqlite`)

/** What there is of the first pull of a feed, which may take several. */
export const partialOf = (dir: string, id: string): string => `${fileOf(dir, id)}.partial`

/** A file to write to. Its name has the id of the process, so that others know when it was left behind. */
export const workFile = (dir: string, name: string): string =>
  join(dir, `${name}.${process.pid}.${randomBytes(4).toString('hex')}.part`)

const oneDay = 86_400_000

/** Removes what dead processes left half-written, and anything a day old: process ids are used again. */
export const removeLeftovers = (dir: string): void => {
  for (const name of readdirSync(dir)) {
    const pid = /\.(\d+)\.[0-9a-f]{8}\.part(?:-journal)?$/.exec(name)?.[1]
    if (pid === undefined) continue
    const age = Date.now() - (statSync(join(dir, name), { throwIfNoEntry: false })?.mtimeMs ?? Date.now())
    if (age > oneDay || !alive(Number(pid))) rmSync(join(dir, name), { force: true })
  }
}

const alive = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return true
  } catch (fault) {
    return (fault as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/**
 * Replaces a file by a finished one, atomically. The file is synced before its name, so it survives a loss of power.
 */
export const putInPlace = (from: string, to: string): void => {
  sync(from)
  renameSync(from, to)
  sync(dirname(to))
}

const sync = (path: string): void => {
  const file = openSync(path, 'r')
  try {
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
}
