/** From the settings folder to loaded plugins and one checked snapshot; or every fault there is. */
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { nearest } from '../config/nearest.ts'
import type { SettingsDocument } from '../config/documents.ts'
import { readSettings, type SettingsReading } from '../config/read-settings.ts'
import { serviceDocument } from '../registry/settings/service-settings.ts'
import { formatFault, type SettingsFault } from '../config/faults.ts'
import type { SettingsCache, SettingsCacheFile } from '../config/cached-settings.ts'
import { subtreeAt, type TreeMap, type TreePath } from '../config/tree.ts'
import { watchSettings, type Watching } from '../config/watch.ts'
import { specifierOf, ownNames, projectRoot, type PackageKind } from '../registry/address.ts'
import { documentsOf } from '../registry/settings/documents.ts'
import { loadPlugins, type Loading, type Plugins } from '../registry/load.ts'
import { loadPackages, unanswered, withSettings, type PackageNames, type Packages } from '../registry/packages.ts'
import type { ServiceOptions } from './options.ts'
import { settingsOf, type Settings } from '../registry/settings/settings.ts'

export interface Configured {
  readonly plugins: Plugins
  readonly packages: Packages
  /** The snapshot in force: read it once a call. */
  readonly current: () => Settings
  /** Follows the files; what is wrong is told and changes nothing. */
  watch(told: { readonly swapped: () => void; readonly refused: (lines: readonly string[]) => void }): Watching
}

/** Boot refuses with these lines: shapes of plugins, and `file:line:column  what is wrong`. */
export class BootFault extends Error {
  readonly lines: readonly string[]
  constructor(lines: readonly string[]) {
    super(lines.join('\n'))
    this.name = 'BootFault'
    this.lines = lines
  }
}

type Env = Readonly<Record<string, string | undefined>>

const linesOf = (faults: readonly SettingsFault[]): readonly string[] =>
  faults.map((fault) => formatFault(fault, projectRoot))

interface Found extends Loading {
  readonly packages: Packages | null
  readonly documents: readonly SettingsDocument[]
  readonly reading: SettingsReading
  readonly lines: readonly string[]
}

/**
 * What the settings folder says and what is wrong with it, whether or not that is enough to boot. Without `cache` all
 * of it is checked anew.
 */
export const inspect = async (
  configDir: string,
  env: Env,
  { loaded, cache }: { readonly loaded?: Loading | undefined; readonly cache?: SettingsCache } = {},
): Promise<Found> => {
  const options = { configDir, env, ...(cache && { cache }) }
  const first = readSettings([serviceDocument()], { ...options, partial: true })
  const tree = first.trees.get('service:service')
  // A fault elsewhere in service.yaml hides none in the packages that it lists.
  const names = (first.settings.get('service:service') as Listed | undefined) ?? listedIn(tree)
  const [{ plugins, faults: ofPlugins }, { packages, faults: ofPackages }] = await Promise.all([
    loaded ?? loadPlugins(names.endpoints),
    loadPackages(names),
  ])
  const faults = [...ofPlugins, ...ofPackages, ...(packages ? unanswered(plugins, packages) : [])].map((fault) =>
    placed(fault, names, join(configDir, 'service.yaml'), tree),
  )
  const documents = documentsOf(plugins, packages ? withSettings(packages) : [])
  const reading = readSettings(documents, options)
  return { plugins, packages, faults, documents, reading, lines: [...faults, ...linesOf(reading.faults)] }
}

/** The packages that service.yaml names. */
interface Listed extends PackageNames {
  readonly endpoints: readonly string[]
}

/** What is named in a service.yaml that has faults; without one every endpoint, so that its fault hides none in them. */
const listedIn = (tree: TreeMap | undefined): Listed => {
  const at = (key: string): readonly string[] => {
    const found = tree && subtreeAt(tree, [key])
    const items = found?.kind === 'list' ? found.items : found ? [found] : []
    return items.flatMap((item) => (item.kind === 'scalar' && typeof item.value === 'string' ? [item.value] : []))
  }
  return tree
    ? {
        endpoints: at('endpoints'),
        surfaces: at('surfaces'),
        store: at('store')[0] ?? 'sqlite',
        clients: at('clients'),
      }
    : { endpoints: ownNames('endpoint'), surfaces: [], store: 'sqlite', clients: ownNames('client') }
}

/** Whether it is not there itself, rather than something that it imports. */
const isAbsent = (kind: PackageKind, name: string, fault: string): boolean => {
  const missing = /Cannot find \S+ '([^']+)'/.exec(fault)?.[1]
  const specifier = specifierOf(name, kind)
  return (
    missing !== undefined &&
    (missing === (specifier.startsWith('file:') ? fileURLToPath(specifier) : name) ||
      missing === specifier ||
      name.startsWith(`${missing}/`))
  )
}

/** Where service.yaml names a package. */
const placeIn = (names: Listed, kind: PackageKind, name: string): TreePath =>
  kind === 'store'
    ? ['store']
    : kind === 'endpoint'
      ? ['endpoints', names.endpoints.indexOf(name)]
      : kind === 'surface'
        ? ['surfaces', names.surfaces.indexOf(name)]
        : ['clients', names.clients.indexOf(name)]

/** A fault of a listed package, with the place where it is listed and, for one that is not there, the nearest name. */
const placed = (fault: string, names: Listed, file: string, tree: TreeMap | undefined): string => {
  const [, kind, name] = /^(endpoint|surface|store|client) '([^']+)': /.exec(fault) ?? []
  if (kind === undefined || name === undefined || !tree) return fault
  const port = kind as PackageKind
  const item = subtreeAt(tree, placeIn(names, port, name))
  if (!item) return fault
  const absent = isAbsent(port, name, fault)
  const near = absent
    ? nearest(
        name,
        ownNames(port).filter((known) => known !== name),
      )
    : null
  const message = absent
    ? `${kind} '${name}': there is no such plugin${near ? `; did you mean '${near}'?` : ''}`
    : fault
  return formatFault({ ...item.place, file, message }, projectRoot)
}

/** Throws a `BootFault` with every fault at once. Only what `cache` does not hold yet is parsed and checked. */
export const configure = async (
  { configDir, env, loaded }: Pick<ServiceOptions, 'configDir' | 'env' | 'loaded'>,
  cache?: SettingsCacheFile,
): Promise<Configured> => {
  const found = await inspect(configDir, env, { loaded, ...(cache && { cache }) })
  const { plugins, packages, reading, documents, lines } = found
  if (lines.length > 0 || packages === null) throw new BootFault(lines)
  cache?.save()
  let now = settingsOf(plugins, reading.settings)
  return {
    plugins,
    packages,
    current: () => now,
    watch: ({ swapped, refused }) =>
      watchSettings({
        dir: configDir,
        files: reading.files,
        since: reading.at,
        read: () => readSettings(documents, { configDir, env, ...(cache && { cache }) }),
        onAccepted: ({ settings }) => {
          now = settingsOf(plugins, settings)
          cache?.save()
          swapped()
        },
        onRefused: (faults) => refused(linesOf(faults)),
      }),
  }
}
