/** CORS: off, unless the operator lists origins. */
import type { Middleware } from 'koa'

const exposed =
  'X-Request-Id, Domesday-Release, X-Credits-Charged, X-Credits-Remaining, RateLimit, RateLimit-Policy, Retry-After, Idempotency-Replayed, Preference-Applied, PAYMENT-REQUIRED, PAYMENT-RESPONSE'

export const crossOrigin =
  (origins: () => readonly string[]): Middleware =>
  (ctx, next) => {
    const { origin } = ctx.req.headers
    if (origin === undefined) return next()
    const allowed = origins()
    if (allowed.length === 0) return next()
    ctx.vary('Origin')
    if (!allowed.includes('*') && !allowed.includes(origin)) return next()
    ctx.set('access-control-allow-origin', allowed.includes('*') ? '*' : origin)
    ctx.set('access-control-expose-headers', exposed)
    if (ctx.method !== 'OPTIONS' || ctx.req.headers['access-control-request-method'] === undefined) return next()
    ctx.set('access-control-allow-methods', 'GET, POST')
    ctx.set(
      'access-control-allow-headers',
      'Authorization, X-API-Key, Idempotency-Key, Prefer, Priority, Content-Type, PAYMENT-SIGNATURE, Mcp-Protocol-Version, Mcp-Method, Mcp-Name',
    )
    ctx.set('access-control-max-age', '600')
    ctx.status = 204
    return undefined
  }
