/** The one layer that admits requests of all surfaces: it gives places, and limits wrong keys by address. */
import type { IncomingMessage } from 'node:http'
import type { Middleware } from 'koa'
import { Failure, failures } from '../contract/failure.ts'
import type { RateLimit } from './limits.ts'
import type { Admission, Overload } from './overload.ts'
import type { Holder } from './places.ts'
import { Refused } from './refused.ts'
import { calledBy } from './request-context.ts'

export interface Admitting {
  readonly overload: Pick<Overload, 'during' | 'check' | 'inFlightOf'>
  readonly optionsOf: (path: string) => Admission | undefined
  readonly holderOf: (req: IncomingMessage) => Holder
  /** Counts requests with a key that is not known, or none, where one is due. */
  readonly wrongKeys: () => RateLimit
}

export const admission = ({ overload, optionsOf, holderOf, wrongKeys }: Admitting): Middleware => {
  return async (ctx, next) => {
    const options = optionsOf(ctx.path)
    if (options?.always) return next()
    const holder = holderOf(ctx.req)
    calledBy(holder.principal, () => overload.inFlightOf(holder))
    try {
      if (!options?.admitsItself) return await overload.during(next, holder)
      // A stream may stay open for hours: only the calls inside it count as in flight.
      overload.check(holder)
      return await next()
    } catch (error) {
      if (!(error instanceof Failure) || failures[error.code].status !== 401) throw error
      // Only now: a good key from the same address is never kept waiting.
      await wrongKeys()
        .count(holder.principal, ctx.res)
        .catch((limited: Failure) => {
          throw new Refused(
            limited.code,
            'Too many requests with a wrong key or token.',
            'wrong_keys',
            limited.more.retry_after_s,
          )
        })
      throw error
    }
  }
}
