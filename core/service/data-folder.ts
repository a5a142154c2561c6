/**
 * The data folder, made where it is missing. It and all in it are for the service's own user: no one else may read a
 * ledger or settings.
 */
import { accessSync, chmodSync, constants, lstatSync, mkdirSync, readdirSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { ownFile, ownFolder } from '../contract/own-files.ts'

/** Throws a `RangeError` that names the variable. */
export const makeDataFolder = (dir: string): void => {
  try {
    make(dir)
    accessSync(dir, constants.W_OK)
    if (process.platform !== 'win32') tighten(dir)
  } catch (fault) {
    throw new RangeError(
      `the data folder ${dir} cannot be written (${(fault as NodeJS.ErrnoException).code}): DOMESDAY_DATA_DIR names another`,
      { cause: fault },
    )
  }
}

/** Folder by folder: below /proc Node's recursive mkdir takes ENOENT for a missing parent, and never returns. */
const make = (dir: string, mode = ownFolder): void => {
  if (isFolder(dir)) return
  make(dirname(dir), 0o777)
  try {
    mkdirSync(dir, { mode })
  } catch (fault) {
    // Another process may have made it meanwhile.
    if (!isFolder(dir)) throw fault
  }
}

const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true

/** All that is ever written into the data folder. */
const written = /^(ledger\.db(-wal|-shm|-journal)?|settings\.json(\.new)?|datasets)$/

/**
 * An earlier start may have made them for all to read. What is not ours stays as it is: the variable may name a
 * folder that is used for more.
 */
const tighten = (dir: string): void => {
  const names = readdirSync(dir)
  for (const name of names) if (written.test(name)) tightenAll(join(dir, name))
  if (names.every((name) => written.test(name))) tightenOne(dir)
}

const tightenAll = (path: string): void => {
  tightenOne(path)
  const found = lstatSync(path, { throwIfNoEntry: false })
  if (found?.isDirectory()) for (const name of readdirSync(path)) tightenAll(join(path, name))
}

const tightenOne = (path: string): void => {
  // Another process may have taken a file away that was being written. What a link leads to is not ours to change.
  const found = lstatSync(path, { throwIfNoEntry: false })
  if (!found || !(found.isFile() || found.isDirectory())) return
  if ((found.mode & 0o077) === 0 || found.uid !== process.getuid!()) return
  try {
    chmodSync(path, found.isDirectory() ? ownFolder : ownFile)
  } catch (fault) {
    // Some file systems know no modes.
    if (!['ENOENT', 'EPERM', 'ENOTSUP', 'EROFS'].includes((fault as NodeJS.ErrnoException).code ?? '')) throw fault
  }
}
