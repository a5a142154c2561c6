import { Document as YamlDocument, Pair, Scalar, YAMLMap, YAMLSeq, type Node } from 'yaml'
import type { Located, LocatedMap } from './located.ts'
import { fileFrom, type Place } from './problems.ts'
import type { Document } from './settings.ts'

/**
 * The settings in force as YAML; behind each value stands the file and line it comes from, or `default`. `tree` is
 * the document's in a reading; paths are written as seen from `cwd`.
 */
export function showSettings(document: Document, tree: LocatedMap, cwd: string): string {
  const origin = ({ file, line }: Place) =>
    file === document.defaults ? ' default' : ` ${fileFrom(cwd, file)}:${line}`
  const shown = new YamlDocument(nodeOf(tree, origin))
  shown.commentBefore = ` ${document.kind} ${document.id}; default: ${fileFrom(cwd, document.defaults)}`
  return shown.toString({ lineWidth: 0, flowCollectionPadding: false })
}

function nodeOf(located: Located, origin: (place: Place) => string): Node {
  if (located.kind === 'scalar') return scalarNode(located.value, origin(located.place))
  if (located.kind === 'map') {
    const map = new YAMLMap()
    for (const [key, { value }] of located.entries) map.items.push(new Pair(new Scalar(key), nodeOf(value, origin)))
    if (located.entries.size === 0) map.comment = origin(located.place)
    return map
  }
  const list = new YAMLSeq()
  // Pairs and names read best on one line, which has room for one origin: a list comes from one file as a whole.
  list.flow = !holdsMap(located)
  list.items = located.items.map((item) => nodeOf(item, list.flow ? () => '' : origin))
  if (list.flow) list.comment = origin(located.place)
  return list
}

function scalarNode(value: unknown, comment: string): Scalar {
  const scalar = new Scalar(value)
  if (typeof value === 'string' && value.includes('\n')) scalar.type = Scalar.QUOTE_DOUBLE
  if (comment !== '') scalar.comment = comment
  return scalar
}

const holdsMap = (located: Located): boolean =>
  located.kind === 'map' || (located.kind === 'list' && located.items.some(holdsMap))
