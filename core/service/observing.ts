/** Counts and logs every answer. */
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
