/** Parts of the OpenAPI document that many paths refer to: problem details, response headers, failures. */
import type { JsonSchema } from '@domesday/core'
import { candidateSchema, candidatesShown, failures, type Code } from '@domesday/core/surface'

const text = { type: 'string' } as const
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
    suggestions: { type: 'array', items: candidateSchema, description: 'Near misses, where there are any' },
    candidates: {
      type: 'array',
      items: candidateSchema,
      maxItems: candidatesShown,
      description: 'The subjects that may be meant: choose one and ask again by its `id`',
    },
    credits_required: { type: 'integer' },
    balance: { type: 'integer' },
    retry_after_s: { type: 'integer' },
    micro_usd: { type: 'integer', description: 'Price of a call that is paid for, in millionths of a US dollar' },
  },
  additionalProperties: false,
}

const header = (description: string, schema: JsonSchema = text): object => ({ description, schema })
export const headers = {
  'X-Request-Id': header('Names this request in logs and in the ledger'),
  'Domesday-Release': header('The release that answered. What each one brings is in docs/changes.md'),
  'X-Credits-Charged': header('What this answer cost, in credits', { type: 'integer' }),
  'X-Credits-Remaining': header('What this key can still spend, in credits', { type: 'integer' }),
  'RateLimit-Policy': header('The limit in force (a draft header field)'),
  RateLimit: header('What is left of it (a draft header field)'),
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

export const failureComponents = (): object => {
  const byStatus = Map.groupBy(Object.entries(failures), ([, { status }]) => status)
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
