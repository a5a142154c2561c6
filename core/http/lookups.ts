/**
 * Lookups by path: one route for each endpoint and way to pay, all in the one table of routes. The plan of an address
 * that was valid once is remembered until the settings change, and found without the router: most calls repeat.
 */
import type Router from '@koa/router'
import { LRUCache } from 'lru-cache'
import type { Context, Middleware } from 'koa'
import { Failure } from '../contract/failure.ts'
import { planOf, type Plan } from '../engine/plan.ts'
import type { LoadedEndpoint, Plugins } from '../registry/load.ts'
import type { Settings } from '../registry/settings/settings.ts'
import { mustTake } from './accept.ts'
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

/** Plans remembered, and the longest address that one is remembered for. */
const remembered = 20_000,
  longest = 512

export interface Lookups {
  /** Answers what was valid before; hands on all else. */
  readonly layer: Middleware
  mount(router: Router, way: LookupWay): void
}

export const createLookups = ({
  plugins,
  settings,
  beforeSend,
}: {
  readonly plugins: Plugins
  readonly settings: () => Settings
  readonly beforeSend: (ctx: Context) => void
}): Lookups => {
  // By size and not by `max`, which would lay out every place at the start.
  const plans = new LRUCache<string, Planned>({ maxSize: remembered, sizeCalculation: () => 1 })
  let under: Settings | null = null

  const serve = async (ctx: Context, { way, endpoint, pattern }: Route, known?: Plan): Promise<void> => {
    ;(ctx.state as State).route = pattern
    if (ctx.method !== 'GET')
      throw new Failure('method_not_allowed', `Look-ups answer GET only, not ${ctx.method}.`, {
        headers: { allow: 'GET' },
      })
    const body = await way.serve(ctx, () => {
      if (hasBody(ctx.req))
        throw new Failure('invalid_parameter', 'A look-up has no body.', {
          errors: [{ parameter: 'body', detail: 'is not accepted' }],
        })
      mustTake(ctx.req, way.type)
      if (known) return known
      const url = ctx.req.url!
      const plan = planOf(endpoint, settings().endpoint(endpoint.declared.id), rawOf(endpoint, url, way.prefix))
      if (url.length <= longest) plans.set(url, { way, endpoint, pattern, plan })
      return plan
    })
    beforeSend(ctx)
    await sendBody(ctx, body, way.type)
  }

  const find = (url: string): Planned | undefined => {
    const now = settings()
    if (under !== now) {
      plans.clear()
      under = now
    }
    return plans.get(url)
  }

  return {
    layer: (ctx, next) => {
      const known = ctx.req.method === 'GET' ? find(ctx.req.url!) : undefined
      return known ? serve(ctx, known, known.plan) : next()
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
