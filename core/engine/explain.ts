/**
 * Explains gaps: makes the rows of `_meta.missing` by walking back from a section through the nodes that were
 * evaluated.
 */
import { depthRank, type Depth, type Node, type Nodes } from '../contract/node.ts'
import { isQuestion, isScore, partsOf, questionsIn, type AnyNode } from '../contract/node-kinds.ts'
import { walk } from '../contract/walk.ts'
import type { ScorePart } from '../contract/reading.ts'
import type { Scored } from '../contract/score.ts'
import { UpstreamFault, type Reason } from '../contract/upstream.ts'
import { isThere, lookedAt } from './contribution.ts'
import type { Results } from './evaluation.ts'
import { isGap, isNone, pluginError, unasked, type Gap, type GapRow } from './gap.ts'

const gravityOf = (reason: Reason): number => (reason === 'depends_on' ? 0 : reason === 'no_data' ? 1 : 2)

/** `plugin`: the id of the endpoint. `subject`: the nodes that identify the subject. */
export const explainer = (
  {
    depth,
    plugin,
    subject,
  }: { readonly depth: Depth; readonly plugin: string; readonly subject: ReadonlySet<Node<unknown>> },
  { known, readings, partial, pluginErrors }: Results,
) => {
  /** Where causes are looked for: not above the depth, nor at alternatives without a value when another has one. */
  const restedOn = (node: AnyNode): readonly Node<unknown>[] | null => {
    if (!known.has(node)) return null
    if (node.kind === 'from' && depthRank(depth) < depthRank(node.depth)) return []
    const looked = lookedAt(node, known)
    return node.kind === 'first' && isThere(node, known) ? looked.filter((one) => !isNone(known.get(one))) : looked
  }

  /** One row for each source, with its gravest reason: a failure, then `no_data`, then `depends_on`. */
  const explain = (inputs: Nodes, part?: ScorePart<unknown>): readonly GapRow[] => {
    const rows = new Map<string, GapRow>()
    const note = (row: GapRow): void => {
      const before = rows.get(row.source)
      if (before === undefined || gravityOf(row.reason) > gravityOf(before.reason)) rows.set(row.source, row)
    }
    const blame = (): void => note({ source: plugin, reason: 'plugin_failed' })
    const blameIn = (one: ScorePart<unknown>): void => {
      if (readings.get(one) === pluginError) blame()
    }
    const add = (gap: Gap, source: string): void => {
      const wait = gap.cause instanceof UpstreamFault ? gap.cause.retryAfter : null
      // The client of the source failed in the plugin's code: the source itself did nothing.
      if (gap.reason === 'plugin_failed') return blame()
      const reason = gap.reason === 'none' ? 'no_data' : (gap.reason as Reason)
      note({ source, reason, ...(wait !== null && { retry_after_s: wait }) })
    }
    if (part) blameIn(part)
    for (const node of walk(inputs, restedOn)) {
      const value = known.get(node)
      if (isQuestion(node)) {
        const { source } = node.operation
        const gap = isGap(value) && value !== unasked ? value : partial.get(node)
        // A `none` that came from an input is explained by that input's own row.
        if (gap && (gap.reason !== 'none' || gap.source === source.id)) add(gap, source.id)
      }
      if (pluginErrors.has(node)) blame()
      partsOf(node).forEach(blameIn)
    }
    return [...rows.values()]
  }

  /** Prefers sources that are asked about the subject to those that identify it. */
  const firstSource = (inputs: Nodes): string | null => {
    const questions = questionsIn(walk(inputs))
    return (questions.find((one) => !subject.has(one)) ?? questions[0])?.operation.source.id ?? null
  }

  /** The rows of a section. A section or score that is null always has one, if only its first source with `no_data`. */
  const rowsOf = (inputs: Nodes, value: unknown): readonly GapRow[] => {
    const rows = explain(inputs)
    if (value === pluginError)
      return rows.some(({ source }) => source === plugin)
        ? rows
        : [...rows, { source: plugin, reason: 'plugin_failed' }]
    // The gate that forbids the score explains it.
    if (isForbidden(value)) return rows
    if (!(value === null || isUnscored(value))) return rows
    const heaviest = heaviestUnknown(inputs)
    // The row of a lighter factor does not explain why there is no score: that of the heaviest one does.
    const isExplained = heaviest ? explain(heaviest.inputs, heaviest).length > 0 : rows.length > 0
    const source = isExplained ? null : firstSource(heaviest?.inputs ?? inputs)
    return source === null || rows.some((row) => row.source === source)
      ? rows
      : [...rows, { source, reason: isUncovered(heaviest?.inputs ?? inputs) ? 'not_covered' : 'no_data' }]
  }

  /** Whether a `derive` said that no source covers the subject. Where a source said so, it has a row already. */
  const isUncovered = (inputs: Nodes): boolean =>
    Object.values(inputs).some((node) => {
      const value = known.get(node)
      return isGap(value) && value.root.reason === 'not_covered'
    })

  /** The unknown factor of the greatest weight, where too little is known for a score. */
  const heaviestUnknown = (inputs: Nodes): ScorePart<unknown> | null => {
    const score = Object.values(inputs).find(isScore)
    const scored = score && (known.get(score) as Scored | undefined)
    if (scored?.score !== null) return null
    const [heaviest] = scored.signals.filter(({ points }) => points === null).toSorted((a, b) => b.weight - a.weight)
    return heaviest ? (score!.factors[heaviest.factor] ?? null) : null
  }

  return { explainPart: (part: ScorePart<unknown>) => explain(part.inputs, part), rowsOf }
}

/** A score object whose `score` is null. */
export const isUnscored = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && 'score' in value && value.score === null

const isForbidden = (value: unknown): boolean =>
  isUnscored(value) && typeof (value as Partial<Scored>).override === 'object'
