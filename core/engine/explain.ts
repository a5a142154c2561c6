/** Explains gaps: makes the rows of `_meta.missing` from what the nodes of a section came to. */
import type { Node, Nodes } from '../contract/node.ts'
import { isScore, questionsIn } from '../contract/node-kinds.ts'
import type { Part } from '../contract/absence.ts'
import { walk } from '../contract/walk.ts'
import type { ScorePart } from '../contract/reading.ts'
import type { Scored } from '../contract/score.ts'
import { isGap, pluginError, type GapRow } from './gap.ts'
import { gapsOf, mergedGaps, mergedParts, type Settled, type SettledNodes } from './settled.ts'

const leastKnown = (parts: readonly Part[]): number | undefined => {
  const known = parts.map((part) => part.known)
  return known.includes(undefined) ? undefined : Math.min(...(known as number[]))
}

/**
 * `plugin`: the id of the endpoint. `subject`: the nodes that identify the subject. `threw`: the factors whose code
 * did.
 */
export const explainer = (
  { plugin, subject }: { readonly plugin: string; readonly subject: ReadonlySet<Node<unknown>> },
  settled: SettledNodes,
  threw: ReadonlySet<ScorePart<unknown>>,
) => {
  const under = (inputs: Nodes): readonly Settled[] => Object.values(inputs).flatMap((node) => settled.get(node) ?? [])
  /** One row for each source, with its gravest reason: a failure, what is known in part, `no_data`, `depends_on`. */
  const explain = (inputs: Nodes): readonly GapRow[] => [...mergedGaps(under(inputs).map(({ gaps }) => gaps)).values()]

  /** Prefers sources that are asked about the subject to those that identify it. */
  const firstSource = (inputs: Nodes): string | null => {
    const questions = questionsIn(walk(inputs))
    return (questions.find((one) => !subject.has(one)) ?? questions[0])?.operation.source.id ?? null
  }

  const partRows = (inputs: Nodes): readonly GapRow[] =>
    [...mergedParts(under(inputs).map(({ parts }) => parts))].map(([source, parts]) => {
      const known = leastKnown(parts)
      return {
        source,
        reason: 'partly',
        detail: parts.map(({ why }) => why).join('; '),
        ...(known !== undefined && { known: Math.round(known * 1000) / 1000 }),
      }
    })

  /** The rows of a section. A section or score that is null always has one, if only its first source with `no_data`. */
  const rowsOf = (inputs: Nodes, value: unknown): readonly GapRow[] => {
    const rows = explain(inputs)
    if (value === pluginError)
      return rows.some(({ source }) => source === plugin)
        ? rows
        : [...rows, { source: plugin, reason: 'plugin_failed' }]
    // The gate that forbids the score explains it.
    if (isForbidden(value)) return rows
    if (!(value === null || isUnscored(value))) return withPartsOf(rows, inputs)
    const heaviest = heaviestUnknown(inputs)
    // The row of a lighter factor does not explain why there is no score: that of the heaviest one does.
    const isExplained = heaviest ? threw.has(heaviest) || explain(heaviest.inputs).length > 0 : rows.length > 0
    const source = isExplained ? null : firstSource(heaviest?.inputs ?? inputs)
    const all: readonly GapRow[] =
      source === null || rows.some((row) => row.source === source)
        ? rows
        : [...rows, { source, reason: isUncovered(heaviest?.inputs ?? inputs) ? 'not_covered' : 'no_data' }]
    return withPartsOf(all, inputs)
  }

  /** A source has one row: where something of it failed, that row also says what else is not known. */
  const withPartsOf = (rows: readonly GapRow[], inputs: Nodes): readonly GapRow[] => {
    const parts = partRows(inputs)
    if (parts.length === 0) return rows
    const gravest = mergedGaps([...rows, ...parts].map(gapsOf))
    return [...gravest.values()].map((row) => ({ ...parts.find(({ source }) => source === row.source), ...row }))
  }

  /** Whether a `derive` said that no source covers the subject. Where a source said so, it has a row already. */
  const isUncovered = (inputs: Nodes): boolean =>
    under(inputs).some(({ value }) => isGap(value) && value.root.reason === 'not_covered')

  /** The unknown factor of the greatest weight, where too little is known for a score. */
  const heaviestUnknown = (inputs: Nodes): ScorePart<unknown> | null => {
    const score = Object.values(inputs).find(isScore)
    const scored = score && (settled.get(score)?.value as Scored | undefined)
    if (scored?.score !== null) return null
    const [heaviest] = scored.signals.filter(({ points }) => points === null).toSorted((a, b) => b.weight - a.weight)
    return heaviest ? (score!.factors[heaviest.factor] ?? null) : null
  }

  return { rowsOf }
}

/** A score object whose `score` is null. */
export const isUnscored = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && 'score' in value && value.score === null

const isForbidden = (value: unknown): boolean =>
  isUnscored(value) && typeof (value as Partial<Scored>).override === 'object'
