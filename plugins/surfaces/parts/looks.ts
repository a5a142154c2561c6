/**
 * Limits of what replays evidence: that costs no credits, and takes the processor. They count by principal, because
 * keys may be free.
 */
import type { HeaderSink, Http } from '@domesday/core/surface'

export const limits = {
  /** A look ahead or paths: up to two seconds of the processor each. */
  looks: { calls: 10, per: 60_000, burst: 0 },
  /** What replays an answer once or a few times: some ten milliseconds. */
  replays: { calls: 60, per: 60_000, burst: 0 },
} as const

/** Counts one of who calls. Throws the 429. */
export const counting = (
  http: Pick<Http, 'limit' | 'principal'>,
  name: keyof typeof limits,
): ((res: HeaderSink) => Promise<void>) => {
  // Made by the first call, which loads the package.
  let limit: ReturnType<Http['limit']> | undefined
  return (res) => (limit ??= http.limit(name, limits[name])).count(http.principal(), res)
}
