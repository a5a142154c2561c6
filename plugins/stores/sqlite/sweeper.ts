import type { GroupCommit } from './group-commit.ts'
import type { Holds } from './holds.ts'
import type { Answers } from './idempotency.ts'
import { beatMs, type Instances } from './instances.ts'
import type { Repeats } from './repeats.ts'

export interface Sweeper {
  /** One round; the timer makes it every two seconds. Answers how many holds have lapsed. */
  sweep(): Promise<number>
  /** Stops the timer and takes leave: what this instance still holds lapses with the next round of any other. */
  leave(): Promise<void>
}

/**
 * Keeps this instance alive in the eyes of the others and clears up behind those that died. The first round is queued
 * at once, and so comes before any hold. `warn` hears of a round that failed; the next one makes up for it.
 */
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
        instances.beat()
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
  const timer = setInterval(round, beatMs).unref()

  return {
    sweep,
    leave: () => {
      clearInterval(timer)
      return group.run(instances.leave)
    },
  }
}
