/** The circuit breaker: a source that is down is not called for a while, then probed with one call. */
import { BrokenCircuitError, circuitBreaker, CircuitState, ConsecutiveBreaker, handleWhen } from 'cockatiel'
import { CallFault, isDown } from './call-fault.ts'
import { type SourceSettings, UpstreamFault } from '@domesday/core/client'

export interface Breaker {
  guard<T>(work: () => Promise<T>): Promise<T>
}

export const createBreaker = (source: string, { failures, for: pause }: SourceSettings['breaker']): Breaker => {
  const probing = (): boolean => policy.state === CircuitState.HalfOpen
  // A probe that our own limiter stopped proves nothing, so it must not close the circuit.
  const counts = (error: unknown): boolean =>
    isDown(error) || (probing() && error instanceof CallFault && error.trouble === 'queued')
  const policy = circuitBreaker(handleWhen(counts), { halfOpenAfter: pause, breaker: new ConsecutiveBreaker(failures) })

  const open = (): CallFault => {
    const last = policy.lastFailure !== undefined && 'error' in policy.lastFailure ? policy.lastFailure.error : null
    return new CallFault(
      source,
      'open',
      `is not called for a while after ${failures} failures in a row: ${last instanceof UpstreamFault ? last.message : 'no answer'}`,
      { retryAfter: pause / 1000 },
    )
  }

  return {
    guard: async (work) => {
      // The others do not wait for the probe: an old value or a gap is quicker.
      if (probing()) throw open()
      try {
        // A fault that does not count is returned as a value: the upstream did answer, which ends a row of failures.
        const result = await policy.execute(() =>
          work().catch((error: unknown) => {
            if (counts(error) || !(error instanceof CallFault) || error.trouble === 'queued') throw error
            return error
          }),
        )
        if (result instanceof CallFault) throw result
        return result
      } catch (error) {
        throw error instanceof BrokenCircuitError ? open() : error
      }
    },
  }
}
