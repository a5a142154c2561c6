/**
 * Evaluates nodes: each becomes one memoised promise that waits for the promises of its inputs. Everything that can run
 * in parallel does; there is no scheduler.
 */
import { apart, isAmbiguous, isContradictory, isNoSuch, isNotCovered, isWhole, type Part } from '../contract/absence.ts'
import { depthRank, type Node, type Nodes, type QuestionNode } from '../contract/node.ts'
import { isQuestion, opened } from '../contract/node-kinds.ts'
import type { Operation } from '../contract/operation.ts'
import { UpstreamFault } from '../contract/upstream.ts'
import { walk } from '../contract/walk.ts'
import { faultOnly, gone, nameOf, questionFrom, together, type Came } from './came.ts'
import type { Evaluation, Evaluator, GivenValues, Scoring } from './evaluation.ts'
import { Gap, isFault, isGap, isNone, isPassed, pluginError, unasked } from './gap.ts'
import { gapsOf, given, lookedAt, lostBy, rowOf, settledOn, type Own, type Settled } from './settled.ts'

const valueOrGap = (value: unknown, source: string | null): unknown =>
  isNotCovered(value)
    ? new Gap('not_covered', source, value)
    : value === null || value === undefined
      ? new Gap('none', source)
      : isNoSuch(value) || isAmbiguous(value) || isContradictory(value)
        ? new Gap('none', source, value)
        : value

const worstOf = (values: readonly unknown[]): unknown => values.find(isFault) ?? values.find(isNone) ?? unasked

export interface Knowing extends Evaluator {
  /** What each node came to, as far as it has settled. */
  readonly settled: ReadonlyMap<Node<unknown>, Settled>
  /** When the first of the answers goes stale, epoch ms. */
  until(): number
}

