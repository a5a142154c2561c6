/** Counts and logs every answer, and counts those that were lost with their process. */
import type { Delivery } from '../credits/delivery.ts'
import type { Metrics } from '../http/metrics.ts'
import type { Observed } from '../http/problems.ts'
import type { Log } from './log.ts'

/** Keeps counters by route and status: finding one by its labels takes longer than counting. */
export const observing = (metrics: Metrics, log: Log): ((observed: Observed) => void) => {
  const counters = new Map<string, ReturnType<Metrics['answers']>>()

  return ({ method, route, status, code, ms, charged, requestId, keyId }) => {
    const kind = `${status} ${route}`
    let count = counters.get(kind)
    if (!count) counters.set(kind, (count = metrics.answers(route, status)))
    count(ms, charged)
    log.info(
      { method, route, status, code, charged, ms: Math.round(ms * 10) / 10, request_id: requestId, key_id: keyId },
      'answered',
    )
  }
}

/** Counts what the store refunds by itself for processes that died, this service's own last run among them. */
export const countingRecovered = (metrics: Metrics, { recovered }: Delivery): Metrics => {
  recovered?.(metrics.lost)
  return metrics
}
