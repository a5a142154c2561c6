/**
 * One call, top to bottom: hold credits → gather → score → serialise → settle. It knows nothing of HTTP: a surface
 * turns a request into a plan and a payer, and sends the answer.
 */
import { LRUCache } from 'lru-cache'
import type { Egress } from '../contract/client.ts'
import type { AnySource } from '../registry/load.ts'
import { weigh } from './weigh.ts'
import type { Paid, Payer, PricedRequest, Worth, Write } from '../credits/payers.ts'
import type { Idempotency } from '../credits/idempotency.ts'
import type { Scored } from '../contract/score.ts'
import { spanned, type Tracing } from '../contract/tracing.ts'
import { isPassingReason, type Upstream } from '../contract/upstream.ts'
import { whole } from '../contract/body.ts'
import { attributions, bodyOf, headOf } from './envelope.ts'
import { Failure } from '../contract/failure.ts'
import { RequiredGap } from './gap.ts'
import { gather, type Gathered } from './gather.ts'
import type { Plan } from './plan.ts'
import { createProgress, type Follow, type Progress } from './progress.ts'
import type { PluginErrors } from './plugin-errors.ts'
import { noAnswer, refusal, type Refusals } from './refusal.ts'

export interface Caller {
  readonly payer: Payer
  readonly requestId: string
  /** The caller's idempotency key, under which the payer stores the answer. */
  readonly idempotency?: { readonly keyId: string; readonly key: string } | undefined
  /** Whether the caller has closed the connection: then nothing is charged. */
  readonly gone?: () => boolean
  /** Is told what becomes of the questions, until the answer is there. */
  readonly follow?: Follow | undefined
}

export interface Answer extends Paid {
  /** Set where these are the stored bytes of an earlier answer. */
  readonly replayed?: true
}

export interface AnswerParts extends Refusals {
  readonly upstream: Upstream
  readonly sources: ReadonlyMap<string, AnySource>
  readonly idempotency: Idempotency
  /** The clock for plugins: in the sandbox that of the sample data. */
  readonly worldNow: () => Date
  readonly sandbox: boolean
  readonly cache: { readonly entries: number; readonly bytes: number }
  /** Called with every score. */
  readonly onScore?: (id: string, scored: Scored) => void
  readonly pluginErrors: Pick<PluginErrors, 'report'>
  readonly tracing: Tracing | null
  /** As `Egress` has it. */
  readonly joining: NonNullable<Egress['joining']>
}

interface CachedAnswer extends Worth {
  readonly head: Buffer
  /** When it goes stale, epoch ms. */
  readonly until: number
}

/** How long answers are cached in which something failed, milliseconds: a failure may be over soon. */
const failedFor = 10_000
/** The same where the operator has something to set up, and may be at it. */
const unreadyFor = 60_000
const unready: ReadonlySet<string> = new Set(['not_configured', 'not_imported', 'not_licensed'])
/** The longest that callers wait for a free repeat, milliseconds: the sources' own limits hold calls back anyway. */
const longestWait = 60_000

const writing =
  (head: Buffer, requestId: string): Write =>
  (charged, more) =>
    bodyOf(head, requestId, charged, more)

const callerGone = (): Failure => new Failure('caller_gone', 'The caller hung up. Nothing was charged.')

export type Answering = ReturnType<typeof createAnswering>

