/** What packages say of themselves in their package.json, and where Node finds them. */
import { existsSync, readFileSync, realpathSync } from 'node:fs'
import { dirname, join } from 'node:path'

export interface Manifest {
  readonly name?: string
  readonly version?: string
  readonly type?: string
  readonly exports?: unknown
  readonly main?: string
  readonly scripts?: Readonly<Record<string, string>>
  readonly dependencies?: Readonly<Record<string, string>>
  readonly optionalDependencies?: Readonly<Record<string, string>>
  readonly devDependencies?: Readonly<Record<string, string>>
  readonly peerDependencies?: Readonly<Record<string, string>>
  /** `{ "endpoint": "bank-holidays", "contract": 2 }`: the id by kind, and the contract that it is written for. */
  readonly domesday?: Readonly<Record<string, unknown>>
}

/** Null where the folder has none. Throws where it is not JSON. */
export const manifestIn = (folder: string): Manifest | null => {
  const file = join(folder, 'package.json')
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch {
    return null
  }
  try {
    return JSON.parse(text) as Manifest
  } catch (error) {
    throw new Error(`${file} is not JSON: ${(error as Error).message}`, { cause: error })
  }
}

const foldersFrom = (folder: string): readonly string[] => {
  const above = dirname(folder)
  return above === folder ? [folder] : [folder, ...foldersFrom(above)]
}

/** The package that a folder is part of. */
export const manifestAbove = (from: string): { readonly folder: string; readonly manifest: Manifest } | null => {
  for (const folder of foldersFrom(from)) {
    const manifest = manifestIn(folder)
    if (manifest) return { folder, manifest }
  }
  return null
}

/** The folder of the package that modules in `from` import by this name, as Node finds it: without links. */
export const packageFolder = (name: string, from: string): string | null => {
  const found = foldersFrom(from)
    .map((folder) => join(folder, 'node_modules', name))
    .find((folder) => existsSync(join(folder, 'package.json')))
  return found === undefined ? null : realpathSync(found)
}

const conditions = ['node', 'import', 'module-sync', 'default']

const targetOf = (target: unknown): string | null => {
  if (typeof target === 'string') return target
  if (typeof target !== 'object' || target === null) return null
  for (const [condition, inner] of Object.entries(target)) {
    const found = conditions.includes(condition) ? targetOf(inner) : null
    if (found !== null) return found
  }
  return null
}

/** The file that an import of the package, or of a `subpath` such as `./small`, loads; null where there is none. */
export const entryIn = (folder: string, manifest: Manifest | null, subpath: string): string | null => {
  const { exports, main } = manifest ?? {}
  const isTable = typeof exports === 'object' && exports !== null && '.' in exports
  const named = isTable ? exports[subpath as keyof typeof exports] : subpath === '.' ? exports : undefined
  const target = exports === undefined && subpath !== '.' ? subpath : (targetOf(named) ?? main)
  const files = target === undefined ? ['index.ts', 'index.js'] : [target]
  return files.map((file) => join(folder, file)).find((file) => existsSync(file)) ?? null
}
