/** Turns what a caller sent into a plan of the call: checks every parameter, and reports all faults at once. */
import { hash } from 'node:crypto'
import type { ErrorObject } from 'ajv'
import type { LoadedEndpoint } from '../registry/load.ts'
import { parametersIn } from '../registry/check.ts'
import type { EndpointSettings } from '../registry/settings/settings.ts'
import { canonical } from '../config/hash.ts'
import { nearest } from '../config/nearest.ts'
import { depthRank, depths, type Depth } from '../contract/node.ts'
import type { JsonSchema, Shapes } from '../contract/shape.ts'
import { choice, hasWord, nameMatch, object, optional, text, type NameMatch } from '../contract/shape.ts'
import { Failure, type ParameterFault } from '../contract/failure.ts'
import { check } from './schemas.ts'

export interface Plan {
  readonly endpoint: LoadedEndpoint
  readonly settings: EndpointSettings
  readonly asked: Readonly<Record<string, unknown>>
  readonly depth: Depth
  readonly include: readonly string[] | null
  /** What is asked, in a canonical form: equal for equal requests, however they are spelt. */
  readonly fingerprint: string
  /** A hash of the fingerprint: names the lookup without telling what was asked. */
  readonly lookupHash: string
  /** The key in the cache of answers: the fingerprint with a hash of the settings in force. */
  readonly key: string
  /** Credits. */
  readonly price: number
}

export type Raw = Readonly<Record<string, string | number | boolean | readonly string[]>>

/** The most faults that are reported. Each costs a search for the nearest name, so that no more are looked for. */
const faultsShown = 20

/** The names that callers may give in `include`, each with the lowest depth of its sections. */
const includable = ({ declared }: LoadedEndpoint): ReadonlyMap<string, Depth> => {
  const names = new Map<string, Depth>()
  for (const [name, { from, beside }] of Object.entries(declared.sections)) {
    if (beside !== undefined) continue
    const [head] = name.split('.') as [string]
    if (!names.has(head) || depthRank(from) < depthRank(names.get(head)!)) names.set(head, from)
  }
  return names
}

const depthShape = (flat: boolean) =>
  choice(depths, {
    description: flat ? 'Accepted and ignored: there is one depth, at one price' : 'How much to ask, at which price',
    default: flat ? 'full' : 'standard',
  })
const includeShape = text(
  'Section names, separated by commas: the answer holds only these and what every depth has. The price stays that of the depth',
)

/** The parameter that says what to do with an ambiguous name; null where subjects are not asked for by name. */
const matchIn = ({ declared: { asked } }: LoadedEndpoint): string | null =>
  Object.keys(asked.shapes).find((name) => asked.shapes[name] === nameMatch) ?? null

/** Whether its subject may be given by a name. */
export const isNamed = (endpoint: LoadedEndpoint): boolean => matchIn(endpoint) !== null

/** Parameters that tools do not have: they choose by depth, and ask again by `id` where a name is ambiguous. */
export const notForTools = (endpoint: LoadedEndpoint): readonly string[] =>
  ['include', matchIn(endpoint)].filter((name) => name !== null)

/** All parameters of an endpoint, with those that the core adds. `usual`: the default of `match`. */
export const parametersOf = ({ declared, flat }: LoadedEndpoint, usual: NameMatch = 'one'): Shapes => ({
  ...Object.fromEntries(
    Object.entries(declared.asked.shapes).map(([name, shape]) => [
      name,
      shape === nameMatch ? { ...shape, schema: { ...shape.schema, default: usual } } : shape,
    ]),
  ),
  depth: depthShape(flat),
  ...(declared.include && { include: optional(includeShape) }),
})

const schemas = new WeakMap<LoadedEndpoint, JsonSchema>()
const schemaOf = (endpoint: LoadedEndpoint): JsonSchema => {
  let schema = schemas.get(endpoint)
  if (!schema) {
    const shapes = parametersOf(endpoint)
    const { properties, required } = object(shapes).schema as {
      properties: Record<string, JsonSchema>
      required: readonly string[]
    }
    schema = { type: 'object', properties, required: required.filter((name) => !('default' in properties[name]!)) }
    schemas.set(endpoint, schema)
  }
  return schema
}

