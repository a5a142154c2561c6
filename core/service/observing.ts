/** Every answer is counted and has its line in the log. */
import type { Metrics } from '../http/metrics.ts'
import type { Observed } from '../http/problems.ts'
import type { Log } from './log.ts'

/** Counters by route and status: to find one by its labels takes longer than to count. */
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
