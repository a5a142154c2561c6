/**
 * The release that runs: the version of the project's package. The interface has a version of its own, which changes
 * seldom.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { projectRoot } from '../registry/address.ts'

export const { version: release } = JSON.parse(readFileSync(join(projectRoot, 'package.json'), 'utf8')) as {
  readonly version: string
}
