/**
 * The data folder: where a dataset lies, what is being written beside it, and how the new takes the place of the old.
 */
import { randomBytes } from 'node:crypto'
import { closeSync, fsyncSync, openSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'

export const fileOf = (dir: string, id: string): string => join(dir, `${id}.sqlite`)

/** A name for what is being written; it tells whose it is, so that others can tell when it was left behind. */
export const workFile = (dir: string, name: string): string =>
  join(dir, `${name}.${process.pid}.${randomBytes(4).toString('hex')}.part`)

const day = 86_400_000

/**
 * Removes what processes that died left half-written. A day is the longest a pull may take: numbers of processes come
 * again.
 */
export const removeLeftovers = (dir: string): void => {
  for (const name of readdirSync(dir)) {
    const pid = /\.(\d+)\.[0-9a-f]{8}\.part(?:-journal)?$/.exec(name)?.[1]
    if (pid === undefined) continue
    const age = Date.now() - (statSync(join(dir, name), { throwIfNoEntry: false })?.mtimeMs ?? Date.now())
    if (age > day || !alive(Number(pid))) rmSync(join(dir, name), { force: true })
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
 * Puts a finished file in place of the old one at one stroke. It survives a loss of power: the file is on the disk
 * before its name is.
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
