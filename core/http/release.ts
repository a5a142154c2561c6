/** `release`: the version of the project. `interfaceVersion`: that of the interface, which changes seldom. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { coreFolder } from '../contract/version.ts'
import { isClone, projectRoot } from '../registry/address.ts'

interface Versions {
  readonly version: string
  readonly domesday: { readonly interface: string }
}
const versionsIn = (folder: string): Versions =>
  JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Versions
const core = versionsIn(coreFolder)

export const release = isClone ? versionsIn(projectRoot).version : core.version
export const interfaceVersion = core.domesday.interface
