/** What came of a node: its value, and what that rests on. It is folded from its inputs as they settle. */
import type { Node } from '../contract/node.ts'
import { isContradictory, isNotCovered, type Part } from '../contract/absence.ts'
import { UpstreamFault, type Reason } from '../contract/upstream.ts'
import { Gap, isGap, isNone, type GapRow } from './gap.ts'

export interface Settled {
  /** The value, or the `Gap` in its place. */
  readonly value: unknown
  /** Where the value is null: the gap that `maybe` let pass. */
  readonly behind: Gap | null
  /** What is missing under it: a row for each source, with its gravest reason. */
  readonly gaps: ReadonlyMap<string, GapRow>
  /** The sources whose answers went into it, each with the time of its oldest, epoch ms. */
  readonly sources: ReadonlyMap<string, number>
  /** Whether it was made without something that failed, or that no source covers. */
  readonly without: number
  /** What is not known of it, by source. */
  readonly parts: ReadonlyMap<string, readonly Part[]>
}

export const ofFailure = 1,
  uncovered = 2

/** Without `no_data`, `contradictory` and `not_covered`: they are answers. */
const failures: ReadonlySet<Gap['reason']> = new Set<Reason>([
  'not_configured',
  'not_imported',
  'not_licensed',
  'not_asked',
  'no_sample',
  'upstream_failed',
  'upstream_timeout',
  'upstream_changed',
  'plugin_failed',
])
/** What a gap that somebody let pass means for the value. */
export const lostBy = (gap: unknown): number =>
  !isGap(gap) ? 0 : failures.has(gap.root.reason) ? ofFailure : gap.root.reason === 'not_covered' ? uncovered : 0

const gravityOf = (reason: Reason): number =>
  reason === 'depends_on' ? 0 : reason === 'no_data' ? 1 : reason === 'partly' || reason === 'contradictory' ? 2 : 3

const noGaps: Settled['gaps'] = new Map(),
  noSources: Settled['sources'] = new Map(),
  noParts: Settled['parts'] = new Map()

/** Several in one: most have nothing to add, and share the same empty map. */
const merged = <V>(
  maps: readonly ReadonlyMap<string, V>[],
  none: ReadonlyMap<string, V>,
  better: (old: V, next: V) => V,
): ReadonlyMap<string, V> => {
  const some = maps.filter(({ size }) => size > 0)
  if (some.length < 2) return some[0] ?? none
  const all = new Map(some[0])
  for (const map of some.slice(1))
    for (const [key, value] of map) all.set(key, all.has(key) ? better(all.get(key)!, value) : value)
  return all
}
export const mergedGaps = (rows: readonly Settled['gaps'][]): Settled['gaps'] =>
  merged(rows, noGaps, (old, next) => (gravityOf(next.reason) > gravityOf(old.reason) ? next : old))
export const mergedSources = (of: readonly Settled['sources'][]): Settled['sources'] => merged(of, noSources, Math.min)
export const mergedParts = (of: readonly Settled['parts'][]): Settled['parts'] =>
  merged(of, noParts, (old, next) => [...old, ...next.filter(({ why }) => !old.some((one) => one.why === why))])

/** A row by its source. */
export const gapsOf = (row: GapRow): Settled['gaps'] => new Map([[row.source, row]])
/** The row of a gap of a source; of its client's code, that of the plugin. */
export const rowOf = ({ reason, cause }: Gap, source: string, plugin: string): GapRow => {
  if (reason === 'plugin_failed') return { source: plugin, reason }
  const wait = cause instanceof UpstreamFault ? cause.retryAfter : null
  if (isContradictory(cause)) return { source, reason: 'contradictory', detail: cause.detail }
  return {
    source,
    reason: reason === 'none' ? 'no_data' : (reason as Reason),
    ...(wait !== null && { retry_after_s: wait }),
    ...(isNotCovered(cause) && cause.detail !== undefined && { detail: cause.detail }),
  }
}

/** What a node adds to what its inputs bring. */
export interface Own {
  readonly gaps?: Settled['gaps']
  readonly sources?: Settled['sources']
  readonly without?: number
  readonly parts?: Settled['parts']
  readonly behind?: Gap | null
  /** What is not known of its inputs does not bear on it. */
  readonly isWhole?: true
}

/**
 * A value that rests on these. `read`: those of them whose answers went into it, by default all. A gap rests on no
 * answer; that there is none, by what is known in part, is known in part as well.
 */
export const settledOn = (
  value: unknown,
  on: readonly Settled[],
  { gaps, sources, without = 0, parts, behind = null, isWhole }: Own = {},
  read: readonly Settled[] = on,
): Settled => {
  const explained = mergedGaps([gaps ?? noGaps, ...on.map((one) => one.gaps)])
  const told = isWhole ? noParts : mergedParts([parts ?? noParts, ...on.map((one) => one.parts)])
  if (isGap(value)) return { value, behind: null, gaps: explained, sources: noSources, without: 0, parts: told }
  return {
    value,
    behind,
    gaps: explained,
    sources: mergedSources([sources ?? noSources, ...read.map((one) => one.sources)]),
    without: on.reduce((all, one) => all | one.without, without),
    parts: told,
  }
}

/** What is known from the start: parameters, settings, the clock. */
export const given = (value: unknown): Settled => settledOn(value, [])

/** Of `first`: those that were looked at, without those that have none where another has a value. */
export const lookedAt = (value: unknown, on: readonly Settled[]): readonly Settled[] =>
  isGap(value) ? on : on.filter((one) => !isNone(one.value))

export type SettledNodes = ReadonlyMap<Node<unknown>, Settled>
