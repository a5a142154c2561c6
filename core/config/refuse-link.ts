import { lstatSync } from 'node:fs'

/** Throws a `RangeError` for a symbolic link: it would lead what we write, or read as ours, to another file. */
export const refuseLink = (path: string): void => {
  if (lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink())
    throw new RangeError(`${path} is a symbolic link: files of the data folder are never opened through one. Delete it`)
}
