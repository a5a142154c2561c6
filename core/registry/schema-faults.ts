/**
 * Finds what no schema may say: a pattern that is no regular expression, a bound that is no number. Cheap enough for
 * every start, unlike compiling the schemas, which `config check` does.
 */
import type { JsonSchema, Shapes } from '../contract/shape.ts'

const patternFault = (pattern: unknown): string | null => {
  try {
    return typeof pattern === 'string' && new RegExp(pattern, 'u') ? null : 'is no text'
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

const number = (value: unknown): string | null => (Number.isFinite(value) ? null : 'must be a number')
const count = (value: unknown): string | null =>
  Number.isInteger(value) && (value as number) >= 0 ? null : 'must be a whole number, 0 or more'

/** Why the value of a keyword is not valid, or null. */
const checks: ReadonlyMap<string, (value: unknown) => string | null> = new Map([
  ['pattern', patternFault],
  ...['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'].map((one) => [one, number] as const),
  ...['minLength', 'maxLength', 'minItems', 'maxItems'].map((one) => [one, count] as const),
])
const pairs = [
  ['minimum', 'maximum'],
  ['minLength', 'maxLength'],
  ['minItems', 'maxItems'],
] as const

/** Calls `tell` with each fault and the path of its field. */
const search = (
  schema: JsonSchema,
  path: readonly string[],
  tell: (path: readonly string[], fault: string) => void,
) => {
  for (const keyword in schema) {
    const value = schema[keyword]
    const fault = checks.get(keyword)?.(value) ?? null
    if (fault !== null) tell(path, `${keyword} ${JSON.stringify(value)} is not valid: ${fault}`)
    else if (typeof value !== 'object' || value === null) continue
    else if (keyword === 'properties')
      for (const name in value)
        search((value as Readonly<Record<string, JsonSchema>>)[name]!, [...path, `.${name}`], tell)
    else if (keyword === 'items') search(value as JsonSchema, [...path, '[]'], tell)
    else if (keyword === 'additionalProperties') search(value as JsonSchema, [...path, '.*'], tell)
    else if (keyword === 'propertyNames') search(value as JsonSchema, path, tell)
    else if (keyword === 'anyOf') for (const each of value as readonly JsonSchema[]) search(each, path, tell)
  }
  for (const [least, most] of pairs)
    if ((schema[least] as number) > (schema[most] as number))
      tell(path, `${least} ${String(schema[least])} is more than ${most} ${String(schema[most])}`)
}

/** One line for each fault: `parameter 'radius_m': minimum "500" is not valid: must be a number`. */
export const schemaFaults = (what: string, shapes: Shapes): readonly string[] => {
  const faults: string[] = []
  for (const name in shapes)
    search(shapes[name]!.schema, [], (path, fault) => faults.push(`${what} '${name}${path.join('')}': ${fault}`))
  return faults
}
