/** All faults of packages at once: package, types, declaration, settings, schemas, samples, examples. */
import { existsSync } from 'node:fs'
import { join, sep } from 'node:path'
import type { Endpoint } from '@domesday/core'
import { type AnySource, collectPlugins, manifestIn } from '@domesday/core/tool'
import { faultsOfSchemas, faultsOfSections, faultsOfSource, inspectAlone } from '@domesday/tool-testing/checks'
import { patienceFaults } from '@domesday/tool-testing/declarations'
import { askExamples, type Examples, type ExampleAnswer } from './example-answers.ts'
import { faultOfError, loadPlugin, type LoadedPlugin } from './load-plugin.ts'
import { entryOf, isDecisive, modulesIn, packageFaults } from './package-faults.ts'
import { purityOf } from './purity/index.ts'
import {
  distinctFaults,
  importFaultsOf,
  lineOf,
  manifestFaults,
  type MissingSample,
  type PluginFault,
} from '@domesday/tool-testing/faults'
import { typeFaults } from './type-faults.ts'

export interface CheckedPlugin {
  /** Such as `endpoint food-nearby`; null if it cannot be loaded. */
  readonly what: string | null
  readonly faults: readonly PluginFault[]
  /** Calls of the examples that no sample answers. */
  readonly missing: readonly MissingSample[]
  readonly answers: readonly ExampleAnswer[]
  /** The operations of a source by id, with the kind of each. */
  readonly operations: Readonly<Record<string, string>>
  /** What could not be checked, and why. */
  readonly unchecked: readonly string[]
}

/** `folders`: absolute paths. In the same order. */
export const checkPlugins = async (folders: readonly string[]): Promise<readonly CheckedPlugin[]> => {
  const packages = folders.map((folder) => ({ folder, ofPackage: packageFaults(folder) }))
  const ofTypes = typeFaults(packages.flatMap(({ folder, ofPackage }) => (ofPackage.some(isDecisive) ? [] : [folder])))
  const checked: CheckedPlugin[] = []
  for (const { folder, ofPackage } of packages)
    checked.push(
      ofPackage.some(isDecisive)
        ? { ...nothing, faults: ofPackage, unchecked: ['all else'] }
        : await checkPackage(folder, ofPackage, ofTypes),
    )
  return checked
}

export const checkPlugin = async (folder: string): Promise<CheckedPlugin> => (await checkPlugins([folder]))[0]!

const checkPackage = async (
  folder: string,
  ofPackage: readonly PluginFault[],
  types: ReturnType<typeof typeFaults>,
): Promise<CheckedPlugin> => {
  const loaded = await loadPlugin(folder)
  const checked = 'fault' in loaded ? { ...nothing, faults: [loaded.fault] } : await checkLoaded(loaded.plugin, folder)
  const ofTypes = (await types).get(folder) ?? null
  return {
    ...checked,
    faults: distinctFaults([...ofPackage, ...(ofTypes ?? []), ...purityFaults(folder), ...checked.faults]),
    unchecked: ofTypes === null ? ['types: typescript is not installed'] : [],
  }
}

const purityFaults = (folder: string): readonly PluginFault[] => purityOf(entryOf(folder, manifestIn(folder)!)).faults

type Declared = Omit<CheckedPlugin, 'unchecked'>

const nothing: Declared = { what: null, faults: [], missing: [], answers: [], operations: {} }

/** A declaration of any shape may come: what the checks stumble over is a fault, too. */
const checkLoaded = (plugin: LoadedPlugin, folder: string): Promise<Declared> =>
  checkDeclared(plugin, folder).catch((error: unknown) => ({
    ...nothing,
    faults: [faultOfError(error, folder, plugin.entry)],
  }))

