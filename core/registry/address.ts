/** Resolves the package names of the settings to module specifiers. */
import { existsSync, readdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'

/** The project's folder. Bare and relative names are resolved from it. */
export const projectRoot = resolve(import.meta.dirname, '../..')

/** The kinds of packages that settings name, each with its folder. */
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

/**
 * Resolves a relative path, or a name in the folder of its kind; any other name is an npm package and stays as it is.
 */
export const specifierOf = (name: string, kind: PackageKind = 'endpoint'): string => {
  if (/^\.{1,2}\//.test(name)) return pathToFileURL(entryOf(resolve(projectRoot, name))).href
  const own = join(projectRoot, folders[kind], name)
  return existsSync(own) ? pathToFileURL(entryOf(own)).href : name
}

/** The folder names of all packages of a kind. */
export const ownNames = (kind: PackageKind): readonly string[] =>
  readdirSync(join(projectRoot, folders[kind]), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
