/** The data folder, made where it is missing. */
import { accessSync, constants, mkdirSync, statSync } from 'node:fs'
import { dirname } from 'node:path'

/** Throws a `RangeError` that names the variable. */
export const makeDataFolder = (dir: string): void => {
  try {
    make(dir)
    accessSync(dir, constants.W_OK)
  } catch (fault) {
    throw new RangeError(
      `the data folder ${dir} cannot be written (${(fault as NodeJS.ErrnoException).code}): DOMESDAY_DATA_DIR names another`,
      { cause: fault },
    )
  }
}

/** Folder by folder: Node's recursive way never ends below one that takes none and says that it is not there, as /proc does. */
const make = (dir: string): void => {
  const found = statSync(dir, { throwIfNoEntry: false })
  if (found?.isDirectory()) return
  make(dirname(dir))
  try {
    mkdirSync(dir)
  } catch (fault) {
    // Another process may have made it meanwhile.
    if (!statSync(dir, { throwIfNoEntry: false })?.isDirectory()) throw fault
  }
}
