import { isMap, isNode, isScalar, parseDocument, type Document as YamlDocument, type YAMLMap } from 'yaml'
import type { Document } from './settings.ts'

/**
 * The text of an override file that says everything: the defaults with their comments and, where there is an override
 * already, its values in their place, references to the environment as written. Throws on an override that is not
 * legal YAML.
 */
export function ejectSettings(
  { kind, id }: Pick<Document, 'kind' | 'id'>,
  defaults: string,
  override: string | null,
): string {
  const heading = `# ${kind} ${id}: every setting. A key that is left out keeps its default.\n\n`
  // Defaults are taken as they stand; under config/ the same characters would begin a reference.
  const text = defaults.replaceAll('${', () => '$${')
  if (override === null) return heading + text
  const full = parsed(text)
  const over = parsed(override)
  if (isMap(full.contents) && isMap(over.contents)) lay(full.contents, over.contents)
  return heading + full.toString({ lineWidth: 0 })
}

function parsed(text: string): YamlDocument {
  const document = parseDocument(text)
  if (document.errors.length > 0) throw new Error(document.errors[0]!.message)
  return document
}

/**
 * As settings merge: maps key by key, all else replaces. A comment of the defaults stays where the override has none.
 */
function lay(under: YAMLMap, over: YAMLMap): void {
  for (const pair of over.items) {
    const below = under.items.find(({ key }) => nameOf(key) === nameOf(pair.key))
    if (!below) under.items.push(pair)
    else if (isMap(below.value) && isMap(pair.value)) lay(below.value, pair.value)
    else {
      const comment = isNode(below.value) ? below.value.comment : null
      below.value = pair.value
      if (comment && isNode(below.value)) below.value.comment ??= comment
    }
  }
}

const nameOf = (key: unknown) => String(isScalar(key) ? key.value : key)
