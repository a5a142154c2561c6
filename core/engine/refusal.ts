/** The failure that a caller gets where a required value is missing, or no source answered. */
import type { AnySource } from '../registry/load.ts'
import type { Endpoint } from '../contract/endpoint.ts'
import { isAmbiguous, isContradictory, isNoSuch } from '../contract/absence.ts'
import { candidatesOf, candidatesShown, subjectAsked, suggestionsOf } from './candidates.ts'
import { Failure } from '../contract/failure.ts'
import { UpstreamFault } from '../contract/upstream.ts'
import type { Gap, Missing, ToldGap } from './gap.ts'
import type { Verdict } from './verdict.ts'

export interface Refusals {
  readonly sources: ReadonlyMap<string, AnySource>
  /** Names of the environment variables that a source lacks. */
  lacking(source: string): readonly string[]
}

const waits = (cause: Gap['cause']): cause is UpstreamFault => cause instanceof UpstreamFault && cause.asksToWait

/** `until 2026-11-01T09:00:30Z`, or nothing where the source did not say how long. */
const untilOf = ({ retryAfter }: UpstreamFault): string =>
  retryAfter === null ? '' : ` until ${new Date(Date.now() + retryAfter * 1_000).toISOString().replace(/\.\d+/, '')}`

/** The call that is refused. */
export interface RefusedCall {
  readonly endpoint: Endpoint
  readonly asked: Readonly<Record<string, unknown>>
  /** In the sandbox: paths with sample data, and what each shows. Null in live mode. */
  readonly examples: Readonly<Record<string, string>> | null
}

export const refusal = (
  gap: Gap,
  { sources, lacking }: Refusals,
  { endpoint, asked, examples }: RefusedCall,
): Failure => {
  const { reason, source, cause } = gap.root
  const title = (source && sources.get(source)?.title) ?? 'A source'
  const wait = cause instanceof UpstreamFault ? cause.retryAfter : null
  const retry = wait === null ? {} : { retry_after_s: Math.max(1, Math.ceil(wait)) }
  switch (reason) {
    case 'none':
    case 'no_data':
    case 'no_sample':
    case 'unasked': {
      const shown = candidatesOf(endpoint, asked)
      if (isAmbiguous(cause))
        return new Failure('ambiguous_subject', cause.detail, {
          candidates: shown(cause.candidates.slice(0, candidatesShown)),
        })
      const said = isNoSuch(cause) ? cause : null
      if (isContradictory(cause))
        return new Failure('unknown_subject', `${title} contradicts itself: ${cause.detail}.`, { suggestions: [] })
      const detail =
        reason === 'no_sample'
          ? `The sample data have no answer of ${title} to this question.`
          : examples !== null && !said?.existed
            ? `${subjectAsked(endpoint, asked) ?? 'This'} is not in the sample data.`
            : (said?.detail ?? `${title} holds nothing for this subject.`)
      const help = ' Try one of the suggestions, which are sample data, or ask a service that is live.'
      const suggestions = suggestionsOf(endpoint, shown(said?.candidates ?? []), examples ?? {})
      return new Failure('unknown_subject', `${detail}${examples === null ? '' : help}`, { suggestions }, { cause })
    }
    case 'not_covered':
      return new Failure('unknown_subject', `${title} does not cover this subject.`, { suggestions: [] })
    case 'not_configured': {
      const about = source === null ? undefined : sources.get(source)
      return new Failure(
        'source_not_configured',
        `${title} needs a credential that this server does not have: set ${lacking(source ?? '').join(' and ')}.${about?.signup ? ` Get one at ${about.signup}` : ''}`,
        { retry_after_s: 3600 },
      )
    }
    case 'not_imported':
      return new Failure(
        'dataset_not_imported',
        `${title} has not been imported on this server: run 'domesday datasets pull ${source}'.`,
        { retry_after_s: 3600 },
      )
    case 'not_licensed':
      return new Failure(
        'source_not_licensed',
        cause instanceof UpstreamFault
          ? cause.message
          : `${title} is switched off on this server, in view of its terms.`,
        { retry_after_s: 3600 },
      )
    case 'not_asked':
      return new Failure(
        'source_busy',
        waits(cause)
          ? `${title} was not asked: it asked this server to wait${untilOf(cause)}. Nothing was charged.`
          : `${title} was not asked: this server has used up its calls to it for now, or leaves it alone after failures. Nothing was charged.`,
        { retry_after_s: 5, ...retry },
      )
    case 'plugin_failed':
      return new Failure('plugin_failed', 'A plugin of this server failed on upstream data. Nothing was charged.')
    case 'upstream_timeout':
      return new Failure('upstream_timeout', `${title} did not answer in time. Nothing was charged.`, {
        retry_after_s: 5,
        ...retry,
      })
    case 'upstream_changed':
      return new Failure(
        'upstream_changed',
        `${title} answered in a shape that this server does not know. Asking again does not help. Nothing was charged.`,
      )
    case 'upstream_failed':
    case 'partly':
    case 'contradictory':
    case 'depends_on':
      return new Failure(
        'upstream_failed',
        waits(cause)
          ? `${title} asked this server to wait${untilOf(cause)}. Nothing was charged.`
          : `${title} did not answer. Nothing was charged.`,
        { retry_after_s: 5, ...retry },
      )
  }
}

const summaries: Readonly<Record<Exclude<Verdict, 'known' | 'nothing_known'>, string>> = {
  upstream_failed: 'None of the sources that were asked answered',
  upstream_timeout: 'None of the sources that were asked answered in time',
  upstream_changed: 'All sources that were asked answered in another shape than they are known to have',
  not_asked: 'This server may not call any of the sources that were due for now',
  plugin_failed: 'A plugin of this server failed on upstream data',
}

/** The failure where no question was answered. */
export const noAnswer = (verdict: keyof typeof summaries, missing: readonly Missing[]): Failure => {
  const names = [...new Set(missing.map(({ source }) => source))].join(', ')
  const wait = Math.max(5, ...missing.map(({ retry_after_s: seconds = 0 }) => seconds))
  const code = verdict === 'not_asked' ? 'source_busy' : verdict
  const more =
    verdict === 'plugin_failed' || verdict === 'upstream_changed'
      ? {}
      : { retry_after_s: verdict === 'not_asked' ? wait : 5 }
  return new Failure(code, `${summaries[verdict]}: ${names}. Nothing was charged.`, more)
}

/** Whether it may be there later. Our own limits say when, unless they are not what is in the way. */
const passes = ({ reason, retry_after_s: wait }: ToldGap): boolean =>
  reason === 'upstream_failed' || reason === 'upstream_timeout' || (reason === 'not_asked' && wait !== undefined)

/**
 * The failure of a call that wants a whole answer, of which this failed. `wait`: seconds until it is made anew, which
 * helps where all of it may pass.
 */
export const notWhole = (failed: readonly ToldGap[], wait: number): Failure => {
  const said = (gaps: readonly ToldGap[]): string => gaps.map(({ detail }) => detail).join(' ')
  const lasting = failed.filter((gap) => !passes(gap)),
    passing = failed.filter(passes)
  const after = Math.max(1, Math.ceil(wait), ...passing.map(({ retry_after_s: seconds = 0 }) => seconds))
  return new Failure(
    'not_whole',
    lasting.length === 0
      ? `The answer is not whole. ${said(passing)} Nothing was charged.`
      : `The answer is not whole, and waiting does not help. ${said(lasting)} Nothing was charged: ask without 'Prefer: whole' for what there is.`,
    lasting.length === 0 ? { retry_after_s: after } : {},
  )
}
