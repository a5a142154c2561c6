/**
 * Reads the factors and gates of a score from known values. Each reading says how much of it is known; `weigh.ts`
 * turns the readings into a score.
 */
import type { Gate, GateFinding, GatesNode } from '../contract/gate.ts'
import type { Nodes } from '../contract/node.ts'
import { questionsIn } from '../contract/node-kinds.ts'
import { walk } from '../contract/walk.ts'
import { NotApplicable, PartialReading, Unknown, type Factor, type ScorePart } from '../contract/reading.ts'
import { sentence } from '../contract/words.ts'
import type { ScoreNode } from '../contract/score.ts'
import { misfitOf } from './curve.ts'
import type { Evaluation, Evaluator, OpenResults, Scoring } from './evaluation.ts'
import { isGap, pluginError, unasked, whyUnknown, type GapRow } from './gap.ts'
import { isPartlyUnlooked, toleratesFailure } from './tolerated.ts'
import type { Evidence } from './weigh.ts'

/** The caller did not ask for its input: no sector was given, say. */
const unaskedHere = new NotApplicable('nothing was asked that it rests on')

export const createScoring = (
  { know, all }: Evaluator,
  results: OpenResults,
  {
    explainPart,
    call,
  }: {
    readonly explainPart: (part: ScorePart<unknown>) => readonly GapRow[]
    readonly call: Pick<Evaluation, 'weigh' | 'settingsOf' | 'onPluginError'>
  },
): Scoring => {
  /** What the plugin's code returns; null where it returns nothing or an input has a gap. */
  const read = async <T>(part: ScorePart<T>, where: string): Promise<T | typeof unasked | null> => {
    const given = await all(part.inputs)
    if (isGap(given)) {
      results.readings.set(part, null)
      return given === unasked ? unasked : null
    }
    try {
      const reading = part.read(given) || null
      results.readings.set(part, reading)
      return reading
    } catch (fault) {
      results.readings.set(part, pluginError)
      call.onPluginError(where, fault)
      return null
    }
  }

  const titleIn =
    (inputs: Nodes) =>
    (id: string): string =>
      questionsIn(walk(inputs)).find(({ operation }) => operation.source.id === id)?.operation.source.title ?? id

  const why = (part: ScorePart<unknown>): string => whyUnknown(explainPart(part), titleIn(part.inputs))
  const because = ({ because }: Unknown): string => `Not known: ${sentence(because)}`

  const factorOf = async (score: ScoreNode, name: string, part: Factor): Promise<Evidence['readings'][string]> => {
    const where = `factor '${name}' of '${score.id}'`
    const reading = await read(part, where)
    if (reading === unasked) return unaskedHere
    if (reading === null || isGap(reading)) return why(part)
    if (reading instanceof Unknown) return because(reading)
    const misfit = reading instanceof NotApplicable ? null : misfitOf(call.settingsOf(score), name, reading)
    if (misfit !== null) {
      results.readings.set(part, pluginError)
      call.onPluginError(where, new TypeError(misfit))
      return why(part)
    }
    const saysHowMuch = reading instanceof PartialReading || reading instanceof NotApplicable
    return saysHowMuch || !toleratesFailure(part.inputs, results) ? reading : why(part)
  }

  const findingOf = async (gate: string, part: Gate): Promise<readonly GateFinding[]> => {
    const finding = await read(part, `gate '${gate}'`)
    if (finding === unasked) return []
    if (finding instanceof Unknown) return [{ gate, holds: null, reason: because(finding) }]
    if (typeof finding === 'string') return [{ gate, holds: true, reason: sentence(finding) }]
    // Finding nothing proves nothing if part of the evidence is missing: the gate stays in doubt.
    const isSound = results.readings.get(part) === null && !isGap(await all(part.inputs))
    return isSound && !isPartlyUnlooked(part.inputs, results) ? [] : [{ gate, holds: null, reason: why(part) }]
  }

  const findingsOf = async ({ gates }: GatesNode): Promise<readonly GateFinding[]> =>
    (await Promise.all(Object.entries(gates).map(([name, part]) => findingOf(name, part)))).flat()

  return {
    findingsOf,
    scoreOf: async (node) => {
      const names = Object.keys(node.factors)
      const [findings, ...readings] = await Promise.all([
        node.gates ? (know(node.gates) as Promise<readonly GateFinding[]>) : [],
        ...names.map((name) => factorOf(node, name, node.factors[name]!)),
      ])
      return call.weigh(node, { findings, readings: Object.fromEntries(names.map((name, i) => [name, readings[i]!])) })
    },
  }
}
