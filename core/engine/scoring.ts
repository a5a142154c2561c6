/**
 * Reads the factors and gates of a score from known values. Each reading says how much of it is known; `weigh.ts`
 * turns the readings into a score.
 */
import type { Part } from '../contract/absence.ts'
import type { Gate, GateFinding, GatesNode } from '../contract/gate.ts'
import type { Nodes } from '../contract/node.ts'
import { questionsIn } from '../contract/node-kinds.ts'
import { walk } from '../contract/walk.ts'
import { NotApplicable, PartialReading, Unknown, type Factor, type ScorePart } from '../contract/reading.ts'
import { sentence } from '../contract/words.ts'
import type { ScoreNode } from '../contract/score.ts'
import { misfitOf } from './curve.ts'
import { isUnready } from '../contract/upstream.ts'
import { requiredNodes } from './endpoint-facts.ts'
import type { Evaluation, Evaluator, Scoring } from './evaluation.ts'
import { isGap, pluginError, unasked, whyUnknown } from './gap.ts'
import { gapsOf, mergedGaps, mergedParts, ofFailure, type Settled } from './settled.ts'
import type { Evidence } from './assessment.ts'

/** The caller did not ask for its input: no sector was given, say. */
const unaskedHere = new NotApplicable('nothing was asked that it rests on')

/** What a factor or a gate returned: null for nothing or where an input has a gap, `pluginError` where it threw. */
interface Read<T> {
  readonly reading: T | typeof unasked | typeof pluginError | null
  readonly on: readonly Settled[]
  readonly hasAll: boolean
}

