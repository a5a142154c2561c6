/** From the settings folder to loaded plugins and one checked snapshot; or every fault there is. */
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { nearest } from '../config/nearest.ts'
import type { SettingsDocument } from '../config/documents.ts'
import { readSettings, type SettingsReading } from '../config/read-settings.ts'
import { serviceDocument } from '../registry/settings/service-settings.ts'
import { formatFault, type SettingsFault } from '../config/faults.ts'
import type { SettingsCache, SettingsCacheFile } from '../config/cached-settings.ts'
import { subtreeAt, type TreeMap } from '../config/tree.ts'
import { watchSettings, type Watching } from '../config/watch.ts'
import { specifierOf } from '../registry/address.ts'
import { documentsOf } from '../registry/settings/documents.ts'
import { loadPlugins, projectRoot, type Loading, type Plugins } from '../registry/load.ts'
import type { ServiceOptions } from './options.ts'
import { settingsOf, type Settings } from '../registry/settings/settings.ts'

export interface Configured {
  readonly plugins: Plugins
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
  const service = first.settings.get('service:service') as { readonly endpoints: readonly string[] } | undefined
  const tree = first.trees.get('service:service')
  // A fault elsewhere in service.yaml hides none in the plugins that it lists.
  const names = service?.endpoints ?? (tree ? listed(tree) : everyEndpoint())
  const { plugins, faults: found } = loaded ?? (await loadPlugins(names))
  const faults = found.map((fault) => placed(fault, names, join(configDir, 'service.yaml'), tree))
  const documents = documentsOf(plugins)
  const reading = readSettings(documents, options)
  return { plugins, faults, documents, reading, lines: [...faults, ...linesOf(reading.faults)] }
}

/** Where service.yaml itself cannot be read, so that its fault hides none in the files of the plugins. */
const everyEndpoint = (): readonly string[] =>
  readdirSync(join(projectRoot, 'plugins/endpoints'), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)

/** Whether it is not there itself, rather than something that it imports. */
const isAbsent = (name: string, fault: string): boolean => {
  const missing = /Cannot find \S+ '([^']+)'/.exec(fault)?.[1]
  const specifier = specifierOf(name)
  return (
    missing !== undefined &&
    (missing === (specifier.startsWith('file:') ? fileURLToPath(specifier) : name) ||
      missing === specifier ||
      name.startsWith(`${missing}/`))
  )
}

/** A fault of a listed endpoint, with the place where it is listed and, for one that is not there, the nearest name. */
const placed = (fault: string, names: readonly string[], file: string, tree: TreeMap | undefined): string => {
  const name = /^endpoint '([^']+)': /.exec(fault)?.[1]
  const item = name !== undefined && tree ? subtreeAt(tree, ['endpoints', names.indexOf(name)]) : undefined
  if (name === undefined || !item) return fault
  const near = isAbsent(name, fault)
    ? nearest(
        name,
        everyEndpoint().filter((known) => known !== name),
      )
    : null
  const message = isAbsent(name, fault)
    ? `endpoint '${name}': there is no such plugin${near ? `; did you mean '${near}'?` : ''}`
    : fault
  return formatFault({ ...item.place, file, message }, projectRoot)
}

const listed = (tree: TreeMap): readonly string[] => {
  const endpoints = subtreeAt(tree, ['endpoints'])
  return endpoints?.kind === 'list'
    ? endpoints.items.flatMap((item) => (item.kind === 'scalar' && typeof item.value === 'string' ? [item.value] : []))
    : []
}

/** Throws a `BootFault` with every fault at once. Only what `cache` does not hold yet is parsed and checked. */
export const configure = async (
  { configDir, env, loaded }: Pick<ServiceOptions, 'configDir' | 'env' | 'loaded'>,
  cache?: SettingsCacheFile,
): Promise<Configured> => {
  const { plugins, reading, documents, lines } = await inspect(configDir, env, { loaded, ...(cache && { cache }) })
  if (lines.length > 0) throw new BootFault(lines)
  cache?.save()
  let now = settingsOf(plugins, reading.settings)
  return {
    plugins,
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
