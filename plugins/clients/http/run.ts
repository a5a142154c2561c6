/** `run` operations: several calls as one answer, all or nothing. */
import { apart, withParts, type Operation, type Part, type RunHow, type Tools } from '@domesday/core'
import { CallFault } from './call-fault.ts'
import { type Answered, UpstreamFault } from '@domesday/core/client'
import { withTimeLimit } from './time-limit.ts'

/** Milliseconds. It ends a run that would never end; a caller's own deadline is much shorter. */
const longest = 60_000
/** Milliseconds. An answer that one of the calls could not contribute to is fresh no longer than this. */
const afterFailure = 10_000

/**
 * Runs an operation, which asks others by `ask`. The answer is as old as the oldest of theirs, and fresh until the
 * first of theirs expires, for `ttl` milliseconds at most.
 */
export const runThrough = async ({
  source,
  run,
  input,
  ttl,
  ask,
  now,
  day,
}: {
  readonly source: string
  readonly run: RunHow['run']
  readonly input: unknown
  readonly ttl: number
  readonly ask: (operation: Operation<any, any>, input: unknown) => Promise<Answered>
  /** The machine's clock. */
  readonly now: () => number
  /** The clock of the sources' world, which the run sees. */
  readonly day: () => Date
}): Promise<Answered> => {
  const begun = now()
  let at = begun
  let until = begun + ttl
  let over = false
  /** What is not known of an answer is not known of what is made of it. */
  const parts: Part[] = []
  const tools: Tools = {
    ask: async (operation, question) => {
      if (over) throw new CallFault(source, 'timeout', 'took too long and was ended')
      try {
        const answered = await ask(operation, question)
        at = Math.min(at, answered.at)
        until = Math.min(until, answered.until)
        const { value, parts: more } = apart(answered.value)
        parts.push(...more)
        return value as never
      } catch (error) {
        // A dataset that is not imported is no failure: asking again soon would not help.
        if (!(error instanceof UpstreamFault && error.reason === 'not_imported'))
          until = Math.min(until, now() + afterFailure)
        throw error
      }
    },
    now: () => day().getTime(),
  }
  try {
    const value = await withTimeLimit(
      longest,
      () => new CallFault(source, 'timeout', `did not end within ${longest} ms`),
      () => run(input, tools),
    )
    return { value: withParts(value, parts), at, until }
  } finally {
    over = true
  }
}
