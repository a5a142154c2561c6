/** Keeps this instance alive in the eyes of the others, and clears up behind those that died. */
import type { GroupCommit } from './group-commit.ts'
import type { Holds } from './holds.ts'
import type { Answers } from './idempotency.ts'
import { heartbeatMs, type Instances } from './instances.ts'
import type { Repeats } from './repeats.ts'

export interface Sweeper {
  /** One round; a timer makes it every two seconds. Answers how many holds have lapsed. */
  sweep(): Promise<number>
  /** Stops the timer and removes this instance: what it still holds lapses with the next round of any other. */
  stop(): Promise<void>
}

/** The first round is queued at once, and so comes before any hold. `warn` is told of a round that failed. */
export const sweeper = (
  group: GroupCommit,
  {
    instances,
    holds,
    answers,
    repeats,
  }: {
    readonly instances: Instances
    readonly holds: Holds
    readonly answers: Answers
    readonly repeats: Repeats
  },
  warn: (fault: unknown) => void,
): Sweeper => {
  let sweeping: Promise<number> | null = null

  const sweep = (): Promise<number> =>
    (sweeping ??= group
      .run(() => {
        instances.heartbeat()
        const lapsed = holds.lapse(instances.span())
        instances.removeDead()
        holds.purge()
        answers.purge()
        repeats.purge()
        return lapsed
      })
      .finally(() => {
        sweeping = null
      }))

  const round = (): void => {
    sweep().catch(warn)
  }
  round()
  const timer = setInterval(round, heartbeatMs).unref()

  return {
    sweep,
    stop: () => {
      clearInterval(timer)
      return group.run(instances.removeSelf)
    },
  }
}
