/** The HTTP application: layers that every request passes, and one table of routes, filled by the surfaces. */
import type { IncomingMessage, RequestListener } from 'node:http'
import Router from '@koa/router'
import Koa, { type Context } from 'koa'
import { Failure } from '../contract/failure.ts'
import type { Plugins } from '../registry/load.ts'
import type { Settings } from '../registry/settings/settings.ts'
import { admission } from './admission.ts'
import { authenticate, principalOf } from './authenticate.ts'
import { bodies } from './bodies.ts'
import { createBounds } from './bounds.ts'
import { clientAddress } from './client-address.ts'
import { crossOrigin } from './cors.ts'
import type { Expect } from './delivery.ts'
import type { Drain } from './drain.ts'
import { health, type Healthy } from './health.ts'
import type { OpenShared } from '../contract/shared.ts'
import type { Tracing } from '../contract/tracing.ts'
import { rateLimit } from './limits.ts'
import { createLookups } from './lookups.ts'
import { mustBeOurs } from './origin.ts'
import type { Overload } from './overload.ts'
import type { Holder } from './places.ts'
import { problems, type Outermost } from './problems.ts'
import { reasonOf } from './refused.ts'
import { calledBy, identified, principal } from './request-context.ts'
import type { State } from './state.ts'
import type { Http, RouteOptions, ServiceView, Surface } from './surface.ts'
import { ownPathsOf, surfacesByPath, type SharedHttp } from './surfaces.ts'
import { keyPayer } from '../credits/payers.ts'
import type { Billing } from '../credits/store.ts'

export interface AppParts extends Pick<Outermost, 'observe'> {
  readonly plugins: Plugins
  readonly settings: () => Settings
  readonly billing: Pick<Billing, 'keys' | 'ledger'>
  readonly expect: Expect
  readonly overload: Pick<Overload, 'during' | 'check' | 'inFlightOf'>
  /** Logs an error that is a fault of ours. */
  complain(error: unknown, requestId: string): void
  /** Called for each request that is refused. */
  refused(reason: string, surface: string): void
  readonly drain: Pick<Drain, 'begun'>
  /** What the nodes of a fleet share; null for a single one. */
  readonly shared: OpenShared | null
  readonly tracing: Tracing | null
  readonly health: Healthy
  /** In the order of `service.yaml`, each with what it sees of the service. */
  readonly surfaces: readonly { readonly surface: Surface; readonly view: ServiceView<any> }[]
}

/** Rebuilds a part when its own settings change: a changed limit restarts its count, the others continue. */
export const rebuilt = <S extends object, T>(
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
  const limits = (pick: keyof Settings['service']['limits'], name: string) =>
    rebuilt(
      settings,
      ({ service }) => service.limits[pick],
      (limit) => rateLimit(name, limit, parts.shared),
    )
  const callerAddress = rebuilt(settings, ({ service }) => service.http.trust_proxy, clientAddress)
  const perAddress = limits('per_address', 'address')
  const bounds = createBounds(limits('per_key', 'default'), parts.shared)
  const surfaceOf = surfacesByPath(parts.surfaces.map(({ surface }) => surface))
  const holderOf = (req: IncomingMessage): Holder => ({
    ...principalOf(parts.billing.keys, req, callerAddress()(req)),
    surface: surfaceOf(req.url!),
  })
  const complain = (error: unknown, requestId: string, surface: string): void => {
    parts.complain(error, requestId)
    const reason = reasonOf(error)
    if (reason !== null) parts.refused(reason, surface)
  }
  const isLoopback = parts.surfaces.some(({ view }) => view.loopback)

  const routes = new Router({ strict: true, sensitive: true })
  const optionsOf = new Map<string, RouteOptions>()
  const has = (method: string, path: string): boolean => routes.match(path, method).route
  const lookups = createLookups({
    plugins: parts.plugins,
    settings,
    beforeSend: ({ res }) => {
      if (drain.begun) res.shouldKeepAlive = false
    },
    complain: (error, requestId, { req }) => complain(error, requestId, surfaceOf(req.url!)),
  })

  const route =
    (method: 'get' | 'post' | 'all', first: (ctx: Context, options: RouteOptions) => unknown): Http['get'] =>
    (path, handle, options = {}) => {
      optionsOf.set(path, options)
      routes[method](path, async (ctx, next) => {
        ;(ctx.state as State).route = path
        await first(ctx, options)
        await handle(ctx, next)
      })
    }
  const counted = async ({ req, res }: Context, { uncounted }: RouteOptions): Promise<void> => {
    if (!uncounted) await perAddress().count(http.addressIn(req), res)
  }
  const http: SharedHttp = {
    get: route('get', counted),
    post: route('post', (ctx, options) => {
      const { http, cors } = settings().service
      mustBeOurs(ctx.req, { origins: cors.origins, local: isLoopback && http.trust_proxy.length === 0 })
      return counted(ctx, options)
    }),
    all: route('all', () => {}),
    lookups: (way) => lookups.mount(routes, way),
    authenticate: (req) => {
      const key = authenticate(parts.billing.keys, req, () => has('POST', '/keys'))
      bounds.note(key)
      return key.id
    },
    payerOf:
      (surface) =>
      (res, keyId, idempotencyKey, inPieces = false) =>
        keyPayer(parts.billing.ledger, {
          keyId,
          surface,
          idempotencyKey,
          admit: (endpoint) => bounds.check(keyId, surface, endpoint),
          expect: (requestId) => parts.expect(res, requestId, { keyId, inPieces }),
        }),
    addressIn: (req) => callerAddress()(req),
    principal,
    calledBy,
    perKey: () => bounds.perKey,
    perAddress,
    newKeys: limits('keys_per_address', 'keys'),
    limit: (name, limit) => rateLimit(name, limit, parts.shared),
    overload: { during: (work, req) => overload.during(work, holderOf(req)) },
    complainOf: (surface) => (error, requestId) => complain(error, requestId, surface),
  }
  health(http, parts.health)
  for (const { surface, view } of parts.surfaces) surface.mount(ownPathsOf(surface, http), view)

  const app = new Koa()
  app.silent = true
  app.use(identified(parts.tracing))
  app.use(
    problems({ ...parts, complain: (error, requestId, { req }) => complain(error, requestId, surfaceOf(req.url!)) }),
  )
  app.use(crossOrigin(() => settings().service.cors.origins))
  app.use(bodies)
  app.use(
    admission({
      overload,
      optionsOf: (path) => optionsOf.get(path),
      holderOf,
      wrongKeys: limits('wrong_keys_per_address', 'wrong-keys'),
    }),
  )
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
