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
  const says = (name: string): boolean => name === 'description' || name.startsWith('x-')
  const parts = Object.groupBy(Object.entries(schema), ([name]) => (says(name) ? 'about' : 'rest'))
  const about = Object.fromEntries(parts.about ?? []),
    rest = Object.fromEntries(parts.rest ?? [])
  if (typeof rest['type'] === 'string' && rest['enum'] === undefined)
    return { ...rest, type: [rest['type'], 'null'], ...about }
  return { anyOf: [rest, { type: 'null' }], ...about }
}
