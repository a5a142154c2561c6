/** Complete override files, for an operator to edit. */
import { isMap, isNode, isScalar, parseDocument, type Document as YamlDocument, type YAMLMap } from 'yaml'
import type { SettingsDocument } from './documents.ts'

/**
 * The text of an override file with every setting: the defaults with their comments, with the values of an existing
 * override in their place and its references to the environment unchanged. Throws if the override is not valid YAML.
 */
export const ejectSettings = (
  { kind, id }: Pick<SettingsDocument, 'kind' | 'id'>,
  defaults: string,
  override: string | null,
): string => {
  const heading = `# ${kind} ${id}: every setting. A key that is left out keeps its default.\n\n`
  // `${` is plain text in the defaults; under config/ it would begin a reference.
  const text = defaults.replaceAll('${', () => '$${')
  if (override === null) return heading + text
  const full = parsed(text)
  const over = parsed(override)
  if (isMap(full.contents) && isMap(over.contents)) lay(full.contents, over.contents)
  return heading + full.toString({ lineWidth: 0 })
}

const parsed = (text: string): YamlDocument => {
  const document = parseDocument(text)
  if (document.errors.length > 0) throw new Error(document.errors[0]!.message)
  return document
}

/** Merges maps key by key and replaces all else. A comment of the defaults stays if the override has none. */
const lay = (under: YAMLMap, over: YAMLMap): void => {
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

const nameOf = (key: unknown): string => String(isScalar(key) ? key.value : key)
