/** Validates answers by their published schema: no coercion, surplus keys are faults. */
import { createRequire } from 'node:module'
import type { JsonSchema } from '@domesday/core'
import type { LoadedEndpoint } from '@domesday/core/tool'
import { answerSchema, dataSchema } from '@domesday/surface-parts/answer-schema'
import type { Ajv, ValidateFunction } from 'ajv'

const warnings: string[] = []
let made: Ajv | undefined
const strict = (): Ajv => {
  if (made) return made
  const { Ajv2020 } = createRequire(import.meta.url)('ajv/dist/2020.js') as { Ajv2020: new (options: object) => Ajv }
  const logger = { log: () => {}, warn: (text: string) => warnings.push(text), error: () => {} }
  made = new Ajv2020({ allErrors: true, allowUnionTypes: true, strictSchema: false, strictTypes: false, logger })
  made.addFormat('date', /^\d{4}-\d{2}-\d{2}$/)
  made.addFormat('date-time', {
    type: 'string',
    validate: (text: string) => /^\d{4}-\d{2}-\d{2}T/.test(text) && !Number.isNaN(Date.parse(text)),
  })
  made.addFormat('uri', { type: 'string', validate: (text: string) => URL.canParse(text) })
  made.addFormat('uk-postcode', true)
  return made
}

const compiled = new WeakMap<JsonSchema, ValidateFunction>()
const validatorOf = (schema: JsonSchema): ValidateFunction => {
  let validate = compiled.get(schema)
  if (!validate) compiled.set(schema, (validate = strict().compile(schema)))
  return validate
}

/** Why a schema is not valid, or null. An unknown format counts: nothing would check it. So does a wrong default. */
export const schemaFault = (schema: JsonSchema): string | null => {
  warnings.length = 0
  try {
    const validate = validatorOf(schema)
    if (warnings.length > 0) return warnings[0]!
    return 'default' in schema && !validate(schema['default'])
      ? `its default ${JSON.stringify(schema['default'])} ${validate.errors?.[0]?.message}`
      : null
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

/** One line for each fault; empty if the value is valid. */
export const faultsAgainst = (schema: JsonSchema, value: unknown): readonly string[] => {
  const validate = validatorOf(schema)
  return validate(value)
    ? []
    : (validate.errors ?? []).map(
        ({ instancePath, message, params }) => `${instancePath} ${message} ${JSON.stringify(params)}`,
      )
}

export const faultsInAnswer = (endpoint: LoadedEndpoint, body: unknown): readonly string[] =>
  faultsAgainst(answerSchema(endpoint), body)

/** The schemas of parameters and sections that no validator can use, such as one with an invalid pattern. */
export const faultsOfSchemas = ({ declared }: LoadedEndpoint): readonly string[] => {
  const { properties } = dataSchema(declared) as { readonly properties: Readonly<Record<string, JsonSchema>> }
  const parameters = Object.entries(declared.asked.shapes).map(
    ([name, { schema }]) => ['parameter', name, schema] as const,
  )
  const sections = Object.entries(properties).map(([name, schema]) => ['section', name, schema] as const)
  return [...parameters, ...sections].flatMap(([what, name, schema]) => {
    try {
      strict().compile(schema)
      return []
    } catch (error) {
      return [`the schema of its ${what} '${name}' is invalid: ${(error as Error).message}`]
    }
  })
}
