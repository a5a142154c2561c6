/** The paths of the service's health in the OpenAPI document: the core answers them, whatever surfaces are listed. */
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
        operationId: 'livez',
        summary: 'Whether the process lives',
        description: 'For the keeper of the process.',
        ...open,
        responses: { 200: answer('It does', state), ...failureResponses(['uri_too_long', 'internal']) },
      },
    },
    '/readyz': {
      get: {
        operationId: 'readyz',
        summary: 'Whether calls can be answered',
        description: 'For a balancer in front of it. Lists what stands in the way.',
        ...open,
        responses: {
          200: answer('They can', state),
          503: answer('They cannot', object({ status: text(), faults: list(text()) })),
          ...failureResponses(['uri_too_long', 'internal']),
        },
      },
    },
  },
}
