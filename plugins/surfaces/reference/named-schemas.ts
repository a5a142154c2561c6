/** Gives the schemas that many answers share a name in the OpenAPI document, so that a client has one type for each. */
import type { JsonSchema } from '@domesday/core'

type Schemas = Readonly<Record<string, JsonSchema>>

/** What does not tell one schema from another: how its own place describes it. */
const words: ReadonlySet<string> = new Set(['description', 'x-from', 'x-sources'])

const isSchema = (value: unknown): value is JsonSchema =>
  typeof value === 'object' && value !== null && 'type' in value && 'properties' in value

/** The same text for schemas of the same values, whether or not null is one too. */
const fingerprint = (schema: JsonSchema): string =>
  JSON.stringify(schema, (key, value: unknown) => {
    if (key === '' && isSchema(value))
      return Object.fromEntries([
        ...Object.entries(value).filter(([name]) => !words.has(name) && name !== 'type'),
        ['type', 'object'],
      ])
    return value
  })

const takesNull = ({ type }: JsonSchema): boolean => Array.isArray(type) && type.includes('null')

/** The document's paths and schemas with a reference wherever a schema has a name. */
export const withNames = <T>(document: T, named: Schemas): T => {
  const names = new Map(Object.entries(named).map(([name, schema]) => [fingerprint(schema), name]))
  const reference = (schema: JsonSchema, name: string): object => {
    const own = Object.fromEntries(Object.entries(schema).filter(([key]) => words.has(key)))
    const $ref = `#/components/schemas/${name}`
    return takesNull(schema) ? { anyOf: [{ $ref }, { type: 'null' }], ...own } : { $ref, ...own }
  }
  const visit = (value: unknown, itself?: string): unknown => {
    if (Array.isArray(value)) return value.map((each) => visit(each))
    if (typeof value !== 'object' || value === null) return value
    const name = isSchema(value) ? names.get(fingerprint(value)) : undefined
    if (name !== undefined && name !== itself) return reference(value as JsonSchema, name)
    return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, visit(each)]))
  }
  const { components, ...rest } = document as { readonly components: { readonly schemas: Schemas } }
  return {
    ...(visit(rest) as object),
    components: {
      ...components,
      // A named schema is not a reference to itself, but what is in it may be one.
      schemas: Object.fromEntries(
        Object.entries({ ...named, ...components.schemas }).map(([name, schema]) => [name, visit(schema, name)]),
      ),
    },
  } as T
}
