import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Check } from '../registry/settings/checks.ts'
import { substitute, type Environment } from './environment.ts'
import { keyOf, type Kept } from './kept.ts'
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
  /**
   * Path below the settings directory (`endpoints/location.yaml`), with `/`. The file may be absent; `${NAME}` in it
   * is the environment.
   */
  readonly override: string
  /** JSON Schema of the merged result. */
  readonly schema: object
  /** What a schema cannot say. */
  readonly check?: Check
}

export interface ReadOptions {
  readonly configDir: string
  readonly env: Environment
  /**
   * The documents are not all there are (the service's own, before it is known what to load): other files are not
   * judged.
   */
  readonly partial?: boolean
  /** What earlier readings found good: a document that has not changed since is neither parsed nor checked again. */
  readonly kept?: Kept
}

export interface Reading {
  /** Frozen settings by `kind:id`, of the documents without a fault. */
  readonly settings: ReadonlyMap<string, unknown>
  /** The merged trees behind them, of all documents that were parsed in this reading. */
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

/**
 * Reads, merges, substitutes, checks and freezes all documents. Never throws over what a file holds: every fault of
 * every file is told at once.
 */
export function readSettings(documents: readonly Document[], options: ReadOptions): Reading {
  const at = Date.now()
  const settings = new Map<string, unknown>()
  const trees = new Map<string, LocatedMap>()
  const problems: Problem[] = []
  for (const document of documents) {
    const name = documentKey(document)
    const texts = { under: textOf(document.defaults), over: textOf(join(options.configDir, document.override)) }
    const key = options.kept ? keyOf(document, texts, options.env) : ''
    const known = options.kept?.get(key)
    if (known) {
      settings.set(name, known)
      continue
    }
    const read = readDocument(document, texts, options)
    problems.push(...read.problems)
    if (read.tree) trees.set(name, read.tree)
    if (!read.tree || read.problems.length > 0) continue
    const found = plain(read.tree)
    settings.set(name, found)
    options.kept?.keep(key, found)
  }
  if (!options.partial) problems.push(...strays(options.configDir, documents))
  const files = documents.flatMap(({ defaults, override }) => [defaults, join(options.configDir, override)])
  return { settings, trees, problems: inOrder(problems), files, at }
}

function readDocument(
  document: Document,
  texts: Texts,
  { env }: ReadOptions,
): { tree: LocatedMap | null; problems: readonly Problem[] } {
  const { file } = texts.over
  const under = parsed(texts.under) ?? missing(document.defaults)
  const over = parsed(texts.over)
  const substituted = over?.root ? substitute(over.root, env) : null
  const reported = [...under.problems, ...(over?.problems ?? []), ...(substituted?.problems ?? [])]
  // Without one of its layers, anything said about the merged whole would be a guess.
  if (!under.root || (over && !over.root)) return { tree: null, problems: reported }
  // What only the operator can say (`endpoints:`) is missing from service.yaml, also while there is no such file.
  const absent: LocatedMap | null =
    document.kind === 'service' ? { kind: 'map', place: { file, line: 1, column: 1 }, entries: new Map() } : null
  const upper = (substituted?.root as LocatedMap | undefined) ?? absent
  const merged = upper ? overlay(under.root, upper) : under.root
  const { faults, readings } = validate(document.schema, merged)
  const tree = readings.reduce<Located>((root, { path, value }) => replace(root, path, value), merged) as LocatedMap
  const found = [
    ...faults.map(({ path, key, message }) => ({ ...(key ? keyPlaceOf : placeOf)(tree, path), message })),
    ...(document.check?.(plain(tree)) ?? []).map(({ path, message }) => ({ ...placeOf(tree, path), message })),
  ]
  // A variable that is not set is fault enough: what stands in its place needs no second line.
  const told = new Set(reported.map(positionOf))
  return { tree, problems: [...reported, ...found.filter((problem) => !told.has(positionOf(problem)))] }
}

const positionOf = ({ line, column, file }: Problem) => `${file}:${line}:${column}`

function missing(file: string): Parsed {
  return { text: '', root: null, problems: [{ file, line: 1, column: 1, message: 'there is no such file' }] }
}

export interface Texts {
  readonly under: FileText
  readonly over: FileText
}

export interface FileText {
  readonly file: string
  /** Null where there is no such file, or it cannot be read. */
  readonly text: string | null
  /** Why it cannot be read. */
  readonly fault?: string
}

function textOf(file: string): FileText {
  try {
    // Most overrides are not there, and an error is dear.
    return { file, text: statSync(file, { throwIfNoEntry: false }) ? readFileSync(file, 'utf8') : null }
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    return { file, text: null, ...(code !== 'ENOENT' && { fault: code ?? message }) }
  }
}

/** Null where there is no such file. */
function parsed({ file, text, fault }: FileText): Parsed | null {
  if (fault !== undefined)
    return { text: '', root: null, problems: [{ file, line: 1, column: 1, message: `cannot be read: ${fault}` }] }
  return text === null ? null : parseSettings(file, text)
}
