/** Loads settings and plugins into one checked snapshot, or reports every fault. */
import type { SettingsCache, SettingsCacheFile } from '../config/cached-settings.ts'
import type { SettingsDocument } from '../config/documents.ts'
import { formatFault, type SettingsFault } from '../config/faults.ts'
import { readSettings, type SettingsReading } from '../config/read-settings.ts'
import { watchSettings, type Watching } from '../config/watch.ts'
import { unknownVariables } from '../config/variables.ts'
import { projectRoot } from '../registry/address.ts'
import { envNames, type Env } from '../registry/credentials.ts'
import { loadPlugins, type Loading, type Plugins } from '../registry/load.ts'
import { knownOf, settingsFilesOf, usedBy, type Named } from '../registry/named-packages.ts'
import { loadPackages, unanswered, type LoadedPackages, type Packages } from '../registry/packages.ts'
import { documentsOf } from '../registry/settings/documents.ts'
import { settingsOf, type Settings } from '../registry/settings/settings.ts'
import { listedIn, withPositions } from './listed.ts'
import type { ServiceOptions } from './options.ts'

export interface Configured {
  readonly plugins: Plugins
  readonly packages: Packages
  /** The current snapshot: read it once for each request. */
  readonly current: () => Settings
  /** Whether an edited file has a fault, so that it is not in force. */
  readonly faulty: () => boolean
  readonly documents: readonly SettingsDocument[]
  /** What the snapshot was made of, by document. */
  readonly merged: () => ReadonlyMap<string, unknown>
  /** Watches the files. Faulty settings are reported and not applied. */
  watch(on: { readonly accepted: () => void; readonly rejected: (lines: readonly string[]) => void }): Watching
}

/** The faults that prevent a start: `file:line:column  message`, or a plugin's fault. */
export class BootFault extends Error {
  readonly lines: readonly string[]
  constructor(lines: readonly string[]) {
    super(lines.join('\n'))
    this.name = 'BootFault'
    this.lines = lines
  }
}

const linesOf = (faults: readonly SettingsFault[]): readonly string[] =>
  faults.map((fault) => formatFault(fault, projectRoot))

interface Found extends Loading {
  readonly packages: LoadedPackages['packages']
  readonly documents: readonly SettingsDocument[]
  readonly reading: SettingsReading
  /** Settings files of packages that are named and not used. */
  readonly idle: () => readonly string[]
  readonly lines: readonly string[]
}

export interface Inspection {
  /** Replaces the plugins that service.yaml lists. */
  readonly loaded?: Loading | undefined
  /** Without it all settings are parsed and checked again. */
  readonly cache?: SettingsCache | undefined
  /** Which of the packages that are named are loaded; without it those that the environment has an address for. */
  readonly use?: (named: Named) => Named
  /** The folder of the settings in force, where others are proposed: what it does not name is not loaded. */
  readonly inForce?: string | undefined
}

/** Reads the settings folder and returns its faults, without throwing. */
export const inspect = async (
  configDir: string,
  env: Env,
  { loaded, cache, use = (named) => usedBy(named, { env }), inForce }: Inspection = {},
): Promise<Found> => {
  const options = { configDir, env, ...(cache && { cache }) }
  const listed = listedIn(options)
  const known =
    inForce === undefined
      ? { ...listed, faults: [], from: configDir }
      : knownOf(listed, configDir, listedIn({ configDir: inForce, env }), inForce)
  const [{ plugins, faults: ofPlugins }, { packages, withSettings, faults: ofPackages }] = await Promise.all([
    loaded ?? loadPlugins(known.endpoints, known.from),
    loadPackages(use(known.named), known.from),
  ])
  // A client that failed to load is already a fault: do not report its operations too.
  const ofSources = packages.clients.length === known.named.clients.length ? unanswered(plugins, packages) : []
  const faults = withPositions([...known.faults, ...ofPlugins, ...ofPackages, ...ofSources], listed, { configDir, env })
  const documents = documentsOf(plugins, withSettings)
  const idle = (): readonly string[] => settingsFilesOf(listed.named, known.from)
  const reading = readSettings(documents, { ...options, idle })
  const misspelt = unknownVariables(env, {
    configDir,
    ofPackages: () => [
      ...[...plugins.sources.values()].flatMap((source) => envNames(source)),
      ...packages.surfaces.flatMap(({ env: names = [] }) => names),
    ],
  })
  const lines = [...misspelt, ...faults, ...linesOf(reading.faults)]
  return { plugins, packages, faults, documents, reading, idle, lines }
}

/** Nodes that share limits need a ledger that they share. */
const addressFaults = ({ store, shared, telemetry }: Found['packages'], env: Env): readonly string[] => [
  ...[store, shared, telemetry].flatMap((one) => one?.addressFaults?.(env) ?? []),
  ...(shared === null || store === null || store.isShared
    ? []
    : env['DATABASE_URL']
      ? [
          `VALKEY_URL is set, and the ledger is '${store.id}', of this machine alone: choose a shared store, or unset it`,
        ]
      : [
          'VALKEY_URL is set and DATABASE_URL is not: nodes that share limits share their ledger too. Set both, or neither',
        ]),
]

/** Throws a `BootFault` with every fault at once. Parses and checks only what `cache` does not hold. */
export const configure = async (
  { configDir, env, loaded, mode, gateway }: Pick<ServiceOptions, 'configDir' | 'env' | 'loaded' | 'mode' | 'gateway'>,
  { cache, inForce }: { readonly cache?: SettingsCacheFile; readonly inForce?: string | undefined } = {},
): Promise<Configured> => {
  const use = (named: Named): Named => usedBy(named, { mode, env, gateway })
  const { plugins, packages, reading, documents, idle, lines } = await inspect(configDir, env, {
    loaded,
    cache,
    use,
    inForce,
  })
  const { store } = packages
  const all = [...lines, ...addressFaults(packages, env)]
  if (all.length > 0 || store === null) throw new BootFault(all)
  cache?.save()
  let merged = reading.settings
  let snapshot = settingsOf(plugins, merged)
  let faulty = false
  return {
    plugins,
    packages: { ...packages, store },
    current: () => snapshot,
    faulty: () => faulty,
    documents,
    merged: () => merged,
    watch: ({ accepted, rejected }) =>
      watchSettings({
        dir: configDir,
        files: reading.files,
        since: reading.at,
        read: () => readSettings(documents, { configDir, env, idle, ...(cache && { cache }) }),
        onAccepted: ({ settings }) => {
          merged = settings
          snapshot = settingsOf(plugins, settings)
          faulty = false
          cache?.save()
          accepted()
        },
        onRefused: (faults) => {
          faulty = true
          rejected(linesOf(faults))
        },
      }),
  }
}
