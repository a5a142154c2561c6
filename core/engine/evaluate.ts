/**
 * Evaluates nodes: each becomes one memoised promise that waits for the promises of its inputs. Everything that can run
 * in parallel does; there is no scheduler.
 */
import { Ambiguous, NoSuch, NotCovered } from '../contract/absence.ts'
import { depthRank, type Node, type Nodes, type QuestionNode } from '../contract/node.ts'
import { opened } from '../contract/node-kinds.ts'
import type { Operation } from '../contract/operation.ts'
import { UpstreamFault } from '../contract/upstream.ts'
import { walk } from '../contract/walk.ts'
import type { Evaluation, Evaluator, OpenResults, Scoring } from './evaluation.ts'
import { Gap, isFault, isGap, isNone, isPassed, pluginError, unasked } from './gap.ts'

const valueOrGap = (value: unknown, source: string | null): unknown =>
  value instanceof NotCovered
    ? new Gap('not_covered', source)
    : value === null || value === undefined
      ? new Gap('none', source)
      : value instanceof NoSuch || value instanceof Ambiguous
        ? new Gap('none', source, value)
        : value

/** `expired` resolves at the deadline. Once `isOver`, nobody waits for the answer, and no question goes out. */
export const createEvaluator = (
  call: Evaluation,
  results: OpenResults,
  { expired, isOver }: { readonly expired: Promise<void>; readonly isOver: () => boolean },
  scoringOf: (evaluator: Evaluator) => Scoring,
): Evaluator => {
  const { endpoint } = call
  const { known, partial, pluginErrors, fetched } = results
  const values = new Map<Node<unknown>, Promise<unknown>>()

  const know = (node: Node<unknown>): Promise<unknown> => {
    let value = values.get(node)
    if (!value) {
      value = settle(node).then((settled) => {
        known.set(node, settled)
        return settled
      })
      value.catch(() => {})
      values.set(node, value)
    }
    return value
  }

  const all = async (inputs: Nodes): Promise<any> => {
    const names = Object.keys(inputs)
    const settled = await Promise.all(Object.values(inputs).map(know))
    return (
      settled.find((value) => value === unasked) ??
      settled.find(isFault) ??
      settled.find(isNone) ??
      Object.fromEntries(names.map((name, i) => [name, settled[i]]))
    )
  }

  const settle = async (unopened: Node<unknown>): Promise<unknown> => {
    const node = opened(unopened)
    switch (node.kind) {
      case 'asked':
        return call.asked
      case 'settings':
        return call.settings
      case 'now':
        return call.now
      case 'depth':
        return call.depth
      case 'from':
        return depthRank(call.depth) < depthRank(node.depth) ? unasked : know(node.inputs.of)
      case 'maybe': {
        const value = await know(node.inputs.of)
        return isGap(value) ? null : value
      }
      case 'first':
        return firstOf(Object.values(node.inputs))
      case 'some':
        return someOf(node.inputs)
      case 'derive': {
        const given = await all(node.inputs)
        if (isGap(given)) return given
        const value = attempt(node, () => node.from(given))
        return value === pluginError ? pluginError : valueOrGap(value, null)
      }
      case 'gates':
        return scoring.findingsOf(node)
      case 'score':
        return scoring.scoreOf(node)
      case 'need':
      case 'each':
        return questionOf(node)
    }
  }

  const firstOf = async (alternatives: readonly Node<unknown>[]): Promise<unknown> => {
    let last = unasked
    const tolerated: unknown[] = []
    for (const one of alternatives) {
      const value = await know(one)
      if (!isPassed(value)) return value
      if (value === null) tolerated.push(await gapBehind(one))
      else if (isNone(value)) last = value
    }
    return isNone(last) ? last : (tolerated.find(isFault) ?? tolerated.find(isNone) ?? unasked)
  }

  /** The value, or the gap that `maybe` turned into null. */
  const gapBehind = async (node: Node<unknown>): Promise<unknown> => (await know(node)) ?? gapBehind(node.inputs['of']!)

  const someOf = async (inputs: Nodes): Promise<unknown> => {
    const settled = await Promise.all(Object.values(inputs).map(gapBehind))
    if (settled.every(isGap)) return settled.find(isFault) ?? settled.find(isNone) ?? unasked
    return Object.fromEntries(Object.keys(inputs).map((name, i) => [name, isGap(settled[i]) ? null : settled[i]]))
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
      pluginErrors.add(node)
      call.onPluginError(where ?? placeOf(node), fault)
      return pluginError
    }
  }

  const questionOf = async (node: QuestionNode): Promise<unknown> => {
    const { operation } = node
    const given = await all(node.inputs)
    if (given === unasked || isNone(given)) return given
    // `derive` said that no source covers this, as for a place without coordinates: then neither does this one.
    if (isGap(given))
      return given.reason === 'not_covered' && given.source === null
        ? new Gap('not_covered', operation.source.id)
        : new Gap('depends_on', operation.source.id, null, given.root)
    const question = attempt(node, () => questionFrom(node, given), `question for ${nameOf(operation)}`)
    if (question === pluginError) return new Gap('depends_on', operation.source.id, null, pluginError)
    if (question === null || question === undefined) return unasked
    if (question instanceof NotCovered || (await isOutside(operation)))
      return new Gap('not_covered', operation.source.id)
    if (node.kind === 'need') return ask(node, question)
    const answers = await Promise.all((question as readonly unknown[]).map((one) => ask(node, one)))
    if (answers.includes(unasked)) return unasked
    const gap = answers.find(isFault) ?? answers.find(isNone)
    if (!gap) return answers
    if (!node.tolerant || answers.every(isGap)) return gap
    partial.set(node, gap)
    return answers.map((answer) => (isGap(answer) ? null : answer))
  }

  const isOutside = async ({ covers }: Operation<any, any>): Promise<boolean> => {
    const nation = covers && endpoint.nation && (await know(endpoint.nation))
    return typeof nation === 'string' && !covers!.includes(nation as never)
  }

  const ask = async (node: QuestionNode, question: unknown): Promise<unknown> => {
    const { operation } = node,
      { id } = operation.source
    if (isOver()) return new Gap('upstream_failed', id)
    const began = performance.now()
    const settled = await Promise.race([
      call.ask(operation, question, node).catch(faultOnly),
      expired.then(() => new UpstreamFault(id, 'upstream_timeout', 'has not answered by the deadline of the call')),
    ])
    call.record?.(node, question, settled, began)
    if (settled instanceof UpstreamFault) {
      if (settled.reason === 'plugin_failed') call.onPluginError(nameOf(operation), settled.cause ?? settled)
      if (operation.source.optional && settled.reason === 'not_imported') return unasked
      return new Gap(settled.reason, id, settled)
    }
    results.until = Math.min(results.until, settled.until)
    const value = valueOrGap(settled.value, id)
    if (!isGap(value)) fetched.set(node, Math.min(fetched.get(node) ?? Infinity, settled.at))
    return value
  }

  const evaluator: Evaluator = { know, all }
  const scoring = scoringOf(evaluator)
  return evaluator
}

const faultOnly = (fault: unknown): UpstreamFault => {
  if (fault instanceof UpstreamFault) return fault
  throw fault
}

const nameOf = ({ id, source }: Operation<any, any>): string => `operation '${id}' of '${source.id}'`

/** The plugin's question or, for `each`, its list of them: upstream data that is no list would get past the type. */
const questionFrom = (node: QuestionNode, given: unknown): unknown => {
  const question = node.input(given)
  if (
    node.kind === 'each' &&
    question !== null &&
    question !== undefined &&
    !Array.isArray(question) &&
    !(question instanceof NotCovered)
  )
    throw new TypeError('each needs a list of questions')
  return question
}
