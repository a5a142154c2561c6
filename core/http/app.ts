/** The HTTP application: layers that every request passes, and the routes. */
import { AsyncLocalStorage } from 'node:async_hooks'
import type { RequestListener } from 'node:http'
import Router from '@koa/router'
import Koa, { type Middleware } from 'koa'
import type { Drain } from '../service/drain.ts'
import type { Settings } from '../registry/settings/settings.ts'
import { addressOf, type AddressOf } from './client-address.ts'
import { account, type AccountParts } from '../../plugins/surfaces/rest/account.ts'
import { bodies } from './bodies.ts'
import { catalogue, type CatalogueParts } from '../../plugins/surfaces/rest/catalogue.ts'
import { consolePage } from '../../plugins/surfaces/console/index.ts'
import { crossOrigin } from './cors.ts'
import { discovery } from '../../plugins/surfaces/reference/discovery.ts'
import { docs } from '../../plugins/surfaces/reference/swagger.ts'
import { errorPages } from '../../plugins/surfaces/reference/errors-page.ts'
import { known } from './known.ts'
import { rateLimit } from './limits.ts'
import { base, lookups, type LookupParts } from './lookups.ts'
import { mcp } from '../../plugins/surfaces/mcp/index.ts'
import { openapi } from '../../plugins/surfaces/reference/openapi.ts'
import type { Overload } from './overload.ts'
import { pay, type PayParts } from '../../plugins/surfaces/pay/index.ts'
import { problems, type Observed, type State } from './problems.ts'
import { Failure } from '../contract/failure.ts'
import { status, type Readiness } from './status.ts'

export interface AppParts
  extends Omit<LookupParts, 'limit'>, Omit<AccountParts, 'keysLimit' | 'addressIn'>, CatalogueParts {
  readonly readiness: Readiness
  readonly overload: Overload
  readonly drain: Pick<Drain, 'begun'>
  readonly methods: PayParts['methods']
  /** Whether only this machine is listened to. */
  readonly loopback: boolean
  /** Whether answers are sample data. */
  readonly sandbox: boolean
  observe(observed: Observed): void
  complain(error: unknown, requestId: string): void
}

/** The caller's trace context, handed on to upstreams. */
export const traces = new AsyncLocalStorage<{ readonly traceparent: string }>()
const traceparent = /^[\da-f]{2}-[\da-f]{32}-[\da-f]{16}-[\da-f]{2}$/

const traced: Middleware = (ctx, next) => {
  const given = ctx.req.headers['traceparent']
  return typeof given === 'string' && traceparent.test(given) ? traces.run({ traceparent: given }, next) : next()
}

/**
 * Made anew where its own settings change: a limit that did starts its count afresh, and the others go on with
 * theirs.
 */
const madeOf = <S extends object, T>(
  settings: () => Settings,
  pick: (settings: Settings) => S,
  make: (picked: S) => T,
): (() => T) => {
  let made: { readonly settings: Settings; readonly of: string; readonly part: T } | undefined
  return () => {
    const now = settings()
    if (made?.settings === now) return made.part
    const picked = pick(now),
      of = JSON.stringify(picked)
    made = { settings: now, of, part: made?.of === of ? made.part : make(picked) }
    return made.part
  }
}

/** What answers every request of the HTTP server. */
export const createApp = (parts: AppParts): RequestListener => {
  const { settings } = parts
  const limits = (pick: 'per_key' | 'per_address' | 'keys_per_address', name: string) =>
    madeOf(
      settings,
      ({ service }) => service.limits[pick],
      (limit) => rateLimit(name, limit),
    )
  const proxies = madeOf(settings, ({ service }) => service.http.trust_proxy, addressOf)
  const addressIn: AddressOf = (req) => proxies()(req)
  const perAddress = limits('per_address', 'address')

  const app = new Koa()
  app.silent = true
  const perKey = limits('per_key', 'default')
  const look = lookups({ ...parts, limit: perKey })
  app.use(problems(parts))
  app.use(crossOrigin(() => settings().service.cors.origins))
  app.use(bodies)
  app.use(parts.overload.shed)
  app.use(traced)

  const paid = new Router({ strict: true, sensitive: true })
  look.mount(paid)
  const free = new Router({ strict: true, sensitive: true })
  free.use(async (ctx, next) => {
    // The parts of one page are not as many calls.
    if (!/^\/(livez$|readyz$|console\/|docs\/)/.test(ctx.path)) await perAddress().count(addressIn(ctx.req), ctx.res)
    try {
      await next()
    } finally {
      // Known once the router has come to the route itself.
      ;(ctx.state as State).route = String(ctx['_matchedRoute'] ?? 'none')
    }
  })
  account(free, { ...parts, addressIn, keysLimit: limits('keys_per_address', 'keys') })
  catalogue(free, parts)
  openapi(free, parts, parts.methods.length > 0)
  consolePage(free, parts)
  docs(free)
  discovery(free, parts)
  errorPages(free)
  status(free, parts.readiness)

  pay(paid, { ...parts, perAddress, addressIn })
  paid.all('/mcp', mcp({ ...parts, limit: perKey, perAddress, addressIn }))
  app.use(paid.routes())
  app.use(free.routes())
  app.use((ctx) => {
    const allow = [...new Set(free.match(ctx.path, ctx.method).path.flatMap(({ methods }) => methods))]
    if (allow.length > 0)
      throw new Failure('method_not_allowed', `This path does not answer ${ctx.method}.`, {
        headers: { allow: allow.join(', ') },
      })
    throw new Failure(
      'unknown_path',
      ctx.path.startsWith(base)
        ? 'There is no look-up at this path. GET /catalogue lists them.'
        : 'There is nothing at this path. GET /catalogue lists what there is.',
    )
  })

  const takeKnown = known({ ...parts, lookups: look, contextOf: (req, res) => app.createContext(req, res) })
  const handle = app.callback()
  return (req, res) => {
    if (!takeKnown(req, res)) void handle(req, res)
  }
}
