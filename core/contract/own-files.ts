/** Files and folders for the service's own user alone: no one else may read a ledger, settings or downloads. */
import { closeSync, existsSync, mkdirSync, openSync } from 'node:fs'

export { refuseLink } from '../config/refuse-link.ts'

export const ownFile = 0o600
export const ownFolder = 0o700

/** A folder below the data folder, with those above it. */
export const makeOwnFolder = (dir: string): void => void mkdirSync(dir, { recursive: true, mode: ownFolder })

/**
 * An empty file, where there is none, for a writer that cannot be told who may read it. SQLite gives its logs the
 * mode of their database.
 */
export const makeOwnFile = (path: string): void => {
  if (!existsSync(path)) closeSync(openSync(path, 'a', ownFile))
}
