/**
 * One call, top to bottom: hold → gather → score → assemble → settle → envelope. It knows nothing of HTTP: every
 * surface reads a request into a plan and a payer, and writes what comes out.
 */
import { LRUCache } from 'lru-cache'
import type { AnySource } from '../registry/load.ts'
import { weigh } from './weigh.ts'
import type { Paid, Payer, PricedRequest, Worth, Write } from '../credits/payers.ts'
import type { Idempotency } from '../credits/idempotency.ts'
import type { Scored } from '../contract/score.ts'
import { isPassingReason, type Upstream } from '../contract/upstream.ts'
import { whole } from '../contract/body.ts'
import { attributions, bodyOf, headOf } from './envelope.ts'
import { Failure } from '../contract/failure.ts'
import { RequiredGap } from './gap.ts'
import { gather, type Gathered } from './gather.ts'
import type { Plan } from './plan.ts'
import { noAnswer, refusal, type Refusals } from './refusal.ts'

export interface Caller {
  readonly payer: Payer
  readonly requestId: string
  /** Present where the caller sent one; its payer keeps the answer under it. */
  readonly idempotency?: { readonly keyId: string; readonly key: string } | undefined
  /** Whether the caller has hung up: then there is nobody to charge. */
  readonly gone?: () => boolean
}

export interface Answer extends Paid {
  /** These are the stored bytes of an earlier answer. */
  readonly replayed?: true
}

export interface AnswerParts extends Refusals {
  readonly upstream: Upstream
  readonly sources: ReadonlyMap<string, AnySource>
  readonly idempotency: Idempotency
  /** The world's clock, for plugins. */
  readonly worldNow: () => Date
  readonly sandbox: boolean
  readonly cache: { readonly entries: number; readonly bytes: number }
  /** Told of every score that is weighed. */
  readonly onScore?: (id: string, scored: Scored) => void
  /** Told where a plugin's code failed on what the sources said. */
  readonly onPluginError: (endpoint: string, where: string, fault: unknown) => void
}

interface Kept extends Worth {
  readonly head: Buffer
  readonly until: number
}

// Failures are not frozen: what rests on one is asked again soon.
const keepFailed = 10_000,
  keepUnready = 60_000
/** What the operator may be mending now. */
const unready: ReadonlySet<string> = new Set(['not_configured', 'not_imported', 'not_licensed'])
/** Nobody is made to wait for longer: a source that must not be asked yet is kept from it by its own limits. */
const longestWait = 60_000

const writing =
  (head: Buffer, requestId: string): Write =>
  (charged, more) =>
    bodyOf(head, requestId, charged, more)

const hungUp = (): Failure => new Failure('caller_gone', 'The caller hung up. Nothing was charged.')

export type Answering = ReturnType<typeof createAnswering>

export const createAnswering = (parts: AnswerParts) => {
  const openCache = () =>
    new LRUCache<string, Kept>({
      max: parts.cache.entries,
      maxSize: parts.cache.bytes,
      sizeCalculation: ({ head }, key) => head.length + 2 * key.length + 200,
    })
  // Opened by the first answer: it lays out all its places at once, which a start need not wait for.
  let kept: ReturnType<typeof openCache> | undefined
  const flights = new Map<string, Promise<Kept>>()
  const attributionOf = attributions(parts.sources)

  const ask = async ({ endpoint: { declared }, settings, asked, depth, include }: Plan): Promise<Gathered> => {
    try {
      return await gather({
        endpoint: declared,
        asked,
        depth,
        include,
        settings: settings.own,
        now: parts.worldNow(),
        deadline: settings.deadline,
        ask: (operation, question) => parts.upstream.ask(operation, question),
        weigh: (score, evidence) => {
          const scored = weigh(score, settings.scoreOf(score), evidence)
          parts.onScore?.(score.id, scored)
          return scored
        },
        onPluginError: (where, fault) => parts.onPluginError(declared.id, where, fault),
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

  const make = async (plan: Plan): Promise<Kept> => {
    const gathered = await ask(plan)
    const { verdict, missing } = gathered
    if (verdict !== 'known' && verdict !== 'nothing_known') throw noAnswer(verdict, missing)
    const now = Date.now()
    const failed = missing.filter(({ reason }) => isPassingReason(reason))
    const longest =
      failed.length > 0
        ? keepFailed
        : missing.some(({ reason }) => unready.has(reason))
          ? keepUnready
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
    if (made.until > now) (kept ??= openCache()).set(plan.key, made)
    return made
  }

  /** Equal calls at the same time share one gathering; each pays for itself. */
  const shared = (plan: Plan): Promise<Kept> => {
    let flight = flights.get(plan.key)
    if (!flight) {
      flight = make(plan).finally(() => flights.delete(plan.key))
      flights.set(plan.key, flight)
    }
    return flight
  }

  /** `old` is no longer fresh, or something failed in it: it will do for a caller who asks again too early. */
  const work = async (
    plan: Plan,
    request: PricedRequest,
    { payer, gone }: Caller,
    old: Kept | undefined,
  ): Promise<Answer> => {
    const { early } = await payer.hold(request, old !== undefined && old.retryAt !== null)
    try {
      const made = early ? old! : await shared(plan)
      if (gone?.()) throw hungUp()
      return await payer.settle(request, made, writing(made.head, request.requestId))
    } catch (error) {
      await payer.release(request)
      throw error
    }
  }

  const pay = (plan: Plan, caller: Caller): Promise<Answer> => {
    const { requestId, payer } = caller
    const { price: credits, lookupHash } = plan
    const request = {
      requestId,
      credits,
      lookupHash,
      purpose: { endpoint: plan.endpoint.declared.id, depth: plan.depth },
    }
    const hit = kept?.get(plan.key)
    if (hit === undefined || hit.until <= Date.now()) return work(plan, request, caller, hit)
    // A payment that was brought is claimed for this call.
    if (caller.gone?.())
      return payer.release(request).then(() => {
        throw hungUp()
      })
    return payer.charge(request, hit, writing(hit.head, requestId))
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
    answer: (plan: Plan, caller: Caller): Promise<Answer> =>
      caller.idempotency ? payOnce(plan, caller, caller.idempotency) : pay(plan, caller),
    /** Forgets every answer; for tests and for datasets that changed. */
    forget: () => kept?.clear(),
    get size() {
      return { entries: kept?.size ?? 0, bytes: kept?.calculatedSize ?? 0 }
    },
  }
}
