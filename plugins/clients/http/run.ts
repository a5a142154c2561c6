/** `run` operations: several calls as one answer, all or nothing. */
import type { Operation, RunHow, Tools } from '@domesday/core'
import { CallFault } from './fault.ts'
import { type Answered, UpstreamFault } from '@domesday/core/client'
import { within } from './time-limit.ts'

/** A run that never ends is cut off here; a caller's own deadline is much shorter. */
const longest = 60_000
/** A run that answered in spite of a failure is asked again soon: failures are not frozen. */
const afterFailure = 10_000

/**
 * Runs an operation over the `ask` of the whole stack. The answer is as old as the oldest that went in, and fresh as
 * long as the first of them to run out, but no longer than `ttl` milliseconds.
 */
export const runThrough = async ({
  source,
  run,
  input,
  ttl,
  ask,
  now,
}: {
  readonly source: string
  readonly run: RunHow['run']
  readonly input: unknown
  readonly ttl: number
  readonly ask: (operation: Operation<any, any>, input: unknown) => Promise<Answered>
  readonly now: () => number
}): Promise<Answered> => {
  const begun = now()
  let at = begun
  let until = begun + ttl
  let over = false
  const tools: Tools = {
    ask: async (operation, question) => {
      if (over) throw new CallFault(source, 'timeout', 'took too long and was cut off')
      try {
        const answered = await ask(operation, question)
        at = Math.min(at, answered.at)
        until = Math.min(until, answered.until)
        return answered.value as never
      } catch (error) {
        // What is not imported stays so until somebody imports it: that is no failure.
        if (!(error instanceof UpstreamFault && error.reason === 'not_imported'))
          until = Math.min(until, now() + afterFailure)
        throw error
      }
    },
    now,
  }
  try {
    const value = await within(
      longest,
      () => new CallFault(source, 'timeout', `was not done within ${longest} ms`),
      () => run(input, tools),
    )
    return { value, at, until }
  } finally {
    over = true
  }
}
