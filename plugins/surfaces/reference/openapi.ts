/** `GET /openapi.json`: OpenAPI 3.1 of what this port serves, derived from the declarations and made on first use. */
import type Router from '@koa/router'
import type { LoadedEndpoint } from '../../../core/registry/load.ts'
import { parametersIn } from '../../../core/registry/check.ts'
import type { Settings } from '../../../core/registry/settings/settings.ts'
import { depths, type Depth } from '../../../core/contract/node.ts'
import type { JsonSchema } from '../../../core/contract/shape.ts'
import type { Code } from '../../../core/contract/failure.ts'
import { soldDepths } from '../../../core/engine/offered.ts'
import { isNamed, parametersOf } from '../../../core/engine/parameters.ts'
import { answerSchema } from '../../../core/engine/answer-schema.ts'
import { version, type CatalogueParts } from '../rest/catalogue.ts'
import { base, rawOf } from '../../../core/http/lookups.ts'
import { freePaths } from '../rest/openapi-free.ts'
import { payPaths, paySchemas } from '../pay/openapi.ts'
import { failureComponents, failureResponses, headers, problem, referTo } from '../../../core/http/openapi-parts.ts'
import { json, sendJson } from '../../../core/http/wire.ts'

const lookupCodes = (endpoint: LoadedEndpoint): readonly Code[] => [
  'invalid_parameter',
  'invalid_api_key',
  'insufficient_credits',
  ...(endpoint.declared.required.length > 0 ? ['unknown_subject' as const] : []),
  'method_not_allowed',
  'not_acceptable',
  'request_timeout',
  'idempotency_in_progress',
  ...(isNamed(endpoint) ? ['ambiguous_subject' as const] : []),
  'uri_too_long',
  'idempotency_mismatch',
  'rate_limited',
  'headers_too_large',
  'internal',
  'plugin_failed',
  'upstream_failed',
  'overloaded',
  'source_busy',
  'upstream_timeout',
]

const priceLine = (endpoint: LoadedEndpoint, settings: Settings): string => {
  const { credits } = settings.endpoint(endpoint.declared.id)
  return endpoint.flat
    ? `Costs ${credits.full} credits.`
    : `Costs ${depths.map((depth) => `${credits[depth]} credits at ${depth}`).join(', ')}.`
}

/**
 * The server takes any casing and spacing of a postcode, so its published shape is no narrower than text; and readers
 * of the document may compile patterns without the flag that classes of Unicode need.
 */
const publishedSchema = ({ pattern, ...schema }: JsonSchema): JsonSchema => {
  if (schema['format'] === 'uk-postcode') return { type: 'string' }
  return pattern === undefined || String(pattern).includes('\\p{') ? schema : { ...schema, pattern }
}

/**
 * The endpoint's examples that give this parameter, each named by its whole address, so that a reader can tell them
 * apart and use them.
 */
const examplesFor = (
  endpoint: LoadedEndpoint,
  name: string,
  type: unknown,
  examples: Readonly<Record<string, string>>,
): object => {
  const given = Object.entries(examples).flatMap(([address, summary]) => {
    const value = rawOf(endpoint, address, '')[name]
    return typeof value === 'string' ? [[address, { summary, value: type === 'integer' ? Number(value) : value }]] : []
  })
  return given.length > 0 ? { examples: Object.fromEntries(given) } : {}
}

/** The parameters of a look-up, with the examples that give them. */
const publishedParameters = (
  endpoint: LoadedEndpoint,
  settings: Settings,
): readonly { readonly name: string; readonly schema: JsonSchema }[] => {
  const inPath = parametersIn(endpoint.declared.path)
  const { examples, match } = settings.endpoint(endpoint.declared.id)
  return Object.entries(parametersOf(endpoint, match)).map(
    ([
      name,
      {
        schema: { description, examples: _examples, ...schema },
      },
    ]) => ({
      name,
      in: inPath.includes(name) ? 'path' : 'query',
      required: inPath.includes(name),
      ...(description === undefined ? {} : { description }),
      schema: publishedSchema(schema),
      ...examplesFor(endpoint, name, schema['type'], examples),
    }),
  )
}

