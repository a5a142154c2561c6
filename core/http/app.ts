/** The HTTP application: layers that every request passes, and one table of routes, filled by the surfaces. */
import { AsyncLocalStorage } from 'node:async_hooks'
import type { RequestListener } from 'node:http'
import Router from '@koa/router'
import Koa, { type Middleware } from 'koa'
import { Failure } from '../contract/failure.ts'
import type { Plugins } from '../registry/load.ts'
import type { Settings } from '../registry/settings/settings.ts'
import { authenticate } from './authenticate.ts'
import { bodies } from './bodies.ts'
import { clientAddress } from './client-address.ts'
import { crossOrigin } from './cors.ts'
import type { Drain } from './drain.ts'
import { health, type Healthy } from './health.ts'
import { rateLimit } from './limits.ts'
import { createLookups } from './lookups.ts'
import type { Overload } from './overload.ts'
import { problems, type Outermost } from './problems.ts'
import type { State } from './state.ts'
import type { Http, RouteOptions, ServiceView, Surface } from './surface.ts'
import { ownPathsOf } from './surfaces.ts'
import type { Keys } from '../credits/keys.ts'

export interface AppParts extends Omit<Outermost, 'drain'> {
  readonly plugins: Plugins
  readonly settings: () => Settings
  readonly keys: Pick<Keys, 'verify'>
  readonly overload: Overload
  readonly drain: Pick<Drain, 'begun'>
  readonly health: Healthy
  /** In the order of `service.yaml`, each with what it sees of the service. */
  readonly surfaces: readonly { readonly surface: Surface; readonly view: ServiceView<any> }[]
}

/** The caller's trace context, handed on to upstreams. */
export const traces = new AsyncLocalStorage<{ readonly traceparent: string }>()
const traceparent = /^[\da-f]{2}-[\da-f]{32}-[\da-f]{16}-[\da-f]{2}$/

const traced: Middleware = (ctx, next) => {
  const given = ctx.req.headers['traceparent']
  return typeof given === 'string' && traceparent.test(given) ? traces.run({ traceparent: given }, next) : next()
}

/** Rebuilds a part when its own settings change: a changed limit restarts its count, the others continue. */
const rebuilt = <S extends object, T>(
  settings: () => Settings,
  pick: (settings: Settings) => S,
  build: (picked: S) => T,
): (() => T) => {
  let built: { readonly settings: Settings; readonly from: string; readonly part: T } | undefined
  return () => {
    const current = settings()
    if (built?.settings === current) return built.part
    const picked = pick(current),
      from = JSON.stringify(picked)
    built = { settings: current, from, part: built?.from === from ? built.part : build(picked) }
    return built.part
  }
}

/** The request listener of the HTTP server. */
export const createApp = (parts: AppParts): RequestListener => {
  const { settings, drain, overload } = parts
  const limits = (pick: 'per_key' | 'per_address' | 'keys_per_address', name: string) =>
    rebuilt(
      settings,
      ({ service }) => service.limits[pick],
      (limit) => rateLimit(name, limit),
    )
  const callerAddress = rebuilt(settings, ({ service }) => service.http.trust_proxy, clientAddress)
  const perAddress = limits('per_address', 'address')

  const routes = new Router({ strict: true, sensitive: true })
  const optionsOf = new Map<string, RouteOptions>()
  const has = (method: string, path: string): boolean => routes.match(path, method).route
  const lookups = createLookups({
    plugins: parts.plugins,
    settings,
    beforeSend: ({ res }) => {
      if (drain.begun) res.shouldKeepAlive = false
    },
  })

  const free =
    (path: string, handle: Middleware, { uncounted }: RouteOptions): Middleware =>
    async (ctx, next) => {
      ;(ctx.state as State).route = path
      if (!uncounted) await perAddress().count(http.addressIn(ctx.req), ctx.res)
      await handle(ctx, next)
    }
  const http: Http = {
    get: (path, handle, options = {}) => {
      optionsOf.set(path, options)
      routes.get(path, free(path, handle, options))
    },
    post: (path, handle, options = {}) => {
      optionsOf.set(path, options)
      routes.post(path, free(path, handle, options))
    },
    all: (path, handle, options = {}) => {
      optionsOf.set(path, options)
      routes.all(path, (ctx, next) => {
        ;(ctx.state as State).route = path
        return handle(ctx, next)
      })
    },
    lookups: (way) => lookups.mount(routes, way),
    authenticate: (req) => authenticate(parts.keys, req, () => has('POST', '/keys')),
    addressIn: (req) => callerAddress()(req),
    perKey: limits('per_key', 'default'),
    perAddress,
    newKeys: limits('keys_per_address', 'keys'),
    overload,
    complain: parts.complain,
  }
  health(http, parts.health)
  for (const { surface, view } of parts.surfaces) surface.mount(ownPathsOf(surface, http), view)

  const app = new Koa()
  app.silent = true
  app.use(problems(parts))
  app.use(crossOrigin(() => settings().service.cors.origins))
  app.use(bodies)
  app.use(overload.shed((path) => optionsOf.get(path) ?? {}))
  app.use(traced)
  app.use(lookups.layer)
  app.use(routes.routes())
  app.use((ctx) => {
    const allow = [...new Set(routes.match(ctx.path, ctx.method).path.flatMap(({ methods }) => methods))]
    if (allow.length > 0)
      throw new Failure('method_not_allowed', `This path does not answer ${ctx.method}.`, {
        headers: { allow: allow.join(', ') },
      })
    const hint = has('GET', '/catalogue') ? ' GET /catalogue lists what there is.' : ''
    throw new Failure('unknown_path', `There is nothing at this path.${hint}`)
  })
  return app.callback()
}
