/** Liveness and readiness. */
import type Router from '@koa/router'
import { json, sendJson } from './wire.ts'

export interface Readiness {
  /** What keeps calls from being answered; empty when nothing does. */
  faults(): Promise<readonly string[]>
}

export const status = (router: Router, readiness: Readiness): void => {
  router.get('/livez', (ctx) => sendJson(ctx, json({ status: 'ok' })))
  router.get('/readyz', async (ctx) => {
    const faults = await readiness.faults()
    ctx.status = faults.length === 0 ? 200 : 503
    await sendJson(ctx, json(faults.length === 0 ? { status: 'ok' } : { status: 'not ready', faults }))
  })
}
