/** Checks a settings tree against its JSON Schema. */
import { createRequire } from 'node:module'
import type { Ajv2020, ErrorObject, ValidateFunction } from 'ajv/dist/2020.js'
import type { Finding } from './documents.ts'
import { missingKey, unknownKey, worded } from './fault-wording.ts'
import { plainValue, subtreeAt, type ScalarValue, type SettingsTree, type TreeMap, type TreePath } from './tree.ts'
import { isDuration, milliseconds } from './units.ts'

export interface Validation {
  readonly findings: readonly Finding[]
  /** Scalars from the environment that are valid only as their other type. */
  readonly retyped: readonly { readonly path: TreePath; readonly value: ScalarValue }[]
}

/** A map with named keys and nothing else, which is checked here without ajv. */
interface MapSchema {
  readonly type: 'object'
  readonly properties?: Readonly<Record<string, object>>
  readonly required?: readonly string[]
  readonly additionalProperties?: boolean | object
  /** Why keys are not there that others like it have. */
  readonly absent?: Readonly<Record<string, string>>
}

const mapKeywords = new Set([
  'type',
  'properties',
  'required',
  'additionalProperties',
  'title',
  'description',
  'expects',
  'absent',
])

/**
 * Reports every fault by JSON Schema 2020-12. Maps are checked here, and only their leaves by ajv: it takes 2 to 5 ms
 * to compile a schema, and the many documents of a service differ in the names of their keys, hardly in their leaves.
 */
export const validate = (schema: object, root: SettingsTree): Validation => {
  const findings: Finding[] = []
  const retyped: { path: TreePath; value: ScalarValue }[] = []

  const walk = (at: object, tree: SettingsTree, path: TreePath): void => {
    if (tree.kind === 'map' && isMapSchema(at)) return walkMap(at, tree, path)
    const errors = errorsOf(at, plainValue(tree))
    if (errors.length === 0) return
    if (tree.kind === 'scalar' && tree.otherwise !== undefined && errorsOf(at, tree.otherwise).length === 0) {
      retyped.push({ path, value: tree.otherwise })
      return
    }
    findings.push(
      ...withoutBranches(errors).map((error) => worded(error, root, [...path, ...stepsOf(error.instancePath, tree)])),
    )
  }

  const walkMap = (at: MapSchema, map: TreeMap, path: TreePath): void => {
    const { properties = {}, required = [], additionalProperties: others = true, absent = {} } = at
    const unknown = [...map.entries.keys()].filter((key) => !Object.hasOwn(properties, key))
    for (const key of required)
      if (!map.entries.has(key)) findings.push(missingKey(path, key, others === false ? unknown : [], properties[key]))
    for (const [key, { value }] of map.entries) {
      if (Object.hasOwn(properties, key)) walk(properties[key]!, value, [...path, key])
      else if (others === false) findings.push(unknownKey(path, key, Object.keys(properties), absent[key]))
      else if (typeof others === 'object') walk(others, value, [...path, key])
    }
  }

  walk(schema, root, [])
  return { findings, retyped }
}

const isMapSchema = (schema: object): schema is MapSchema =>
  'type' in schema && schema.type === 'object' && Object.keys(schema).every((keyword) => mapKeywords.has(keyword))

/** Compiled on first use, once for each distinct schema. */
const compiled = new Map<string, ValidateFunction>()
let ajv: Ajv2020 | undefined

const errorsOf = (schema: object, value: unknown): readonly ErrorObject[] => {
  const text = JSON.stringify(schema)
  let check = compiled.get(text)
  if (!check) compiled.set(text, (check = (ajv ??= newAjv()).compile(schema)))
  return check(value) ? [] : (check.errors ?? [])
}

const require = createRequire(import.meta.url)

const newAjv = (): Ajv2020 => {
  const { Ajv2020 } = require('ajv/dist/2020.js') as typeof import('ajv/dist/2020.js')
  const addFormats = require('ajv-formats') as typeof import('ajv-formats')
  // Not strict: plugins may annotate their schemas with keywords of their own.
  const made = new Ajv2020({
    allErrors: true,
    verbose: true,
    strict: false,
    logger: false,
    multipleOfPrecision: 6,
    code: { optimize: false },
  })
  addFormats.default(made)
  made.addKeyword({
    keyword: 'maxDuration',
    type: 'string',
    schemaType: 'string',
    validate: (most: string, duration: string) => !isDuration(duration) || milliseconds(duration) <= milliseconds(most),
  })
  return made
}

/**
 * Of a failed anyOf, keeps the errors of the one branch that fits in type, else the error of the anyOf itself: those
 * of the other branches say nothing.
 */
const withoutBranches = (errors: readonly ErrorObject[]): readonly ErrorObject[] => {
  let left = errors.filter((error) => error.keyword !== 'propertyNames' && error.keyword !== 'if')
  for (const union of errors.filter((error) => error.keyword === 'anyOf' || error.keyword === 'oneOf')) {
    const prefix = `${union.schemaPath}/`
    const inside = left.filter(
      (error) => error.schemaPath.startsWith(prefix) && error.instancePath.startsWith(union.instancePath),
    )
    const branches = Map.groupBy(inside, (error) => error.schemaPath.slice(prefix.length).split('/')[0])
    const fitting = [...branches.values()].filter(
      (branch) => !branch.some((error) => error.keyword === 'type' && error.instancePath === union.instancePath),
    )
    const relevant = fitting.length === 1 ? fitting[0]! : [union]
    left = left.filter((error) => relevant.includes(error) || (error !== union && !inside.includes(error)))
  }
  return left
}

/** A JSON pointer as steps, with numbers where it goes through lists. */
const stepsOf = (pointer: string, root: SettingsTree): TreePath => {
  const path: (string | number)[] = []
  for (const part of pointer.split('/').slice(1)) {
    const step = part.replaceAll('~1', '/').replaceAll('~0', '~')
    path.push(subtreeAt(root, path)?.kind === 'list' ? Number(step) : step)
  }
  return path
}
