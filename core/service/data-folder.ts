/** Creates the data folder. Only the service's own user may read it: it holds the ledger and settings. */
import { accessSync, chmodSync, constants, lstatSync, mkdirSync, readdirSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { refuseLink } from '../config/refuse-link.ts'
import { ownFile, ownFolder } from '../contract/own-files.ts'

/** Throws a `RangeError` that names the variable. */
export const makeDataFolder = (dir: string): void => {
  try {
    makeFolder(dir)
    accessSync(dir, constants.W_OK)
    if (process.platform !== 'win32') tighten(dir)
  } catch (fault) {
    if (fault instanceof RangeError) throw fault
    const { code, path } = fault as NodeJS.ErrnoException
    const why = code === 'EEXIST' ? `cannot be made, because ${path} is no folder` : `cannot be written (${code})`
    throw new RangeError(`the data folder ${dir} ${why}: DOMESDAY_DATA_DIR names another`, { cause: fault })
  }
}

/** Folder by folder: below /proc Node's recursive mkdir mistakes ENOENT for a missing parent, and never returns. */
const makeFolder = (dir: string, mode = ownFolder): void => {
  if (isFolder(dir)) return
  makeFolder(dirname(dir), 0o777)
  try {
    mkdirSync(dir, { mode })
  } catch (fault) {
    // Another process may have created it meanwhile.
    if (!isFolder(dir)) throw fault
  }
}

export const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true

/** The names of everything that we write into the data folder. */
const ownNames =
  /^(ledger(-(schema-\d+|replaced)-[\dTZ-]+)?\.db(-wal|-shm|-journal|\.new)?|(evidence|jobs)\.db(-wal|-shm|-journal)?|evidence\.key|signing-keys\.json|settings\.json(\.new)?|settings-log\.jsonl|jobs\.lock|datasets|http)$/

/**
 * An earlier release may have created files that all users can read. Other files keep their mode: the folder may be
 * used for more than this service.
 */
const tighten = (dir: string): void => {
  const names = readdirSync(dir)
  for (const name of names.filter((one) => ownNames.test(one))) {
    if (!isFolder(join(dir, name))) refuseLink(join(dir, name))
    tightenAll(join(dir, name))
  }
  if (names.every((name) => ownNames.test(name))) tightenOne(dir)
}

const tightenAll = (path: string): void => {
  tightenOne(path)
  const found = lstatSync(path, { throwIfNoEntry: false })
  if (found?.isDirectory()) for (const name of readdirSync(path)) tightenAll(join(path, name))
}

const tightenOne = (path: string): void => {
  // Another process may have removed a temporary file. Never change the target of a link.
  const found = lstatSync(path, { throwIfNoEntry: false })
  if (!found || !(found.isFile() || found.isDirectory())) return
  if ((found.mode & 0o077) === 0 || found.uid !== process.getuid!()) return
  try {
    chmodSync(path, found.isDirectory() ? ownFolder : ownFile)
  } catch (fault) {
    // Some file systems have no modes.
    if (!['ENOENT', 'EPERM', 'ENOTSUP', 'EROFS'].includes((fault as NodeJS.ErrnoException).code ?? '')) throw fault
  }
}
