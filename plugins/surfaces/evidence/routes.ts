/**
 * The paths under `/evidence`. All are free, and counted by the limit of the key, or of the address of who paid; what
 * replays is counted once more.
 */
import type { Context } from 'koa'
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
import { counting } from '@domesday/surface-parts/looks'
import { paymentOwnersIn } from '@domesday/surface-parts/payment-owner'
import { matching, oneOf, readAll, wholeFrom, type Read, type Reader } from '@domesday/surface-parts/readers'
import { keySetPath, longestLook, mostRows, signedType, usualDays, usualRows } from './bounds.ts'
import { sameQuestion } from '@domesday/surface-parts/same-question'

type Service = Pick<ServiceView, 'evidence' | 'plugins' | 'billing' | 'settings'>

/** Decoded: as it stands in a row it has a blank where that has `%20`. */
const path = matching(/^\/[^\p{C}]{1,400}$/u, "a path of a look-up, such as '/entity/99000025'")
const readers = {
  list: { path, limit: wholeFrom(1, mostRows), cursor: matching(/^[A-Za-z0-9_.-]{1,200}$/, "the 'next' of a page") },
  none: {},
  ahead: { days: wholeFrom(1, longestLook) },
} as const

/** The parameters. Throws the 400 with every fault at once. */
const parametersOf = <R extends Readonly<Record<string, Reader<unknown>>>>(
  { req }: Context,
  wanted: R,
  required: readonly (keyof R & string)[] = [],
): Read<R> => {
  const { values, faults } = readAll(queryOf(req.url!), wanted, required)
  if (faults.length > 0) throw invalidParameters(faults)
  return values
}

/** Who reads. */
interface Reading {
  readonly owners: readonly string[]
  /** Null for who paid by the call. */
  readonly keyId: string | null
}
interface KeyReading extends Reading {
  readonly keyId: string
}

class SignedFile {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

export const routes = (http: Http, service: Service): void => {
  const { plugins, billing } = service
  const countLook = counting(http, 'looks'),
    countReplay = counting(http, 'replays')

  /** With PAYMENT-SIGNATURE the payment is the owner, otherwise the key. */
  const readerIn = async ({ req, res, state }: Context): Promise<Reading> => {
    const owners = paymentOwnersIn(req.headers)
    if (owners?.length === 0) throw new Failure('not_kept', 'PAYMENT-SIGNATURE holds no payment that can be read.')
    if (owners !== null) return { owners, keyId: null }
    return byKey({ req, res, state })
  }
  const byKey = async ({ req, res, state }: Pick<Context, 'req' | 'res' | 'state'>): Promise<KeyReading> => {
    const keyId = http.authenticate(req)
    ;(state as State).keyId = keyId
    res.setHeader('x-credits-charged', 0)
    res.setHeader('x-credits-remaining', await billing.ledger.remaining(keyId))
    await http.perKey().count(keyId, res)
    return { owners: [keyId], keyId }
  }
  const get = <R extends Reading>(
    pattern: string,
    readerIn: (ctx: Context) => Promise<R>,
    answer: (ctx: Context, reader: R) => Promise<unknown>,
  ): void =>
    http.get(pattern, async (ctx) => {
      const reader = await readerIn(ctx)
      const data = await answer(ctx, reader)
      if (data instanceof SignedFile) {
        ctx.type = signedType
        ctx.body = data.text
      } else await sendJson(ctx, json({ data }))
    })
  // What follows is loaded by the first call that needs it.
  const find = async (ctx: Context, name: string, { owners }: Reading) =>
    (await import('@domesday/surface-parts/packs')).findPack(service.evidence, ctx.params[name] as string, owners)
  const openedAs = async (ctx: Context, name: string, reader: Reading) => {
    const { openPack } = await import('@domesday/surface-parts/packs')
    return openPack(plugins, await find(ctx, name, reader))
  }

  http.get(keySetPath, async (ctx) => {
    if (service.evidence === null) throw new Failure('unknown_path', 'This service keeps no evidence, and signs none.')
    ctx.set('cache-control', 'public, max-age=300')
    ctx.type = 'application/jwk-set+json'
    ctx.body = JSON.stringify(await service.evidence.keySet())
  })
  get('/evidence', byKey, async (ctx, { keyId }) => {
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
  get('/evidence/:id', readerIn, async (ctx, reader) => {
    parametersOf(ctx, readers.none)
    const { pack, timings } = await find(ctx, 'id', reader)
    if (ctx.accepts('application/json', signedType) === signedType)
      return new SignedFile(await service.evidence!.sign(pack))
    return { pack, timings }
  })
  get('/evidence/:from/changes/:to', readerIn, async (ctx, reader) => {
    parametersOf(ctx, readers.none)
    await countReplay(ctx.res)
    const { changesBetween } = await import('@domesday/surface-parts/changes')
    return changesBetween(await openedAs(ctx, 'from', reader), await openedAs(ctx, 'to', reader))
  })
  get('/evidence/:id/ahead', readerIn, async (ctx, reader) => {
    const { days = usualDays } = parametersOf(ctx, readers.ahead)
    await countLook(ctx.res)
    const { ahead } = await import('./ahead.ts')
    return ahead(await openedAs(ctx, 'id', reader), days)
  })
  get('/evidence/:id/paths', readerIn, async (ctx, reader) => {
    await countLook(ctx.res)
    const { pathsTo, ratingsOf } = await import('./paths.ts')
    const kept = await openedAs(ctx, 'id', reader)
    // Which ratings there are stands in the pack.
    const { to } = parametersOf(ctx, { to: oneOf(ratingsOf(kept)) }, ['to'])
    return pathsTo(kept, to!)
  })
}
