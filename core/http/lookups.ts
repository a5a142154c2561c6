/** The look-ups under `/api/v1`: one route for each endpoint, all derived from the declarations. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type Router from '@koa/router'
import type { Middleware } from 'koa'
import { LRUCache } from 'lru-cache'
import { keyPayer } from '../credits/payers.ts'
import type { Billing } from '../credits/store.ts'
import type { LoadedEndpoint, Plugins } from '../registry/load.ts'
import type { Settings } from '../registry/settings/settings.ts'
import type { Answering } from '../engine/answer.ts'
import { bytesOf, type Body } from '../contract/body.ts'
import { Failure } from '../contract/failure.ts'
import { planOf, type Plan, type RawParameters } from '../engine/plan.ts'
import { mustTakeJson } from './accept.ts'
import { identify } from './authenticate.ts'
import type { RateLimit } from './limits.ts'
import type { State } from './problems.ts'
import { hasBody, queryOf, segmentsOf, sendJson, type HeaderSink } from './wire.ts'

export const base = '/api/v1'

export interface LookupParts {
  readonly plugins: Plugins
  readonly settings: () => Settings
  readonly billing: Billing
  readonly answering: Answering
  readonly limit: () => RateLimit
}

/** What the path and the query say, by parameter. A parameter of the path that the query has too is given twice. */
export const rawOf = ({ declared }: LoadedEndpoint, url: string, prefix: string): RawParameters => {
  const query = queryOf(url)
  const names = declared.path.split('/').slice(1),
    segments = segmentsOf(url.slice(prefix.length))
  const inPath = names.flatMap((name, i) =>
    name.startsWith('{') ? [[name.slice(1, -1), segments[i] ?? ''] as const] : [],
  )
  return {
    ...query,
    ...Object.fromEntries(inPath.map(([name, value]) => [name, name in query ? [query[name]!, value].flat() : value])),
  }
}

export const routeOf = (endpoint: LoadedEndpoint, prefix: string): string =>
  `${prefix}${endpoint.declared.path.replace(/\{([^}]+)\}/g, ':$1')}`

const idempotencyKeyIn = ({ headers }: IncomingMessage): string | null => {
  const key = headers['idempotency-key']
  if (key === undefined) return null
  if (typeof key !== 'string' || !/^[\x20-\x7e]{1,255}$/.test(key)) {
    throw new Failure('invalid_parameter', "'Idempotency-Key' must have 1 to 255 printable characters.", {
      errors: [{ parameter: 'Idempotency-Key', detail: 'must have 1 to 255 printable characters' }],
    })
  }
  return key
}

export type Lookups = ReturnType<typeof lookups>

export const lookups = ({ plugins, settings, billing, answering, limit }: LookupParts) => {
  // An address that was valid once is valid until the settings change: it skips the router and the checks. Bounded by
  // count and length. By size and not by `max`, which would lay out every place at the start.
  const plans = new LRUCache<string, Plan>({ maxSize: 20_000, sizeCalculation: () => 1 })
  let planned: Settings | null = null
  const longestPlanned = 512

  /** The answer; its headers go to where they are told to. Throws a `Failure` for every way not to answer. */
  const look = async (
    req: IncomingMessage,
    res: ServerResponse,
    to: HeaderSink,
    state: State,
    plan: () => Plan,
  ): Promise<Body> => {
    const keyId = identify(billing.keys, req)
    state.keyId = keyId
    try {
      await limit().count(keyId, to)
      if (hasBody(req))
        throw new Failure('invalid_parameter', 'A look-up has no body.', {
          errors: [{ parameter: 'body', detail: 'is not accepted' }],
        })
      mustTakeJson(req)
      const wanted = plan(),
        idempotencyKey = idempotencyKeyIn(req)
      const { body, charged, remaining, replayed } = await answering.answer(wanted, {
        payer: keyPayer(billing.ledger, keyId, idempotencyKey ?? undefined),
        requestId: state.requestId,
        idempotency: idempotencyKey === null ? undefined : { keyId, key: idempotencyKey },
        gone: () => res.destroyed,
      })
      state.charged = charged
      to.setHeader('x-credits-charged', String(charged))
      to.setHeader('x-credits-remaining', String(remaining ?? (await billing.ledger.remaining(keyId))))
      if (replayed) to.setHeader('idempotency-replayed', 'true')
      return body
    } catch (error) {
      to.setHeader('x-credits-charged', '0')
      to.setHeader('x-credits-remaining', String(await billing.ledger.remaining(keyId)))
      throw error
    }
  }

  const handle =
    (endpoint: LoadedEndpoint): Middleware =>
    async (ctx) => {
      const state = ctx.state as State
      state.route = endpoint.declared.path
      if (ctx.method !== 'GET')
        throw new Failure('method_not_allowed', `Look-ups answer GET only, not ${ctx.method}.`, {
          headers: { allow: 'GET' },
        })
      const url = ctx.req.url!
      const body = await look(ctx.req, ctx.res, ctx.res, state, () => {
        const plan = planOf(endpoint, settings().endpoint(endpoint.declared.id), rawOf(endpoint, url, base))
        if (url.length <= longestPlanned) plans.set(url, plan)
        return plan
      })
      await sendJson(ctx, bytesOf(body))
    }

  return {
    look,
    /** The plan of an address that was valid before. */
    planned: (url: string): Plan | undefined => {
      const now = settings()
      if (planned !== now) {
        plans.clear()
        planned = now
      }
      return plans.get(url)
    },
    mount: (router: Router): void => {
      for (const endpoint of plugins.endpoints.values()) router.all(routeOf(endpoint, base), handle(endpoint))
    },
  }
}
