/** Finds the package that a name in the settings means: the project's short id, a path, or an npm package. */
import { existsSync, readdirSync, realpathSync, statSync } from 'node:fs'
import { basename, dirname, isAbsolute, join, resolve } from 'node:path'
import { nearest } from '../config/nearest.ts'
import { coreFolder } from '../contract/version.ts'
import { fileFrom } from '../config/faults.ts'
import { entryIn, manifestAbove, manifestIn, packageFolder, type Manifest } from './manifest.ts'

const above = resolve(coreFolder, '..')
/** Whether this core is in a clone of the project, and not an installed package. */
export const isClone = existsSync(join(above, 'plugins'))
/** The project's folder; of an installed core the folder that it was started in. */
export const projectRoot = isClone ? above : process.cwd()

/** The kinds of packages that settings name, each with its folder. */
export const folders = {
  endpoint: 'plugins/endpoints',
  surface: 'plugins/surfaces',
  store: 'plugins/stores',
  shared: 'plugins/stores',
  telemetry: 'plugins/telemetry',
  evidence: 'plugins/evidence',
  jobs: 'plugins/jobs',
  client: 'plugins/clients',
  gateway: 'plugins/tools',
} as const
export type PackageKind = keyof typeof folders

export interface PackageAddress {
  /** The folder of the package, without links. */
  readonly folder: string
  /** The file that is imported. */
  readonly entry: string
  /** Null for a module, or a folder without a package.json, that is named by its path. */
  readonly manifest: Manifest | null
  /** What was named: a path, a whole package, or a part of one such as `@team/plugins/tides`. */
  readonly by: 'path' | 'package' | 'part'
}

/** Packages that are found by their ids, each with its folder. */
type Known = readonly (readonly [id: string, folder: string])[]

const known = (kind: PackageKind, packages: readonly string[]): Known =>
  packages.flatMap((folder) => {
    const id = manifestIn(folder)?.domesday?.[kind]
    return typeof id === 'string' ? [[id, folder] as const] : []
  })

/** The project's own packages of a kind. */
const ownPackages = (kind: PackageKind): Known => {
  const folder = join(projectRoot, folders[kind])
  if (!isClone || !existsSync(folder)) return []
  return known(
    kind,
    readdirSync(folder).map((name) => join(folder, name)),
  )
}
/** The dependencies of the service: of the package whose folder holds the settings. */
const dependencies = (kind: PackageKind, from: string): Known => {
  const service = manifestAbove(from)
  const names = Object.keys({ ...service?.manifest.dependencies, ...service?.manifest.devDependencies })
  return known(
    kind,
    names.flatMap((name) => packageFolder(name, from) ?? []),
  )
}

/** The ids of the project's own packages of a kind. */
export const ownNames = (kind: PackageKind): readonly string[] => ownPackages(kind).map(([id]) => id)

const isPath = (name: string): boolean => /^\.{1,2}(\/|$)/.test(name) || isAbsolute(name)

const addressIn = (folder: string, by: PackageAddress['by'] = 'package', subpath = '.'): PackageAddress | null => {
  const manifest = manifestIn(folder)
  const entry = entryIn(folder, manifest, subpath)
  return entry === null ? null : { folder, entry, manifest, by }
}

const byPath = (name: string, from: string): PackageAddress | readonly string[] => {
  // Before 3.2 paths counted from the project's folder.
  const places = [...new Set([resolve(from, name), resolve(projectRoot, name)])]
  for (const path of places.filter((place) => existsSync(place)).map((place) => realpathSync(place))) {
    if (statSync(path).isFile()) return { folder: dirname(path), entry: path, manifest: null, by: 'path' }
    const found = addressIn(path, 'path')
    if (found) return found
  }
  return places
}

const byId = (name: string, kind: PackageKind, from: string): PackageAddress | string | null => {
  const own = isClone ? addressIn(join(projectRoot, folders[kind], name)) : null
  // A package without a `domesday` entry is found too; its fault says what to add.
  if (own?.manifest && (own.manifest.domesday?.[kind] ?? name) === name) return own
  const named = [...ownPackages(kind), ...dependencies(kind, from)].filter(([id]) => id === name)
  const [folder, ...others] = new Set(named.map(([, at]) => at))
  if (others.length > 0) return `several packages have this id: ${[folder, ...others].join(', ')}`
  return folder === undefined ? null : addressIn(folder)
}

const byPackage = (name: string, from: string): PackageAddress | null => {
  const [, own, rest] = /^((?:@[^/]+\/)?[^/]+)(?:\/(.+))?$/.exec(name) ?? []
  if (own === undefined) return null
  const folder = packageFolder(own, from) ?? packageFolder(own, projectRoot)
  if (folder === null) return null
  return rest === undefined ? addressIn(folder) : addressIn(folder, 'part', `./${rest}`)
}

/** Or what is wrong with the name. `from`: the folder of the file that has it. */
export const addressOf = (name: string, kind: PackageKind, from: string): PackageAddress | string => {
  if (isPath(name)) {
    const found = byPath(name, from)
    return 'entry' in found ? found : unknown(found, nearPath(name, found))
  }
  // Ids have no slash.
  const isId = !name.includes('/')
  const found = (isId ? byId(name, kind, from) : null) ?? byPackage(name, from)
  if (found !== null) return found
  const service = isId ? manifestAbove(from)?.folder : undefined
  const modules = from.startsWith(projectRoot) ? [from] : [from, projectRoot]
  return unknown(
    [
      ...(isId && isClone ? [shown(join(projectRoot, folders[kind], name))] : []),
      ...(service === undefined ? [] : [`the dependencies of ${shown(join(service, 'package.json'))}`]),
      ...modules.map((folder) => `node_modules/${name} from ${folder} up`),
    ],
    nearest(name, isId ? [...ownPackages(kind), ...dependencies(kind, from)].map(([id]) => id) : []),
  )
}

/** The path of a folder beside the one that is not there. */
const nearPath = (name: string, places: readonly string[]): string | null => {
  const beside = places.map(dirname).filter((folder) => existsSync(folder))
  const near = nearest(
    basename(name),
    beside.flatMap((folder) => readdirSync(folder)),
  )
  return near === null ? null : `${dirname(name)}/${near}`
}

const shown = (path: string): string => fileFrom(process.cwd(), path)

const unknown = (places: readonly string[], near: string | null = null): string =>
  `there is no such plugin${near ? `; did you mean '${near}'?` : '.'} Looked in ${places.join(', ')}`
