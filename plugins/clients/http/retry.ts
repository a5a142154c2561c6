/** Which faults are tried again, and after which pause. */
import { DelegateBackoff, handleWhen, retry } from 'cockatiel'
import { CallFault, isPassing } from './call-fault.ts'

/** Seconds. A longer pause that an upstream asks for is not waited for. */
const longestPause = 5
/** Seconds that are waited where an upstream asks for a pause without saying how long. */
const usualPause = 1
/** Milliseconds that a try must have left before the deadline. */
const leastTime = 50

/** Milliseconds. Half is random, so that calls that failed together do not return together. */
const backoff = (tried: number): number => Math.min(1_000, 100 * 2 ** (tried - 1)) * (0.5 + Math.random() / 2)

/**
 * Runs the work up to `tries` times, and once more where the upstream asked for a short pause. Begins no try after the
 * deadline.
 */
export const retrying = <T>(
  work: () => Promise<T>,
  { tries, deadline }: { readonly tries: number; readonly deadline: number },
): Promise<T> => {
  let tried = 0
  let paused = false
  let wait = 0

  const pauseBefore = (fault: CallFault): number | null => {
    if (fault.retryAfter !== null && fault.retryAfter > longestPause) return null
    if (fault.trouble === 'slow') {
      if (paused) return null
      paused = true
      return Math.max((fault.retryAfter ?? usualPause) * 1_000, backoff(1))
    }
    tried += 1
    if (!isPassing(fault) || tried >= tries) return null
    return Math.max((fault.retryAfter ?? 0) * 1_000, backoff(tried))
  }

  const again = handleWhen((error) => {
    const pause = error instanceof CallFault ? pauseBefore(error) : null
    if (pause === null || performance.now() + pause + leastTime >= deadline) return false
    wait = pause
    return true
  })
  return retry(again, { maxAttempts: tries + 1, backoff: new DelegateBackoff(() => wait) }).execute(work)
}