/** Throws a `Failure` with all faults, 20 at most. `typed`: values have their JSON types already. */
export const planOf = (
  endpoint: LoadedEndpoint,
  settings: EndpointSettings,
  raw: Raw,
  { typed = false }: { readonly typed?: boolean } = {},
): Plan => {
  const shapes = parametersOf(endpoint)
  const faults: ParameterFault[] = []
  const given: Record<string, unknown> = {}
  const legal = Object.keys(shapes).filter((known) => !parametersIn(endpoint.declared.path).includes(known))
  for (const name of Object.keys(raw)) {
    if (faults.length === faultsShown) throw invalid(faults)
    const shape = Object.hasOwn(shapes, name) ? shapes[name] : undefined,
      value = raw[name]!
    if (!shape) faults.push(unknownParameter(name, legal))
    else if (Array.isArray(value)) faults.push({ parameter: name, detail: 'is given more than once' })
    else if (typeof value !== 'string') given[name] = value
    else if (/[\u0000-\u001f\u007f-\u009f\ufffe\uffff]/.test(value))
      faults.push({ parameter: name, detail: 'holds a control character' })
    else if (/\.\.[\\/]/.test(value)) faults.push({ parameter: name, detail: 'holds a path' })
    else if (!(name === 'include' && namesIn(value).length === 0) && !(shape.optional && value === ''))
      given[name] = shape.clean ? shape.clean(value) : typed ? value : numberIn(shape.schema, value)
  }
  const matching = matchIn(endpoint)
  if (matching !== null) given[matching] ??= settings.match
  const skip = new Set(faults.map(({ parameter }) => parameter))
  faults.push(
    ...check(schemaOf(endpoint), given)
      .filter((error) => !skip.has(nameIn(error)))
      .map(faultOf),
  )
  const depth = endpoint.flat ? 'full' : (given['depth'] as Depth)
  const include = 'include' in given ? [...new Set(namesIn(String(given['include'])))].sort() : null
  if (include && depths.includes(depth)) faults.push(...includeFaults(endpoint, include, depth))
  const reported = [
    ...new Map(
      faults.toReversed().map((fault) => [fault.parameter === 'include' ? fault.detail : fault.parameter, fault]),
    ).values(),
  ].toReversed()
  if (reported.length > 0) throw invalid(reported)
  const { depth: _, include: __, ...asked } = given
  const fingerprint = canonical([endpoint.declared.id, asked, depth, include])
  return {
    endpoint,
    settings,
    asked,
    depth,
    include,
    fingerprint,
    lookupHash: hash('sha256', fingerprint),
    key: `${settings.hash} ${fingerprint}`,
    price: settings.credits[depth],
  }
}

const namesIn = (include: string): readonly string[] =>
  include
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '')

/** Numbers in a query are text: only plain decimals are read as numbers. */
const numberIn = ({ type }: JsonSchema, text: string): string | number =>
  (type === 'integer' || type === 'number') && /^-?\d{1,15}(\.\d{1,9})?$/.test(text) ? Number(text) : text

const unknownParameter = (name: string, legal: readonly string[]): ParameterFault => {
  const shown = name.length > 40 ? `${name.slice(0, 40)}…` : name
  const near = nearest(name.slice(0, 40), legal)
  return {
    parameter: shown,
    detail: near ? `is not a parameter here; did you mean '${near}'?` : 'is not a parameter here',
    allowed: legal,
  }
}

const nameIn = ({ instancePath, params }: ErrorObject): string =>
  instancePath.split('/')[1] ?? String(params['missingProperty'] ?? '')

const faultOf = (error: ErrorObject): ParameterFault => {
  const { keyword, params, parentSchema } = error
  const parameter = nameIn(error)
  if (keyword === 'required') return { parameter, detail: 'is missing' }
  if (keyword === 'enum')
    return {
      parameter,
      detail: 'is not one of the words allowed',
      allowed: params['allowedValues'] as readonly unknown[],
    }
  if (keyword === 'format' && params['format'] === 'uk-postcode')
    return { parameter, detail: 'is not a full UK postcode, such as SW1A 2AA' }
  if (keyword === 'format') return { parameter, detail: `is not a ${String(params['format'])}` }
  if (keyword === 'pattern' && params['pattern'] === hasWord)
    return { parameter, detail: 'holds no two letters or digits' }
  if (keyword === 'pattern')
    return {
      parameter,
      detail: `is not of the form ${String((parentSchema as JsonSchema)['title'] ?? params['pattern'])}`,
    }
  if (keyword === 'type')
    return {
      parameter,
      detail: `must be ${/^[aeiou]/.test(String(params['type'])) ? 'an' : 'a'} ${String(params['type'])}`,
    }
  if (keyword === 'minLength' || keyword === 'maxLength') {
    const { minLength = 1, maxLength } = parentSchema as { minLength?: number; maxLength?: number }
    return {
      parameter,
      detail: `must have ${maxLength === undefined ? `at least ${minLength}` : `${minLength} to ${maxLength}`} characters`,
    }
  }
  const { minimum, maximum } = parentSchema as { minimum?: number; maximum?: number }
  if (minimum !== undefined && maximum !== undefined)
    return { parameter, detail: `must be from ${minimum} to ${maximum}` }
  return { parameter, detail: error.message ?? 'is not legal' }
}

const includeFaults = (
  endpoint: LoadedEndpoint,
  include: readonly string[],
  depth: Depth,
): readonly ParameterFault[] => {
  const names = includable(endpoint),
    allowed = [...names.keys()]
  const faultOf = (name: string): ParameterFault => {
    const from = names.get(name)
    if (from !== undefined)
      return { parameter: 'include', detail: `'${name}' needs depth=${from}, and this call is at ${depth}` }
    const near = nearest(name.slice(0, 40), allowed)
    return {
      parameter: 'include',
      detail: `'${name.slice(0, 40)}' is not a section here${near ? `; did you mean '${near}'?` : ''}`,
      allowed,
    }
  }
  const isLegal = (name: string): boolean => names.has(name) && depthRank(names.get(name)!) <= depthRank(depth)
  return include
    .filter((name) => !isLegal(name))
    .slice(0, faultsShown)
    .map(faultOf)
}

const invalid = (faults: readonly ParameterFault[]): Failure => {
  const shown = faults.slice(0, faultsShown)
  return new Failure('invalid_parameter', detailOf(shown), { errors: shown })
}

const detailOf = (faults: readonly ParameterFault[]): string =>
  faults.length === 1
    ? `'${faults[0]!.parameter}' ${faults[0]!.detail}`.replace(/(?<![.?!])$/, '.')
    : `${faults.length < faultsShown ? faults.length : `${faultsShown} or more`} parameters are wrong: ${faults
        .map(({ parameter, detail }) => `'${parameter}' ${detail}`)
        .join('; ')}.`
