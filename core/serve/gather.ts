/**
 * Gathers what an answer rests on. The wanted sections demand their nodes; a node is a memoised promise that waits for its inputs.
 * Recursion and memo are the topological order, with full parallelism: no scheduler, no polling.
 */
import type { Endpoint } from '../contract/endpoint.ts'
import { depthRank, NoSuch, NotCovered, walk, type Depth, type Node, type Nodes } from '../contract/node.ts'
import type { Operation } from '../contract/operation.ts'
import type { Override, Part, Reading, ScoreNode, Scored } from '../contract/score.ts'
import type { Section } from '../contract/section.ts'
import type { Shape } from '../contract/shape.ts'
import { UpstreamFault, type Answered } from '../upstream/port.ts'
import { contributionTo, oldestOf } from './contribution.ts'
import { explainer } from './explain.ts'
import { Gap, isFault, isGap, isNone, isPassed, RequiredGap, spoilt, unasked, whyUnknown, type Missing } from './gap.ts'
import { mayBeNull } from './response.ts'
import { isWanted, place, shown, valueAt } from './sections.ts'
import { requiredNodes, verdictOf, type Verdict } from './verdict.ts'

export interface Gathering {
  readonly endpoint: Endpoint
  readonly asked: unknown
  readonly settings: unknown
  readonly depth: Depth
  readonly include: readonly string[] | null
  readonly now: Date
  /** Milliseconds for everything; what is not there by then is `upstream_timeout`. */
  readonly deadline: number
  ask(operation: Operation<any, any>, question: unknown): Promise<Answered>
  weigh(score: ScoreNode, readings: Readonly<Record<string, Reading | string>>, fixed: Override | null): Scored
  /** Told where the author's code failed on what the sources said, or made something of another shape than it declares. */
  onSenseless(where: string, fault: unknown): void
}

export interface Gathered {
  readonly data: Readonly<Record<string, unknown>>
  readonly matched: unknown
  readonly missing: readonly Missing[]
  /** The sources that contributed, with the time of their oldest answer (epoch ms). */
  readonly sources: ReadonlyMap<string, number>
  /** Until when all of it counts as fresh, epoch ms. */
  readonly until: number
  readonly verdict: Verdict
}

/** The parts of a node that only the executor looks at. */
export interface Inner extends Node<unknown> {
  readonly operation: Operation<any, any>
  readonly tolerant: boolean
  readonly input: (known: any) => unknown
  readonly from: (known: any) => unknown
  readonly depth: Depth
}

const there = (value: unknown, source: string | null): unknown =>
  value instanceof NotCovered
    ? new Gap('not_covered', source)
    : value === null || value === undefined
      ? new Gap('none', source)
      : value instanceof NoSuch
        ? new Gap('none', source, value)
        : value

