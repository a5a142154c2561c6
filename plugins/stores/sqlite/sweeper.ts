/** Sends this instance's heartbeats, and cleans up after dead ones. */
import type { Recovered } from '@domesday/store-parts/recovered'
import type { Deliveries } from './delivery.ts'
import type { GroupCommit } from './group-commit.ts'
import type { Holds } from './holds.ts'
import type { Answers } from './idempotency.ts'
import { heartbeatMs, type Instances } from './instances.ts'
import type { PaymentAgeing } from './payment-ageing.ts'
import type { Repeats } from './repeats.ts'
import type { Sold } from './sold.ts'
import type { Subjects } from './subjects.ts'

export interface Sweeper {
  /** One round; a timer runs it every two seconds. Resolves to the number of lapsed holds. */
  sweep(): Promise<number>
  /** Stops the timer and removes this instance: another's next round lapses its holds. */
  stop(): Promise<void>
}

/** Queues the first round at once, so that it precedes any hold. Calls `warn` if a round fails. */
export const sweeper = (
  group: GroupCommit,
  {
    instances,
    holds,
    answers,
    repeats,
    sold,
    subjects,
    deliveries,
    recovered,
    payments,
  }: {
    readonly instances: Instances
    readonly holds: Holds
    readonly answers: Answers
    readonly repeats: Repeats
    readonly sold: Sold
    readonly subjects: Subjects
    readonly deliveries: Deliveries
    readonly recovered: Recovered
    readonly payments: PaymentAgeing
  },
  warn: (fault: unknown) => void,
): Sweeper => {
  let sweeping: Promise<number> | null = null

  const sweep = (): Promise<number> =>
    (sweeping ??= group
      .run(() => {
        instances.heartbeat()
        const lapsed = holds.lapse(instances.span())
        const refunds = deliveries.recover(instances.span())
        instances.removeDead()
        holds.purge()
        answers.purge()
        repeats.purge()
        sold.purge()
        subjects.purge()
        deliveries.purge()
        payments.age()
        return { lapsed, refunds }
      })
      .then(({ lapsed, refunds }) => {
        recovered.add(refunds)
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
      return group.run(() => {
        deliveries.write()
        instances.retire()
      })
    },
  }
}
