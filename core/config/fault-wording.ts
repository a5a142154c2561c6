/** The errors of a schema in plain words. */
import type { ErrorObject } from 'ajv'
import type { Finding } from './documents.ts'
import { nearest, suggestion } from './nearest.ts'
import { subtreeAt, type SettingsTree, type TreePath } from './tree.ts'

/** `expects` is our own annotation in a schema: what its pattern or format means, in words. */
type Schema = Readonly<Record<string, any>>

const typeWords: Readonly<Record<string, string>> = {
  string: 'text',
  integer: 'a whole number',
  number: 'a number',
  boolean: 'true or false',
  object: 'a map',
  array: 'a list',
  null: 'empty',
}

/** `score.bands[1].from` */
const dotted = (path: TreePath): string =>
  path.reduce<string>(
    (text, step) => (typeof step === 'number' ? `${text}[${step}]` : text === '' ? step : `${text}.${step}`),
    '',
  )

/** `why`: why it is not there, where others like it have it. */
export const unknownKey = (parent: TreePath, key: string, valid: readonly string[], why?: string): Finding => {
  const near = suggestion(key, valid, 'known keys')
  const said = why === undefined ? (valid.length === 0 ? '; there are none here' : near) : `: ${why}`
  return { path: [...parent, key], key: true, message: `unknown key '${key}'${said}` }
}

/** `unknown` are the unknown keys beside it, one of which may be this one misspelt. A missing map has keys to tell. */
export const missingKey = (parent: TreePath, key: string, unknown: readonly string[], schema: Schema = {}): Finding => {
  const near = nearest(key, unknown)
  const place = parent.length > 0 ? ` in ${dotted(parent)}` : ''
  const inside = ((schema.required ?? []) as readonly string[]).map((name) => `'${name}'`).join(', ')
  const more = near !== null ? ` (is '${near}' meant?)` : inside && `, which holds ${inside}`
  return { path: parent, message: `missing key '${key}'${place}${more}` }
}

/** `root` is the whole document, `path` the place of the value in it. */
export const worded = (error: ErrorObject, root: SettingsTree, path: TreePath): Finding => {
  const schema: Schema = error.parentSchema ?? {}
  const params: Schema = error.params
  const valid = Object.keys(schema.properties ?? {})
  if (error.keyword === 'additionalProperties' || error.keyword === 'unevaluatedProperties') {
    return unknownKey(path, params.additionalProperty ?? params.unevaluatedProperty, valid)
  }
  if (error.keyword === 'required')
    return missingKey(
      path,
      params.missingProperty,
      Object.keys(error.data as object).filter((key) => !valid.includes(key)),
      schema.properties?.[params.missingProperty],
    )
  if (error.keyword === 'uniqueItems') {
    const again = [...path, Math.max(params.i, params.j)]
    return { path: again, message: `${dotted(path)} lists ${shownAt(root, again)} twice` }
  }
  if (error.propertyName !== undefined) {
    const legalKeys: readonly string[] = error.keyword === 'enum' ? params.allowedValues : []
    if (legalKeys.length > 0) return unknownKey(path, error.propertyName, legalKeys)
    return {
      path: [...path, error.propertyName],
      key: true,
      message: `key '${error.propertyName}' must be ${expected(schema)}`,
    }
  }
  return { path, message: `${dotted(path) || 'the file'} ${rule(error, schema, params, () => shownAt(root, path))}` }
}

const rule = (error: ErrorObject, schema: Schema, params: Schema, got: () => string): string => {
  const limit = params.limit as number
  if (schema.expects && error.keyword in countedThings) return `must be ${schema.expects}`
  switch (error.keyword) {
    case 'type': {
      const needsQuotes = schema.type === 'string' && !schema.expects && !schema.enum && typeof error.data === 'number'
      return `must be ${expected(schema)}, not ${got()}${needsQuotes ? '; put it in quotes' : ''}`
    }
    case 'enum': {
      const words = (params.allowedValues as readonly unknown[]).map(String)
      const near = nearest(String(error.data), words)
      return `must be ${expected(schema)}, not ${got()}${near === null ? '' : `; did you mean '${near}'?`}`
    }
    case 'pattern':
    case 'format':
    case 'const':
      return `must be ${expected(schema)}, not ${got()}`
    case 'maxDuration':
      return `must be at most ${error.schema}, not ${got()}`
    case 'minimum':
      return `must be at least ${limit}, not ${got()}`
    case 'maximum':
      return `must be at most ${limit}, not ${got()}`
    case 'exclusiveMinimum':
      return `must be more than ${limit}, not ${got()}`
    case 'exclusiveMaximum':
      return `must be less than ${limit}, not ${got()}`
    case 'multipleOf': {
      const decimals = -Math.log10(params.multipleOf)
      return Number.isInteger(decimals) && decimals > 0
        ? `may have at most ${decimals} decimals, not ${got()}`
        : `must be a multiple of ${params.multipleOf}, not ${got()}`
    }
    case 'minLength':
    case 'minItems':
    case 'minProperties':
      return limit === 1 ? 'must not be empty' : `must hold at least ${limit} ${countedThings[error.keyword]}`
    case 'maxLength':
    case 'maxItems':
    case 'maxProperties':
      return `must hold at most ${limit} ${countedThings[error.keyword]}`
    case 'anyOf':
    case 'oneOf':
      return `must be ${[...new Set((error.schema as Schema[]).map(expected))].join(' or ')}, not ${got()}`
    default:
      return error.message ?? 'is not valid'
  }
}

const countedThings: Readonly<Record<string, string>> = {
  minLength: 'characters',
  maxLength: 'characters',
  minItems: 'items',
  maxItems: 'items',
  minProperties: 'keys',
  maxProperties: 'keys',
}

const expected = (schema: Schema): string => {
  if (schema.expects) return schema.expects
  if (schema.enum) return `${schema.enum.length > 1 ? 'one of ' : ''}${schema.enum.join(', ')}`
  if ('const' in schema) return String(schema.const)
  if (schema.format) return `a valid ${schema.format}`
  if (schema.pattern) return `text of the form ${schema.pattern}`
  return [schema.type]
    .flat()
    .map((type) => typeWords[type] ?? 'something else')
    .join(' or ')
}

/** The value at a path, short enough for a line of a log. */
const shownAt = (root: SettingsTree, path: TreePath): string => {
  const tree = subtreeAt(root, path)
  if (!tree) return 'nothing'
  if (tree.kind !== 'scalar') return tree.kind === 'map' ? 'a map' : 'a list'
  if (tree.variables?.length) return `what ${tree.variables.join(' and ')} gives`
  if (typeof tree.value !== 'string') return tree.value === null ? 'empty' : String(tree.value)
  return tree.value.length > 60 ? `'${tree.value.slice(0, 57)}…'` : `'${tree.value}'`
}
