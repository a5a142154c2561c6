import { createRequire } from 'node:module'
import type { Ajv2020, ErrorObject, ValidateFunction } from 'ajv/dist/2020.js'
import { find, plain, type Located, type LocatedMap, type Path, type Plain } from './located.ts'
import { isDuration, milliseconds } from './units.ts'
import { missingKey, unknownKey, worded, type Fault } from './wording.ts'

export interface Verdict {
  readonly faults: readonly Fault[]
  /** Scalars from the environment whose other reading is the legal one. */
  readonly readings: readonly { readonly path: Path; readonly value: Plain }[]
}

/** A map with named keys and nothing else: what the walk below can judge by itself. */
interface MapSchema {
  readonly type: 'object'
  readonly properties?: Readonly<Record<string, object>>
  readonly required?: readonly string[]
  readonly additionalProperties?: boolean | object
}

const WALKED = new Set(['type', 'properties', 'required', 'additionalProperties', 'title', 'description', 'expects'])

/**
 * Checks a tree against a JSON Schema (2020-12) and tells every fault. Maps are walked here and only what lies in
 * them goes to ajv: compiling costs 2 to 5 ms a schema, and the many documents of a service differ in the names of
 * their keys, hardly in their leaves.
 */
export function validate(schema: object, root: Located): Verdict {
  const faults: Fault[] = []
  const readings: { path: Path; value: Plain }[] = []

  const walk = (at: object, located: Located, path: Path): void => {
    if (located.kind === 'map' && isMapSchema(at)) return walkMap(at, located, path)
    const errors = errorsOf(at, plain(located))
    if (errors.length === 0) return
    if (located.kind === 'scalar' && located.otherwise !== undefined && errorsOf(at, located.otherwise).length === 0) {
      readings.push({ path, value: located.otherwise })
      return
    }
    faults.push(
      ...withoutBranches(errors).map((error) => worded(error, root, [...path, ...steps(error.instancePath, located)])),
    )
  }

  const walkMap = (at: MapSchema, map: LocatedMap, path: Path): void => {
    const { properties = {}, required = [], additionalProperties: others = true } = at
    const strangers = [...map.entries.keys()].filter((key) => !Object.hasOwn(properties, key))
    for (const key of required)
      if (!map.entries.has(key)) faults.push(missingKey(path, key, others === false ? strangers : []))
    for (const [key, { value }] of map.entries) {
      if (Object.hasOwn(properties, key)) walk(properties[key]!, value, [...path, key])
      else if (others === false) faults.push(unknownKey(path, key, Object.keys(properties)))
      else if (typeof others === 'object') walk(others, value, [...path, key])
    }
  }

  walk(schema, root, [])
  return { faults, readings }
}

function isMapSchema(schema: object): schema is MapSchema {
  return 'type' in schema && schema.type === 'object' && Object.keys(schema).every((keyword) => WALKED.has(keyword))
}

/** Compiled on first use, once for each distinct schema. */
const compiled = new Map<string, ValidateFunction>()
let ajv: Ajv2020 | undefined

function errorsOf(schema: object, value: unknown): readonly ErrorObject[] {
  const text = JSON.stringify(schema)
  let check = compiled.get(text)
  if (!check) compiled.set(text, (check = (ajv ??= newAjv()).compile(schema)))
  return check(value) ? [] : (check.errors ?? [])
}

const require = createRequire(import.meta.url)

function newAjv(): Ajv2020 {
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
 * Of a failed anyOf keep the faults of the one branch that fits in type, else the choice itself; the other branches
 * are noise.
 */
function withoutBranches(errors: readonly ErrorObject[]): readonly ErrorObject[] {
  let kept = errors.filter((error) => error.keyword !== 'propertyNames' && error.keyword !== 'if')
  for (const union of errors.filter((error) => error.keyword === 'anyOf' || error.keyword === 'oneOf')) {
    const prefix = `${union.schemaPath}/`
    const inside = kept.filter(
      (error) => error.schemaPath.startsWith(prefix) && error.instancePath.startsWith(union.instancePath),
    )
    const branches = Map.groupBy(inside, (error) => error.schemaPath.slice(prefix.length).split('/')[0])
    const fitting = [...branches.values()].filter(
      (branch) => !branch.some((error) => error.keyword === 'type' && error.instancePath === union.instancePath),
    )
    const told = fitting.length === 1 ? fitting[0]! : [union]
    kept = kept.filter((error) => told.includes(error) || (error !== union && !inside.includes(error)))
  }
  return kept
}

/** A JSON pointer as steps, with numbers where it goes through lists. */
function steps(pointer: string, root: Located): Path {
  const path: (string | number)[] = []
  for (const part of pointer.split('/').slice(1)) {
    const step = part.replaceAll('~1', '/').replaceAll('~0', '~')
    path.push(find(root, path)?.kind === 'list' ? Number(step) : step)
  }
  return path
}
