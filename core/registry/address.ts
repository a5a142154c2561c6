/** Where the endpoints that `service.yaml` lists are. */
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'

/** The project's folder, from which bare and relative endpoint names are taken. */
export const projectRoot = resolve(import.meta.dirname, '../..')

const entryOf = (path: string): string =>
  /\.[cm]?[jt]s$/.test(path)
    ? path
    : (['index.ts', 'index.js'].map((file) => join(path, file)).find(existsSync) ?? join(path, 'index.ts'))

/** What to import for an endpoint: a name that is no folder of ours is left as it is, to be found as a package. */
export const specifierOf = (name: string): string => {
  if (/^\.{1,2}\//.test(name)) return pathToFileURL(entryOf(resolve(projectRoot, name))).href
  const own = join(projectRoot, 'plugins/endpoints', name)
  return existsSync(own) ? pathToFileURL(entryOf(own)).href : name
}
