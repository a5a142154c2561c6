/** Reads YAML with the position of every key and value. */
import { createRequire } from 'node:module'
import type { Alias, Document as YamlDocument, ParsedNode, YAMLError } from 'yaml'
import type { FilePlace, SettingsFault } from './faults.ts'
import type { ScalarValue, SettingsTree, TreeEntry, TreeMap } from './tree.ts'

/** Loaded by the first file that must be parsed: most starts parse none. */
const require = createRequire(import.meta.url)
export const yaml = (): typeof import('yaml') => require('yaml') as typeof import('yaml')

export interface ParsedFile {
  /** Null where the file cannot be read as a map of settings; an empty file is an empty map. */
  readonly root: TreeMap | null
  readonly faults: readonly SettingsFault[]
}

/** Bytes and levels: more than any hand-written file needs, and few enough to parse in a moment. */
const largest = 256_000,
  deepest = 100

/** A file that would take seconds to parse. */
const tooMuch = (text: string): string | null => {
  if (Buffer.byteLength(text) > largest) return `the file has more than ${largest / 1000} kB, the most that is read`
  let depth = 0
  for (const [mark] of text.matchAll(/[[\]{}]/g)) {
    depth = mark === '[' || mark === '{' ? depth + 1 : Math.max(0, depth - 1)
    if (depth > deepest) break
  }
  // `- - - x` nests within a line, and indentation over lines.
  const isDeep = depth > deepest || /(?:[-?][ \t]+){100}/.test(text) || /^ {400}/m.test(text)
  return isDeep ? `the settings are nested more than ${deepest} levels deep` : null
}

/** More than any hand-written file needs, and few enough that a file of nested aliases cannot fill the memory. */
const maxAliases = 100

/**
 * `{ port: ${PORT} }` is not YAML, because the braces belong to flow maps. During parsing, Unicode noncharacters stand
 * for the marks inside a reference, one for one, so that positions hold.
 */
const marks = '{}[],'
const hideReferences = (text: string): string =>
  text.replace(/\$\{[A-Za-z_][A-Za-z0-9_]*(?::-[^}\n]*)?\}/g, (reference) =>
    reference.replace(/[{}[\],]/g, (mark) => String.fromCharCode(0xfdd0 + marks.indexOf(mark))),
  )
const showReferences = (text: string): string =>
  text.replace(/[\ufdd0-\ufdd4]/g, (hidden) => marks[hidden.charCodeAt(0) - 0xfdd0]!)

/** Never throws: whatever is wrong is a fault. */
export const parseSettings = (file: string, text: string): ParsedFile => {
  const much = tooMuch(text)
  if (much !== null) return { root: null, faults: [{ file, line: 1, column: 1, message: much }] }
  const { LineCounter, parseDocument } = yaml()
  const lines = new LineCounter()
  // Tags beyond the core schema are refused, not resolved: settings are plain JSON values.
  const document = parseDocument(hideReferences(text), {
    lineCounter: lines,
    prettyErrors: false,
    stringKeys: true,
    uniqueKeys: false,
    resolveKnownTags: false,
  })
  const at = (offset: number): FilePlace => {
    const { line, col } = lines.linePos(offset)
    return { file, line: Math.max(line, 1), column: Math.max(col, 1) }
  }
  const syntax = syntaxFaults(document.errors, at)
  if (syntax.length > 0) return { root: null, faults: syntax }
  const warnings = document.warnings.map((warning) => ({ ...at(warning.pos[0]), message: sentence(warning.message) }))
  const aliases = aliasFaults(document, at)
  if (aliases.length > 0) return { root: null, faults: [...warnings, ...aliases] }
  const located = locate(document, at)
  const root = located.root ?? { kind: 'map', place: at(0), entries: new Map() }
  if (root.kind === 'map') return { root, faults: [...warnings, ...located.faults] }
  const message = `the file must hold a map of settings, not a ${root.kind === 'list' ? 'list' : 'single value'}`
  return { root: null, faults: [...warnings, { ...root.place, message }] }
}

/** One fault a line: later errors on it follow from the first. */
const syntaxFaults = (errors: readonly YAMLError[], at: (offset: number) => FilePlace): readonly SettingsFault[] => {
  const byLine = new Map<number, SettingsFault>()
  for (const error of errors) {
    const place = at(error.pos[0])
    if (!byLine.has(place.line)) byLine.set(place.line, { ...place, message: sentence(error.message) })
  }
  return [...byLine.values()]
}

const aliasFaults = (document: YamlDocument.Parsed, at: (offset: number) => FilePlace): readonly SettingsFault[] => {
  const aliases: Alias[] = []
  yaml().visit(document, { Alias: (_, alias) => void aliases.push(alias) })
  const place = (alias: Alias) => at(alias.range?.[0] ?? 0)
  const unresolved = aliases.filter((alias) => !alias.resolve(document))
  if (unresolved.length > 0)
    return unresolved.map((alias) => ({ ...place(alias), message: `there is no anchor &${alias.source} above this` }))
  try {
    if (aliases.length > 0) document.toJS({ maxAliasCount: maxAliases })
    return []
  } catch {
    return [{ ...place(aliases[0]!), message: `aliases repeat too much: at most ${maxAliases} copies are made` }]
  }
}

const locate = (
  document: YamlDocument.Parsed,
  at: (offset: number) => FilePlace,
): { root: SettingsTree | null; faults: readonly SettingsFault[] } => {
  const { isAlias, isMap, isScalar, isSeq } = yaml()
  const faults: SettingsFault[] = []
  const open = new Set<unknown>()

  /** Only an alias can lead into a node that is still open: `from` is its place. */
  const within = (node: object, from: FilePlace, build: () => SettingsTree): SettingsTree => {
    if (open.has(node)) {
      faults.push({ ...from, message: 'an alias stands inside its own anchor' })
      return { kind: 'scalar', place: from, value: null, bare: false }
    }
    open.add(node)
    const tree = build()
    open.delete(node)
    return tree
  }

  const read = (node: ParsedNode | null | undefined, around: FilePlace): SettingsTree => {
    if (!node) return { kind: 'scalar', place: around, value: null, bare: true }
    const place = at(node.range[0])
    if (isAlias(node)) return read(node.resolve(document) as ParsedNode | undefined, place)
    if (isScalar(node)) {
      const value = typeof node.value === 'string' ? showReferences(node.value) : (node.value as ScalarValue)
      return { kind: 'scalar', place, value, bare: node.type === 'PLAIN' && node.tag === undefined }
    }
    if (isSeq<ParsedNode>(node))
      return within(node, around, () => ({ kind: 'list', place, items: node.items.map((item) => read(item, place)) }))
    if (!isMap<ParsedNode, ParsedNode | null>(node)) return { kind: 'scalar', place, value: null, bare: false }
    return within(node, around, () => {
      const entries = new Map<string, TreeEntry>()
      for (const { key, value } of node.items) {
        const name = showReferences(isScalar(key) ? String(key.value) : String(key))
        const keyPlace = at(key.range[0])
        const before = entries.get(name)
        if (before) faults.push({ ...keyPlace, message: `duplicate key '${name}', already on line ${before.key.line}` })
        entries.set(name, { key: keyPlace, value: read(value, keyPlace) })
      }
      return { kind: 'map', place, entries }
    })
  }

  const contents = document.contents
  const nothing = !contents || (isScalar(contents) && contents.value === null)
  return { root: nothing ? null : read(contents, at(0)), faults }
}

const sentence = (message: string): string =>
  showReferences(message.charAt(0).toLowerCase() + message.slice(1)).replace(/\s*\n[\s\S]*$/, '')
