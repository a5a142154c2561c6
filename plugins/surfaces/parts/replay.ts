/**
 * Gathers an answer again from what was kept of it: no source is asked. Under the settings and the clock that it was
 * made with, equal code gives equal `data` and `missing`.
 */
import type { Depth, Metric, QuestionNode, Scored, ScoreNode } from '@domesday/core'
import {
  canonical,
  digestMisfit,
  gather,
  questionNames,
  RequiredGap,
  UpstreamFault,
  weigh,
  type Answered,
  type Evidence,
  type Gathered,
  type KeptAsk,
  type LoadedEndpoint,
  type Outcome,
  type ScoreSettings,
  type SettingsInForce,
} from '@domesday/core/surface'
import { endpointMisfit, scoreMisfit } from './settings-fit.ts'

/** What a replay needs of a pack. */
export interface Replayable {
  readonly asked: Readonly<Record<string, unknown>>
  readonly depth: Depth
  readonly include: readonly string[] | null
  /** An ISO time. */
  readonly now: string
  readonly settings: SettingsInForce
  /** In the order in which they were recorded. `outcome` is null where its digest is withheld or erased. */
  readonly asks: readonly (Omit<KeptAsk, 'outcome'> & { readonly outcome: Outcome | null })[]
  /** Whether this is the answer of then; null where its salt is not there. */
  readonly isAnswer?: (answer: Pick<Gathered, 'data' | 'missing'>) => boolean | null
}

export interface Replayed extends Gathered {
  /** By the id of the score. */
  readonly scores: Readonly<Record<string, Scored>>
  /** What each was weighed from. */
  readonly weighed: Readonly<Record<string, Evidence>>
}

/** The answer cannot be made again: a digest is not there, or today's code asks for something else. */
export class CannotReplay extends Error {
  override readonly name = 'CannotReplay'
}

export interface Changes {
  /** Another clock than that of the pack. */
  readonly now?: Date
  readonly settings?: SettingsInForce
  readonly include?: readonly string[] | null
  /** In the place of what the factors of these names read. */
  readonly readings?: Readonly<Record<string, Metric>>
}

type Gathering = Pick<LoadedEndpoint, 'declared'>

/**
 * Rejects with `CannotReplay`. Where the code failed then, its gap is part of the answer; where only that of today
 * fails on what is kept, there is no answer.
 */
export const replay = async (endpoint: Gathering, kept: Replayable, changes: Changes = {}): Promise<Replayed> => {
  const { failed, ...again } = await gatheredAgain(endpoint, kept, changes)
  if (failed.size === 0) return again
  const asThen = Object.keys(changes).length === 0 ? { ...again, failed } : await gatheredAgain(endpoint, kept, {})
  const [where] = kept.isAnswer?.(asThen) === true ? failed.difference(asThen.failed) : failed
  if (where !== undefined) throw new CannotReplay(`the code of today fails on what is kept of it: ${where}`)
  return again
}

const gatheredAgain = async (
  { declared: endpoint }: Gathering,
  kept: Replayable,
  { now = new Date(kept.now), settings = kept.settings, include = kept.include, readings = {} }: Changes,
): Promise<Replayed & { readonly failed: ReadonlySet<string> }> => {
  const scores: Record<string, Scored> = {},
    weighed: Record<string, Evidence> = {},
    failed = new Set<string>()
  mustFit(endpointMisfit(endpoint, settings))
  const fitting = new Map<ScoreNode, ScoreSettings>()
  const settingsOf = (score: ScoreNode): ScoreSettings => {
    const known = fitting.get(score)
    if (known !== undefined) return known
    const found = settings.scores[score.id]
    mustFit(scoreMisfit(score, found))
    fitting.set(score, found!)
    return found!
  }
  try {
    const gathered = await gather({
      endpoint,
      asked: kept.asked,
      depth: kept.depth,
      include,
      settings: settings.settings ?? {},
      now,
      deadline: longest,
      ask: answering(questionNames(endpoint), kept.asks, now.getTime() === Date.parse(kept.now)),
      weigh: (score, evidence) => {
        const from = { ...evidence, readings: { ...evidence.readings, ...readings } }
        weighed[score.id] = from
        return (scores[score.id] = weigh(score, settingsOf(score), from))
      },
      settingsOf,
      onPluginError: (where, fault) => {
        // An upstream's fault was kept as it was: no code of today failed.
        if (!(fault instanceof UpstreamFault)) failed.add(where)
      },
    })
    return { ...gathered, scores, weighed, failed }
  } catch (error) {
    throw error instanceof RequiredGap ? new CannotReplay(`it has no answer: ${error.message}`) : error
  }
}

const mustFit = (misfit: string | null): void => {
  if (misfit !== null) throw new CannotReplay(misfit)
}

/** Nothing is waited for. Milliseconds. */
const longest = 60_000

/**
 * Finds kept asks by their node, not by their question: several endpoints ask with a date in the question, and a later
 * clock makes another date of it. Under the clock of the pack an equal question wins.
 */
const answering = (
  names: ReadonlyMap<QuestionNode, string>,
  asks: Replayable['asks'],
  sameClock: boolean,
): ((operation: QuestionNode['operation'], question: unknown, node: QuestionNode) => Promise<Answered>) => {
  const byNode = Map.groupBy(asks, ({ node }) => node)
  const counts = new Map<string, number>()
  return async (operation, question, node) => {
    const name = names.get(node)!
    const place = counts.get(name) ?? 0
    counts.set(name, place + 1)
    const kept = byNode.get(name) ?? []
    const text = canonical(question)
    const equal = kept.find((ask) => canonical(ask.question) === text)
    const there = kept[place]
    const alike = there && undated(canonical(there.question)) === undated(text) ? there : undefined
    const found = sameClock ? (equal ?? alike) : (alike ?? equal)
    if (found === undefined) throw new CannotReplay(`${name} asks what was not asked then`)
    return answerOf(operation, found)
  }
}

/** A question with a mark in place of each date and time. */
const undated = (question: string): string =>
  question.replaceAll(/\d{4}-\d\d(?:-\d\d(?:T[\d:.]+(?:Z|[+-]\d\d:\d\d)?)?)?/g, 'date')

const answerOf = (operation: QuestionNode['operation'], ask: Replayable['asks'][number]): Answered => {
  const { source, outcome, node } = ask
  if (outcome === null)
    throw new CannotReplay(`the answer to ${node} is not kept: the terms of its source, or an erasure`)
  if ('gap' in outcome) throw new UpstreamFault(source, outcome.gap, 'as it was then', outcome.retry_after_s)
  const version = operation.version ?? 1
  if (ask.digest_version !== version)
    throw new CannotReplay(`${node} has version ${ask.digest_version} of its digest, and the code has ${version}`)
  const value = valueOf(outcome)
  const misfit = digestMisfit(operation, value)
  if (misfit !== null) throw new CannotReplay(`${node} has another shape than its digest has today: ${misfit}`)
  return {
    value,
    at: Date.parse(ask.fetched_at ?? ''),
    until: ask.fresh_until === null ? Infinity : Date.parse(ask.fresh_until),
    ...(ask.from !== null && { from: ask.from }),
  }
}

const valueOf = (outcome: Exclude<Outcome, { readonly gap: unknown }>): unknown => {
  if ('value' in outcome) return outcome.value
  const { none, ...said } = outcome
  return none === 'nothing' ? null : { $: none, ...said }
}
