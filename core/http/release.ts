/** `release`: the version of the project's package. `interfaceVersion`: that of the core's package; changes seldom. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { projectRoot } from '../registry/address.ts'

const versionIn = (file: string): string =>
  (JSON.parse(readFileSync(join(projectRoot, file), 'utf8')) as { readonly version: string }).version

export const release = versionIn('package.json')
export const interfaceVersion = versionIn('core/package.json')
