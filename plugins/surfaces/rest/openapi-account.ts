/** The account of a key in the OpenAPI document: its rows, its usage, and credits that were paid for. */
import { choice, integer, list, object, optional, orNull, text, type Shape } from '@domesday/core'
import { entryKinds, maximumCredits } from '@domesday/core/surface'
import { termShapes } from '@domesday/surface-parts/key-terms'
import { failureResponses } from '@domesday/surface-parts/openapi'
import { mostRows, usualRows } from './account.ts'
import { paidCreditsPath } from './paid-credits.ts'
import { ownDimensions, usagePath } from './usage.ts'

const time = text({ format: 'date-time' })

const accountShape = object({
  id: text('Public id of the key'),
  balance: integer({ description: 'Sum of the ledger', unit: 'credits' }),
  held: integer({ description: 'Held for running requests', unit: 'credits' }),
  terms: object(termShapes, 'What the key may do; null: no bound of its own'),
  ledger: list(
    object({
      at: time,
      kind: choice(entryKinds),
      amount: integer({ description: 'Signed: a charge is negative', unit: 'credits' }),
      balance: integer({ description: 'The balance after it', unit: 'credits' }),
      request_id: orNull(text('The request, or the reference of a grant')),
      endpoint: orNull(text()),
      depth: orNull(text()),
      surface: orNull(text('The interface that sold it, such as rest or mcp')),
      subject: orNull(text('What was asked about: for 24 hours, and until it is erased')),
    }),
    'Newest first. A page of a filtered list may have fewer rows than `limit`, even none: go on while there is a `next`',
  ),
  next: orNull(text('The `cursor` of the page with older rows; null where there are none')),
})

const usageShape = object({
  from: time,
  to: text({ format: 'date-time', description: 'The first moment that is not counted any more' }),
  by: list(choice(ownDimensions)),
  rows: list(
    object({
      endpoint: optional(orNull(text())),
      depth: optional(orNull(text())),
      surface: optional(orNull(text())),
      day: optional(text('A day of UTC, such as 2026-11-23')),
      calls: integer('Charged calls'),
      credits: integer({ description: 'What they were charged', unit: 'credits' }),
      refunds: integer('Refunds, on their own day'),
      refunded: integer({ unit: 'credits' }),
      payments: integer('Top-ups that were paid by x402'),
      micro_usd: integer('What they cost, in millionths of a US dollar'),
    }),
    'One row for each value of the dimensions in `by`; without any one row',
  ),
})

const paidShape = {
  reference: text('The payment, in the words of its provider; counts once'),
  key_id: text('Public id of the key'),
  credits: integer({ minimum: 1, maximum: maximumCredits, unit: 'credits' }),
}

const inQuery = (name: string, description: string, schema: object): object => ({
  name,
  in: 'query',
  required: false,
  description,
  schema,
})
const string = { type: 'string' }
const span = (from: string, to: string): readonly object[] => [
  inQuery('from', `A date of UTC, or a time. ${from}`, string),
  inQuery('to', `A date of UTC, which is counted, or a time, which is not. ${to}`, string),
]
const signed = (name: string, description: string): object => ({
  name,
  in: 'header',
  required: true,
  description,
  schema: string,
})
const answer = (description: string, shape: Shape<unknown>): object => ({
  200: { description, content: { 'application/json': { schema: object({ data: shape }).schema } } },
})

export const accountPaths = (takesWebhooks: boolean): Readonly<Record<string, object>> => ({
  '/account': {
    get: {
      operationId: 'getAccount',
      summary: 'Balance and ledger of a key',
      description: 'What the key can spend, and its ledger in pages, newest first. Free of charge.',
      tags: ['service'],
      parameters: [
        inQuery('limit', 'Rows of a page', { type: 'integer', minimum: 1, maximum: mostRows, default: usualRows }),
        inQuery('cursor', '`next` of the page before', string),
        inQuery('kind', 'Only rows of this kind', { ...string, enum: entryKinds }),
        inQuery('endpoint', 'Only charges of this look-up: a refund has none', string),
        inQuery('surface', 'Only charges of this interface: a refund has none', string),
        ...span('Only rows from then on', 'Only rows until then'),
      ],
      responses: {
        ...answer('The account', accountShape),
        ...failureResponses(['invalid_parameter', 'invalid_api_key', 'rate_limited', 'internal', 'overloaded']),
      },
    },
  },
  [usagePath]: {
    get: {
      operationId: 'getUsage',
      summary: 'What a key used',
      description: 'Sums of charges, refunds and paid top-ups in a span of at most 366 days. Free of charge.',
      tags: ['service'],
      parameters: [
        ...span('By default the first of the month', 'By default today'),
        inQuery('by', `Dimensions between commas: ${ownDimensions.join(', ')}`, string),
      ],
      responses: {
        ...answer('The usage', usageShape),
        ...failureResponses(['invalid_parameter', 'invalid_api_key', 'rate_limited', 'internal', 'overloaded']),
      },
    },
  },
  ...(takesWebhooks && {
    [paidCreditsPath]: {
      post: {
        operationId: 'grantPaidCredits',
        summary: 'Credits that were paid for elsewhere',
        description: 'For payment providers: a message signed as Standard Webhooks has it, once for each reference.',
        security: [],
        tags: ['service'],
        parameters: [
          signed('webhook-id', 'The id of the message'),
          signed('webhook-timestamp', 'When it was sent, Unix seconds'),
          signed('webhook-signature', '`v1,` and the HMAC-SHA256 of id, time and body in base64'),
        ],
        requestBody: { required: true, content: { 'application/json': { schema: object(paidShape).schema } } },
        responses: {
          ...answer(
            'The credits are granted',
            object({ ...paidShape, remaining: integer({ description: 'What the key can spend', unit: 'credits' }) }),
          ),
          ...failureResponses([
            'invalid_parameter',
            'invalid_signature',
            'request_timeout',
            'idempotency_mismatch',
            'rate_limited',
            'internal',
            'overloaded',
          ]),
        },
      },
    },
  }),
})