export const createScoring = (
  { know, all }: Evaluator,
  {
    plugin,
    threw,
    call,
  }: {
    readonly plugin: string
    readonly threw: Set<ScorePart<unknown>>
    readonly call: Pick<Evaluation, 'endpoint' | 'weigh' | 'settingsOf' | 'onPluginError'>
  },
): Scoring => {
  const blame = gapsOf({ source: plugin, reason: 'plugin_failed' })

  const read = async <T>(part: ScorePart<T>, where: string): Promise<Read<T>> => {
    const { given, on } = await all(part.inputs)
    if (isGap(given)) return { reading: given === unasked ? unasked : null, on, hasAll: false }
    try {
      return { reading: part.read(given) || null, on, hasAll: true }
    } catch (fault) {
      call.onPluginError(where, fault)
      threw.add(part)
      return { reading: pluginError, on, hasAll: true }
    }
  }

  const titleIn =
    (inputs: Nodes) =>
    (id: string): string =>
      questionsIn(walk(inputs)).find(({ operation }) => operation.source.id === id)?.operation.source.title ?? id

  const why = (part: ScorePart<unknown>, { reading, on }: Read<unknown>): string => {
    const gaps = mergedGaps([...(reading === pluginError ? [blame] : []), ...on.map((one) => one.gaps)])
    return whyUnknown([...gaps.values()], titleIn(part.inputs))
  }
  const because = ({ because }: Unknown): string => `Not known: ${sentence(because)}`

  type Factored = { readonly evidence: Evidence['readings'][string] } & Read<unknown>
  const factorOf = async (score: ScoreNode, name: string, part: Factor): Promise<Factored> => {
    const where = `factor '${name}' of '${score.id}'`
    const got = await read(part, where)
    const { reading, on } = got
    if (reading === unasked) return { ...got, evidence: unaskedHere }
    if (reading === null || isGap(reading)) return { ...got, evidence: why(part, got) }
    if (reading instanceof Unknown) return { ...got, evidence: because(reading) }
    const misfit = reading instanceof NotApplicable ? null : misfitOf(call.settingsOf(score), name, reading)
    if (misfit !== null) {
      call.onPluginError(where, new TypeError(misfit))
      threw.add(part)
      const bad = { ...got, reading: pluginError }
      return { ...bad, evidence: why(part, bad) }
    }
    const parts = partsIn(on)
    // That it does not apply, by what is known in part, is not known.
    if (reading instanceof NotApplicable && parts.length > 0)
      return { ...got, evidence: `Not known: ${sentence(parts.map(({ why }) => why).join('; '))}` }
    if (reading instanceof NotApplicable) return { ...got, evidence: reading }
    if (reading instanceof PartialReading)
      return { ...got, evidence: new PartialReading({ ...reading, parts }, reading.detail) }
    if (on.some(({ without }) => (without & ofFailure) !== 0)) return { ...got, evidence: why(part, got) }
    return { ...got, evidence: parts.length === 0 ? reading : { ...reading, parts } }
  }

  const findingOf = async (
    gate: string,
    part: Gate,
  ): Promise<{ readonly findings: readonly GateFinding[] } & Read<unknown>> => {
    const got = await read(part, `gate '${gate}'`)
    const { reading: finding, on, hasAll } = got
    if (finding === unasked) return { ...got, findings: [] }
    if (finding instanceof Unknown) return { ...got, findings: [{ gate, holds: null, reason: because(finding) }] }
    if (typeof finding === 'string') return { ...got, findings: [{ gate, holds: true, reason: sentence(finding) }] }
    // Finding nothing proves nothing if part of the evidence is missing: the gate stays in doubt.
    const parts = partsIn(on)
    if (finding === null && hasAll && on.every(({ without }) => without === 0)) {
      if (parts.length === 0) return { ...got, findings: [] }
      return { ...got, findings: [{ gate, holds: null, reason: `Known in part: ${sentence(parts[0]!.why)}` }] }
    }
    return { ...got, findings: [{ gate, holds: null, reason: why(part, got) }] }
  }

  /** Whether all its sources wait for the operator, beside those that identify the subject. */
  const isUnaskable = ({ inputs }: Factor, on: readonly Settled[]): boolean => {
    const gaps = mergedGaps(on.map((one) => one.gaps))
    // Of nearly every answer, and cheaper than the walk.
    if (![...gaps.values()].some(({ reason }) => isUnready(reason))) return false
    const required = requiredNodes(call.endpoint)
    const questions = questionsIn(walk(inputs)).filter((one) => !required.has(one))
    return (
      questions.length > 0 && questions.every(({ operation }) => isUnready(gaps.get(operation.source.id)?.reason ?? ''))
    )
  }
  /** The sources of the heaviest factors are a score's main sources: without any of them there is none. */
  const hasMain = (node: ScoreNode, factors: readonly Read<unknown>[]): boolean => {
    const { weights } = call.settingsOf(node),
      most = Math.max(...Object.values(weights))
    return Object.entries(node.factors).some(
      ([name, factor], i) => weights[name] === most && !isUnaskable(factor, factors[i]!.on),
    )
  }

  /** A part that threw is the plugin's own fault. */
  const blamed = (parts: readonly Read<unknown>[]): Settled['gaps'] =>
    parts.some(({ reading }) => reading === pluginError) ? blame : new Map()

  return {
    findingsOf: async ({ gates, inputs }: GatesNode) => {
      const found = await Promise.all(Object.entries(gates).map(([name, part]) => findingOf(name, part)))
      return {
        value: found.flatMap(({ findings }) => findings),
        on: (await all(inputs)).on,
        // A gate that did not find anything has read its sources all the same.
        read: found.flatMap(({ reading, on }) => (reading === pluginError ? [] : on)),
        gaps: blamed(found),
      }
    },
    scoreOf: async (node) => {
      const names = Object.keys(node.factors)
      const [gated, ...factors] = await Promise.all([
        node.gates && know(node.gates),
        ...names.map((name) => factorOf(node, name, node.factors[name]!)),
      ])
      const readings = Object.fromEntries(names.map((name, i) => [name, factors[i]!.evidence]))
      const findings = (gated?.value ?? []) as readonly GateFinding[]
      return {
        value: call.weigh(node, { findings, readings, ...(!hasMain(node, factors) && { lacksMain: true }) }),
        on: (await all(node.inputs)).on,
        read: [
          ...factors.flatMap(({ reading, on }) => (reading === null || isGap(reading) ? [] : on)),
          ...(gated ? [gated] : []),
        ],
        gaps: blamed(factors),
      }
    },
  }
}

const partsIn = (on: readonly Settled[]): readonly Part[] =>
  [...mergedParts(on.map(({ parts }) => parts)).values()].flat()
