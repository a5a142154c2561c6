/**
 * Gathers an answer: evaluates the nodes of the wanted sections, renders those, and explains what is missing in
 * `_meta.missing`.
 */
import type { Depth, Nodes, QuestionNode } from '../contract/node.ts'
import type { Section } from '../contract/section.ts'
import { contributionTo, oldestOf } from './contribution.ts'
import { createEvaluator } from './evaluate.ts'
import { openResults, type Evaluation } from './evaluation.ts'
import { explainer } from './explain.ts'
import { Gap, isGap, RequiredGap, pluginError, unasked, type Missing } from './gap.ts'
import { mayBeNull } from './endpoint-facts.ts'
import { createScoring } from './scoring.ts'
import { isWanted, place, shown, valueAt } from './sections.ts'
import { requiredNodes } from './endpoint-facts.ts'
import { verdictOf, type Verdict } from './verdict.ts'
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
  const results = openResults()
  const contributing = new Set<QuestionNode>()
  let isOver = false
  const { promise: expired, resolve: expire } = Promise.withResolvers<void>()
  const timer = setTimeout(expire, call.deadline)

  const about = { depth: call.depth, plugin: endpoint.id, subject: requiredNodes(endpoint) }
  const { explainPart, rowsOf } = explainer(about, results)
  const { know, all } = createEvaluator(call, results, { expired, isOver: () => isOver }, (evaluator) =>
    createScoring(evaluator, results, { explainPart, call }),
  )
  const contribute = (inputs: Nodes): void => contributionTo(inputs, results).forEach((node) => contributing.add(node))
  const missing: Missing[] = []
  const layOut = async (sections: Readonly<Record<string, Section>>): Promise<Record<string, unknown>> => {
    const wanted = Object.entries(sections).filter(([name, section]) => isWanted(call, name, section))
    const laid: Record<string, unknown> = {}
    const settled = await Promise.all(
      wanted.map(
        async ([name, section]) => [name, section, shownOf(name, section, await all(section.inputs))] as const,
      ),
    )
    for (const [name, section, value] of settled) {
      if (value === unasked) continue
      if (value === pluginError && !mayBeNull(endpoint, name))
        throw new RequiredGap(new Gap('plugin_failed', endpoint.id))
      place(laid, name.split('.'), value === pluginError ? null : value)
      for (const row of rowsOf(section.inputs, value)) missing.push({ section: name, ...row })
    }
    // A section inside a section that is null is not shown, and its sources do not contribute.
    for (const [name, section, value] of settled)
      if (value !== unasked && (valueAt(laid, name) ?? null) !== null) contribute(section.inputs)
    return laid
  }
  const shownOf = (name: string, section: Section, given: unknown): unknown =>
    shown(name, section, given, (fault) => call.onPluginError(`section '${name}'`, fault))

  try {
    const laying = layOut(endpoint.sections)
    laying.catch(() => {})
    for (const node of endpoint.required) {
      const value = await know(node)
      if (isGap(value)) throw new RequiredGap(value)
    }
    const data = await laying
    const matched = endpoint.matched && (await know(endpoint.matched))
    contribute({
      ...Object.fromEntries(endpoint.required.entries()),
      ...(endpoint.matched && !isGap(matched) && { matched: endpoint.matched }),
    })
    return {
      data,
      matched: isGap(matched) ? undefined : matched,
      missing,
      sources: oldestOf(contributing, results.fetched),
      until: results.until,
      verdict: verdictOf(endpoint, data, results.known, missing),
      nation: nationIn(endpoint.nation && (await know(endpoint.nation))),
      worth: worthOf(endpoint, call, data, results.known),
    }
  } finally {
    isOver = true
    clearTimeout(timer)
  }
}

const nationIn = (known: unknown): string | null => (typeof known === 'string' ? known : null)
