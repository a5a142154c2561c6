/** The paths of evidence in the OpenAPI document. */
import {
  depths,
  choice,
  flag,
  integer,
  list,
  number,
  object,
  optional,
  orNull,
  table,
  text,
  type Shape,
} from '@domesday/core'
import type { Code, OpenapiPart } from '@domesday/core/surface'
import { failureResponses, referTo } from '@domesday/surface-parts/openapi'
import { limits } from '@domesday/surface-parts/looks'
import { keySetPath, longestLook, mostRows, signedType, usualDays, usualRows } from './bounds.ts'

const id = text({ description: 'As in `_meta.evidence`', pattern: '^ev_[0-9a-f]{64}$' })
// Without a list of types, in which arrays would have to say what their items are.
const any: Shape<unknown> = { schema: { description: 'Any JSON value' } }
const time = text({ format: 'date-time' })
const state = { score: orNull(number()), rating: orNull(text()) }
const row = object({ id, path: text(), endpoint: text(), depth: choice(depths), verdict: text(), at: time, ...state })

const listShape = object({
  packs: list(row, 'Newest first'),
  next: orNull(text('The `cursor` of the page with older ones; null where there are none')),
})

const packShape = object({
  pack: object({
    id,
    statement: text('What a pack shows, and what it does not'),
    form: table(
      any,
      'What is hashed: `id` is `ev_` and the SHA-256 of its canonical form (RFC 8785). Values are hashes',
    ),
    values: table(
      object({ salt: text(), value: optional(any) }),
      'The values by their places in the form; those that may not be handed on are left out',
    ),
    not_replayable: list(text(), 'Sources of which something is left out'),
  }),
  timings: list(object({ began: number({ unit: 'ms' }), took: number({ unit: 'ms' }) }), 'Of each ask; not hashed'),
})

const said = orNull(object({ points: orNull(number()), contribution: orNull(integer()), detail: text() }))
const part = orNull(integer())
const changesShape = object({
  from: id,
  to: id,
  sections: list(object({ section: text(), patch: list(table(any), 'A JSON Patch (RFC 6902)') }), 'Those that differ'),
  factors: list(object({ factor: text(), before: said, after: said }), 'Those that differ'),
  score: object(
    { before: part, after: part, code: part, settings: part, clock: part, evidence: part },
    'The parts, in points, add up to the difference; null where there was no score, or a part is in the next',
  ),
})

const turn = object({
  on: text({ format: 'date' }),
  in_days: integer(),
  before: object(state),
  after: object(state),
  because: list(text(), 'The sentences of the factors and facts that moved'),
})
const aheadShape = object({
  from: text({ format: 'date' }),
  to: text({ format: 'date', description: 'The last day that was looked at' }),
  now: object(state),
  turns: list(turn, 'The days on which the rating changes if nothing is filed'),
})

const step = object({
  factor: text(),
  detail: text('What it says today'),
  points: object({ before: orNull(number()), after: orNull(number()) }),
  metric: {
    schema: { type: ['number', 'string'], description: 'In steps that the factor can take: whole days, say' },
  } as Shape<number | string>,
})
const pathsShape = object({
  to: text(),
  now: object(state),
  paths: list(object({ steps: list(step), reaches: object(state) }), 'The fewest factors, each as little as is needed'),
  walls: list(text(), 'Facts that keep the rating out of reach whatever the factors are'),
  farthest: orNull(
    object(state, 'How far all that the subject can change leads together; null where there is a path or no rating'),
  ),
  complete: flag('Whether all combinations of so few factors were tried in the time for it'),
})

const asWithKey = [{ bearer: [] }, { apiKey: [] }]
const shownPayment = {
  name: 'PAYMENT-SIGNATURE',
  in: 'header',
  required: false,
  description:
    'In place of a key: the payment that bought the answer under `/pay`, once more. Payments of several answers are separated by commas',
  schema: { type: 'string' },
}

