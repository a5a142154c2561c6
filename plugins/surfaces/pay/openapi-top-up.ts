/** `POST /account/top-up` in the OpenAPI document, where credits are sold. */
import { flag, integer, object, text } from '@domesday/core'
import type { Settings } from '@domesday/core/surface'
import { failureResponses, referTo } from '@domesday/surface-parts/openapi'

const toppedUpShape = object({
  credits: integer({ description: 'What was bought', unit: 'credits' }),
  remaining: integer({ description: 'What the key could spend then', unit: 'credits' }),
  reference: text('The id of the payment: `request_id` of its row in GET /account'),
  paid: object({
    micro_usd: integer('Millionths of a US dollar'),
    network: text('CAIP-2 name'),
    transaction: text(),
    simulated: flag('Whether no money moved'),
  }),
})

export const topUpPaths = ({
  credit_price: price,
  top_up: { least, most },
}: Settings['service']['billing']): Readonly<Record<string, object>> =>
  price === undefined
    ? {}
    : {
        '/account/top-up': {
          post: {
            operationId: 'topUpAccount',
            summary: 'Credits for a key, paid by x402',
            description: `A credit costs $${price / 1e6}. Unpaid it answers 402 with the PAYMENT-REQUIRED header. The same payment gets the same answer for 24 hours, and is granted once.`,
            tags: ['service'],
            parameters: [
              {
                name: 'PAYMENT-SIGNATURE',
                in: 'header',
                required: false,
                description: 'The payment, as x402 encodes it',
                schema: { type: 'string' },
              },
            ],
            requestBody: {
              required: true,
              content: {
                'application/json': {
                  schema: object({ credits: integer({ minimum: least, maximum: most, unit: 'credits' }) }).schema,
                },
              },
            },
            responses: {
              200: {
                description: 'The credits were paid and granted',
                headers: {
                  ...referTo('X-Request-Id', 'Domesday-Release', 'X-Credits-Remaining'),
                  'PAYMENT-RESPONSE': { description: 'The receipt, as x402 encodes it', schema: { type: 'string' } },
                },
                content: { 'application/json': { schema: object({ data: toppedUpShape }).schema } },
              },
              ...failureResponses([
                'invalid_parameter',
                'invalid_api_key',
                'payment_required',
                'foreign_origin',
                'request_timeout',
                'payment_in_progress',
                'rate_limited',
                'internal',
                'overloaded',
                'payment_unavailable',
                'settlement_unknown',
              ]),
            },
          },
        },
      }
