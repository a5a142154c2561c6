/** What becomes of the questions of a look-up while it is gathered, told to those who wait for it. */
import type { Egress } from '../contract/client.ts'
import type { QuestionNode } from '../contract/node.ts'
import type { Operation } from '../contract/operation.ts'
import { spanned, type Tracing } from '../contract/tracing.ts'
import { UpstreamFault, type Answered, type Upstream } from '../contract/upstream.ts'

export interface Step {
  /** `gap`: there is no answer. */
  readonly step: 'asked' | 'came' | 'gap'
  readonly source: string
  readonly operation: string
  /** Why there is none. */
  readonly reason?: string
}
export type Follow = (step: Step) => void

export interface Progress {
  /** Asks the upstream, and tells of it. */
  ask(operation: Operation<any, any>, question: unknown, node?: QuestionNode): Promise<Answered>
  /** Another request waits for it too. */
  readonly join: () => void
  /** Tells all that has happened so far, and from then on what happens. */
  follow(to: Follow): void
}

export const createProgress = (
  upstream: Pick<Upstream, 'ask'>,
  tracing: Tracing | null,
  joining: NonNullable<Egress['joining']>,
): Progress => {
  const steps: Step[] = [],
    followers: Follow[] = []
  const tell = (step: Step): void => {
    steps.push(step)
    for (const to of followers) to(step)
  }
  return {
    ask: async (operation, question) => {
      const about = { source: operation.source.id, operation: operation.id }
      tell({ step: 'asked', ...about })
      try {
        const answered = await spanned(tracing, `ask ${about.source}.${about.operation}`, about, () =>
          upstream.ask(operation, question),
        )
        tell({ step: 'came', ...about })
        return answered
      } catch (fault) {
        tell({ step: 'gap', ...about, ...(fault instanceof UpstreamFault && { reason: fault.reason }) })
        throw fault
      }
    },
    join: joining(),
    follow: (to) => {
      steps.forEach(to)
      followers.push(to)
    },
  }
}
