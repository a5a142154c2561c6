import { createRequire } from 'node:module'
import type { Alias, Document, ParsedNode, YAMLError } from 'yaml'
import type { Located, LocatedEntry, LocatedMap, Plain } from './located.ts'
import type { Place, Problem } from './problems.ts'

/** Loaded by the first file that must be parsed: most starts have none. */
const require = createRequire(import.meta.url)
export const yaml = (): typeof import('yaml') => require('yaml') as typeof import('yaml')

/**
 * What one file says. `root` is null where the file cannot be read as a map of settings; an empty file is an empty
 * map.
 */
export interface Parsed {
  readonly text: string
  readonly root: LocatedMap | null
  readonly problems: readonly Problem[]
}

/** More than any hand-written file needs, and few enough that a file of nested aliases cannot fill the memory. */
const MAX_ALIASES = 100

/**
 * `{ port: ${PORT} }` is not YAML, since the braces belong to flow maps. While parsing, the marks inside a reference
 * stand as noncharacters of the same length, so that positions hold.
 */
const MARKS = '{}[],'
const hideReferences = (text: string) =>
  text.replace(/\$\{[A-Za-z_][A-Za-z0-9_]*(?::-[^}\n]*)?\}/g, (reference) =>
    reference.replace(/[{}[\],]/g, (mark) => String.fromCharCode(0xfdd0 + MARKS.indexOf(mark))),
  )
const showReferences = (text: string) =>
  text.replace(/[\ufdd0-\ufdd4]/g, (hidden) => MARKS[hidden.charCodeAt(0) - 0xfdd0]!)

/** Reads YAML with the position of every key and value. Never throws: whatever is wrong is a problem. */
export function parseSettings(file: string, text: string): Parsed {
  const { LineCounter, parseDocument } = yaml()
  const lines = new LineCounter()
  // Tags beyond the core schema are refused rather than resolved: settings hold plain JSON values.
  const document = parseDocument(hideReferences(text), {
    lineCounter: lines,
    prettyErrors: false,
    stringKeys: true,
    uniqueKeys: false,
    resolveKnownTags: false,
  })
  const at = (offset: number): Place => {
    const { line, col } = lines.linePos(offset)
    return { file, line: Math.max(line, 1), column: Math.max(col, 1) }
  }
  const syntax = syntaxProblems(document.errors, at)
  if (syntax.length > 0) return { text, root: null, problems: syntax }
  const problems = document.warnings.map((warning) => ({ ...at(warning.pos[0]), message: sentence(warning.message) }))
  const aliases = aliasProblems(document, at)
  if (aliases.length > 0) return { text, root: null, problems: [...problems, ...aliases] }
  const found = locate(document, at)
  const root = found.root ?? { kind: 'map', place: at(0), entries: new Map() }
  if (root.kind !== 'map') {
    return {
      text,
      root: null,
      problems: [
        ...problems,
        {
          ...root.place,
          message: `the file must hold a map of settings, not a ${root.kind === 'list' ? 'list' : 'single value'}`,
        },
      ],
    }
  }
  return { text, root, problems: [...problems, ...found.problems] }
}

/** One line is reported once: what follows on it is the parser finding its feet again. */
function syntaxProblems(errors: readonly YAMLError[], at: (offset: number) => Place): readonly Problem[] {
  const byLine = new Map<number, Problem>()
  for (const error of errors) {
    const place = at(error.pos[0])
    if (!byLine.has(place.line)) byLine.set(place.line, { ...place, message: sentence(error.message) })
  }
  return [...byLine.values()]
}

function aliasProblems(document: Document.Parsed, at: (offset: number) => Place): readonly Problem[] {
  const aliases: Alias[] = []
  yaml().visit(document, { Alias: (_, alias) => void aliases.push(alias) })
  const place = (alias: Alias) => at(alias.range?.[0] ?? 0)
  const unresolved = aliases.filter((alias) => !alias.resolve(document))
  if (unresolved.length > 0)
    return unresolved.map((alias) => ({ ...place(alias), message: `there is no anchor &${alias.source} above this` }))
  try {
    if (aliases.length > 0) document.toJS({ maxAliasCount: MAX_ALIASES })
    return []
  } catch {
    return [{ ...place(aliases[0]!), message: `aliases repeat too much: at most ${MAX_ALIASES} copies are made` }]
  }
}

function locate(
  document: Document.Parsed,
  at: (offset: number) => Place,
): { root: Located | null; problems: readonly Problem[] } {
  const { isAlias, isMap, isScalar, isSeq } = yaml()
  const problems: Problem[] = []
  const open = new Set<unknown>()

  /** `from` is the alias, the only way to come by an open node again. */
  const within = (node: object, from: Place, build: () => Located): Located => {
    if (open.has(node)) {
      problems.push({ ...from, message: 'an alias stands inside its own anchor' })
      return { kind: 'scalar', place: from, value: null, bare: false }
    }
    open.add(node)
    const located = build()
    open.delete(node)
    return located
  }

  const read = (node: ParsedNode | null | undefined, around: Place): Located => {
    if (!node) return { kind: 'scalar', place: around, value: null, bare: true }
    const place = at(node.range[0])
    if (isAlias(node)) return read(node.resolve(document) as ParsedNode | undefined, place)
    if (isScalar(node)) {
      const value = typeof node.value === 'string' ? showReferences(node.value) : (node.value as Plain)
      return { kind: 'scalar', place, value, bare: node.type === 'PLAIN' && node.tag === undefined }
    }
    if (isSeq<ParsedNode>(node))
      return within(node, around, () => ({ kind: 'list', place, items: node.items.map((item) => read(item, place)) }))
    if (!isMap<ParsedNode, ParsedNode | null>(node)) return { kind: 'scalar', place, value: null, bare: false }
    return within(node, around, () => {
      const entries = new Map<string, LocatedEntry>()
      for (const { key, value } of node.items) {
        const name = showReferences(isScalar(key) ? String(key.value) : String(key))
        const keyPlace = at(key.range[0])
        const before = entries.get(name)
        if (before)
          problems.push({ ...keyPlace, message: `duplicate key '${name}', already on line ${before.key.line}` })
        entries.set(name, { key: keyPlace, value: read(value, keyPlace) })
      }
      return { kind: 'map', place, entries }
    })
  }

  const contents = document.contents
  const nothing = !contents || (isScalar(contents) && contents.value === null)
  return { root: nothing ? null : read(contents, at(0)), problems }
}

const sentence = (message: string) =>
  showReferences(message.charAt(0).toLowerCase() + message.slice(1)).replace(/\s*\n[\s\S]*$/, '')
