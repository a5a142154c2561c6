/** Every answer is counted and has its line in the log. */
import type { Log } from '../service/log.ts'
import type { Metrics } from './metrics.ts'
import type { Observed } from './problems.ts'

interface Kind extends Pick<Observed, 'method' | 'status' | 'code'> {
  readonly count: (ms: number, charged: number) => void
  readonly line: ReturnType<Log['often']>
}

/**
 * What answers of one kind have in common is looked up and spelt once: there are as many kinds as routes, methods and
 * outcomes.
 */
export const observing = (metrics: Metrics, log: Log): ((observed: Observed) => void) => {
  const kinds = new Map<string, Kind[]>()

  const kindOf = ({ method, route, status, code }: Observed): Kind => {
    const ofRoute = kinds.get(route) ?? []
    for (const kind of ofRoute) if (kind.status === status && kind.code === code && kind.method === method) return kind
    const kind = {
      method,
      status,
      code,
      count: metrics.answers(route, status),
      line: log.often('info', { method, route, status, code }, 'answered'),
    }
    ofRoute.push(kind)
    kinds.set(route, ofRoute)
    return kind
  }

  return (observed) => {
    const { count, line } = kindOf(observed),
      { ms, charged, requestId, keyId } = observed
    count(ms, charged)
    line({ charged, ms: Math.round(ms * 10) / 10, request_id: requestId, key_id: keyId })
  }
}
