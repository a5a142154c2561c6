/** Records what a look-up asked, and what came of it, for its evidence. */
import { isAbsent, isContradictory, isNotImported } from '../contract/absence.ts'
import type { Endpoint } from '../contract/endpoint.ts'
import type { AskTiming, KeptAsk, Outcome } from '../contract/evidence.ts'
import { UpstreamFault, type Answered } from '../contract/upstream.ts'
import type { Evaluation } from './evaluation.ts'
import { questionNames } from './question-names.ts'

export interface Recording {
  readonly record: NonNullable<Evaluation['record']>
  readonly asks: readonly KeptAsk[]
  /** One for each ask, in their order. */
  readonly timings: readonly AskTiming[]
}

/**
 * Tagged values have the names of a pack already. What is known in part is a value, parts and all, and so is what
 * contradicts itself: packs have no name for it.
 */
const outcomeOf = (settled: Answered | UpstreamFault): Outcome => {
  if (settled instanceof UpstreamFault) return { gap: settled.reason, retry_after_s: settled.retryAfter }
  const { value } = settled
  if (value === null || value === undefined) return { none: 'nothing' }
  if (!isAbsent(value) || isContradictory(value) || isNotImported(value)) return { value }
  const { $: none, ...said } = value
  return { none, ...said } as Outcome
}

const isoOf = (at: number): string | null => (Number.isFinite(at) ? new Date(at).toISOString() : null)

/** `told`: a time of this machine as it is told. */
export const createRecording = (endpoint: Endpoint, told: (at: number) => number): Recording => {
  const names = questionNames(endpoint)
  const begun = performance.now()
  const asks: KeptAsk[] = [],
    timings: AskTiming[] = []
  return {
    record: (node, question, settled, began) => {
      const { operation } = node
      const answered = settled instanceof UpstreamFault ? null : settled
      const at = answered && told(answered.at)
      asks.push({
        node: names.get(node)!,
        source: operation.source.id,
        operation: operation.id,
        digest_version: operation.version ?? 1,
        question,
        outcome: outcomeOf(settled),
        fetched_at: at === null ? null : isoOf(at),
        fresh_until: at === null ? null : isoOf(at + answered!.until - answered!.at),
        from: answered && (answered.from ?? 'wire'),
      })
      timings.push({ began: began - begun, took: performance.now() - began })
    },
    asks,
    timings,
  }
}