const inPath = (name: string): object => ({ name, in: 'path', required: true, schema: id.schema })
const inQuery = (name: string, description: string, schema: object, required = false): object => ({
  name,
  in: 'query',
  required,
  description,
  schema,
})

const get = (
  operationId: string,
  summary: string,
  {
    parameters,
    shape,
    codes = [],
    signed = false,
    payments = false,
  }: {
    readonly parameters: readonly object[]
    readonly shape: Shape<unknown>
    readonly codes?: readonly Code[]
    /** Whether a signed file may be asked for in its place. */
    readonly signed?: boolean
    /** Whether who paid by the call may read it too. */
    readonly payments?: boolean
  },
): object => ({
  get: {
    operationId,
    summary,
    description: `${summary}. Free for who was charged for the answer.${signed ? ` With \`Accept: ${signedType}\` a signed file: a flattened JWS (RFC 7515).` : ''}`,
    tags: ['evidence'],
    ...(payments && { security: [...asWithKey, {}] }),
    parameters: payments ? [...parameters, shownPayment] : parameters,
    responses: {
      200: {
        description: summary,
        headers: referTo('X-Request-Id', 'Domesday-Release', 'X-Credits-Charged', 'X-Credits-Remaining'),
        // One media type alone, as of look-ups.
        content: { 'application/json': { schema: object({ data: shape }).schema } },
      },
      ...failureResponses([
        'invalid_parameter',
        'invalid_api_key',
        ...codes,
        'method_not_allowed',
        'rate_limited',
        'internal',
        'overloaded',
      ]),
    },
  },
})

/** `payments`: answers are sold by the call here. */
export const openapiOf = (payments: boolean): OpenapiPart => ({
  tags: [{ name: 'evidence', description: 'What answers were made from. Free of charge' }],
  paths: {
    '/evidence': get('getEvidenceOfSubject', 'The evidence of the answers about one subject', {
      parameters: [
        inQuery('path', 'The path of the look-up, such as `/entity/99000025`', { type: 'string' }, true),
        inQuery('limit', 'Rows of a page', { type: 'integer', minimum: 1, maximum: mostRows, default: usualRows }),
        inQuery('cursor', '`next` of the page before', { type: 'string' }),
      ],
      shape: listShape,
    }),
    '/evidence/{id}': get('getEvidence', 'What an answer was made from', {
      parameters: [inPath('id')],
      shape: packShape,
      payments,
      codes: ['not_kept'],
      signed: true,
    }),
    [keySetPath]: {
      get: {
        operationId: 'getSigningKeys',
        summary: 'The public keys that sign evidence',
        description: 'A JWK Set: the current key, and those that signed before. Free of charge.',
        security: [],
        tags: ['evidence'],
        responses: {
          200: {
            description: 'The key set',
            content: { 'application/jwk-set+json': { schema: object({ keys: list(table(any)) }).schema } },
          },
          ...failureResponses(['unknown_path', 'method_not_allowed', 'rate_limited', 'internal', 'overloaded']),
        },
      },
    },
    '/evidence/{from}/changes/{to}': get('getChanges', 'What changed between two answers to one question, and why', {
      parameters: [inPath('from'), inPath('to')],
      shape: changesShape,
      payments,
      codes: ['not_kept', 'cannot_be_replayed', 'not_comparable'],
    }),
    '/evidence/{id}/ahead': get('getAhead', 'When the rating changes by time alone', {
      parameters: [
        inPath('id'),
        inQuery('days', `How far; ${limits.looks.calls} looks a minute`, {
          type: 'integer',
          minimum: 1,
          maximum: longestLook,
          default: usualDays,
        }),
      ],
      shape: aheadShape,
      payments,
      codes: ['not_kept', 'not_offered', 'cannot_be_replayed'],
    }),
    '/evidence/{id}/paths': get('getPaths', 'The least changes that reach a rating', {
      parameters: [inPath('id'), inQuery('to', 'The rating to reach', { type: 'string' }, true)],
      shape: pathsShape,
      payments,
      codes: ['not_kept', 'not_offered', 'cannot_be_replayed'],
    }),
  },
})