const checkDeclared = async ({ entry, endpoints, sources }: LoadedPlugin, folder: string): Promise<Declared> => {
  const [endpoint] = endpoints
  const ofSources: PluginFault[] = []
  const faulty = new Set<string>()
  for (const source of new Set([...sources, ...(endpoint ? sourcesWithin(endpoint, folder) : [])])) {
    const told = (await faultsOfSource(source)).map((message) => placedIn(source, message))
    ofSources.push(...told)
    // Without sound settings and samples there is nothing to import.
    if (told.some(({ file }) => file.endsWith('.yaml'))) faulty.add(source.id)
    else ofSources.push(...(await importFaultsOf(source)))
  }
  const answered = endpoint ? await checkEndpoint(endpoint, folder, entry) : nothing
  return {
    ...answered,
    what: [...endpoints.map(({ id }) => `endpoint ${id}`), ...sources.map(({ id }) => `source ${id}`)].join(', '),
    // What cannot be read of such a source is a consequence.
    faults: [...ofSources, ...answered.faults.filter(({ source }) => source === undefined || !faulty.has(source))],
    operations: Object.fromEntries(
      sources.flatMap(({ operations }) => [...operations].map(([id, { how }]) => [id, how.kind])),
    ),
  }
}

/** Those that an endpoint asks, and that are part of its package. */
const sourcesWithin = (endpoint: Endpoint, folder: string): readonly AnySource[] =>
  [...collectPlugins([[endpoint.id, endpoint]]).plugins.sources.values()].filter(
    ({ home }) => home === folder || home.startsWith(folder + sep),
  )

const checkEndpoint = async (endpoint: Endpoint, folder: string, entry: string): Promise<Declared> => {
  const inspected = await inspectAlone(endpoint)
  const { plugins, examples } = inspected
  const faults = startFaults(endpoint, entry, inspected)
  const loaded = plugins.endpoints.get(endpoint.id)
  const settings = join(endpoint.home, 'defaults.yaml')
  const ofSchemas = loaded ? faultsOfSchemas(loaded) : []
  const before = [
    ...manifestFaults(endpoint),
    ...faults,
    ...[...ofSchemas, ...(loaded ? faultsOfSections(loaded) : []), ...patienceFaults(inspected, folder)].map(
      (message) => placed(message, folder, entry),
    ),
    ...(loaded && examples !== null && examples.length < 3
      ? [
          {
            file: settings,
            ...lineOf(settings, 'examples:'),
            message: `it has ${examples.length} examples, not three or more`,
          },
        ]
      : []),
  ]
  if (!loaded || faults.length + ofSchemas.length > 0) return { ...nothing, faults: before }
  const asked: Examples = await askExamples(loaded, plugins, folder, entry)
  return { ...nothing, ...asked, faults: [...before, ...asked.faults] }
}

/** A message that begins with `file:line:column` has its place; else the last name that it quotes says where. */
const placed = (message: string, folder: string, otherwise: string): PluginFault => {
  const [, file, line, column, rest] = /^(\S+?):(\d+):(\d+)\s+(.*)$/s.exec(message) ?? []
  if (file !== undefined)
    return {
      file: join(file.startsWith('/') ? '' : folder, file),
      line: Number(line),
      column: Number(column),
      message: rest!,
    }
  const quoted = [...message.matchAll(/'([^']+)'|(\{\w+\})/g)].map(([, name, parameter]) => name ?? parameter!)
  // Of a field within a section, `food.premises`, the innermost name that stands there.
  const names = quoted.flatMap((name) => [name, ...name.split(/[.[\]]+/).toReversed()]).filter((name) => name !== '')
  const found = [otherwise, ...modulesIn(folder)]
    .flatMap((file) => names.map((name) => ({ file, ...lineOf(file, name) })))
    .find(({ line: at }) => at !== undefined)
  return { file: otherwise, ...found, message }
}

const placedIn = ({ home }: Pick<AnySource, 'home'>, message: string): PluginFault => {
  const entry = join(home, 'index.ts')
  return placed(message, home, existsSync(entry) ? entry : home)
}

/** The faults that prevent a start, each with its place. */
const startFaults = (
  { id, home }: Endpoint,
  entry: string,
  { lines, plugins: { sources }, reading: { faults } }: Awaited<ReturnType<typeof inspectAlone>>,
): readonly PluginFault[] => {
  // Those of the settings come last, and have their places.
  const ofDeclaration = lines.slice(0, lines.length - faults.length)
  const prefix = `endpoint '${id}': `
  return [
    ...ofDeclaration.map((line) => {
      const [, named, message] = /\bsource '([^']+)': (.*)$/s.exec(line) ?? []
      const source = sources.get(named ?? '')
      if (source) return placedIn(source, message!)
      return placed(line.slice(line.includes(prefix) ? line.indexOf(prefix) + prefix.length : 0), home, entry)
    }),
    ...faults,
  ]
}
