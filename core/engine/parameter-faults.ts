/** What is wrong with the parameters of a call, in words for the caller. */
import type { ErrorObject } from 'ajv'
import type { LoadedEndpoint } from '../registry/load.ts'
import { nearest } from '../config/nearest.ts'
import { Failure, type ParameterFault } from '../contract/failure.ts'
import { depthRank, type Depth } from '../contract/node.ts'
import { hasWord, type JsonSchema } from '../contract/shape.ts'
import { includable } from './parameters.ts'

/** The most faults that are reported. Each costs a search for the nearest name, so that no more are looked for. */
export const faultsShown = 20

export const unknownParameter = (name: string, legal: readonly string[]): ParameterFault => {
  const shown = name.length > 40 ? `${name.slice(0, 40)}…` : name
  const near = nearest(name.slice(0, 40), legal)
  return {
    parameter: shown,
    detail: near ? `is not a parameter here; did you mean '${near}'?` : 'is not a parameter here',
    allowed: legal,
  }
}

/** What is wrong with the names that are not legal: no more than are shown. */
export const unknownParameters = (names: readonly string[], legal: readonly string[]): readonly ParameterFault[] =>
  names
    .filter((name) => !legal.includes(name))
    .slice(0, faultsShown)
    .map((name) => unknownParameter(name, legal))

/** The parameter that an error is about. */
export const parameterIn = ({ instancePath, params }: ErrorObject): string =>
  instancePath.split('/')[1] ?? String(params['missingProperty'] ?? '')

export const faultOf = (error: ErrorObject): ParameterFault => {
  const { keyword, params, parentSchema } = error
  const parameter = parameterIn(error)
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
    return { parameter, detail: `must be from ${minimum} to ${maximum}`, allowed: [`${minimum}..${maximum}`] }
  return { parameter, detail: error.message ?? 'is not legal' }
}

/** Names in `include` that are no sections, or need a higher depth. */
export const includeFaults = (
  endpoint: LoadedEndpoint,
  include: readonly string[],
  depth: Depth,
): readonly ParameterFault[] => {
  const names = includable(endpoint),
    allowed = [...names.keys()]
  const faultIn = (name: string): ParameterFault => {
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
    .map(faultIn)
}

/** The failure that reports them. */
export const invalidParameters = (faults: readonly ParameterFault[]): Failure => {
  const shown = faults.slice(0, faultsShown)
  return new Failure('invalid_parameter', detailOf(shown), { errors: shown })
}

const detailOf = (faults: readonly ParameterFault[]): string =>
  faults.length === 1
    ? `'${faults[0]!.parameter}' ${faults[0]!.detail}`.replace(/(?<![.?!])$/, '.')
    : `${faults.length < faultsShown ? faults.length : `${faultsShown} or more`} parameters are wrong: ${faults
        .map(({ parameter, detail }) => `'${parameter}' ${detail}`)
        .join('; ')}.`
