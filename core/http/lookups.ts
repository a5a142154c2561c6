/**
 * Lookups by path: one route for each endpoint and way to pay, all in the one table of routes. The plan of each valid
 * URL is cached until the settings change, and skips the router: most URLs repeat.
 */
import type Router from '@koa/router'
import { LRUCache } from 'lru-cache'
import type { Context, Middleware } from 'koa'
import { Failure } from '../contract/failure.ts'
import { planOf, type Plan } from '../engine/plan.ts'
import type { LoadedEndpoint, Plugins } from '../registry/load.ts'
import type { Settings } from '../registry/settings/settings.ts'
import { mustAccept } from './accept.ts'
import { eventsType, sendEvents, wantsEvents } from './events.ts'
import type { State } from './state.ts'
import { rawOf, routeOf } from './raw.ts'
import type { LookupWay } from './surface.ts'
import { hasBody, sendBody } from './wire.ts'

/** A route: an endpoint, sold in one way. */
interface Route {
  readonly way: LookupWay
  readonly endpoint: LoadedEndpoint
  /** For logs and metrics. */
  readonly pattern: string
}
interface Planned extends Route {
  readonly plan: Plan
}

/** `longestCachedUrl` in characters. */
const maxPlans = 20_000,
  longestCachedUrl = 512

export interface Lookups {
  /** Answers URLs with a cached plan; passes on all others. */
  readonly layer: Middleware
  mount(router: Router, way: LookupWay): void
}

export const createLookups = ({
  plugins,
  settings,
  beforeSend,
  complain,
}: {
  readonly plugins: Plugins
  readonly settings: () => Settings
  readonly beforeSend: (ctx: Context) => void
  /** Called for each error that is told in a stream. */
  readonly complain: (error: unknown, requestId: string, ctx: Context) => void
}): Lookups => {
  // By `maxSize`, not `max`, which would allocate every slot at the start.
  const plans = new LRUCache<string, Planned>({ maxSize: maxPlans, sizeCalculation: () => 1 })
  let plannedUnder: Settings | null = null

  const serve = async (ctx: Context, { way, endpoint, pattern }: Route, cached?: Plan): Promise<void> => {
    ;(ctx.state as State).route = pattern
    if (ctx.method !== 'GET')
      throw new Failure('method_not_allowed', `Look-ups answer GET only, not ${ctx.method}.`, {
        headers: { allow: 'GET' },
      })
    const isStream = way.events === true && wantsEvents(ctx)
    const planned = (): Plan => {
      if (hasBody(ctx.req))
        throw new Failure('invalid_parameter', 'A look-up has no body.', {
          errors: [{ parameter: 'body', detail: 'is not accepted' }],
        })
      if (!isStream) mustAccept(ctx.req, way.type, way.events && [eventsType])
      if (cached) return cached
      const url = ctx.req.url!
      const raw = rawOf(endpoint, url, way.prefix)
      const plan = planOf(endpoint, settings().endpoint(endpoint.declared.id), raw, {
        surfaceParameters: way.surfaceParameters,
      })
      if (url.length <= longestCachedUrl) plans.set(url, { way, endpoint, pattern, plan })
      return plan
    }
    if (isStream) {
      beforeSend(ctx)
      return sendEvents(
        ctx,
        (follow) => way.serve(ctx, planned, follow),
        (error, requestId) => complain(error, requestId, ctx),
      )
    }
    const body = await way.serve(ctx, planned)
    beforeSend(ctx)
    await sendBody(ctx, body, way.type)
  }

  const find = (url: string): Planned | undefined => {
    const current = settings()
    if (plannedUnder !== current) {
      plans.clear()
      plannedUnder = current
    }
    return plans.get(url)
  }

  return {
    layer: (ctx, next) => {
      const cached = ctx.req.method === 'GET' ? find(ctx.req.url!) : undefined
      return cached ? serve(ctx, cached, cached.plan) : next()
    },
    mount: (router, way) => {
      for (const endpoint of plugins.endpoints.values()) {
        if (way.sells?.(endpoint) === false) continue
        const route = { way, endpoint, pattern: `${way.shownPrefix}${endpoint.declared.path}` }
        router.all(routeOf(endpoint, way.prefix), (ctx) => serve(ctx, route))
      }
    },
  }
}
