/**
 * What an operation or a `derive` may return in place of a value, or around one that is known in part. They are plain
 * objects with a tag, so that they pass threads, caches, other nodes and packs as they are, and two copies of this
 * package understand each other. A digest never has the tag: its shape is closed, and a table of texts cannot be one.
 */

/** What is asked lies outside what a source covers, though the source covers its nation. */
export interface NotCovered {
  readonly $: 'not_covered'
  readonly where: string
  readonly detail?: string
}
export const notCovered = (where: string, detail?: string): NotCovered =>
  detail === undefined ? { $: 'not_covered', where } : { $: 'not_covered', where, detail }

/** The part of a dataset that could answer is not on this machine. */
export interface NotImported {
  readonly $: 'not_imported'
  readonly part: string
}
export const notImported = (part: string): NotImported => ({ $: 'not_imported', part })

/** A subject that may be meant. Members that do not apply, or that the source does not state, are left out or null. */
export interface Candidate {
  /** Identifies the subject: a company number, an officer id, a postcode. */
  readonly id: string
  /** Its name. */
  readonly label: string
  readonly status?: string | null
  /** The day from which it exists. */
  readonly since?: string | null
  /** Its address in one line. Never that of a person. */
  readonly address?: string | null
  /** A person's month of birth, `YYYY-MM`. */
  readonly born?: string | null
  /** How many appointments a person holds or held. */
  readonly appointments?: number | null
}

/** The subject does not exist. For a required node `detail` is the text of the 404. */
export interface NoSuch {
  readonly $: 'no_such'
  readonly detail: string
  /** Near misses, the nearest first. */
  readonly candidates: readonly Candidate[]
  /** The source knows it, and that it is no more: so do sample data. */
  readonly existed?: true
}
export const noSuch = (detail: string, candidates: readonly Candidate[] = [], existed = false): NoSuch => ({
  $: 'no_such',
  detail,
  candidates,
  ...(existed && { existed }),
})

/** Several subjects may be meant. For a required node `detail` is the text of the 409. */
export interface Ambiguous {
  readonly $: 'ambiguous'
  readonly detail: string
  /** The likeliest first. */
  readonly candidates: readonly Candidate[]
}
export const ambiguous = (detail: string, candidates: readonly Candidate[]): Ambiguous => ({
  $: 'ambiguous',
  detail,
  candidates,
})

/** A source states two things that cannot both be, and nobody can tell which is so: as if it held nothing. */
export interface Contradictory {
  readonly $: 'contradictory'
  /** Both, for a reader: `its country is Wales, and its district is in England`. */
  readonly detail: string
}
export const contradictory = (detail: string): Contradictory => ({ $: 'contradictory', detail })

/** Why a value is known in part only. */
export interface Part {
  /** What is not known, for a reader: `4 of 12 months: Gwent Police has published nothing of them`. */
  readonly why: string
  /** How much is known, 0 to 1; absent where nobody can tell. */
  readonly known?: number
}
/** A value that is known in part. Whoever rests on it is told the value, and the parts go along. */
export interface Partly<T = unknown> {
  readonly $: 'partly'
  readonly value: T
  readonly parts: readonly Part[]
}
/** The value, of which a part is not known. `known`: how much is, 0 to 1. */
export const partly = <const T>(value: T, why: string, known?: number): Partly<T> => ({
  $: 'partly',
  value,
  parts: [{ why, ...(known !== undefined && { known }) }],
})

/** A value that what is not known of its inputs does not bear on. */
export interface Whole<T = unknown> {
  readonly $: 'whole'
  readonly value: T
}
/** Of a `derive`: whatever is not known of its inputs could not have changed this. */
export const whole = <const T>(value: T): Whole<T> => ({ $: 'whole', value })

type Tagged = NotCovered | NotImported | NoSuch | Ambiguous | Contradictory | Partly | Whole
type Tag = Tagged['$']
const isTagged =
  <K extends Tag>(tag: K) =>
  (value: unknown): value is Extract<Tagged, { readonly $: K }> =>
    typeof value === 'object' && value !== null && (value as { readonly $?: unknown }).$ === tag
export const isNotCovered = isTagged('not_covered')
export const isNotImported = isTagged('not_imported')
export const isNoSuch = isTagged('no_such')
export const isAmbiguous = isTagged('ambiguous')
export const isContradictory = isTagged('contradictory')
export const isPartly = isTagged('partly')
export const isWhole = isTagged('whole')
/** Whether there is no value. */
export const isAbsent = (value: unknown): value is Absent =>
  value === null ||
  value === undefined ||
  isNoSuch(value) ||
  isAmbiguous(value) ||
  isContradictory(value) ||
  isNotCovered(value) ||
  isNotImported(value)

/** A value and what is not known of it. */
export const apart = (value: unknown): { readonly value: unknown; readonly parts: readonly Part[] } =>
  isPartly(value) ? value : { value, parts: [] }
/** The same value with more parts that are not known. */
export const withParts = (value: unknown, more: readonly Part[]): unknown => {
  if (more.length === 0 || isAbsent(value)) return value
  const { value: inner, parts } = apart(value)
  const all = [...parts, ...more.filter(({ why }) => !parts.some((part) => part.why === why))]
  return { $: 'partly', value: inner, parts: all } satisfies Partly
}

/** The ways not to have a value. */
export type Absent = null | undefined | NoSuch | Ambiguous | Contradictory | NotCovered | NotImported
/** A type without the ways not to have a value. */
export type Some<T> = Exclude<T extends Partly<infer V> | Whole<infer V> ? V : T, Absent>
