/**
 * Why a node has no value. `unasked` (there was nothing to ask, or it stands above the depth) and `none` (the source
 * holds nothing) are no failures; every other reason is one, and names a source.
 */
import { Ambiguous, NoSuch } from '../contract/absence.ts'
import type { Reason, UpstreamFault } from '../contract/upstream.ts'

export class Gap {
  readonly reason: Reason | 'unasked' | 'none'
  readonly source: string | null
  /** The gap that caused this one; itself where it has no cause. */
  readonly root: Gap
  readonly cause: NoSuch | Ambiguous | UpstreamFault | null
  constructor(reason: Gap['reason'], source: string | null = null, cause: Gap['cause'] = null, root?: Gap) {
    this.reason = reason
    this.source = source
    this.cause = cause
    this.root = root ?? this
  }
}

export const unasked = new Gap('unasked')
/** The sources answered; the plugin's code threw, or made something of another shape than it declares. */
export const pluginError = new Gap('plugin_failed')
export const isGap = (value: unknown): value is Gap => value instanceof Gap
export const isNone = (value: unknown): value is Gap => value instanceof Gap && value.reason === 'none'
/** A failure: a gap that is neither `unasked` nor `none`. */
export const isFault = (value: unknown): value is Gap =>
  value instanceof Gap && value !== unasked && value.reason !== 'none'
/** Whether `first` tries its next alternative; null is what `maybe` makes of a gap. */
export const isPassed = (value: unknown): boolean =>
  value === null || value === unasked || (isNone(value) && !(value.cause instanceof Ambiguous))

const wordsOf = (cause: Gap['cause']): string | undefined =>
  cause instanceof NoSuch || cause instanceof Ambiguous ? cause.detail : cause?.message

/** Thrown where a required node has no value: the call has no answer. */
export class RequiredGap extends Error {
  readonly gap: Gap
  constructor(gap: Gap) {
    super(wordsOf(gap.cause) ?? gap.reason)
    this.gap = gap
  }
}

/** Why a source is missing from an answer. Where the plugin's code failed, `source` is the id of the plugin. */
export interface GapRow {
  readonly source: string
  readonly reason: Reason
  /** Seconds to wait before asking again, where the source said so. */
  readonly retry_after_s?: number
}
/** A row of `_meta.missing`. */
export interface Missing extends GapRow {
  readonly section: string
}

const words: Readonly<Record<Reason, (source: string) => string>> = {
  not_configured: (source) => `${source} is not configured on this server`,
  not_imported: (source) => `${source} has not been imported on this server`,
  not_licensed: (source) => `${source} is switched off on this server because of its terms`,
  not_covered: (source) => `${source} does not cover this place`,
  no_data: (source) => `${source} holds nothing for this subject`,
  no_sample: (source) => `the sample data have no answer of ${source} to this question`,
  not_asked: (source) => `${source} was not asked, because this server may not call it for now`,
  upstream_failed: (source) => `${source} did not answer`,
  upstream_timeout: (source) => `${source} did not answer in time`,
  plugin_failed: (plugin) => `the plugin ${plugin} failed on upstream data`,
  depends_on: (source) => `${source} could not be asked, because something it needs is missing`,
}
/** The `detail` of an unknown factor: a sentence with the title of the source that is missing. */
export const whyUnknown = (rows: readonly GapRow[], titleOf: (source: string) => string): string => {
  const row = rows.find(({ reason }) => reason !== 'no_data' && reason !== 'not_covered') ?? rows[0]
  return row
    ? `Not known: ${words[row.reason](`'${row.reason === 'plugin_failed' ? row.source : titleOf(row.source)}'`)}.`
    : 'Not known: the sources do not state it.'
}
