/** The settings in force as YAML, each value with its origin. */
import { Document as YamlDocument, Pair, Scalar, YAMLMap, YAMLSeq, type Node } from 'yaml'
import type { SettingsDocument } from './documents.ts'
import { fileFrom, type FilePlace } from './faults.ts'
import type { SettingsTree, TreeMap } from './tree.ts'

/**
 * Behind each value stands the file and line that it comes from, or `default`. `tree` is the document's in a reading;
 * paths are written as seen from `cwd`.
 */
export const showSettings = (document: SettingsDocument, tree: TreeMap, cwd: string): string => {
  const origin = ({ file, line }: FilePlace) =>
    file === document.defaults ? ' default' : ` ${fileFrom(cwd, file)}:${line}`
  const shown = new YamlDocument(nodeOf(tree, origin))
  shown.commentBefore = ` ${document.kind} ${document.id}; default: ${fileFrom(cwd, document.defaults)}`
  return shown.toString({ lineWidth: 0, flowCollectionPadding: false })
}

const nodeOf = (tree: SettingsTree, origin: (place: FilePlace) => string): Node => {
  if (tree.kind === 'scalar') return scalarNode(tree.value, origin(tree.place))
  if (tree.kind === 'map') {
    const map = new YAMLMap()
    for (const [key, { value }] of tree.entries) map.items.push(new Pair(new Scalar(key), nodeOf(value, origin)))
    if (tree.entries.size === 0) map.comment = origin(tree.place)
    return map
  }
  const list = new YAMLSeq()
  // Pairs and names read best on one line, which has room for one origin: a list always comes from one file.
  list.flow = !holdsMap(tree)
  list.items = tree.items.map((item) => nodeOf(item, list.flow ? () => '' : origin))
  if (list.flow) list.comment = origin(tree.place)
  return list
}

const scalarNode = (value: unknown, comment: string): Scalar => {
  const scalar = new Scalar(value)
  if (typeof value === 'string' && value.includes('\n')) scalar.type = Scalar.QUOTE_DOUBLE
  if (comment !== '') scalar.comment = comment
  return scalar
}

const holdsMap = (tree: SettingsTree): boolean =>
  tree.kind === 'map' || (tree.kind === 'list' && tree.items.some(holdsMap))
