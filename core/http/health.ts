/** Whether the process lives, and whether it can answer: for its keeper, and for a balancer in front of it. */
import type { Http } from './surface.ts'
import { json, sendJson } from './wire.ts'

export interface Healthy {
  /** What keeps calls from being answered; empty when nothing does. */
  faults(): Promise<readonly string[]>
}

export const healthPaths: readonly string[] = ['/livez', '/readyz']

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
