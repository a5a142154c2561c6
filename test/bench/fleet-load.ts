/** Callers in a closed loop over several nodes. */
import { Pool } from 'undici'

export interface LoadOver {
  readonly perSecond: number
  /** Milliseconds. */
  readonly p50: number
  readonly p99: number
  readonly failed: number
}

export const loadOver = async ({
  origins,
  keys,
  callers,
  ms,
}: {
  readonly origins: readonly string[]
  readonly keys: readonly string[]
  readonly callers: number
  readonly ms: number
}): Promise<LoadOver> => {
  const pools = origins.map((origin) => new Pool(origin, { connections: callers }))
  const waits: number[] = []
  let failed = 0
  const began = performance.now()
  const until = began + ms
  await Promise.all(
    Array.from({ length: callers }, async (_, caller) => {
      while (performance.now() < until) {
        const sent = performance.now()
        const { statusCode, body } = await pools[caller % pools.length]!.request({
          method: 'GET',
          path: '/api/v1/location/WA11UH?depth=summary',
          headers: { authorization: `Bearer ${keys[caller % keys.length]!}` },
        })
        await body.dump()
        waits.push(performance.now() - sent)
        if (statusCode !== 200) failed++
      }
    }),
  )
  const seconds = (performance.now() - began) / 1000
  await Promise.all(pools.map((pool) => pool.close()))
  waits.sort((a, b) => a - b)
  const at = (part: number): number => waits[Math.floor(waits.length * part)] ?? Number.NaN
  return { perSecond: waits.length / seconds, p50: at(0.5), p99: at(0.99), failed }
}
