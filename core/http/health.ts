/** Whether the process lives, and whether it can answer: for its keeper, and for a balancer in front of it. */
import { list, object, text, type Shape } from '../contract/shape.ts'
import { failureResponses } from './openapi-parts.ts'
import type { Description, Http } from './surface.ts'
import { json, sendJson } from './wire.ts'

export interface Healthy {
  /** What keeps calls from being answered; empty when nothing does. */
  faults(): Promise<readonly string[]>
}

export const health = (http: Http, { faults }: Healthy): void => {
  http.get('/livez', (ctx) => sendJson(ctx, json({ status: 'ok' })), { uncounted: true, always: true })
  http.get(
    '/readyz',
    async (ctx) => {
      const found = await faults()
      ctx.status = found.length === 0 ? 200 : 503
      await sendJson(ctx, json(found.length === 0 ? { status: 'ok' } : { status: 'not ready', faults: found }))
    },
    { uncounted: true },
  )
}

const answer = (description: string, { schema }: Shape<unknown>): object => ({
  description,
  content: { 'application/json': { schema } },
})
const state = object({ status: text() })
const open = { security: [], tags: ['service'] }

export const healthDescription: Description = {
  openapi: () => ({
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
  }),
}
