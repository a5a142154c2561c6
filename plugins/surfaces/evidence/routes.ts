/** The paths under `/evidence`. All are free, and counted by the limit of the key. */
import type { Context } from 'koa'
import { createRequire } from 'node:module'
import {
  Failure,
  invalidParameters,
  json,
  queryOf,
  sendJson,
  type Http,
  type ServiceView,
  type State,
} from '@domesday/core/surface'
import { matching, readAll, wholeFrom, type Read, type Reader } from '@domesday/surface-parts/readers'
import { keySetPath, longestLook, looksPerMinute, mostRows, signedType, usualDays, usualRows } from './bounds.ts'
import { sameQuestion } from './same-question.ts'

type Service = Pick<ServiceView, 'evidence' | 'plugins' | 'billing' | 'settings'>

const path = matching(/^\/[\x21-\x7e]{1,400}$/, "a path of a look-up, such as '/entity/99000025'")
const readers = {
  list: { path, limit: wholeFrom(1, mostRows), cursor: matching(/^[A-Za-z0-9_.-]{1,200}$/, "the 'next' of a page") },
  none: {},
  ahead: { days: wholeFrom(1, longestLook) },
  paths: { to: matching(/^[A-Za-z0-9_ -]{1,60}$/, 'a rating') },
} as const

/** The parameters. Throws the 400 with every fault at once. */
const parametersOf = <R extends Readonly<Record<string, Reader<unknown>>>>(
  { req }: Context,
  wanted: R,
  required: readonly (keyof R & string)[] = [],
): Read<R> => {
  const { values, faults } = readAll(queryOf(req.url!), wanted)
  const told = new Set(faults.map(({ parameter }) => parameter))
  const missing = required
    .filter((name) => values[name] === undefined && !told.has(name))
    .map((parameter) => ({ parameter, detail: 'is missing' }))
  if (faults.length + missing.length > 0) throw invalidParameters([...faults, ...missing])
  return values
}

/** Ten a minute of each key. */
const sparingly = () => {
  // Loaded by the first call: the package includes limiters for a dozen stores.
  const { RateLimiterMemory, RateLimiterRes } = createRequire(import.meta.url)(
    'rate-limiter-flexible',
  ) as typeof import('rate-limiter-flexible')
  const limiter = new RateLimiterMemory({ points: looksPerMinute, duration: 60 })
  return async (keyId: string): Promise<void> => {
    try {
      await limiter.consume(keyId)
    } catch (reason) {
      if (!(reason instanceof RateLimiterRes)) throw reason
      const seconds = Math.max(1, Math.ceil(reason.msBeforeNext / 1000))
      throw new Failure(
        'rate_limited',
        `More than ${looksPerMinute} looks ahead a minute. Try again in ${seconds} s.`,
        {
          retry_after_s: seconds,
        },
      )
    }
  }
}

class SignedFile {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

export const routes = (http: Http, service: Service): void => {
  const { plugins, billing } = service
  let spare: ReturnType<typeof sparingly> | undefined

  const get = (pattern: string, answer: (ctx: Context, keyId: string) => Promise<unknown>): void =>
    http.get(pattern, async (ctx) => {
      const keyId = http.authenticate(ctx.req)
      ;(ctx.state as State).keyId = keyId
      await http.perKey().count(keyId, ctx.res)
      const data = await answer(ctx, keyId)
      ctx.res.setHeader('x-credits-charged', 0)
      ctx.res.setHeader('x-credits-remaining', await billing.ledger.remaining(keyId))
      if (data instanceof SignedFile) {
        ctx.type = signedType
        ctx.body = data.text
      } else await sendJson(ctx, json({ data }))
    })
  // What follows is loaded by the first call that needs it.
  const find = async (id: string, keyId: string) =>
    (await import('@domesday/surface-parts/packs')).findPack(service.evidence, id, keyId)
  const openedAs = async (ctx: Context, name: string, keyId: string) => {
    const { openPack } = await import('@domesday/surface-parts/packs')
    return openPack(plugins, await find(ctx.params[name] as string, keyId))
  }

  http.get(keySetPath, async (ctx) => {
    if (service.evidence === null) throw new Failure('unknown_path', 'This service keeps no evidence, and signs none.')
    ctx.set('cache-control', 'public, max-age=300')
    ctx.type = 'application/jwk-set+json'
    ctx.body = JSON.stringify(await service.evidence.keySet())
  })
  get('/evidence', async (ctx, keyId) => {
    const { limit = usualRows, ...query } = parametersOf(ctx, readers.list, ['path'])
    const page = await service.evidence?.list({
      owner: keyId,
      limit,
      ...query,
      path: sameQuestion(service, query.path!),
    })
    return {
      packs: (page?.rows ?? []).map(({ at, ...row }) => ({ ...row, at: new Date(at).toISOString() })),
      next: page?.next ?? null,
    }
  })
  get('/evidence/:id', async (ctx, keyId) => {
    parametersOf(ctx, readers.none)
    const { pack, timings } = await find(ctx.params['id'] as string, keyId)
    if (ctx.accepts('application/json', signedType) === signedType)
      return new SignedFile(await service.evidence!.sign(pack))
    return { pack, timings }
  })
  get('/evidence/:from/changes/:to', async (ctx, keyId) => {
    parametersOf(ctx, readers.none)
    const { changesBetween } = await import('./changes.ts')
    return changesBetween(await openedAs(ctx, 'from', keyId), await openedAs(ctx, 'to', keyId))
  })
  get('/evidence/:id/ahead', async (ctx, keyId) => {
    const { days = usualDays } = parametersOf(ctx, readers.ahead)
    await (spare ??= sparingly())(keyId)
    const { ahead } = await import('./ahead.ts')
    return ahead(await openedAs(ctx, 'id', keyId), days)
  })
  get('/evidence/:id/paths', async (ctx, keyId) => {
    const { to } = parametersOf(ctx, readers.paths, ['to'])
    await (spare ??= sparingly())(keyId)
    const { pathsTo } = await import('./paths.ts')
    return pathsTo(await openedAs(ctx, 'id', keyId), to!)
  })
}
