/** Turns what a caller sent into a plan of the call: checks every parameter, and reports all faults at once. */
import { hash } from 'node:crypto'
import type { LoadedEndpoint } from '../registry/load.ts'
import { parametersIn } from '../registry/check.ts'
import type { EndpointSettings } from '../registry/settings/settings.ts'
import { canonical } from '../config/hash.ts'
import type { Endpoint } from '../contract/endpoint.ts'
import { Failure, type ParameterFault } from '../contract/failure.ts'
import { depths, type Depth } from '../contract/node.ts'
import { nameMatch, type JsonSchema } from '../contract/shape.ts'
import {
  faultOf,
  faultsShown,
  includeFaults,
  invalidParameters,
  parameterIn,
  unknownParameter,
} from './parameter-faults.ts'
import { matchParameter, parameterSchema, parametersOf } from './parameters.ts'
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
  /** What the path names, in the caller's words; null where it names nothing. */
  readonly subject: string | null
  /** The key in the cache of answers: the fingerprint with a hash of the settings in force. */
  readonly key: string
  /** Credits. */
  readonly price: number
}

/** As a caller sent them: a list is a parameter that was given several times. */
export type RawParameters = Readonly<Record<string, string | number | boolean | readonly string[]>>

/** The code or a schema of a parameter failed: the cause says how. */
export class ParameterError extends Failure {
  readonly endpoint: Endpoint
  constructor(endpoint: Endpoint, cause: unknown) {
    super('plugin_failed', 'A plugin of this server failed on the parameters. Nothing was charged.', {}, { cause })
    this.endpoint = endpoint
  }
}

/**
 * Throws a `Failure` with all faults, 20 at most. `typed`: values have their JSON types already.
 * `surfaceParameters`: the surface reads these itself; they are skipped here.
 */
export const planOf = (
  endpoint: LoadedEndpoint,
  settings: EndpointSettings,
  raw: RawParameters,
  {
    typed = false,
    surfaceParameters = [],
  }: { readonly typed?: boolean; readonly surfaceParameters?: readonly string[] | undefined } = {},
): Plan => {
  try {
    return checkedPlan(endpoint, settings, raw, typed, surfaceParameters)
  } catch (error) {
    throw error instanceof Failure ? error : new ParameterError(endpoint.declared, error)
  }
}

const checkedPlan = (
  endpoint: LoadedEndpoint,
  settings: EndpointSettings,
  raw: RawParameters,
  typed: boolean,
  surfaceParameters: readonly string[],
): Plan => {
  const { given, faults } = readParameters(endpoint, raw, typed, surfaceParameters)
  const match = matchParameter(endpoint)
  if (match !== null && endpoint.declared.asked.shapes[match] === nameMatch) given[match] ??= settings.match
  const faulty = new Set(faults.map(({ parameter }) => parameter))
  const errors = check(parameterSchema(endpoint), given).filter((error) => !faulty.has(parameterIn(error)))
  const depth = endpoint.flat ? 'full' : (given['depth'] as Depth)
  const include = 'include' in given ? [...new Set(namesIn(String(given['include'])))].sort() : null
  const all = [
    ...faults,
    ...errors.map(faultOf),
    ...(include && depths.includes(depth) ? includeFaults(endpoint, include, depth) : []),
  ]
  if (all.length > 0) throw invalidParameters(firstOfEach(all))
  const { depth: _, include: __, ...asked } = given
  const fingerprint = fingerprintOf({ endpoint: endpoint.declared.id, asked, depth, include })
  return {
    endpoint,
    settings,
    asked,
    depth,
    include,
    fingerprint,
    lookupHash: hash('sha256', fingerprint),
    subject:
      parametersIn(endpoint.declared.path)
        .map((name) => asked[name])
        .join(' ') || null,
    key: `${settings.hash} ${fingerprint}`,
    price: settings.credits[depth],
  }
}

type Asked = Pick<Plan, 'asked' | 'depth' | 'include'> & { readonly endpoint: string }

const fingerprintOf = ({ endpoint, asked, depth, include }: Asked): string =>
  canonical([endpoint, asked, depth, include])

/** The `lookupHash` of the plan that asked for this. */
export const lookupHashOf = (asked: Asked): string => hash('sha256', fingerprintOf(asked))

/** The parameters that can be read, cleaned, and what is wrong with the others. */
const readParameters = (
  endpoint: LoadedEndpoint,
  raw: RawParameters,
  typed: boolean,
  surfaceParameters: readonly string[],
): { readonly given: Record<string, unknown>; readonly faults: readonly ParameterFault[] } => {
  const shapes = parametersOf(endpoint)
  const inPath = parametersIn(endpoint.declared.path)
  const inQuery = Object.keys(shapes).filter((name) => !inPath.includes(name))
  const given: Record<string, unknown> = {}
  const faults: ParameterFault[] = []
  for (const name of Object.keys(raw).filter((name) => !surfaceParameters.includes(name))) {
    if (faults.length === faultsShown) throw invalidParameters(faults)
    const shape = Object.hasOwn(shapes, name) ? shapes[name] : undefined,
      value = raw[name]!
    if (!shape) faults.push(unknownParameter(name, [...inQuery, ...surfaceParameters]))
    else if (typeof value === 'object') faults.push({ parameter: name, detail: 'is given more than once' })
    else if (typeof value !== 'string') given[name] = value
    else if (/[\u0000-\u001f\u007f-\u009f\ufffe\uffff]/.test(value))
      faults.push({ parameter: name, detail: 'holds a control character' })
    else if (/\.\.[\\/]/.test(value)) faults.push({ parameter: name, detail: 'holds a path' })
    else if (!(name === 'include' && namesIn(value).length === 0) && !(shape.optional && value === ''))
      given[name] = shape.clean ? shape.clean(value) : typed ? value : numberIn(shape.schema, value)
  }
  return { given, faults }
}

/** The first fault of each parameter, and of `include` every one. */
const firstOfEach = (faults: readonly ParameterFault[]): readonly ParameterFault[] => {
  const keyOf = ({ parameter, detail }: ParameterFault): string => (parameter === 'include' ? detail : parameter)
  return faults.filter((fault, i) => faults.findIndex((other) => keyOf(other) === keyOf(fault)) === i)
}

const namesIn = (include: string): readonly string[] =>
  include
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '')

/** Numbers in a query are text: only plain decimals are read as numbers. */
const numberIn = ({ type }: JsonSchema, text: string): string | number =>
  (type === 'integer' || type === 'number') && /^-?\d{1,15}(\.\d{1,9})?$/.test(text) ? Number(text) : text
