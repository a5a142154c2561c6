/** Requests that are refused, and why. */
import { Failure, failures, type Code } from '../contract/failure.ts'

/** A request that is turned away before any work. `reason` is for the metric: several reasons share a code. */
export class Refused extends Failure {
  readonly reason: string
  constructor(code: Code, detail: string, reason: string, retryAfter?: number) {
    super(code, detail, retryAfter === undefined ? {} : { retry_after_s: retryAfter })
    this.reason = reason
  }
}

/** Why a request was refused, for the metric; null where it failed otherwise. */
export const reasonOf = (error: unknown): string | null => {
  if (error instanceof Refused) return error.reason
  if (!(error instanceof Failure)) return null
  return failures[error.code].status < 500 || error.code === 'overloaded' ? error.code : null
}
