/** Why a value is not there. `unasked` and `none` are answers of a kind; every other reason is a gap with a source. */
import { Ambiguous, NoSuch } from '../contract/absence.ts'
import type { Reason, UpstreamFault } from '../contract/upstream.ts'

export class Gap {
  readonly reason: Reason | 'unasked' | 'none'
  readonly source: string | null
  /** Where it comes from, when it only rests on another gap. */
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
/**
 * The answers are there, but the author's code fails on them, or makes no section of the declared shape: the plugin's
 * fault.
 */
export const pluginError = new Gap('plugin_failed')
export const isGap = (value: unknown): value is Gap => value instanceof Gap
export const isNone = (value: unknown): value is Gap => value instanceof Gap && value.reason === 'none'
/** A gap that something failed to fill: neither unasked nor none. */
export const isFault = (value: unknown): value is Gap =>
  value instanceof Gap && value !== unasked && value.reason !== 'none'
/** What a `first` goes on past; null is a gap that was tolerated. */
export const isPassed = (value: unknown): boolean =>
  value === null || value === unasked || (isNone(value) && !(value.cause instanceof Ambiguous))

const wordsOf = (cause: Gap['cause']): string | undefined =>
  cause instanceof NoSuch || cause instanceof Ambiguous ? cause.detail : cause?.message

/** A required node that is not there: there is no answer. */
export class RequiredGap extends Error {
  readonly gap: Gap
  constructor(gap: Gap) {
    super(wordsOf(gap.cause) ?? gap.reason)
    this.gap = gap
  }
}

/** What a source did not bring, and why. `source` is the id of the plugin itself where its code failed. */
export interface GapRow {
  readonly source: string
  readonly reason: Reason
  /** Seconds after which another try may help, where that was said. */
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
  not_asked: (source) => `${source} was not asked, because this server has used up its calls to it for now`,
  upstream_failed: (source) => `${source} did not answer`,
  upstream_timeout: (source) => `${source} did not answer in time`,
  plugin_failed: (plugin) => `the plugin ${plugin} failed on what the sources said`,
  depends_on: (source) => `${source} could not be asked, because something it needs is missing`,
}
/** Why a factor is not known, as a sentence for its `detail`, which names the source as people do. */
export const whyUnknown = (rows: readonly GapRow[], titleOf: (source: string) => string): string => {
  const row = rows.find(({ reason }) => reason !== 'no_data' && reason !== 'not_covered') ?? rows[0]
  return row
    ? `Not known: ${words[row.reason](`'${titleOf(row.source)}'`)}.`
    : 'Not known: the sources do not state it.'
}
