/** Shared components of the OpenAPI document: problem details, response headers and failures. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { JsonSchema } from '@domesday/core'
import { candidateSchema, candidatesShown, failures, type Code, type LoadedEndpoint } from '@domesday/core/surface'
import { answerSchema } from './answer-schema.ts'

const text = { type: 'string' } as const
const scope = { type: ['array', 'null'], items: text } as const
export const problem: JsonSchema = {
  type: 'object',
  description: 'Problem details (RFC 9457)',
  required: ['type', 'title', 'status', 'detail', 'code', 'request_id'],
  properties: {
    type: { ...text, description: 'A page about this kind of failure, below this server' },
    title: text,
    status: { type: 'integer' },
    detail: { ...text, description: 'What was wrong with this request' },
    code: { ...text, enum: Object.keys(failures) },
    request_id: text,
    errors: {
      type: 'array',
      items: {
        type: 'object',
        required: ['parameter', 'detail'],
        properties: {
          parameter: text,
          detail: text,
          allowed: { type: 'array', items: { type: ['string', 'number', 'boolean', 'null'] } },
        },
        additionalProperties: false,
      },
    },
    suggestions: { type: 'array', items: candidateSchema, description: 'Similar subjects, if there are any' },
    candidates: {
      type: 'array',
      items: candidateSchema,
      maxItems: candidatesShown,
      description: 'The subjects that the name may mean: choose one and repeat the request with its `id`',
    },
    credits_required: { type: 'integer' },
    balance: { type: 'integer' },
    scope: {
      type: 'object',
      description: 'What the key may ask, by id; null: all',
      required: ['endpoints', 'surfaces'],
      properties: { endpoints: scope, surfaces: scope },
      additionalProperties: false,
    },
    cap: {
      type: 'object',
      description: 'The spend cap that refuses the call, and what it still allows',
      required: ['per', 'credits', 'left'],
      properties: { per: { ...text, enum: ['day', 'month'] }, credits: { type: 'integer' }, left: { type: 'integer' } },
      additionalProperties: false,
    },
    retry_after_s: { type: 'integer' },
    micro_usd: { type: 'integer', description: 'Price of a paid call, in millionths of a US dollar' },
  },
  additionalProperties: false,
}

const header = (description: string, schema: JsonSchema = text): object => ({ description, schema })
export const headers = {
  'X-Request-Id': header('Identifies this request in logs and in the ledger'),
  'Domesday-Release': header('The release that answered. docs/changes.md lists the changes of each release'),
  'X-Credits-Charged': header('The cost of this answer, in credits', { type: 'integer' }),
  'X-Credits-Remaining': header('What this key can still spend, in credits', { type: 'integer' }),
  'RateLimit-Policy': header('The current limit (a draft header field)'),
  RateLimit: header('What remains of the limit (a draft header field)'),
  'Preference-Applied': header('`whole` where the request preferred it'),
  'Retry-After': header('Seconds to wait', { type: 'integer' }),
}
export const referTo = (...names: readonly (keyof typeof headers)[]): object =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]))

/** The failure responses by status; several codes may share one. */
export const failureResponses = (codes: readonly Code[]): object =>
  Object.fromEntries(
    [...new Set(codes.map((code) => failures[code].status))].map((status) => [
      status,
      { $ref: `#/components/responses/${status}` },
    ]),
  )

/** Those that these paths refer to. */
export const failureComponents = (paths: object): object => {
  const referred = JSON.stringify(paths)
  const byStatus = Map.groupBy(
    Object.entries(failures).filter(([, { status }]) => referred.includes(`#/components/responses/${status}"`)),
    ([, { status }]) => status,
  )
  return Object.fromEntries(
    [...byStatus].map(([status, entries]) => [
      status,
      {
        description: entries.map(([code, { title }]) => `${title} (\`${code}\`)`).join(', or '),
        headers: referTo(
          'X-Request-Id',
          'Domesday-Release',
          ...(status === 429 || status === 503 ? ['Retry-After' as const] : []),
        ),
        content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
      },
    ]),
  )
}

/** `LocationAnswer`: the name of an endpoint's answer among the schemas. Clients name their types so. */
const answerName = (id: string): string => `${pascal(id)}Answer`
export const pascal = (id: string): string => id.replace(/(?:^|-)(.)/g, (_, first: string) => first.toUpperCase())

/** Of an answer of the sample data; a package from elsewhere may have none. */
const exampleFile = ({ declared: { home } }: LoadedEndpoint): string | null => {
  const file = join(home, 'answer.json')
  return existsSync(file) ? file : null
}

/** The answer of a look-up and an example of it, by reference. */
export const answerContent = (endpoint: LoadedEndpoint): object => {
  const name = answerName(endpoint.declared.id)
  return {
    'application/json': {
      schema: { $ref: `#/components/schemas/${name}` },
      ...(exampleFile(endpoint) && { examples: { sample: { $ref: `#/components/examples/${name}` } } }),
    },
  }
}

export const answerExamples = (endpoints: Iterable<LoadedEndpoint>): Readonly<Record<string, object>> =>
  Object.fromEntries(
    [...endpoints].flatMap((endpoint) => {
      const file = exampleFile(endpoint)
      if (file === null) return []
      const { id, title } = endpoint.declared
      const value = JSON.parse(readFileSync(file, 'utf8')) as object
      return [[answerName(id), { summary: `${title}, of the sample data`, value }] as const]
    }),
  )

/** The answers' schemas by their names. */
export const answerSchemas = (endpoints: Iterable<LoadedEndpoint>): Readonly<Record<string, JsonSchema>> =>
  Object.fromEntries(
    [...endpoints].map((endpoint) => [answerName(endpoint.declared.id), answerSchema(endpoint)] as const),
  )
