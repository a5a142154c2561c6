/** Makes the answer to one plan: gather → score → keep its evidence → serialise. It knows of no payer. */
import type { OpenEvidence } from '../contract/evidence.ts'
import type { Scored } from '../contract/score.ts'
import { spanned, type Tracing } from '../contract/tracing.ts'
import { isFailure, isPassingReason, isUnready } from '../contract/upstream.ts'
import type { Worth } from '../credits/payers.ts'
import { headOf } from './envelope.ts'
import { keepEvidence, type Made } from './evidence.ts'
import { RequiredGap, toldGaps, type ToldGap } from './gap.ts'
import { gather } from './gather.ts'
import type { Plan } from './plan.ts'
import type { PluginErrors } from './plugin-errors.ts'
import type { Progress } from './progress.ts'
import { createRecording } from './recording.ts'
import { noAnswer, refusal, type Refusals } from './refusal.ts'
import { weigh } from './weigh.ts'
import { againOf } from './worth.ts'

export interface MadeAnswer extends Worth {
  readonly head: Buffer
  /** The id of its evidence; null where none is kept. */
  readonly evidence: string | null
  /** What failed in it: then nobody buys it who wants a whole answer. */
  readonly failed: readonly ToldGap[]
  /** When it goes stale, epoch ms. */
  readonly until: number
}

/** How long answers are cached in which something failed, milliseconds: a failure may be over soon. */
const failedFor = 10_000
/** The same where the operator has something to set up, and may be at it. */
const unreadyFor = 60_000
/** The longest that callers wait for a free repeat, milliseconds: the sources' own limits hold calls back anyway. */
const longestWait = 60_000

/** The clock of what answers tell: in the sandbox that of the sample data. */
export interface AnswerClock {
  /** The time that plugins get. */
  now(): Date
  /** A time of this machine as it is told. Unix milliseconds. */
  told(at: number): number
}

export interface MakingParts extends Refusals {
  readonly clock: AnswerClock
  /** The wall clock, Unix milliseconds. */
  readonly now: () => number
  readonly sandbox: boolean
  /** How many times their deadline look-ups have. */
  readonly patience: number
  /** What an equal answer costs again, a fraction of its price. */
  readonly repeatPrice: () => number
  readonly release: string
  /** Called with every score. */
  readonly onScore?: (id: string, scored: Scored) => void
  readonly pluginErrors: Pick<PluginErrors, 'report'>
  readonly tracing: Tracing | null
  /** Null where none is kept. */
  readonly evidence: OpenEvidence | null
  /** What is made is of another time: of sample data. */
  readonly isOfThen?: true
}

/** What it returns rejects with a `Failure` where there is no answer. `requestId` is for the log. */
export const createMaking = (parts: MakingParts) => {
  const { tracing } = parts

  const ask = async (plan: Plan, requestId: string, progress: Pick<Progress, 'ask'>): Promise<Made> => {
    const {
      endpoint: { declared },
      settings,
      asked,
      depth,
      include,
    } = plan
    const now = parts.clock.now(),
      recording = createRecording(declared, parts.clock.told),
      scores = new Map<string, Scored>()
    try {
      const gathered = await gather({
        endpoint: declared,
        asked,
        depth,
        include,
        settings: settings.own,
        now,
        deadline: parts.patience * settings.deadline,
        ask: progress.ask,
        record: recording.record,
        weigh: (score, evidence) => {
          const scored = weigh(score, settings.scoreOf(score), evidence)
          scores.set(score.id, scored)
          parts.onScore?.(score.id, scored)
          return scored
        },
        settingsOf: settings.scoreOf,
        onPluginError: (where, fault) => parts.pluginErrors.report(declared, where, fault, requestId),
      })
      return { gathered, recording, scores, now }
    } catch (error) {
      throw error instanceof RequiredGap
        ? refusal(error.gap, parts, {
            endpoint: declared,
            asked,
            examples: parts.sandbox ? settings.examples : null,
          })
        : error
    }
  }

  return async (plan: Plan, requestId: string, progress: Pick<Progress, 'ask'>): Promise<MadeAnswer> => {
    const about = { endpoint: plan.endpoint.declared.id, depth: plan.depth }
    const asked = await spanned(tracing, 'gather', about, () => ask(plan, requestId, progress))
    const { gathered, now: at } = asked,
      { verdict, missing } = gathered
    if (verdict !== 'known' && verdict !== 'nothing_known') throw noAnswer(verdict, missing)
    const now = parts.now()
    const failed = missing.filter(({ reason }) => isPassingReason(reason))
    const longest =
      failed.length > 0 ? failedFor : missing.some(({ reason }) => isUnready(reason)) ? unreadyFor : plan.settings.cache
    const wait = Math.max(0, ...failed.map(({ retry_after_s: seconds = 0 }) => seconds * 1000))
    const free = verdict === 'nothing_known'
    const evidence = parts.evidence === null || free ? null : keepEvidence(parts.evidence, parts, plan, asked)
    const sources = new Map([...gathered.sources].map(([id, time]) => [id, parts.clock.told(time)] as const))
    const told = { ...gathered, sources },
      credits = Math.min(plan.price, plan.settings.credits[gathered.worth]),
      again = againOf(gathered, plan.settings.hash, credits, parts.repeatPrice())
    const head = headOf(told, {
      at,
      depth: plan.depth,
      settings: plan.settings.hash,
      beyond: plan.settings.beyond,
      evidence,
      sandbox: parts.sandbox,
      about: parts.sources,
    })
    return {
      head,
      evidence,
      until: Math.min(gathered.until, now + Math.min(longest, plan.settings.cache)),
      free,
      depth: gathered.worth,
      credits,
      ...(again && { again }),
      failed: toldGaps(
        gathered.gaps.filter(({ reason }) => isFailure(reason)),
        (source) => parts.sources.get(source)?.title ?? source,
      ),
      retryAt: failed.length > 0 ? now + Math.min(wait, longestWait) : null,
    }
  }
}

/** Makes answers under another clock. */
export type MakingAt = (now: Date) => ReturnType<typeof createMaking>
