/** Packages as their package.json says, and where they are installed. */
import { existsSync, readFileSync, realpathSync } from 'node:fs'
import { dirname, join, relative, sep } from 'node:path'

export interface Manifest {
  readonly name?: string
  readonly version?: string
  readonly type?: string
  readonly exports?: unknown
  readonly main?: string
  readonly scripts?: Readonly<Record<string, string>>
  readonly dependencies?: Readonly<Record<string, string>>
  readonly devDependencies?: Readonly<Record<string, string>>
  readonly peerDependencies?: Readonly<Record<string, string>>
}

/** Null if the folder has none. Throws if it is not JSON. */
export const manifestIn = (folder: string): Manifest | null => {
  const file = join(folder, 'package.json')
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Manifest) : null
}

/** The folder of the package that modules in `from` import by this name, without links; null if there is none. */
export const packageFolder = (name: string, from: string): string | null => {
  const folder = join(from, 'node_modules', name)
  if (existsSync(join(folder, 'package.json'))) return realpathSync(folder)
  return dirname(from) === from ? null : packageFolder(name, dirname(from))
}

/** What a package in `folder` writes to depend on the installed one: its version, or the path of its clone. */
export const dependencyOn = (name: string, folder: string): string => {
  const found = packageFolder(name, import.meta.dirname)
  if (found === null) return '*'
  return found.split(sep).includes('node_modules')
    ? (manifestIn(found)?.version ?? '*')
    : `file:${relative(folder, found).split(sep).join('/')}`
}

export const versionOf = (name: string): string => {
  const found = packageFolder(name, import.meta.dirname)
  return (found && manifestIn(found)?.version) ?? '*'
}