export async function gather(call: Gathering): Promise<Gathered> {
  const { endpoint } = call
  const values = new Map<Node<unknown>, Promise<unknown>>()
  /** What `missing` is explained from. */
  const known = new Map<Node<unknown>, unknown>(),
    partial = new Map<Node<unknown>, Gap>(),
    senseless = new Set<Node<unknown>>()
  const readings = new Map<Part<unknown>, unknown>(),
    fetched = new Map<Node<unknown>, number>(),
    contributing = new Set<Inner>()
  let until = Infinity,
    over = false

  const { promise: expired, resolve: expire } = Promise.withResolvers<void>()
  const timer = setTimeout(expire, call.deadline)

  const know = (node: Node<unknown>): Promise<unknown> => {
    let value = values.get(node)
    if (!value) {
      value = settle(node as Inner).then((settled) => {
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

  const settle = async (node: Inner): Promise<unknown> => {
    const { kind, inputs } = node
    switch (kind) {
      case 'asked':
        return call.asked
      case 'settings':
        return call.settings
      case 'now':
        return call.now
      case 'depth':
        return call.depth
      case 'from':
        return depthRank(call.depth) < depthRank(node.depth) ? unasked : know(inputs['of']!)
      case 'maybe': {
        const value = await know(inputs['of']!)
        return isGap(value) ? null : value
      }
      case 'first':
        return firstOf(Object.values(inputs))
      case 'some':
        return someOf(inputs)
      case 'derive': {
        const given = await all(inputs)
        if (isGap(given)) return given
        const value = sense(node, () => node.from(given))
        return value === spoilt ? spoilt : there(value, null)
      }
      case 'score':
        return scoreOf(node as unknown as ScoreNode)
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
      if (value === null) tolerated.push(await behind(one))
      else if (isNone(value)) last = value
    }
    return isNone(last) ? last : (tolerated.find(isFault) ?? tolerated.find(isNone) ?? unasked)
  }

  /** The value, or the gap that a `maybe` made null. */
  const behind = async (node: Node<unknown>): Promise<unknown> => (await know(node)) ?? behind(node.inputs['of']!)

  const someOf = async (inputs: Nodes): Promise<unknown> => {
    const settled = await Promise.all(Object.values(inputs).map(behind))
    if (settled.every(isGap)) return settled.find(isFault) ?? settled.find(isNone) ?? unasked
    return Object.fromEntries(Object.keys(inputs).map((name, i) => [name, isGap(settled[i]) ? null : settled[i]]))
  }

  /** What the author's code makes of known values. An upstream can send anything: what the code fails on costs only what rests on it. */
  const sense = <T>(node: Node<unknown>, make: () => T): T | typeof spoilt => {
    try {
      return make()
    } catch (fault) {
      senseless.add(node)
      call.onSenseless(node.kind, fault)
      return spoilt
    }
  }

  const questionOf = async (node: Inner): Promise<unknown> => {
    const { operation } = node
    const given = await all(node.inputs)
    if (given === unasked || isNone(given)) return given
    // A place without coordinates, say: no source that is asked by it covers it.
    if (isGap(given))
      return given.reason === 'not_covered' && given.source === null
        ? new Gap('not_covered', operation.source.id)
        : new Gap('depends_on', operation.source.id, null, given.root)
    const question = sense(node, () => questionFrom(node, given))
    if (question === spoilt) return new Gap('depends_on', operation.source.id, null, spoilt)
    if (question === null || question === undefined) return unasked
    if (question instanceof NotCovered || (await isOutside(operation)))
      return new Gap('not_covered', operation.source.id)
    if (node.kind === 'need') return ask(node, question)
    const answers = await Promise.all((question as readonly unknown[]).map((one) => ask(node, one)))
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

  const ask = async (node: Inner, question: unknown): Promise<unknown> => {
    const { operation } = node,
      { id } = operation.source
    if (over) return new Gap('upstream_failed', id)
    const asking = call.ask(operation, question).then(
      (answered): unknown => {
        until = Math.min(until, answered.until)
        const value = there(answered.value, id)
        if (!isGap(value)) fetched.set(node, Math.min(fetched.get(node) ?? Infinity, answered.at))
        return value
      },
      (fault: unknown) => {
        if (!(fault instanceof UpstreamFault)) throw fault
        return new Gap(fault.reason, id, fault)
      },
    )
    return Promise.race([asking, expired.then(() => new Gap('upstream_timeout', id))])
  }

  const titleIn =
    (inputs: Nodes) =>
    (id: string): string =>
      [...walk(inputs)].map((node) => (node as Partial<Inner>).operation?.source).find((source) => source?.id === id)
        ?.title ?? id

  const scoreOf = async (node: ScoreNode): Promise<Scored> => {
    const names = Object.keys(node.factors)
    const [fixed, ...readings] = await Promise.all([
      node.fixed && readingOf(node.fixed),
      ...names.map((name) => readingOf<Reading>(node.factors[name]!)),
    ])
    const described = names.map((name, i) => [
      name,
      readings[i] ?? whyUnknown(explainPart(node.factors[name]!)[0], titleIn(node.inputs)),
    ])
    return call.weigh(node, Object.fromEntries(described), fixed ?? null)
  }
  const readingOf = async <T>(part: Part<T>): Promise<T | null> => {
    const given = await all(part.inputs)
    try {
      const reading = isGap(given) ? null : part.read(given) || null
      readings.set(part, reading)
      return reading
    } catch (fault) {
      readings.set(part, spoilt)
      call.onSenseless('factor', fault)
      return null
    }
  }

  const findings = { known, readings, partial, senseless }
  const { explainPart, rowsOf, firstSource } = explainer(call.depth, requiredNodes(endpoint), findings)
  const contribute = (inputs: Nodes): void => contributionTo(inputs, findings).forEach((node) => contributing.add(node))
  const missing: Missing[] = []
  const lay = async (sections: Readonly<Record<string, Section<unknown>>>): Promise<Record<string, unknown>> => {
    const wanted = Object.entries(sections).filter(([name, section]) => isWanted(call, name, section))
    const laid: Record<string, unknown> = {}
    const settled = await Promise.all(
      wanted.map(
        async ([name, section]) =>
          [name, section, shownOf(name, section, await all(section.inputs), endpoint.response[name])] as const,
      ),
    )
    for (const [name, section, value] of settled) {
      if (value === unasked) continue
      if (value === spoilt && !mayBeNull(endpoint, name))
        throw new RequiredGap(new Gap('upstream_failed', firstSource(section.inputs)))
      place(laid, name.split('.'), value === spoilt ? null : value)
      for (const row of rowsOf(section.inputs, value)) missing.push({ section: name, ...row })
    }
    // What sits inside a null is not shown.
    for (const [name, section, value] of settled)
      if (value !== unasked && (valueAt(laid, name) ?? null) !== null) contribute(section.inputs)
    return laid
  }
  const shownOf = (name: string, section: Section<unknown>, given: unknown, shape?: Shape<unknown>): unknown =>
    shown(section, given, shape, (fault) => call.onSenseless(name, fault))

  try {
    const laying = lay(endpoint.sections)
    laying.catch(() => {})
    for (const node of endpoint.required) {
      const value = await know(node)
      if (isGap(value)) throw new RequiredGap(value)
    }
    const data = await laying
    const matched = endpoint.matched && shownOf('matched', endpoint.matched, await all(endpoint.matched.inputs))
    contribute({
      ...Object.fromEntries(endpoint.required.entries()),
      ...(matched && !isGap(matched) ? endpoint.matched?.inputs : {}),
    })
    return {
      data,
      matched: isGap(matched) ? undefined : (matched ?? undefined),
      missing,
      sources: oldestOf(contributing, fetched),
      until,
      verdict: verdictOf(endpoint, data, known),
    }
  } finally {
    over = true
    clearTimeout(timer)
  }
}

/** The author's question; a list of them for `each`, which an upstream's text would pass for in its type only. */
const questionFrom = (node: Inner, given: unknown): unknown => {
  const question = node.input(given)
  if (
    node.kind === 'each' &&
    question !== null &&
    question !== undefined &&
    !Array.isArray(question) &&
    !(question instanceof NotCovered)
  )
    throw new TypeError('the questions are no list')
  return question
}
