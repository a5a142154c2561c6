/** The packages of this folder, installed as its lock file says. */
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const here = import.meta.dirname
const { devDependencies } = JSON.parse(readFileSync(join(here, 'package.json'), 'utf8')) as {
  readonly devDependencies: Readonly<Record<string, string>>
}

const isInstalled = ([name, version]: readonly [name: string, version: string]): boolean => {
  try {
    const manifest = readFileSync(join(here, 'node_modules', name, 'package.json'), 'utf8')
    return (JSON.parse(manifest) as { readonly version: string }).version === version
  } catch {
    return false
  }
}

/** Installs them where they are not there. Null, and said, where that is not possible: without a network, say. */
export const installedPeers = (): { readonly bin: (tool: string) => string } | null => {
  try {
    if (!Object.entries(devDependencies).every(isInstalled))
      execFileSync('npm', ['ci', '--prefix', here, '--ignore-scripts'], { stdio: ['ignore', 'ignore', 'pipe'] })
    return { bin: (tool) => join(here, 'node_modules/.bin', tool) }
  } catch (fault) {
    console.warn(`The packages of test/peers cannot be installed: what they judge is skipped. ${String(fault)}`)
    return null
  }
}
