/** From the settings folder to loaded plugins and one checked snapshot; or every fault there is. */
import type { SettingsCache, SettingsCacheFile } from '../config/cached-settings.ts'
import type { SettingsDocument } from '../config/documents.ts'
import { formatFault, type SettingsFault } from '../config/faults.ts'
import { readSettings, type SettingsReading } from '../config/read-settings.ts'
import { watchSettings, type Watching } from '../config/watch.ts'
import { projectRoot } from '../registry/address.ts'
import { loadPlugins, type Loading, type Plugins } from '../registry/load.ts'
import { loadPackages, unanswered, withSettings, type LoadedPackages, type Packages } from '../registry/packages.ts'
import { documentsOf } from '../registry/settings/documents.ts'
import { settingsOf, type Settings } from '../registry/settings/settings.ts'
import { listedIn, placed } from './listed.ts'
import type { ServiceOptions } from './options.ts'

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
  readonly packages: LoadedPackages['packages']
  readonly documents: readonly SettingsDocument[]
  readonly reading: SettingsReading
  readonly lines: readonly string[]
}

export interface Inspection {
  /** Stands in for the plugins that service.yaml lists. */
  readonly loaded?: Loading | undefined
  /** Without it all settings are checked anew. */
  readonly cache?: SettingsCache | undefined
  /** Whether the gateway of the sandbox is loaded. By default it is. */
  readonly withGateway?: boolean
}

/** What the settings folder says and what is wrong with it, whether or not that is enough to boot. */
export const inspect = async (
  configDir: string,
  env: Env,
  { loaded, cache, withGateway = true }: Inspection = {},
): Promise<Found> => {
  const options = { configDir, env, ...(cache && { cache }) }
  const listed = listedIn(options, { withGateway })
  const [{ plugins, faults: ofPlugins }, { packages, faults: ofPackages }] = await Promise.all([
    loaded ?? loadPlugins(listed.endpoints),
    loadPackages(listed),
  ])
  // Clients that could not be loaded have told so: their operations are no fault beside it.
  const ofSources = packages.clients.length === listed.clients.length ? unanswered(plugins, packages) : []
  const faults = placed([...ofPlugins, ...ofPackages, ...ofSources], listed, { configDir, env })
  const documents = documentsOf(plugins, withSettings(packages))
  const reading = readSettings(documents, options)
  return { plugins, packages, faults, documents, reading, lines: [...faults, ...linesOf(reading.faults)] }
}

/** Throws a `BootFault` with every fault at once. Only what `cache` does not hold yet is parsed and checked. */
export const configure = async (
  { configDir, env, loaded, mode, gateway }: Pick<ServiceOptions, 'configDir' | 'env' | 'loaded' | 'mode' | 'gateway'>,
  cache?: SettingsCacheFile,
): Promise<Configured> => {
  const withGateway = mode === 'sandbox' && gateway === undefined
  const { plugins, packages, reading, documents, lines } = await inspect(configDir, env, { loaded, cache, withGateway })
  const { store } = packages
  if (lines.length > 0 || store === null) throw new BootFault(lines)
  cache?.save()
  let now = settingsOf(plugins, reading.settings)
  return {
    plugins,
    packages: { ...packages, store },
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
