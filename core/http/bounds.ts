/** What keys may ask, and how often, noted as their requests are authenticated. Most keys have no bounds. */
import type { OpenShared } from '../contract/shared.ts'
import type { VerifiedKey } from '../credits/keys.ts'
import { Failure } from '../contract/failure.ts'
import { rateLimit, type RateLimit } from './limits.ts'
import { principal } from './request-context.ts'

export interface Bounds {
  note(key: VerifiedKey): void
  /** Throws the 403 unless the key may ask the endpoint on the surface. */
  check(keyId: string, surface: string, endpoint: string): void
  /** Counts by the key's own limit; or by the service's, those of one principal together. */
  readonly perKey: RateLimit
}

/** With `shared` the calls to all nodes count. */
export const createBounds = (perKey: () => RateLimit, shared: Pick<OpenShared, 'counter'> | null): Bounds => {
  const bounds = new Map<string, { readonly key: VerifiedKey; readonly limit: RateLimit | null }>()
  return {
    note: (key) => {
      const { id, endpoints, surfaces, perMinute } = key
      if (endpoints === null && surfaces === null && perMinute === null) return void bounds.delete(id)
      const noted = bounds.get(id)
      const limit =
        perMinute === null
          ? null
          : noted?.key.perMinute === perMinute
            ? noted.limit
            : rateLimit('key', { calls: perMinute, per: 60_000, burst: 0 }, shared)
      bounds.set(id, { key, limit })
    },
    check: (keyId, surface, endpoint) => {
      const { endpoints = null, surfaces = null } = bounds.get(keyId)?.key ?? {}
      const isSold = surfaces?.includes(surface) ?? true
      if (isSold && (endpoints?.includes(endpoint) ?? true)) return
      const [legal, asked] = isSold ? [endpoints!, endpoint] : [surfaces!, surface]
      throw new Failure(
        'out_of_scope',
        `This key may ${isSold ? 'ask' : 'be used on'} ${legal.join(', ')}, and not ${isSold ? '' : 'on '}${asked}. Nothing was charged.`,
        { scope: { endpoints, surfaces } },
      )
    },
    perKey: {
      count: (id, res) => bounds.get(id)?.limit?.count(id, res) ?? perKey().count(principal(), res),
      wait: (id) => bounds.get(id)?.limit?.wait(id) ?? perKey().wait(principal()),
    },
  }
}
