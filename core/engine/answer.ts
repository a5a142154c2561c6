/**
 * One call, top to bottom: hold credits → gather → score → serialise → settle. It knows nothing of HTTP: a surface
 * turns a request into a plan and a payer, and sends the answer.
 */
import { LRUCache } from 'lru-cache'
import type { Egress } from '../contract/client.ts'
import type { Paid, Payer, PricedRequest, Write } from '../credits/payers.ts'
import type { Idempotency } from '../credits/idempotency.ts'
import { spanned } from '../contract/tracing.ts'
import type { Upstream } from '../contract/upstream.ts'
import { wholeBody } from '../contract/body.ts'
import { bodyOf } from './envelope.ts'
import { Failure } from '../contract/failure.ts'
import { createMaking, type MadeAnswer, type MakingParts } from './make.ts'
import type { Plan } from './plan.ts'
import { notWhole } from './refusal.ts'
import { createProgress, type Follow, type Progress } from './progress.ts'

export interface Caller {
  readonly payer: Payer
  readonly requestId: string
  /** The caller's idempotency key, under which the payer stores the answer. */
  readonly idempotency?: { readonly keyId: string; readonly key: string } | undefined
  /** Whether the caller has closed the connection: then nothing is charged. */
  readonly gone?: () => boolean
  /** The caller buys only an answer of which nothing failed. */
  readonly whole?: boolean
  /** Is told what becomes of the questions, until the answer is there. */
  readonly follow?: Follow | undefined
}

export interface Answer extends Paid {
  /** Set where these are the stored bytes of an earlier answer. */
  readonly replayed?: true
}

export interface AnswerParts extends MakingParts {
  readonly upstream: Upstream
  readonly idempotency: Idempotency
  readonly cache: { readonly entries: number; readonly bytes: number }
  /** As `Egress` has it. */
  readonly joining: NonNullable<Egress['joining']>
}

const writing =
  (head: Buffer, requestId: string): Write =>
  (charged, more) =>
    bodyOf(head, requestId, charged, more)

const callerGone = (): Failure => new Failure('caller_gone', 'The caller hung up. Nothing was charged.')

export type Answering = ReturnType<typeof createAnswering>

export const createAnswering = (parts: AnswerParts) => {
  const { tracing } = parts
  const openCache = () =>
    new LRUCache<string, MadeAnswer>({
      max: parts.cache.entries,
      maxSize: parts.cache.bytes,
      sizeCalculation: ({ head }, key) => head.length + 2 * key.length + 200,
    })
  // Opened by the first answer: lru-cache allocates all its entries at once, which would delay the start.
  let cache: ReturnType<typeof openCache> | undefined
  const flights = new Map<string, { readonly answer: Promise<MadeAnswer>; readonly progress: Progress }>()
  const making = createMaking(parts)

  const paying = <T>(step: string, work: () => Promise<T>): Promise<T> => spanned(tracing, `ledger ${step}`, {}, work)

  const make = async (plan: Plan, requestId: string, progress: Progress): Promise<MadeAnswer> => {
    const made = await making(plan, requestId, progress)
    if (made.until > parts.now()) (cache ??= openCache()).set(plan.key, made)
    return made
  }

  /** Equal calls at the same time share the work; each of them pays. `requestId`: of the first, for the log. */
  const shared = (plan: Plan, requestId: string, follow?: Follow): Promise<MadeAnswer> => {
    let flight = flights.get(plan.key)
    if (!flight) {
      const progress = createProgress(parts.upstream, tracing, parts.joining)
      flight = { progress, answer: make(plan, requestId, progress).finally(() => flights.delete(plan.key)) }
      flights.set(plan.key, flight)
    } else flight.progress.join()
    if (follow) flight.progress.follow(follow)
    return flight.answer
  }

  /** Who was charged for an answer may read what it was made from. */
  const own = (payer: Payer, { evidence }: MadeAnswer, paid: Paid): Paid => {
    if (evidence !== null && payer.owner !== undefined) parts.evidence?.own(evidence, payer.owner)
    return paid
  }

  /** Why it is not given to who wants a whole answer; null where nothing failed in it. */
  const refusedAsPart = ({ failed, until, retryAt }: MadeAnswer): Failure | null =>
    failed.length === 0 ? null : notWhole(failed, (Math.max(until, retryAt ?? 0) - parts.now()) / 1_000)

  /** `old`: an answer that is stale, or in which something failed; it serves a caller who repeats it too early. */
  const work = async (
    plan: Plan,
    request: PricedRequest,
    { payer, gone, follow, whole }: Caller,
    old: MadeAnswer | undefined,
  ): Promise<Answer> => {
    const { early } = await paying('hold', () => payer.hold(request, old !== undefined && old.retryAt !== null))
    try {
      const made = early ? old! : await shared(plan, request.requestId, follow)
      if (gone?.()) throw callerGone()
      const refused = whole ? refusedAsPart(made) : null
      if (refused !== null) throw refused
      return own(
        payer,
        made,
        await paying('settle', () => payer.settle(request, made, writing(made.head, request.requestId))),
      )
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
    if (hit === undefined || hit.until <= parts.now()) return work(plan, request, caller, hit)
    const refused = caller.gone?.() ? callerGone() : caller.whole ? refusedAsPart(hit) : null
    // Releases the payment that came with the call.
    if (refused !== null)
      return payer.release(request).then(() => {
        throw refused
      })
    return paying('charge', () => payer.charge(request, hit, writing(hit.head, requestId))).then((paid) =>
      own(payer, hit, paid),
    )
  }

  const payOnce = async (
    plan: Plan,
    caller: Caller,
    { keyId, key }: NonNullable<Caller['idempotency']>,
  ): Promise<Answer> => {
    const { requestId } = caller
    // A part that was bought before does not answer who wants all.
    const asked = caller.whole ? `${plan.fingerprint} whole` : plan.fingerprint
    const claim = await parts.idempotency.claim(keyId, key, asked, requestId)
    if (claim.state === 'done') return { body: wholeBody(claim.body), charged: 0, remaining: null, replayed: true }
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
