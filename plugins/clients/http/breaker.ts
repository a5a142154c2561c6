/**
 * The circuit breaker: a source that is down is not called for a while, then probed with one call. Failures of one
 * caller alone close the source to that caller only: it may ask what makes a sound source fail. A question that fails
 * again and again, whoever asks it, is not asked for a while, and closes the source to nobody.
 */
import {
  BrokenCircuitError,
  circuitBreaker,
  CircuitState,
  ConsecutiveBreaker,
  handleWhen,
  type CircuitBreakerPolicy,
  type IBreaker,
} from 'cockatiel'
import { LRUCache } from 'lru-cache'
import { CallFault, isDown } from './call-fault.ts'
import { type SourceSettings, UpstreamFault } from '@domesday/core/client'

/** Who asks what: opaque ids, compared and never logged. */
export interface Asker {
  readonly caller: string
  readonly question: string
}

export interface Breaker {
  guard<T>(asker: Asker, work: () => Promise<T>): Promise<T>
  /**
   * Another node says that the source is down: one call finds out whether that is so from here, and the others are
   * refused as long as the same is said. Null: none says so.
   */
  doubt(said: string | null): void
  /** Of the circuit that holds for all callers. */
  state(): 'closed' | 'half open' | 'open'
}

/** As many callers must have met failures before a source counts as down for all. */
const fewestCallers = 3
/** The share of recent calls that must have failed. */
const leastShare = 0.5
/** Milliseconds, and a number of calls, that count as recent. */
const recently = 60_000,
  mostRecent = 100
/** Callers and questions that have a circuit of their own; the one that was not needed for longest is forgotten. */
const mostOwn = 1_000

interface Outcome extends Asker {
  readonly failed: boolean
  readonly at: number
}

/** Opens where so many callers failed, with so many questions, and few recent calls were answered. */
const createRecent = (failures: number, callers: number): IBreaker & { note(asker: Asker, failed: boolean): void } => {
  let outcomes: Outcome[] = []
  return {
    state: null,
    note: (asker, failed) => {
      const at = performance.now()
      outcomes = [...outcomes.filter((one) => at - one.at < recently), { ...asker, failed, at }].slice(-mostRecent)
    },
    success: (state) => {
      if (state === CircuitState.HalfOpen) outcomes = []
    },
    failure: () => {
      const failed = outcomes.filter((one) => one.failed)
      const distinct = (of: keyof Asker): number => new Set(failed.map((one) => one[of])).size
      return (
        distinct('question') >= failures &&
        distinct('caller') >= callers &&
        failed.length >= leastShare * outcomes.length
      )
    },
  }
}

const isUnasked = (error: unknown): boolean =>
  error instanceof CallFault && (error.trouble === 'queued' || error.trouble === 'open')

/** `onOpen` is told for how long nobody calls the source. */
export const createBreaker = (
  source: string,
  { failures, for: pause }: SourceSettings['breaker'],
  onOpen?: (ms: number) => void,
): Breaker => {
  const openFault = (why: string): CallFault =>
    new CallFault(source, 'open', `is not called for a while ${why}`, { retryAfter: pause / 1000 })
  const faultOf = ({ lastFailure }: CircuitBreakerPolicy): CallFault => {
    const last = lastFailure !== undefined && 'error' in lastFailure ? lastFailure.error : null
    return openFault(`after ${failures} failures: ${last instanceof UpstreamFault ? last.message : 'no answer'}`)
  }

  const createCircuit = (breaker: IBreaker) => {
    const probing = (): boolean => policy.state === CircuitState.HalfOpen
    // A probe that our own limiter stopped proves nothing, so it must not close the circuit.
    const counts = (error: unknown): boolean => isDown(error) || (probing() && isUnasked(error))
    const policy = circuitBreaker(handleWhen(counts), { halfOpenAfter: pause, breaker })
    const run = async <T>(work: () => Promise<T>): Promise<T> => {
      // The others do not wait for the probe: an old value or a gap is quicker.
      if (probing()) throw faultOf(policy)
      try {
        // A fault that does not count is returned as a value: the upstream did answer, which ends a row of failures.
        const result = await policy.execute(() =>
          work().catch((error: unknown) => {
            if (counts(error) || !(error instanceof CallFault) || isUnasked(error)) throw error
            return error
          }),
        )
        if (result instanceof CallFault) throw result
        return result
      } catch (error) {
        throw error instanceof BrokenCircuitError ? faultOf(policy) : error
      }
    }
    return { run, state: () => policy.state, onBreak: policy.onBreak }
  }

  const noting = (callers: number) => {
    const recent = createRecent(failures, callers)
    return { ...createCircuit(recent), note: recent.note }
  }
  const forAll = noting(fewestCallers)
  if (onOpen) forAll.onBreak(() => onOpen(pause))
  const ofCallers = new LRUCache<string, ReturnType<typeof noting>>({ max: mostOwn, memoMethod: () => noting(1) })
  const ofQuestions = new LRUCache<string, ReturnType<typeof createCircuit>>({
    max: mostOwn,
    memoMethod: () => createCircuit(new ConsecutiveBreaker(failures)),
  })

  const guarded = <T>(asker: Asker, work: () => Promise<T>): Promise<T> => {
    const ofCaller = ofCallers.memo(asker.caller)
    const note = (failed: boolean): void => {
      forAll.note(asker, failed)
      ofCaller.note(asker, failed)
    }
    const noted = async (): Promise<T> => {
      try {
        const result = await work()
        note(false)
        // Those that fail are remembered, however many others are asked.
        ofQuestions.delete(asker.question)
        return result
      } catch (error) {
        if (!isUnasked(error)) note(isDown(error))
        throw error
      }
    }
    // The question comes first: one that is not asked proves nothing of the source.
    return ofQuestions.memo(asker.question).run(() => forAll.run(() => ofCaller.run(noted)))
  }

  let doubted: { readonly said: string; found: 'nothing' | 'sound' | 'down' } | null = null
  const probed = async <T>(work: () => Promise<T>): Promise<T> => {
    const doubt = doubted
    if (doubt === null || doubt.found === 'sound') return work()
    if (doubt.found === 'down') throw openFault('because another node found it down')
    // Until it is known.
    doubt.found = 'down'
    try {
      const result = await work()
      doubt.found = 'sound'
      return result
    } catch (error) {
      if (!isDown(error)) doubt.found = isUnasked(error) ? 'nothing' : 'sound'
      throw error
    }
  }

  return {
    state: () => {
      const state = forAll.state()
      return state === CircuitState.Closed ? 'closed' : state === CircuitState.HalfOpen ? 'half open' : 'open'
    },
    doubt: (said) => {
      if (said === null) doubted = null
      else if (doubted?.said !== said) doubted = { said, found: 'nothing' }
    },
    guard: (asker, work) => probed(() => guarded(asker, work)),
  }
}
