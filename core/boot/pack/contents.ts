/** What goes into a pack, as the two modules that only a pack has: its entry, and the list of what it holds. */
import { readFileSync, realpathSync } from 'node:fs'
import { findPackageJSON } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

export const entryFile = 'pack.mjs'

export interface Contents {
  readonly entry: string
  /** In the place of this module of the core. */
  readonly heldPath: string
  readonly held: string
  /** The package files that it was gathered from. */
  readonly packages: readonly string[]
}

interface Package {
  readonly name: string
  readonly exports?: unknown
  readonly dependencies?: Readonly<Record<string, string>>
}

/**
 * The packages of the workspace that the endpoints depend on, directly or not, by their files, each with its module.
 */
const packagesOf = (endpoints: readonly string[]): ReadonlyMap<string, string | null> => {
  const found = new Map<string, string | null>()
  const add = (at: string | undefined): void => {
    const file = at && realpathSync(at)
    if (file === undefined || found.has(file)) return
    const { name, exports, dependencies = {} } = JSON.parse(readFileSync(file, 'utf8')) as Package
    found.set(
      file,
      name === '@domesday/core'
        ? join(dirname(file), 'index.ts')
        : typeof exports === 'string'
          ? join(dirname(file), exports)
          : null,
    )
    for (const other of Object.keys(dependencies)) if (other.startsWith('@domesday/')) add(findPackageJSON(other, file))
  }
  for (const endpoint of endpoints) add(findPackageJSON(endpoint))
  return found
}

/** `endpoints` are addresses. They and what they depend on are loaded at once, the rest when it is asked for. */
export const contentsOf = (root: string, endpoints: readonly string[]): Contents => {
  const packages = packagesOf(endpoints)
  const core = (file: string): string => join(root, 'core', file)
  const text = (file: string): string => JSON.stringify(file),
    address = (file: string): string => text(pathToFileURL(file).href)
  const files = [
    ...new Set([
      ...endpoints.map((endpoint) => fileURLToPath(endpoint)),
      core('index.ts'),
      ...[...packages.values()].filter((module) => module !== null),
    ]),
  ]
  return {
    packages: [...packages.keys(), core('package.json')],
    heldPath: core('boot/held.ts'),
    held: [
      ...files.map((file, i) => `import * as held${i} from ${text(file)}`),
      'export const held = new Map([',
      ...files.map((file, i) => `  [${address(file)}, () => held${i}],`),
      `  [${address(core('gateway/samples.ts'))}, () => import(${text(core('gateway/samples.ts'))})],`,
      '])',
      `export const heldAt = new URL('./${entryFile}', import.meta.url).href`,
    ].join('\n'),
    entry: [
      // All that `main` stands on comes first: where that cannot be loaded, nothing has begun yet.
      ...['index.ts', 'boot/service.ts', 'boot/greeting.ts', 'boot/options.ts'].map(
        (file) => `import ${text(core(file))}`,
      ),
      `export { held } from ${text(core('boot/held.ts'))}`,
      `export const main = () => import(${text(core('main.ts'))})`,
      `export const cli = () => import(${text(core('cli/index.ts'))})`,
    ].join('\n'),
  }
}
