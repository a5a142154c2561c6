/** From the settings folder to loaded plugins and one checked snapshot; or every fault there is. */
import { readSettings, type Document, type Reading } from '../config/settings.ts'
import { serviceDocument } from '../config/service.ts'
import { formatProblem, type Problem } from '../config/problems.ts'
import type { Parsed } from '../config/parse.ts'
import { find, type LocatedMap } from '../config/located.ts'
import { watchSettings, type Watching } from '../config/watch.ts'
import { documentsOf } from './documents.ts'
import { loadPlugins, projectRoot, type Loading, type Plugins } from './load.ts'
import { settingsOf, type Settings } from './settings.ts'

export interface Configured {
  readonly plugins: Plugins
  readonly documents: readonly Document[]
  readonly reading: Reading
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

export const linesOf = (problems: readonly Problem[]): readonly string[] => problems.map((problem) => formatProblem(problem, projectRoot))

/** What the settings folder says and what is wrong with it, whether or not that is enough to boot. */
export const inspect = async (configDir: string, env: Env, loaded?: Loading): Promise<Loading & { readonly documents: readonly Document[]; readonly reading: Reading; readonly lines: readonly string[] }> => {
  const first = readSettings([serviceDocument()], { configDir, env, partial: true })
  const service = first.settings.get('service:service') as { readonly endpoints: readonly string[] } | undefined
  const tree = first.trees.get('service:service')
  // A fault elsewhere in service.yaml hides none in the plugins that it lists.
  const names = service?.endpoints ?? listed(tree)
  const { plugins, faults } = loaded ?? await loadPlugins(names)
  const documents = documentsOf(plugins)
  const reading = readSettings(documents, { configDir, env })
  return { plugins, faults, documents, reading, lines: [...faults, ...linesOf(reading.problems)] }
}

const listed = (tree: LocatedMap | undefined): readonly string[] => {
  const endpoints = tree && find(tree, ['endpoints'])
  return endpoints?.kind === 'list' ? endpoints.items.flatMap((item) => item.kind === 'scalar' && typeof item.value === 'string' ? [item.value] : []) : []
}

/** Throws a `BootFault` with every fault at once. `loaded` stands in for the plugins that service.yaml lists. */
export const configure = async (configDir: string, env: Env, loaded?: Loading): Promise<Configured> => {
  const { plugins, documents, reading, lines } = await inspect(configDir, env, loaded)
  if (lines.length > 0) throw new BootFault(lines)
  const parsed = new Map<string, Parsed>()
  let now = settingsOf(plugins, reading.settings)
  return {
    plugins,
    documents,
    reading,
    current: () => now,
    watch: ({ swapped, refused }) => watchSettings({
      dir: configDir,
      files: reading.files,
      since: reading.at,
      read: () => readSettings(documents, { configDir, env, parsed }),
      onSwap: ({ settings }) => {
        now = settingsOf(plugins, settings)
        swapped()
      },
      onProblems: (problems) => refused(linesOf(problems)),
    }),
  }
}