/** `expired` resolves at the deadline. Once `isOver`, nobody waits for the answer, and no question goes out. */
export const createEvaluator = (
  call: Evaluation,
  { expired, isOver }: { readonly expired: Promise<void>; readonly isOver: () => boolean },
  scoringOf: (evaluator: Evaluator) => Scoring,
): Knowing => {
  const { endpoint } = call
  const values = new Map<Node<unknown>, Promise<Settled>>()
  const settled = new Map<Node<unknown>, Settled>()
  const blame: Own = { gaps: gapsOf({ source: endpoint.id, reason: 'plugin_failed' }) }
  let until = Infinity

  const know = (node: Node<unknown>): Promise<Settled> => {
    let value = values.get(node)
    if (!value) {
      value = settle(node).then((one) => {
        settled.set(node, one)
        return one
      })
      value.catch(() => {})
      values.set(node, value)
    }
    return value
  }

  const all = async (inputs: Nodes): Promise<GivenValues> => {
    const names = Object.keys(inputs)
    const on = await Promise.all(Object.values(inputs).map(know))
    const known = on.map(({ value }) => value)
    return {
      on,
      given: known.includes(unasked)
        ? unasked
        : (known.find(isFault) ?? known.find(isNone) ?? Object.fromEntries(names.map((name, i) => [name, known[i]]))),
    }
  }

  const settle = async (unopened: Node<unknown>): Promise<Settled> => {
    const node = opened(unopened)
    switch (node.kind) {
      case 'asked':
        return given(call.asked)
      case 'settings':
        return given(call.settings)
      case 'now':
        return given(call.now)
      case 'depth':
        return given(call.depth)
      case 'from':
        return depthRank(call.depth) < depthRank(node.depth) ? given(unasked) : know(node.inputs.of)
      case 'maybe': {
        const of = await know(node.inputs.of)
        const behind = isGap(of.value) ? of.value : of.behind
        return settledOn(behind ? null : of.value, [of], { behind, without: lostBy(behind) })
      }
      case 'first':
        return firstOf(Object.values(node.inputs))
      case 'some':
        return someOf(node.inputs)
      case 'derive': {
        const { given, on } = await all(node.inputs)
        if (isGap(given)) return settledOn(given, on)
        const made = attempt(node, () => node.from(given))
        if (made === pluginError) return settledOn(pluginError, on, blame)
        if (isWhole(made)) {
          const value = valueOrGap(made.value, null)
          // That there is none is never whole.
          return settledOn(value, on, isGap(value) ? {} : { isWhole: true })
        }
        const { value, parts } = apart(made)
        return settledOn(valueOrGap(value, null), on, partsOf(parts, sourceOf(node.inputs, on)))
      }
      case 'gates': {
        const { value, on, read, gaps } = await scoring.findingsOf(node)
        return settledOn(value, on, { gaps }, read)
      }
      case 'score': {
        const { value, on, read, gaps } = await scoring.scoreOf(node)
        return settledOn(value, on, { gaps }, read)
      }
      case 'need':
      case 'each':
        return questionOf(node)
    }
  }

  const partsOf = (parts: readonly Part[], source: string): Own =>
    parts.length === 0 ? {} : { parts: new Map([[source, parts]]) }

  /** What code says is not known belongs to the source that it asked, or else to one that it was made from. */
  const sourceOf = (inputs: Nodes, on: readonly Settled[]): string => {
    const asked = Object.values(inputs)
      .map((node) => (node.kind === 'maybe' || node.kind === 'from' ? node.inputs['of']! : node))
      .find(isQuestion)
    return asked?.operation.source.id ?? on.flatMap(({ sources }) => [...sources.keys()]).at(-1) ?? endpoint.id
  }

  const firstOf = async (alternatives: readonly Node<unknown>[]): Promise<Settled> => {
    const on: Settled[] = []
    for (const one of alternatives) {
      const of = await know(one)
      on.push(of)
      if (!isPassed(of.value)) return settledOn(of.value, lookedAt(of.value, on))
    }
    const last = on.findLast(({ value, behind }) => behind === null && isNone(value))
    return settledOn(last?.value ?? worstOf(on.map(({ behind }) => behind)), on)
  }

  const someOf = async (inputs: Nodes): Promise<Settled> => {
    const on = await Promise.all(Object.values(inputs).map(know))
    const known = on.map(({ value, behind }) => behind ?? value)
    if (known.every(isGap)) return settledOn(worstOf(known), on)
    return settledOn(
      Object.fromEntries(Object.keys(inputs).map((name, i) => [name, isGap(known[i]) ? null : known[i]])),
      on,
      { without: known.reduce<number>((lost, one) => lost | lostBy(one), 0) },
    )
  }

  /** What is rendered belongs to the section that shows it. */
  const placeOf = (node: Node<unknown>): string => {
    const isUnder = (inputs: Nodes): boolean => (walk(inputs) as ReadonlySet<Node<unknown>>).has(node)
    const shows = Object.entries(endpoint.sections).find(([, { inputs }]) => isUnder(inputs))
    return shows && 'shape' in node ? `section '${shows[0]}'` : node.kind
  }

  /** Runs the plugin's code. An upstream can send anything, so that an error costs only what rests on this node. */
  const attempt = <T>(node: Node<unknown>, make: () => T, where?: string): T | typeof pluginError => {
    try {
      return make()
    } catch (fault) {
      call.onPluginError(where ?? placeOf(node), fault)
      return pluginError
    }
  }

  const questionOf = async (node: QuestionNode): Promise<Settled> => {
    const { operation } = node,
      source = operation.source.id
    const { given, on } = await all(node.inputs)
    /** A gap of its own has a row; a `none` that came from an input is explained by that input's own row. */
    const without = (gap: Gap, more: Own = {}): Settled =>
      settledOn(gap, on, {
        gaps: new Map([...gapsOf(rowOf(gap, source, endpoint.id)), ...(more.gaps ?? [])]),
      })
    if (given === unasked || isNone(given)) return settledOn(given, on)
    // `derive` said that no source covers this, as for a place without coordinates: then neither does this one.
    if (isGap(given))
      return without(
        given.reason === 'not_covered' && given.source === null
          ? new Gap('not_covered', source, given.cause)
          : new Gap('depends_on', source, null, given.root),
      )
    const question = attempt(node, () => questionFrom(node, given), `question for ${nameOf(operation)}`)
    if (question === pluginError) return without(new Gap('depends_on', source, null, pluginError), blame)
    if (question === null || question === undefined) return settledOn(unasked, on)
    if (isNotCovered(question) || (await isOutside(operation))) return without(new Gap('not_covered', source))
    const questions = node.kind === 'need' ? [question] : (question as readonly unknown[])
    const answers = await Promise.all(questions.map((one) => ask(node, one)))
    const gaps = answers.map(({ value }) => value).filter(isGap)
    if (gaps.includes(unasked)) return settledOn(unasked, on)
    const gap = gaps.find(isFault) ?? gaps.find(isNone)
    if (gap && (node.kind === 'need' || !node.tolerant || gaps.length === answers.length)) return without(gap)
    const came = answers.filter(({ value }) => !isGap(value))
    return settledOn(
      node.kind === 'need' ? came[0]!.value : answers.map(({ value }) => (isGap(value) ? null : value)),
      on,
      {
        sources: came.length === 0 ? new Map() : new Map([[source, Math.min(...came.map(({ at }) => at))]]),
        without: lostBy(gap),
        ...(gap && { gaps: gapsOf(rowOf(gap, source, endpoint.id)) }),
        ...partsOf(together(answers), source),
      },
    )
  }

  const isOutside = async ({ covers }: Operation<any, any>): Promise<boolean> => {
    const nation = covers && endpoint.nation && (await know(endpoint.nation)).value
    return typeof nation === 'string' && !covers!.includes(nation as never)
  }

  const ask = async (node: QuestionNode, question: unknown): Promise<Came> => {
    const { operation } = node,
      { id } = operation.source
    if (isOver()) return gone(new Gap('upstream_failed', id))
    const began = performance.now()
    const settled = await Promise.race([
      call.ask(operation, question, node).catch(faultOnly),
      expired.then(() => new UpstreamFault(id, 'upstream_timeout', 'has not answered by the deadline of the call')),
    ])
    call.record?.(node, question, settled, began)
    if (settled instanceof UpstreamFault) {
      if (settled.reason === 'plugin_failed') call.onPluginError(nameOf(operation), settled.cause ?? settled)
      if (operation.source.optional && settled.reason === 'not_imported') return gone(unasked)
      return gone(new Gap(settled.reason, id, settled))
    }
    until = Math.min(until, settled.until)
    const { value, parts } = apart(settled.value)
    return { value: valueOrGap(value, id), at: settled.at, parts }
  }

  const evaluator: Evaluator = { know, all }
  const scoring = scoringOf(evaluator)
  return { ...evaluator, settled, until: () => until }
}
