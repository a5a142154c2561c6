/** The health paths in the OpenAPI document. The core serves them, whatever surfaces are listed. */
import { list, object, text, type Shape } from '@domesday/core'
import type { OpenapiPart } from '@domesday/core/surface'
import { failureResponses } from '@domesday/surface-parts/openapi'

const answer = (description: string, { schema }: Shape<unknown>): object => ({
  description,
  content: { 'application/json': { schema } },
})
const state = object({ status: text() })
const open = { security: [], tags: ['service'] }

export const healthPaths: OpenapiPart = {
  paths: {
    '/livez': {
      get: {
        operationId: 'getLiveness',
        summary: 'Liveness check',
        description: 'For a process supervisor.',
        ...open,
        responses: { 200: answer('The process is alive', state), ...failureResponses(['uri_too_long', 'internal']) },
      },
    },
    '/readyz': {
      get: {
        operationId: 'getReadiness',
        summary: 'Readiness check',
        description: 'For a load balancer. Lists the faults that prevent answers.',
        ...open,
        responses: {
          200: answer('The service is ready', state),
          503: answer('The service is not ready', object({ status: text(), faults: list(text()) })),
          ...failureResponses(['uri_too_long', 'internal']),
        },
      },
    },
  },
}
