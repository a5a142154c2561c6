/** Where the packages are that settings name. */
import { existsSync, readdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'

/** The project's folder, from which bare and relative names are taken. */
export const projectRoot = resolve(import.meta.dirname, '../..')

/** What a package that settings name may be; each kind has a folder of its own. */
export const folders = {
  endpoint: 'plugins/endpoints',
  surface: 'plugins/surfaces',
  store: 'plugins/stores',
  client: 'plugins/clients',
  gateway: 'plugins/tools',
} as const
export type PackageKind = keyof typeof folders

const entryOf = (path: string): string =>
  /\.[cm]?[jt]s$/.test(path)
    ? path
    : (['index.ts', 'index.js'].map((file) => join(path, file)).find(existsSync) ?? join(path, 'index.ts'))

/** A path, a name in the folder of its kind, or else the name of an npm package, which is left as it is. */
export const specifierOf = (name: string, kind: PackageKind = 'endpoint'): string => {
  if (/^\.{1,2}\//.test(name)) return pathToFileURL(entryOf(resolve(projectRoot, name))).href
  const own = join(projectRoot, folders[kind], name)
  return existsSync(own) ? pathToFileURL(entryOf(own)).href : name
}

/** The names of all packages in the folder of a kind. */
export const ownNames = (kind: PackageKind): readonly string[] =>
  readdirSync(join(projectRoot, folders[kind]), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
