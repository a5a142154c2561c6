/** Which contract this core has, and that it is the only core in the process. */
import { resolve } from 'node:path'

/** What packages are written for. It changes when they have to, and each names its own in its package.json. */
export const contract = 2

/** The folder of this core. */
export const coreFolder = resolve(import.meta.dirname, '..')
const loaded = globalThis as { [key: symbol]: string | undefined }
const core = Symbol.for('domesday.core')

// Two copies do not know each other's values: an answer of one is nothing to the other.
if ((loaded[core] ??= coreFolder) !== coreFolder)
  throw new Error(`it imports a second copy of @domesday/core, ${coreFolder}; the one that runs is ${loaded[core]}`)
