/** JSON Schemas that allow null. */
export type JsonSchema = Readonly<Record<string, unknown>>

export const takesNull = ({
  type,
  anyOf,
}: {
  readonly type?: unknown
  readonly anyOf?: readonly { readonly type?: unknown }[]
}): boolean => type === 'null' || (Array.isArray(type) && type.includes('null')) || (anyOf?.some(takesNull) ?? false)

/** Allows null too; unchanged if the schema already does. */
export const nullable = (schema: JsonSchema): JsonSchema => {
  if (takesNull(schema)) return schema
  const { description, 'x-unit': unit, ...rest } = schema
  const about = {
    ...(description === undefined ? {} : { description }),
    ...(unit === undefined ? {} : { 'x-unit': unit }),
  }
  if (typeof rest['type'] === 'string' && rest['enum'] === undefined)
    return { ...rest, type: [rest['type'], 'null'], ...about }
  return { anyOf: [rest, { type: 'null' }], ...about }
}
