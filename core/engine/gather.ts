/**
 * Gathers an answer: evaluates the nodes of the wanted sections, renders those, and explains what is missing in
 * `_meta.missing`.
 */
import type { Depth, Nodes } from '../contract/node.ts'
import type { ScorePart } from '../contract/reading.ts'
import type { Section } from '../contract/section.ts'
import { createEvaluator } from './evaluate.ts'
import type { Evaluation } from './evaluation.ts'
import { explainer } from './explain.ts'
import { Gap, isGap, RequiredGap, pluginError, unasked, type GapRow, type Missing } from './gap.ts'
import { mayBeNull } from './endpoint-facts.ts'
import { createScoring } from './scoring.ts'
import { mergedSources, type Settled } from './settled.ts'
import { isWanted, place, shown, valueAt } from './sections.ts'
import { requiredNodes } from './endpoint-facts.ts'
import { telling, verdictOf, type Verdict } from './verdict.ts'
import { worthOf } from './worth.ts'

export interface Gathering extends Evaluation {
  readonly include: readonly string[] | null
  /** Milliseconds for the whole call; a question without an answer by then is an `upstream_timeout`. */
  readonly deadline: number
}

export interface Gathered {
  readonly data: Readonly<Record<string, unknown>>
  readonly matched: unknown
  readonly missing: readonly Missing[]
  /** The same with what is said of each, and how much is known. */
  readonly gaps: readonly (GapRow & { readonly section: string })[]
  /** The sources whose answers are shown, each with the time of its oldest answer, epoch ms. */
  readonly sources: ReadonlyMap<string, number>
  /** When the first of the answers goes stale, epoch ms. */
  readonly until: number
  readonly verdict: Verdict
  /** Of the subject, where the endpoint tells it and it is known. */
  readonly nation: string | null
  /** The depth whose price is charged at most. */
  readonly worth: Depth
}

export async function gather(call: Gathering): Promise<Gathered> {
  const { endpoint } = call
  const contributing: Settled['sources'][] = []
  const threw = new Set<ScorePart<unknown>>()
  let isOver = false
  const { promise: expired, resolve: expire } = Promise.withResolvers<void>()
  const timer = setTimeout(expire, call.deadline)

  const { know, all, settled, until } = createEvaluator(call, { expired, isOver: () => isOver }, (evaluator) =>
    createScoring(evaluator, { plugin: endpoint.id, threw, call }),
  )
  const { rowsOf } = explainer({ plugin: endpoint.id, subject: requiredNodes(endpoint) }, settled, threw)
  const contribute = (inputs: Nodes): void => {
    for (const node of Object.values(inputs)) contributing.push(settled.get(node)?.sources ?? new Map())
  }
  const gaps: (GapRow & { readonly section: string })[] = []
  const layOut = async (sections: Readonly<Record<string, Section>>): Promise<Record<string, unknown>> => {
    const wanted = Object.entries(sections).filter(([name, section]) => isWanted(call, name, section))
    const laid: Record<string, unknown> = {}
    const rendered = await Promise.all(
      wanted.map(
        async ([name, section]) => [name, section, shownOf(name, section, (await all(section.inputs)).given)] as const,
      ),
    )
    for (const [name, section, value] of rendered) {
      if (value === unasked) continue
      if (value === pluginError && !mayBeNull(endpoint, name))
        throw new RequiredGap(new Gap('plugin_failed', endpoint.id))
      place(laid, name.split('.'), value === pluginError ? null : value)
      for (const row of rowsOf(section.inputs, value)) gaps.push({ section: name, ...row })
    }
    // A section inside a section that is null is not shown, and its sources do not contribute.
    for (const [name, section, value] of rendered)
      if (value !== unasked && (valueAt(laid, name) ?? null) !== null) contribute(section.inputs)
    return laid
  }
  const shownOf = (name: string, section: Section, given: unknown): unknown =>
    shown(name, section, given, (fault) => call.onPluginError(`section '${name}'`, fault))

  try {
    const laying = layOut(endpoint.sections)
    laying.catch(() => {})
    for (const node of endpoint.required) {
      const { value } = await know(node)
      if (isGap(value)) throw new RequiredGap(value)
    }
    const data = await laying
    const matched = endpoint.matched && (await know(endpoint.matched)).value
    contribute({
      ...Object.fromEntries(endpoint.required.entries()),
      ...(endpoint.matched && !isGap(matched) && { matched: endpoint.matched }),
    })
    const missing = gaps.map(({ detail: _, known: _share, ...row }): Missing => row)
    const tells = telling(endpoint, data, settled)
    return {
      data,
      matched: isGap(matched) ? undefined : matched,
      missing,
      gaps,
      sources: mergedSources(contributing),
      until: until(),
      verdict: verdictOf(endpoint, data, settled, missing, tells),
      nation: nationIn(endpoint.nation && (await know(endpoint.nation)).value),
      worth: worthOf(endpoint, call, tells),
    }
  } finally {
    isOver = true
    clearTimeout(timer)
  }
}

const nationIn = (known: unknown): string | null => (typeof known === 'string' ? known : null)
