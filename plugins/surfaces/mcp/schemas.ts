/** Schemas as tools publish them: for every client's validator, and short enough for a model's context. */
import type { JsonSchema } from '@domesday/core'

/** Without our own keywords, and formats and patterns that some validators reject or read otherwise. */
export const portable = (schema: unknown): any => {
  if (Array.isArray(schema)) return schema.map(portable)
  if (typeof schema !== 'object' || schema === null) return schema
  return Object.fromEntries(
    Object.entries(schema)
      .filter(([key, value]) => !key.startsWith('x-') && !(key === 'format' && value === 'uk-postcode'))
      // Without the flag `u`, which JSON Schema cannot give, \p means the letter p.
      .filter(([key, value]) => !(key === 'pattern' && String(value).includes('\\p{')))
      .map(([key, value]) => [key, portable(value)]),
  )
}

interface Typed {
  readonly type?: string | readonly string[]
  readonly properties?: Readonly<Record<string, JsonSchema>>
  readonly anyOf?: readonly Typed[]
}

/** All types that a value of the schema may have. */
const typesOf = ({ type = [], anyOf = [] }: Typed): readonly string[] => [
  ...new Set([...[type].flat(), ...anyOf.flatMap(typesOf)]),
]

/** The properties of an object; none of one of several. */
const propertiesOf = ({ properties = {}, anyOf = [] }: Typed): Readonly<Record<string, JsonSchema>> => {
  const [first = {}, ...others] = [properties, ...anyOf.map(propertiesOf)].filter(
    (each) => Object.keys(each).length > 0,
  )
  return others.length === 0 ? first : {}
}

/** The same values are valid, and others too: names and types of so many levels of an object, but for some members. */
export const slim = (schema: JsonSchema, levels: number, without: ReadonlySet<string> = new Set()): JsonSchema => {
  const types = typesOf(schema),
    all = levels > 0 ? Object.entries(propertiesOf(schema)) : [],
    properties = all.filter(([name]) => !without.has(name))
  return {
    ...(types.length > 0 && { type: types.length === 1 ? types[0] : types }),
    ...(properties.length > 0 && {
      properties: Object.fromEntries(properties.map(([name, each]) => [name, slim(each, levels - 1, without)])),
    }),
  }
}