export const createAnswering = (parts: AnswerParts) => {
  const { tracing } = parts
  const openCache = () =>
    new LRUCache<string, CachedAnswer>({
      max: parts.cache.entries,
      maxSize: parts.cache.bytes,
      sizeCalculation: ({ head }, key) => head.length + 2 * key.length + 200,
    })
  // Opened by the first answer: lru-cache allocates all its entries at once, which would delay the start.
  let cache: ReturnType<typeof openCache> | undefined
  const flights = new Map<string, { readonly answer: Promise<CachedAnswer>; readonly progress: Progress }>()
  const attributionOf = attributions(parts.sources)

  const paying = <T>(step: string, work: () => Promise<T>): Promise<T> => spanned(tracing, `ledger ${step}`, {}, work)

  const ask = async (plan: Plan, requestId: string, progress: Progress): Promise<Gathered> => {
    const {
      endpoint: { declared },
      settings,
      asked,
      depth,
      include,
    } = plan
    try {
      return await gather({
        endpoint: declared,
        asked,
        depth,
        include,
        settings: settings.own,
        now: parts.worldNow(),
        deadline: settings.deadline,
        ask: progress.ask,
        weigh: (score, evidence) => {
          const scored = weigh(score, settings.scoreOf(score), evidence)
          parts.onScore?.(score.id, scored)
          return scored
        },
        curveOf: (score, factor) => settings.scoreOf(score).curves[factor]!,
        onPluginError: (where, fault) => parts.pluginErrors.report(declared, where, fault, requestId),
      })
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

  const make = async (plan: Plan, requestId: string, progress: Progress): Promise<CachedAnswer> => {
    const about = { endpoint: plan.endpoint.declared.id, depth: plan.depth }
    const gathered = await spanned(tracing, 'gather', about, () => ask(plan, requestId, progress))
    const { verdict, missing } = gathered
    if (verdict !== 'known' && verdict !== 'nothing_known') throw noAnswer(verdict, missing)
    const now = Date.now()
    const failed = missing.filter(({ reason }) => isPassingReason(reason))
    const longest =
      failed.length > 0
        ? failedFor
        : missing.some(({ reason }) => unready.has(reason))
          ? unreadyFor
          : plan.settings.cache
    const wait = Math.max(0, ...failed.map(({ retry_after_s: seconds = 0 }) => seconds * 1000))
    const head = headOf(gathered, {
      depth: plan.depth,
      settings: plan.settings.hash,
      sandbox: parts.sandbox,
      attributionOf,
    })
    const made = {
      head,
      until: Math.min(gathered.until, now + Math.min(longest, plan.settings.cache)),
      free: verdict === 'nothing_known',
      depth: gathered.worth,
      credits: Math.min(plan.price, plan.settings.credits[gathered.worth]),
      retryAt: failed.length > 0 ? now + Math.min(wait, longestWait) : null,
    }
    if (made.until > now) (cache ??= openCache()).set(plan.key, made)
    return made
  }

  /** Equal calls at the same time share the work; each of them pays. `requestId`: of the first, for the log. */
  const shared = (plan: Plan, requestId: string, follow?: Follow): Promise<CachedAnswer> => {
    let flight = flights.get(plan.key)
    if (!flight) {
      const progress = createProgress(parts.upstream, tracing, parts.joining)
      flight = { progress, answer: make(plan, requestId, progress).finally(() => flights.delete(plan.key)) }
      flights.set(plan.key, flight)
    } else flight.progress.join()
    if (follow) flight.progress.follow(follow)
    return flight.answer
  }

  /** `old`: an answer that is stale, or in which something failed; it serves a caller who repeats it too early. */
  const work = async (
    plan: Plan,
    request: PricedRequest,
    { payer, gone, follow }: Caller,
    old: CachedAnswer | undefined,
  ): Promise<Answer> => {
    const { early } = await paying('hold', () => payer.hold(request, old !== undefined && old.retryAt !== null))
    try {
      const made = early ? old! : await shared(plan, request.requestId, follow)
      if (gone?.()) throw callerGone()
      return await paying('settle', () => payer.settle(request, made, writing(made.head, request.requestId)))
    } catch (error) {
      await paying('release', () => payer.release(request))
      throw error
    }
  }

  const pay = (plan: Plan, caller: Caller): Promise<Answer> => {
    const { requestId, payer } = caller
    const { price: credits, lookupHash, subject } = plan
    const request = {
      requestId,
      credits,
      lookupHash,
      subject,
      purpose: { endpoint: plan.endpoint.declared.id, depth: plan.depth },
    }
    const hit = cache?.get(plan.key)
    if (hit === undefined || hit.until <= Date.now()) return work(plan, request, caller, hit)
    // Releases the payment that came with the call.
    if (caller.gone?.())
      return payer.release(request).then(() => {
        throw callerGone()
      })
    return paying('charge', () => payer.charge(request, hit, writing(hit.head, requestId)))
  }

  const payOnce = async (
    plan: Plan,
    caller: Caller,
    { keyId, key }: NonNullable<Caller['idempotency']>,
  ): Promise<Answer> => {
    const { requestId } = caller
    const claim = await parts.idempotency.claim(keyId, key, plan.fingerprint, requestId)
    if (claim.state === 'done') return { body: whole(claim.body), charged: 0, remaining: null, replayed: true }
    if (claim.state === 'running')
      throw new Failure('idempotency_in_progress', 'A request with this idempotency key is still running.', {
        retry_after_s: 1,
      })
    if (claim.state === 'mismatch')
      throw new Failure('idempotency_mismatch', 'This idempotency key was used for another request.')
    try {
      return await pay(plan, caller)
    } catch (error) {
      await parts.idempotency.abandon(keyId, key, requestId)
      throw error
    }
  }

  return {
    /** Rejects with a `Failure` for every way not to answer. */
    answer: async (plan: Plan, caller: Caller): Promise<Answer> => {
      caller.payer.admit?.(plan.endpoint.declared.id)
      return caller.idempotency ? payOnce(plan, caller, caller.idempotency) : pay(plan, caller)
    },
    /** Empties the cache: for tests, and for datasets that changed. */
    forget: () => cache?.clear(),
    get size() {
      return { entries: cache?.size ?? 0, bytes: cache?.calculatedSize ?? 0 }
    },
  }
}
