/**
 * Why a node has no value. `unasked` (there was nothing to ask, or it stands above the depth) and `none` (the source
 * holds nothing) are no failures; every other reason is one, and names a source.
 */
import { isAmbiguous, type Ambiguous, type Contradictory, type NoSuch, type NotCovered } from '../contract/absence.ts'
import type { Reason, UpstreamFault } from '../contract/upstream.ts'
import { sentence } from '../contract/words.ts'

export class Gap {
  readonly reason: Reason | 'unasked' | 'none'
  readonly source: string | null
  /** The gap that caused this one; itself where it has no cause. */
  readonly root: Gap
  readonly cause: NoSuch | Ambiguous | Contradictory | NotCovered | UpstreamFault | null
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
  value === null || value === unasked || (isNone(value) && !isAmbiguous(value.cause))

const wordsOf = (cause: Gap['cause']): string | undefined =>
  cause === null || '$' in cause ? cause?.detail : cause.message

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
  /** Of a value that is known in part: what is not known. Of what is not covered: why, where a source says so. */
  readonly detail?: string
  /** How much of it is known, 0 to 1, where that can be told. */
  readonly known?: number
}
/** A row of `_meta.missing`. */
export interface Missing extends Omit<GapRow, 'detail' | 'known'> {
  readonly section: string
}
/** A row of `_meta.gaps`: what a source lacks for one reason, and all sections that lack it. */
export interface ToldGap extends GapRow {
  readonly sections: readonly string[]
  /** For a reader, in sentences. */
  readonly detail: string
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
  upstream_changed: (source) => `${source} answered in another shape than it is known to have`,
  plugin_failed: (plugin) => `the plugin ${plugin} failed on upstream data`,
  contradictory: (source) => `${source} states two things that cannot both be`,
  partly: (source) => `${source} has only a part of it`,
  depends_on: (source) => `${source} could not be asked, because something it needs is missing`,
}
/** One row for each source and reason, in the order of the sections. */
export const toldGaps = (
  rows: readonly (GapRow & { readonly section: string })[],
  titleOf: (source: string) => string,
): readonly ToldGap[] =>
  [...Map.groupBy(rows, ({ source, reason }) => `${source} ${reason}`).values()].map((alike) => {
    const { source, reason } = alike[0]!
    // A section may lack one part of a value, and another the same and more.
    const said = [...new Set(alike.flatMap(({ detail }) => detail?.split('; ') ?? []))]
    const known = alike.flatMap((row) => row.known ?? []),
      waits = alike.flatMap((row) => row.retry_after_s ?? [])
    return {
      source,
      reason,
      sections: [...new Set(alike.map(({ section }) => section))],
      detail:
        said.length > 0 ? `${titleOf(source)}: ${sentence(said.join('; '))}` : sentence(words[reason](titleOf(source))),
      ...(known.length > 0 && { known: Math.min(...known) }),
      ...(waits.length > 0 && { retry_after_s: Math.max(...waits) }),
    }
  })

/** The `detail` of an unknown factor: a sentence with the title of the source that is missing. */
export const whyUnknown = (rows: readonly GapRow[], titleOf: (source: string) => string): string => {
  const row = rows.find(({ reason }) => !['no_data', 'not_covered', 'partly'].includes(reason)) ?? rows[0]
  return row
    ? `Not known: ${words[row.reason](`'${row.reason === 'plugin_failed' ? row.source : titleOf(row.source)}'`)}.`
    : 'Not known: the sources do not state it.'
}