const lookupPath = (endpoint: LoadedEndpoint, settings: Settings): object => {
  const { declared } = endpoint
  return {
    get: {
      operationId: declared.id,
      summary: declared.title,
      description: `${declared.summary} ${priceLine(endpoint, settings)}`,
      tags: ['look-ups'],
      parameters: [...publishedParameters(endpoint, settings), { $ref: '#/components/parameters/IdempotencyKey' }],
      responses: {
        200: {
          description: 'The look-up succeeded',
          headers: referTo(
            'X-Request-Id',
            'Domesday-Release',
            'X-Credits-Charged',
            'X-Credits-Remaining',
            'RateLimit',
            'RateLimit-Policy',
          ),
          content: { 'application/json': { schema: answerSchema(endpoint) } },
        },
        ...failureResponses(lookupCodes(endpoint)),
      },
    },
  }
}

type SoldOf = (endpoint: LoadedEndpoint) => readonly Depth[]

const openapiOf = ({ plugins, settings }: CatalogueParts, payable: boolean, soldOf: SoldOf): object => ({
  openapi: '3.1.0',
  info: {
    title: 'Domesday',
    version,
    description:
      'Look-ups about UK public data, merged from official sources, with explained scores. Every gap names its source and its reason. Any release may add keys to answers, and words to the reasons of gaps and the codes of failures: ignore what you do not know. The schemas describe this release and are closed, so that a spoilt answer is caught; do not hold answers of a later release to them. The `Domesday-Release` header names the release that answered.',
    license: { name: 'MIT', identifier: 'MIT' },
  },
  servers: [{ url: '/' }],
  security: [{ bearer: [] }, { apiKey: [] }],
  tags: [
    { name: 'look-ups', description: 'Charged in credits' },
    ...(payable ? [{ name: 'pay per call', description: 'Paid in US dollars, without a key' }] : []),
    { name: 'service', description: 'Free of charge' },
  ],
  paths: {
    ...Object.fromEntries(
      [...plugins.endpoints.values()].map((endpoint) => [
        `${base}${endpoint.declared.path}`,
        lookupPath(endpoint, settings()),
      ]),
    ),
    ...(payable &&
      payPaths(
        plugins.endpoints.values(),
        settings(),
        (endpoint) => publishedParameters(endpoint, settings()),
        soldOf,
      )),
    ...freePaths(settings()),
  },
  components: {
    securitySchemes: {
      bearer: { type: 'http', scheme: 'bearer', description: 'A key as `POST /keys` gives it' },
      apiKey: {
        type: 'apiKey',
        in: 'header',
        name: 'X-API-Key',
        description: 'The same key, for clients that cannot send a bearer',
      },
    },
    parameters: {
      IdempotencyKey: {
        name: 'Idempotency-Key',
        in: 'header',
        required: false,
        description: 'The same key with the same request within 24 hours gets the stored answer again, uncharged',
        schema: { type: 'string', minLength: 1, maxLength: 255 },
      },
    },
    headers,
    responses: failureComponents(),
    schemas: { Problem: problem, ...(payable && paySchemas(plugins.endpoints.values())) },
  },
})

/** `payable`: whether calls can be paid for here. */
export const openapi = (router: Router, parts: CatalogueParts, payable: boolean): void => {
  let made: { readonly settings: Settings; readonly sold: string; readonly body: Buffer } | undefined
  const soldOf: SoldOf = (endpoint) => soldDepths(endpoint, (source) => parts.lacking(source) === null)
  router.get('/openapi.json', async (ctx) => {
    const settings = parts.settings()
    // What is ready changes without the settings: with a pull.
    const sold = payable ? [...parts.plugins.endpoints.values()].map(soldOf).join(';') : ''
    if (made?.settings !== settings || made.sold !== sold)
      made = { settings, sold, body: json(openapiOf(parts, payable, soldOf)) }
    await sendJson(ctx, made.body)
  })
}
