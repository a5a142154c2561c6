/** Health checks: /livez for a process supervisor, /readyz for a load balancer. */
import type { Http } from './surface.ts'
import { json, sendJson } from './wire.ts'

export interface Healthy {
  /** What prevents the service from answering; empty when it is ready. */
  faults(): Promise<readonly string[]>
  /** What an operator should know although it is ready. */
  notes(): readonly string[]
}

export const servicePaths: readonly string[] = ['/livez', '/readyz']

export const health = (http: Pick<Http, 'get'>, { faults, notes }: Healthy): void => {
  http.get('/livez', (ctx) => sendJson(ctx, json({ status: 'ok' })), { uncounted: true, always: true })
  http.get(
    '/readyz',
    async (ctx) => {
      const found = await faults(),
        noted = notes()
      const state = found.length === 0 ? { status: 'ok' } : { status: 'not ready', faults: found }
      ctx.status = found.length === 0 ? 200 : 503
      await sendJson(ctx, json({ ...state, ...(noted.length > 0 && { notes: noted }) }))
    },
    { uncounted: true },
  )
}
