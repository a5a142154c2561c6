import type { ErrorObject } from 'ajv'
import { find, type Located, type Path } from './located.ts'
import { nearest, suggestion } from './nearest.ts'

/** What is wrong at a path; `key` points at the key itself, not at what it holds. */
export interface Fault {
  readonly path: Path
  readonly message: string
  readonly key?: true
}

/** `expects` is our annotation in a schema: the words for what its pattern or format means. */
type Schema = Readonly<Record<string, any>>

const TYPES: Readonly<Record<string, string>> = {
  string: 'text',
  integer: 'a whole number',
  number: 'a number',
  boolean: 'true or false',
  object: 'a map',
  array: 'a list',
  null: 'empty',
}

/** `score.bands[1].from` */
const dotted = (path: Path): string =>
  path.reduce<string>(
    (text, step) => (typeof step === 'number' ? `${text}[${step}]` : text === '' ? step : `${text}.${step}`),
    '',
  )

export function unknownKey(parent: Path, key: string, legal: readonly string[]): Fault {
  const near = suggestion(key, legal, 'known keys')
  return {
    path: [...parent, key],
    key: true,
    message: `unknown key '${key}'${legal.length === 0 ? '; there are none here' : near}`,
  }
}

/** `strangers` are the unknown keys beside it, one of which may be this one misspelt. */
export function missingKey(parent: Path, key: string, strangers: readonly string[]): Fault {
  const near = nearest(key, strangers)
  const place = parent.length > 0 ? ` in ${dotted(parent)}` : ''
  return { path: parent, message: `missing key '${key}'${place}${near === null ? '' : ` (is '${near}' meant?)`}` }
}

/** One fault of a schema in plain words. `root` is the whole document, `path` the place of the value in it. */
export function worded(error: ErrorObject, root: Located, path: Path): Fault {
  const schema: Schema = error.parentSchema ?? {}
  const params: Schema = error.params
  const legal = Object.keys(schema.properties ?? {})
  if (error.keyword === 'additionalProperties' || error.keyword === 'unevaluatedProperties') {
    return unknownKey(path, params.additionalProperty ?? params.unevaluatedProperty, legal)
  }
  if (error.keyword === 'required')
    return missingKey(
      path,
      params.missingProperty,
      Object.keys(error.data as object).filter((key) => !legal.includes(key)),
    )
  if (error.keyword === 'uniqueItems') {
    const again = [...path, Math.max(params.i, params.j)]
    return { path: again, message: `${dotted(path)} lists ${shown(root, again)} twice` }
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
  return { path, message: `${dotted(path) || 'the file'} ${rule(error, schema, params, () => shown(root, path))}` }
}

function rule(error: ErrorObject, schema: Schema, params: Schema, got: () => string): string {
  const limit = params.limit as number
  if (schema.expects && error.keyword in COUNTED) return `must be ${schema.expects}`
  switch (error.keyword) {
    case 'type':
      return `must be ${expected(schema)}, not ${got()}${schema.type === 'string' && !schema.expects && typeof error.data === 'number' ? '; put it in quotes' : ''}`
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
      return limit === 1 ? 'must not be empty' : `must hold at least ${limit} ${COUNTED[error.keyword]}`
    case 'maxLength':
    case 'maxItems':
    case 'maxProperties':
      return `must hold at most ${limit} ${COUNTED[error.keyword]}`
    case 'anyOf':
    case 'oneOf':
      return `must be ${[...new Set((error.schema as Schema[]).map(expected))].join(' or ')}, not ${got()}`
    default:
      return error.message ?? 'is not legal'
  }
}

const COUNTED: Readonly<Record<string, string>> = {
  minLength: 'characters',
  maxLength: 'characters',
  minItems: 'items',
  maxItems: 'items',
  minProperties: 'keys',
  maxProperties: 'keys',
}

function expected(schema: Schema): string {
  if (schema.expects) return schema.expects
  if (schema.enum) return `${schema.enum.length > 1 ? 'one of ' : ''}${schema.enum.join(', ')}`
  if ('const' in schema) return String(schema.const)
  if (schema.format) return `a valid ${schema.format}`
  if (schema.pattern) return `text of the form ${schema.pattern}`
  return [schema.type]
    .flat()
    .map((type) => TYPES[type] ?? 'something else')
    .join(' or ')
}

/** What stands there, short enough for a line of a log. */
function shown(root: Located, path: Path): string {
  const located = find(root, path)
  if (!located) return 'nothing'
  if (located.kind !== 'scalar') return located.kind === 'map' ? 'a map' : 'a list'
  if (located.variables?.length) return `what ${located.variables.join(' and ')} gives`
  if (typeof located.value !== 'string') return located.value === null ? 'empty' : String(located.value)
  return located.value.length > 60 ? `'${located.value.slice(0, 57)}…'` : `'${located.value}'`
}
