/** The paths of lookups in the OpenAPI document, and authentication. */
import { counted, depths } from '@domesday/core'
import {
  isNamed,
  type Code,
  type OpenapiPart,
  type LoadedEndpoint,
  type ServiceView,
  type Settings,
} from '@domesday/core/surface'
import { preferHeader, priorityHeader, publishedParameters } from '@domesday/surface-parts/openapi-parameters'
import {
  answerContent,
  answerExamples,
  answerSchemas,
  failureResponses,
  pascal,
  referTo,
} from '@domesday/surface-parts/openapi'
import { onDeclared } from './on-day.ts'
import { freePaths } from './openapi-free.ts'
import { secretVariable } from './paid-credits.ts'

const lookupCodes = (endpoint: LoadedEndpoint): readonly Code[] => [
  'invalid_parameter',
  'invalid_api_key',
  'insufficient_credits',
  'out_of_scope',
  'spend_cap_reached',
  ...(endpoint.declared.required.length > 0 ? ['unknown_subject' as const] : []),
  'not_kept',
  'method_not_allowed',
  'not_acceptable',
  'request_timeout',
  'idempotency_in_progress',
  'cannot_be_replayed',
  ...(isNamed(endpoint) ? ['ambiguous_subject' as const] : []),
  'uri_too_long',
  'idempotency_mismatch',
  'rate_limited',
  'headers_too_large',
  'internal',
  'plugin_failed',
  'upstream_failed',
  'upstream_changed',
  'overloaded',
  'source_busy',
  'not_whole',
  'upstream_timeout',
]

const priceLine = (endpoint: LoadedEndpoint, settings: Settings): string => {
  const { credits } = settings.endpoint(endpoint.declared.id)
  return endpoint.flat
    ? `Costs ${counted(credits.full, 'credit')}.`
    : `Costs ${depths.map((depth) => `${counted(credits[depth], 'credit')} at ${depth}`).join(', ')}.`
}

const lookupPath = (endpoint: LoadedEndpoint, settings: Settings): object => {
  const { declared } = endpoint
  return {
    get: {
      operationId: `get${pascal(declared.id)}`,
      summary: declared.title,
      description: `${declared.summary} ${priceLine(endpoint, settings)}`,
      tags: ['look-ups'],
      parameters: [
        ...publishedParameters(endpoint, settings),
        { $ref: '#/components/parameters/On' },
        { $ref: '#/components/parameters/IdempotencyKey' },
        { $ref: '#/components/parameters/Prefer' },
        { $ref: '#/components/parameters/Priority' },
      ],
      responses: {
        200: {
          description: 'The look-up succeeded',
          headers: referTo(
            'X-Request-Id',
            'Domesday-Release',
            'X-Credits-Charged',
            'X-Credits-Remaining',
            'Preference-Applied',
            'RateLimit',
            'RateLimit-Policy',
          ),
          // One media type alone: with a second one generated clients type every answer as a union.
          content: answerContent(endpoint),
        },
        ...failureResponses(lookupCodes(endpoint)),
      },
    },
  }
}

const eventsTold = (prefix: string): string =>
  `Under \`${prefix}\` a look-up with \`Accept: text/event-stream\` is a stream of events, at the same price: \`asked\`, \`came\` and \`gap\` for each question to a source, then \`answer\` with the answer, or \`problem\` with the problem document.`

export const openapiOf = (
  { plugins, settings, env }: Pick<ServiceView, 'plugins' | 'settings' | 'env'>,
  prefix: string,
): OpenapiPart => ({
  tags: [
    { name: 'look-ups', description: `Charged in credits. ${eventsTold(prefix)}` },
    { name: 'service', description: 'Free of charge' },
  ],
  security: [{ bearer: [] }, { apiKey: [] }],
  paths: {
    ...Object.fromEntries(
      [...plugins.endpoints.values()].map((endpoint) => [
        `${prefix}${endpoint.declared.path}`,
        lookupPath(endpoint, settings()),
      ]),
    ),
    ...freePaths(settings(), Boolean(env[secretVariable]?.trim())),
  },
  schemas: answerSchemas(plugins.endpoints.values()),
  examples: answerExamples(plugins.endpoints.values()),
  securitySchemes: {
    bearer: { type: 'http', scheme: 'bearer', description: 'An API key, as `POST /keys` returns it' },
    apiKey: {
      type: 'apiKey',
      in: 'header',
      name: 'X-API-Key',
      description: 'The same key, for clients that cannot send a bearer token',
    },
  },
  parameters: {
    Prefer: preferHeader,
    Priority: priorityHeader,
    On: onDeclared,
    IdempotencyKey: {
      name: 'Idempotency-Key',
      in: 'header',
      required: false,
      description: 'A repeated request with the same key within 24 hours gets the stored answer, uncharged',
      schema: { type: 'string', minLength: 1, maxLength: 255 },
    },
  },
})
