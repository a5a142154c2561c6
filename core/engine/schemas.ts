/** The one ajv instance. It compiles each schema on first use: all of them would add half a second to every start. */
import { createRequire } from 'node:module'
import type { Ajv, ErrorObject, ValidateFunction } from 'ajv'
import { apart, isAbsent } from '../contract/absence.ts'
import { once, onceFor } from '../contract/once.ts'
import type { Operation } from '../contract/operation.ts'
import type { JsonSchema, Shape } from '../contract/shape.ts'

const require = createRequire(import.meta.url)

const ajv = once((): Ajv => {
  const { Ajv2020 } = require('ajv/dist/2020.js') as { Ajv2020: new (options: object) => Ajv }
  const { isValid } = require('postcode') as { isValid(postcode: string): boolean }
  const made = new Ajv2020({
    allErrors: true,
    useDefaults: true,
    allowUnionTypes: true,
    strictSchema: false,
    verbose: true,
  })
  made.addFormat('date', {
    type: 'string',
    validate: (text: string) => /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text)),
  })
  made.addFormat('date-time', {
    type: 'string',
    validate: (text: string) => /^\d{4}-\d{2}-\d{2}T/.test(text) && !Number.isNaN(Date.parse(text)),
  })
  // Callers show these as links: `javascript:` and the like are refused.
  made.addFormat('uri', {
    type: 'string',
    validate: (text: string) => /^https?:\/\/[^\s<>"]+$/i.test(text) && URL.canParse(text),
  })
  const mixedUp = /^(GIR|[A-Z01258]{1,2}[\dOILSZB][A-Z\d]?) [\dOILSZB][A-Z01258]{2}$/
  made.addFormat('uk-postcode', { type: 'string', validate: (text: string) => isValid(text) || mixedUp.test(text) })
  return made
})

const compiled = onceFor((schema: JsonSchema): ValidateFunction => ajv().compile(schema))

/** Where a value does not fit a schema: no errors where it does. Fills in defaults in place. */
export const check = (schema: JsonSchema, value: unknown): readonly ErrorObject[] => {
  const validate = compiled(schema)
  return validate(value) ? [] : (validate.errors ?? [])
}

/** Why an answer is not of the shape of its operation's digest, in words without upstream text; null where it is. */
export const digestMisfit = ({ digest }: Operation<any, any>, sent: unknown): string | null => {
  const { value } = apart(sent)
  if (isAbsent(value)) return null
  const [fault] = check(digest.schema, value)
  return fault ? `${fieldIn(fault.schemaPath).replace(/^\./, '')} ${fault.message}`.trim() : null
}

/** Something that a plugin made does not fit its shape. */
export class ShapeError extends TypeError {
  /** `services.crime[].month`: the field, with `[]` for a member of a list and `*` for one of a table. */
  readonly field: string
  constructor(field: string, fault: string) {
    super(`not of the declared shape: ${field} ${fault}`)
    this.name = 'ShapeError'
    this.field = field
  }
}

/** Throws a `ShapeError`, which quotes nothing of the value but the name of a surplus key: it may be upstream text. */
export const assertShape = (name: string, { schema }: Shape<unknown>, value: unknown): void => {
  const [fault] = check(schema, value)
  if (!fault) return
  const { missingProperty, additionalProperty } = fault.params as Readonly<Record<string, string | undefined>>
  const key = missingProperty ?? (/^\w{1,60}$/.test(additionalProperty ?? '') ? additionalProperty : undefined)
  const said = missingProperty ? 'is missing' : additionalProperty ? 'is not declared' : fault.message
  throw new ShapeError(`${name}${fieldIn(fault.schemaPath)}${key ? `.${key}` : ''}`, said ?? 'is invalid')
}

/** The field that a schema path such as `#/anyOf/0/properties/on/type` leads to, as declared. */
const fieldIn = (schemaPath: string): string =>
  [...schemaPath.matchAll(/\/(?:properties\/([^/]+)|(items)|(additionalProperties))(?=\/)/g)]
    .map(([, name, item]) => (name ? `.${name}` : item ? '[]' : '.*'))
    .join('')
