import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Check } from './checks.ts'
import { substitute, type Environment } from './environment.ts'
import { overlay } from './layers.ts'
import { keyPlaceOf, placeOf, plain, replace, type Located, type LocatedMap } from './located.ts'
import { parseSettings, type Parsed } from './parse.ts'
import { inOrder, type Problem } from './problems.ts'
import { strays } from './strays.ts'
import { validate } from './validate.ts'

export type Kind = 'service' | 'endpoint' | 'source' | 'score'

/** One settings document: a plugin's defaults, overridden by a file under the settings directory. */
export interface Document {
  readonly kind: Kind
  /** The plugin's id; `service` for the service itself. */
  readonly id: string
  /** Absolute path of `defaults.yaml`, which must be there. Its text is taken as it stands. */
  readonly defaults: string
  /** Path below the settings directory (`endpoints/location.yaml`), with `/`. The file may be absent; `${NAME}` in it is the environment. */
  readonly override: string
  /** JSON Schema of the merged result. */
  readonly schema: object
  /** What a schema cannot say. */
  readonly check?: Check
}

export interface ReadOptions {
  readonly configDir: string
  readonly env: Environment
  /** The documents are not all there are (the service's own, before it is known what to load): other files are not judged. */
  readonly partial?: boolean
  /** Kept by the caller between readings, so that a reload parses only the files that changed. */
  readonly parsed?: Map<string, Parsed>
}

export interface Reading {
  /** Frozen settings by `kind:id`, of the documents without a fault. */
  readonly settings: ReadonlyMap<string, unknown>
  /** The merged trees behind them, of all documents that could be parsed. */
  readonly trees: ReadonlyMap<string, LocatedMap>
  /** By file, line and column; settings are for use only when there are none. */
  readonly problems: readonly Problem[]
  /** Every file looked for, present or not: what a reload must watch. */
  readonly files: readonly string[]
  /** When the reading began, in milliseconds since the epoch. */
  readonly at: number
}

/** `endpoint:location`: the name of a document in a reading. */
export const documentKey = ({ kind, id }: Pick<Document, 'kind' | 'id'>): string => `${kind}:${id}`

/** Reads, merges, substitutes, checks and freezes all documents. Never throws over what a file holds: every fault of every file is told at once. */
export function readSettings(documents: readonly Document[], options: ReadOptions): Reading {
  const at = Date.now()
  const settings = new Map<string, unknown>()
  const trees = new Map<string, LocatedMap>()
  const problems: Problem[] = []
  for (const document of documents) {
    const read = readDocument(document, options)
    problems.push(...read.problems)
    if (read.tree) trees.set(documentKey(document), read.tree)
    if (read.tree && read.problems.length === 0) settings.set(documentKey(document), plain(read.tree))
  }
  if (!options.partial) problems.push(...strays(options.configDir, documents))
  const files = documents.flatMap(({ defaults, override }) => [defaults, join(options.configDir, override)])
  return { settings, trees, problems: inOrder(problems), files, at }
}

function readDocument(document: Document, options: ReadOptions): { tree: LocatedMap | null; problems: readonly Problem[] } {
  const file = join(options.configDir, document.override)
  const under = readFile(document.defaults, options.parsed) ?? missing(document.defaults)
  const over = readFile(file, options.parsed)
  const substituted = over?.root ? substitute(over.root, options.env) : null
  const reported = [...under.problems, ...over?.problems ?? [], ...substituted?.problems ?? []]
  // Without one of its layers, anything said about the merged whole would be a guess.
  if (!under.root || (over && !over.root)) return { tree: null, problems: reported }
  // What only the operator can say (`endpoints:`) is missing from service.yaml, also while there is no such file.
  const absent: LocatedMap | null = document.kind === 'service' ? { kind: 'map', place: { file, line: 1, column: 1 }, entries: new Map() } : null
  const upper = substituted?.root as LocatedMap | undefined ?? absent
  const merged = upper ? overlay(under.root, upper) : under.root
  const { faults, readings } = validate(document.schema, merged)
  const tree = readings.reduce<Located>((root, { path, value }) => replace(root, path, value), merged) as LocatedMap
  const found = [
    ...faults.map(({ path, key, message }) => ({ ...(key ? keyPlaceOf : placeOf)(tree, path), message })),
    ...(document.check?.(plain(tree)) ?? []).map(({ path, message }) => ({ ...placeOf(tree, path), message })),
  ]
  // A variable that is not set is fault enough: what stands in its place needs no second line.
  const told = new Set(reported.map(positionOf))
  return { tree, problems: [...reported, ...found.filter(problem => !told.has(positionOf(problem)))] }
}

const positionOf = ({ line, column, file }: Problem) => `${file}:${line}:${column}`

function missing(file: string): Parsed {
  return { text: '', root: null, problems: [{ file, line: 1, column: 1, message: 'there is no such file' }] }
}

/** Null where there is no such file. */
function readFile(file: string, parsed: Map<string, Parsed> | undefined): Parsed | null {
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    if (code === 'ENOENT') return null
    return { text: '', root: null, problems: [{ file, line: 1, column: 1, message: `cannot be read: ${code ?? message}` }] }
  }
  const before = parsed?.get(file)
  if (before?.text === text) return before
  const now = parseSettings(file, text)
  parsed?.set(file, now)
  return now
}
