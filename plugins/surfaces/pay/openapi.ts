/** The pay-per-call paths of the OpenAPI document. */
import { depths, type Depth } from '@domesday/core'
import type { Code, LoadedEndpoint, OpenapiPart, ServiceView } from '@domesday/core/surface'
import { soldDepths } from '@domesday/surface-parts/offered'
import {
  priorityHeader,
  publishedParameters,
  type PublishedParameter,
} from '@domesday/surface-parts/openapi-parameters'
import { topUpPaths } from './openapi-top-up.ts'
import {
  answerContent,
  answerExamples,
  answerSchemas,
  failureResponses,
  pascal,
  referTo,
} from '@domesday/surface-parts/openapi'

const codes: readonly Code[] = [
  'invalid_parameter',
  'payment_required',
  'unknown_subject',
  'method_not_allowed',
  'not_acceptable',
  'request_timeout',
  'payment_in_progress',
  'ambiguous_subject',
  'uri_too_long',
  'rate_limited',
  'headers_too_large',
  'internal',
  'plugin_failed',
  'upstream_failed',
  'upstream_changed',
  'source_busy',
  'payment_unavailable',
  'upstream_timeout',
]

const payable = (endpoints: Iterable<LoadedEndpoint>): readonly LoadedEndpoint[] =>
  [...endpoints].filter(({ declared }) => declared.tool !== undefined)
/** The parameters of the keyed path, without the depths that are not sold here. */
const soldParameters = (parameters: readonly PublishedParameter[], sold: readonly Depth[]): readonly object[] =>
  parameters.map((parameter) => {
    if (parameter.name !== 'depth' || sold.length === depths.length) return parameter
    const { default: defaultDepth, ...schema } = parameter.schema
    const isSold = sold.includes(defaultDepth as Depth)
    return {
      ...parameter,
      required: !isSold,
      schema: { ...schema, enum: sold, ...(isSold && { default: defaultDepth }) },
    }
  })

type View = Pick<ServiceView, 'plugins' | 'settings' | 'readiness'>

export const soldOf = (
  endpoint: LoadedEndpoint,
  { readiness: { lacking } }: Pick<View, 'readiness'>,
): readonly Depth[] => soldDepths(endpoint, (source) => lacking(source) === null)

const payPaths = (view: View): Readonly<Record<string, object>> =>
  Object.fromEntries(
    payable(view.plugins.endpoints.values()).map((endpoint) => {
      const { declared } = endpoint,
        settings = view.settings()
      const prices = settings.endpoint(declared.id).microUsd!
      const sold = soldOf(endpoint, view)
      const price =
        new Set(Object.values(prices)).size === 1
          ? `$${prices.full / 1e6}${sold.length === depths.length ? '' : ` at ${sold.join(' and ')}`}`
          : sold.map((depth) => `$${prices[depth] / 1e6} at ${depth}`).join(', ')
      return [
        `/pay${declared.path}`,
        {
          get: {
            operationId: `pay${pascal(declared.id)}`,
            summary: `${declared.title}, paid per call`,
            description: `${declared.summary} Costs ${price}, paid by x402: an unpaid call answers 402 with the PAYMENT-REQUIRED header.`,
            tags: ['pay per call'],
            security: [],
            parameters: [
              ...soldParameters(publishedParameters(endpoint, settings), sold),
              priorityHeader,
              {
                name: 'PAYMENT-SIGNATURE',
                in: 'header',
                required: false,
                description: 'The payment, as x402 encodes it',
                schema: { type: 'string' },
              },
            ],
            responses: {
              200: {
                description: 'The look-up succeeded and was paid',
                headers: {
                  ...referTo('X-Request-Id', 'Domesday-Release'),
                  'PAYMENT-RESPONSE': { description: 'The receipt, as x402 encodes it', schema: { type: 'string' } },
                },
                content: answerContent(endpoint),
              },
              ...failureResponses(codes),
            },
          },
        },
      ]
    }),
  )

export const openapiOf = (view: View, maySellCredits: boolean): OpenapiPart => ({
  tags: [{ name: 'pay per call', description: 'Paid in US dollars, without a key' }],
  paths: { ...payPaths(view), ...(maySellCredits && topUpPaths(view.settings().service.billing)) },
  schemas: answerSchemas(payable(view.plugins.endpoints.values())),
  examples: answerExamples(payable(view.plugins.endpoints.values())),
})
