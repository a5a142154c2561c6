/** JSON Schema files for the settings files of what is loaded, so that editors complete and check them. */
import { readFileSync } from 'node:fs'
import { dirname, join, relative, sep } from 'node:path'
import type { JsonSchema } from '@domesday/core'
import type { SettingsDocument } from '@domesday/core/tool'
import { isCollection, isMap, isScalar, parseDocument, type Pair, type YAMLMap } from 'yaml'

/** Below the settings folder. */
export const schemasFolder = 'schemas'

/** The schema of `endpoints/location.yaml` is `schemas/endpoints/location.json`. */
export const schemaPathOf = ({ override }: Pick<SettingsDocument, 'override'>): string =>
  join(schemasFolder, override.replace(/\.yaml$/, '.json'))

const modeline = '# yaml-language-server: $schema='

/** The first line of a settings file, from which editors know its schema. Both paths are absolute. */
export const modelineOf = (file: string, schema: string): string =>
  `${modeline}${relative(dirname(file), schema).split(sep).join('/')}\n`

/** A settings file without that line. */
export const withoutModeline = (text: string): string =>
  text.startsWith(modeline) ? text.slice(text.indexOf('\n') + 1) : text

/** The text of each schema by its path below the settings folder. */
export const settingsSchemas = (documents: readonly SettingsDocument[]): ReadonlyMap<string, string> =>
  new Map(
    documents.map((document) => [schemaPathOf(document), `${JSON.stringify(schemaOf(document), null, 1)}\n`] as const),
  )

const schemaOf = ({ kind, id, defaults, schema }: SettingsDocument): JsonSchema => {
  const { contents } = parseDocument(readFileSync(defaults, 'utf8'))
  return {
    // The newest draft that editors of YAML know whole.
    $schema: 'http://json-schema.org/draft-07/schema#',
    title: kind === 'service' ? 'Settings of the service' : `Settings of the ${kind} ${id}`,
    ...forFiles(schema as JsonSchema, isMap(contents) ? contents : null),
    definitions,
  }
}

type Fields = Readonly<Record<string, unknown>>
const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * A schema of the merged settings as one for a single file. A key that has a default may be left out, and maps are
 * merged key by key; lists replace one another. Defaults and their comments become hints.
 */
const forFiles = (schema: JsonSchema, defaults: YAMLMap | null): JsonSchema => {
  const { properties, required, ...rest } = schema
  if (!isFields(properties)) return forEditors(rest, required)
  const members = Object.entries(properties as Readonly<Record<string, JsonSchema>>).map(([key, member]) => {
    const pair = defaults?.items.find((item) => isScalar(item.key) && item.key.value === key)
    const value = pair?.value
    const shown = forFiles(member, isMap(value) ? value : null)
    return [key, { ...shown, ...hintsOf(value, pair ? commentAbove(pair, defaults!) : null, shown) }] as const
  })
  const needed = (required as readonly string[] | undefined)?.filter((key) => !defaults?.has(key)) ?? []
  return {
    ...forEditors(rest),
    properties: Object.fromEntries(members),
    ...(needed.length > 0 && { required: needed }),
  }
}

/** The paragraph above a key, unless it is the head of the file or a setting that is commented out. */
const commentAbove = (pair: Pair, { items, commentBefore }: YAMLMap): string | null => {
  const own = isScalar(pair.key) ? pair.key.commentBefore : null
  const text = (own ?? (items[0] === pair ? commentBefore : null))?.split('\n\n').at(-1) ?? ''
  if (text === '' || /^ ?[a-z_]+: |\$schema=/m.test(text)) return null
  return text
    .split('\n')
    .map((line) => line.trim())
    .join(' ')
    .replace(/\.$/, '')
}

/** The default of a single value, and what the comment in its line or else above it says. */
const hintsOf = (value: unknown, above: string | null, { description }: JsonSchema): Fields => {
  const isSingle = isScalar(value) || (isCollection(value) && value.flow === true)
  const comment = isSingle ? (value.comment?.trim() ?? above) : null
  return {
    ...(isScalar(value) && { default: value.value }),
    ...(comment !== null && {
      description: description === undefined ? comment : `${comment}; ${String(description)}`,
    }),
  }
}

const inner = (keyword: string, value: unknown): readonly [keyword: string, value: unknown] => {
  switch (keyword) {
    case 'items':
    case 'additionalProperties':
    case 'propertyNames':
      return [keyword, isFields(value) ? whole(value) : value]
    case 'anyOf':
      return [keyword, (value as readonly JsonSchema[]).map(whole)]
    case 'prefixItems':
      return ['items', (value as readonly JsonSchema[]).map(whole)]
    default:
      return [keyword, value]
  }
}

/** The core's own keywords become those that editors know; a value may refer to the environment. */
const forEditors = (
  { expects, maxDuration, multipleOf, absent: _, ...rest }: JsonSchema,
  required?: unknown,
): JsonSchema => {
  const words = [expects, maxDuration === undefined ? undefined : `at most ${String(maxDuration)}`]
    .filter((word) => word !== undefined)
    .join(', ')
  return withReference({
    ...Object.fromEntries(Object.entries(rest).map(([keyword, value]) => inner(keyword, value))),
    // Editors divide floats, and refuse 0.025 as no multiple of 0.000001.
    ...(Number.isInteger(multipleOf) && { multipleOf }),
    ...(required !== undefined && { required }),
    ...(words !== '' && { description: rest['description'] ?? words }),
    ...(words !== '' && rest['pattern'] !== undefined && { patternErrorMessage: `must be ${words}` }),
  })
}

/** A schema inside of a list or a table: what is there has no defaults. */
const whole = (schema: JsonSchema): JsonSchema => {
  const { properties, required, ...rest } = schema
  if (!isFields(properties)) return forEditors(rest, required)
  const members = Object.entries(properties).map(([key, member]) => [key, whole(member as JsonSchema)])
  return { ...forEditors(rest, required), properties: Object.fromEntries(members) }
}

const definitions = { reference: { type: 'string', pattern: '\\$\\{', description: 'from the environment: ${NAME}' } }
const reference = { $ref: '#/definitions/reference' }
const constraints = ['pattern', 'enum', 'format', 'maxLength']

/** `${NAME}` in the place of any scalar, of which a schema would refuse it. */
const withReference = (schema: JsonSchema): JsonSchema => {
  const { type, description, ...rest } = schema
  const isNumeric = type === 'number' || type === 'integer' || type === 'boolean'
  if (!isNumeric && !(type === 'string' && constraints.some((one) => one in rest))) return schema
  return {
    ...(description !== undefined && { description }),
    anyOf: [{ type, ...rest }, reference],
  }
}
