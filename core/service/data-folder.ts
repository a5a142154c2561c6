/**
 * The data folder, made where it is missing. It and all in it are for the service's own user: no one else may read a
 * ledger or settings.
 */
import {
  accessSync,
  chmodSync,
  closeSync,
  constants,
  existsSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  statSync,
} from 'node:fs'
import { dirname, join } from 'node:path'

export const ownFile = 0o600
const ownFolder = 0o700

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

/** A folder below the data folder. */
export const makeOwnFolder = (dir: string): void => void mkdirSync(dir, { recursive: true, mode: ownFolder })

/**
 * An empty file, where there is none, for a writer that cannot be told who may read it. SQLite gives its logs the
 * mode of their database.
 */
export const makeOwnFile = (path: string): void => {
  if (!existsSync(path)) closeSync(openSync(path, 'a', ownFile))
}

/**
 * Folder by folder: Node's recursive way never ends below one that takes none and says that it is not there, as /proc
 * does.
 */
const make = (dir: string, mode = ownFolder): void => {
  const found = statSync(dir, { throwIfNoEntry: false })
  if (found?.isDirectory()) return
  make(dirname(dir), 0o777)
  try {
    mkdirSync(dir, { mode })
  } catch (fault) {
    // Another process may have made it meanwhile.
    if (!statSync(dir, { throwIfNoEntry: false })?.isDirectory()) throw fault
  }
}

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
