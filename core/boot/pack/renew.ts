/**
 * After a start: has a pack made where the one in force, if any, lacks an endpoint. In a process of its own, at no
 * cost to the service.
 */
import { spawn } from 'node:child_process'
import { realpathSync } from 'node:fs'
import { join, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { addressOf, projectRoot } from '../address.ts'
import { held } from '../held.ts'
import type { Service } from '../service.ts'
import { tokens } from '../tokens.ts'

/** What lies elsewhere or was installed stays outside: it may have packages of its own. */
const isOurs = (address: string): boolean => {
  if (!address.startsWith('file:')) return false
  const path = realpathSync(fileURLToPath(address))
  return path.startsWith(projectRoot + sep) && !path.includes(`${sep}node_modules${sep}`)
}

/** Never throws: without a pack the next start is slower, no more. */
export const renewPack = ({ container }: Service): void => {
  const log = container.get(tokens.log)
  const lacking = (why: string): void => log.debug({ why }, 'no pack was made: the next start runs from source')
  try {
    const addresses = container.get(tokens.configured).current().service.endpoints.map(addressOf).filter(isOurs)
    if (addresses.every((address) => held.has(address))) return
    const child = spawn(process.execPath, [join(import.meta.dirname, 'make.ts'), projectRoot, ...addresses], {
      cwd: projectRoot,
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    let said = ''
    child.stderr.on('data', (text: Buffer) => {
      said += text.toString()
    })
    child.on('error', (error) => lacking(error.message))
    child.on('exit', (code) => {
      if (code !== 0) lacking(said.trim().slice(-500) || `ended with ${code}`)
    })
    child.unref()
  } catch (error) {
    lacking(String(error))
  }
}
