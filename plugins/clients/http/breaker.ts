/** The circuit breaker: a source that is down is left alone for a while, then tried with one call. */
import { BrokenCircuitError, circuitBreaker, CircuitState, ConsecutiveBreaker, handleWhen } from 'cockatiel'
import { CallFault, isDown } from './fault.ts'
import { type SourceSettings, UpstreamFault } from '@domesday/core/client'

export interface Breaker {
  guard<T>(work: () => Promise<T>): Promise<T>
  readonly state: 'closed' | 'half-open' | 'open'
}

export const createBreaker = (source: string, { failures, for: pause }: SourceSettings['breaker']): Breaker => {
  const probing = (): boolean => policy.state === CircuitState.HalfOpen
  // A probe that our own limiter kept back has shown nothing, so it must not close the circuit.
  const counts = (error: unknown): boolean =>
    isDown(error) || (probing() && error instanceof CallFault && error.trouble === 'queued')
  const policy = circuitBreaker(handleWhen(counts), { halfOpenAfter: pause, breaker: new ConsecutiveBreaker(failures) })

  const open = (): CallFault => {
    const last = policy.lastFailure !== undefined && 'error' in policy.lastFailure ? policy.lastFailure.error : null
    return new CallFault(
      source,
      'open',
      `is left alone for a while after ${failures} failures in a row: ${last instanceof UpstreamFault ? last.message : 'no answer'}`,
      { retryAfter: pause / 1000 },
    )
  }

  return {
    guard: async (work) => {
      // While one call probes, the others must not wait for it: an old value or an honest gap is quicker.
      if (probing()) throw open()
      try {
        // A fault that does not count is handed through as a value: the upstream did answer, which ends a row of
        // failures.
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
    get state() {
      return probing() ? 'half-open' : policy.state === CircuitState.Closed ? 'closed' : 'open'
    },
  }
}
