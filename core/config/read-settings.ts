/** From settings files to checked, frozen settings: read, parse, merge, substitute the environment, check. */
import { join } from 'node:path'
import { cacheKeyOf, type SettingsCache } from './cached-settings.ts'
import { textsOf, type DocumentTexts, type FileText } from './document-texts.ts'
import { documentKey, type SettingsDocument } from './documents.ts'
import { substitute, type Environment } from './environment.ts'
import { sortFaults, type FilePlace, type SettingsFault } from './faults.ts'
import { parseSettings, type ParsedFile } from './parse-yaml.ts'
import { keyPlaceAt, overlay, placeAt, plainValue, replaceScalar, type TreeMap } from './tree.ts'
import { unknownFiles } from './unknown-files.ts'
import { validate } from './validate.ts'

export interface ReadOptions {
  readonly configDir: string
  readonly env: Environment
  /** There are more documents than these (before it is known what to load): do not refuse other files. */
  readonly partial?: boolean
  /** Paths below the folder of settings that belong to what is not loaded. */
  readonly idle?: () => readonly string[]
  /** Settings that passed before: a document that has not changed since is neither parsed nor checked again. */
  readonly cache?: SettingsCache
}

export interface SettingsReading {
  /** Frozen settings by `kind:id`, of the documents without a fault. */
  readonly settings: ReadonlyMap<string, unknown>
  /** The merged trees behind them, of all documents that were parsed in this reading. */
  readonly trees: ReadonlyMap<string, TreeMap>
  /** By file, line and column. Use the settings only if there are none. */
  readonly faults: readonly SettingsFault[]
  /** Every file that was looked for, present or not: a reload must watch them. */
  readonly files: readonly string[]
  /** When the reading began, in milliseconds since the epoch. */
  readonly at: number
}

/** Reads all documents. Never throws over the contents of a file: every fault of every file is reported at once. */
export const readSettings = (documents: readonly SettingsDocument[], options: ReadOptions): SettingsReading => {
  const { configDir, env, cache } = options
  const at = Date.now()
  const settings = new Map<string, unknown>()
  const trees = new Map<string, TreeMap>()
  const faults: SettingsFault[] = []
  for (const document of documents) {
    const name = documentKey(document)
    const texts = textsOf(document, configDir)
    const key = cache ? cacheKeyOf(document, texts, env) : ''
    const cached = cache?.get(key)
    // The check may be another one than when they were cached: only the code decides, and it has no key.
    if (cached && !document.check?.(cached).length) {
      settings.set(name, cached)
      continue
    }
    const read = readDocument(document, texts, env)
    faults.push(...read.faults)
    if (read.tree) trees.set(name, read.tree)
    if (!read.tree || read.faults.length > 0) continue
    const found = plainValue(read.tree)
    settings.set(name, found)
    cache?.set(key, found)
  }
  if (!options.partial) faults.push(...unknownFiles(configDir, documents, options.idle))
  const files = documents.flatMap(({ defaults, override }) => [defaults, join(configDir, override)])
  return { settings, trees, faults: sortFaults(faults), files, at }
}

const readDocument = (
  { kind, schema, check }: SettingsDocument,
  texts: DocumentTexts,
  env: Environment,
): { tree: TreeMap | null; faults: readonly SettingsFault[] } => {
  const under = parsed(texts.under) ?? unreadable(texts.under.file, 'there is no such file')
  const over = parsed(texts.over)
  const substituted = over?.root ? substitute(over.root, env) : null
  const reported = [...under.faults, ...(over?.faults ?? []), ...(substituted?.faults ?? [])]
  // Without one of its layers, any fault of the merged tree would be a guess.
  if (!under.root || (over && !over.root)) return { tree: null, faults: reported }
  // The keys that only the operator can set (`endpoints:`) are missing from service.yaml, even if it does not exist.
  const absent: TreeMap | null =
    kind === 'service' ? { kind: 'map', place: startOf(texts.over.file), entries: new Map() } : null
  const upper = substituted?.root ?? absent
  const merged = upper ? overlay(under.root, upper) : under.root
  const { findings, retyped } = validate(schema, merged)
  const tree = retyped.reduce((root, { path, value }) => replaceScalar(root, path, value), merged) as TreeMap
  const found = [...findings, ...(check?.(plainValue(tree)) ?? [])].map(({ path, key, message }) => ({
    ...(key ? keyPlaceAt : placeAt)(tree, path),
    message,
  }))
  // A variable that is not set is one fault: its placeholder needs no second one.
  const positions = new Set(reported.map(positionOf))
  return { tree, faults: [...reported, ...found.filter((fault) => !positions.has(positionOf(fault)))] }
}

const positionOf = ({ line, column, file }: FilePlace): string => `${file}:${line}:${column}`

const startOf = (file: string): FilePlace => ({ file, line: 1, column: 1 })

/** Null where there is no such file. */
const parsed = ({ file, text, fault }: FileText): ParsedFile | null => {
  if (fault !== undefined) return unreadable(file, `cannot be read: ${fault}`)
  return text === null ? null : parseSettings(file, text)
}

const unreadable = (file: string, message: string): ParsedFile => ({
  root: null,
  faults: [{ ...startOf(file), message }],
})
