/**
 * Whether a recommendation tells only what its answer holds. It is taken apart into sentences of the answer (facts that
 * decide or are said, findings), what the settings advise on these very facts, the unknown that the answer shows, and
 * the sentence of its band. What is left over is told by nobody.
 */
import { join } from 'node:path'
import { capitalised, firstSentence, sentence, spelledOut } from '../../core/index.ts'
import { spanOf } from '../../core/engine/curve.ts'
import type { Advice, ScoreSettings } from '../../core/contract/score-settings.ts'
import type { Scored, Signal } from '../../core/contract/score.ts'
import { projectRoot } from '../../core/registry/load.ts'
import { inspect } from '../../core/service/configure.ts'

const { plugins, reading } = await inspect(join(projectRoot, 'config'), {})

interface Written {
  readonly score?: ScoreSettings
  readonly settings?: Readonly<Record<string, unknown>>
}
const writtenOf = (id: string): Written => (reading.settings.get(`endpoint:${id}`) ?? {}) as Written
const settingsOf = (id: string): ScoreSettings => {
  const shared = plugins.endpoints.get(id)?.scores.find(({ home }) => home !== undefined)
  return (shared ? reading.settings.get(`score:${shared.id}`) : writtenOf(id).score) as ScoreSettings
}

/** What an answer shows of its score, wherever it stands. */
export interface Told extends Scored {
  readonly verdict_because?: readonly string[]
  readonly possible_verdicts?: readonly string[]
  readonly red_flags?: readonly { readonly evidence: string }[]
}

type Steps = readonly (readonly [number, string | null])[]
const isSteps = (advice: Advice): advice is Steps => Array.isArray(advice)

/** What is advised on a factor at so many points. */
const advisedAt = ({ advice = {}, curves }: ScoreSettings, { factor, points }: Signal): readonly string[] => {
  const of = advice[factor],
    curve = curves[factor]
  if (of === undefined || curve === undefined || points === null || typeof of === 'string') return []
  const near = (low: number, high: number): boolean => points >= low - 0.06 && points <= high + 0.06
  if (!isSteps(of))
    return Object.entries(of).flatMap(([word, text]) => {
      const at = (curve as Readonly<Record<string, number>>)[word]!
      return text !== null && near(at, at) ? text : []
    })
  return of.flatMap(([from, text], i) => {
    const [low, high] = spanOf(curve, from, of[i + 1]?.[0] ?? null)
    return text !== null && near(low, high) ? text : []
  })
}

const gateAdvice = ({ gates = {}, advice = {} }: ScoreSettings): readonly string[] =>
  Object.keys(gates).flatMap((gate) => {
    const text = advice[gate]
    return typeof text === 'string' ? text : []
  })

const quoted = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)
const oneOf = (texts: readonly string[]): string => texts.map(quoted).join('|')

const lookedAt = 'Have that looked at before you rely on it.'

/** The sentences that name the unknown. */
const doubts = ({ gates = {}, find_out: findOut = {} }: ScoreSettings, told: Told): readonly RegExp[] => {
  const open = told.signals.filter(({ points_between: span }) => span !== undefined)
  const how = `(?:${oneOf([...Object.values(findOut), lookedAt])})`
  const whether = Object.values(gates).map(({ when }) => `whether ${when.replace(/:.*/, '')}`)
  const names = `(?:${[oneOf(whether), '[\\w /-]+?'].join('|')})(?:(?:, | and )(?:${[oneOf(whether), '[\\w /-]+?'].join('|')}))*`
  const what =
    open.length > 0 || told.bounds.low < told.bounds.high ? `${names}(?:, known in part\\.|: .+?) ${how}` : '(?!)'
  const possible = told.possible_ratings.map(spelledOut)
  const range =
    possible.length > 2 ? `anything from ${possible.at(-1)} to ${possible[0]}` : `${possible[1]} or ${possible[0]}`
  return [
    new RegExp(`^Too little is known for a score, above all ${what}`),
    /^(?:There is no score, because none|None) of its factors applies: [^.]+\./,
    ...(possible.length > 1 ? [new RegExp(`^It may be ${quoted(range)}, depending on ${what}`)] : []),
    new RegExp(`^Nothing is known of ${what}`),
  ]
}

const reasonIn = (detail: string): string => sentence(firstSentence(detail).replace(/^Not known: |; .*/g, ''))

/** Of a verdict: a part of the file that was not read, or a factor with its finding. */
const unread = ({ signals }: Told): readonly RegExp[] => [
  /^Not read: [^.]+\./,
  ...signals.flatMap(({ factor, detail, points_between: span }) =>
    span === undefined ? [] : new RegExp(`^${quoted(`${capitalised(spelledOut(factor))}: ${reasonIn(detail)}`)}`),
  ),
]

/** Nothing that could be found out would give it a score. */
const hasNone = /one of its factors applies: |its record is kept elsewhere/
const named = /\bdepending on |\bThe (?:verdict|rating) may be |Too little is known for a score, above all /
/** Whether several ratings or verdicts are possible, and not said what decides between them or how to find out. */
export const leavesOpen = (id: string, told: Told): boolean => {
  const {
    possible_ratings: ratings,
    possible_verdicts: verdicts = [],
    verdict_because: facts = [],
    recommendation,
  } = told
  // Facts that decide leave the rating nothing to decide.
  if (verdicts.length === 1 && facts.length > 0) return false
  if ((ratings.length < 2 && verdicts.length < 2) || hasNone.test(recommendation)) return false
  const ways = [settingsOf(id).find_out, (writtenOf(id).settings as Pick<ScoreSettings, 'find_out'>)?.find_out]
  const how = [...ways.flatMap((of) => Object.values(of ?? {})), lookedAt]
  return !named.test(recommendation) || !how.some((one) => recommendation.includes(one))
}

/** What of a recommendation stands nowhere in its answer; empty where all does. */
export const strayIn = (id: string, told: Told): string => {
  const settings = settingsOf(id)
  const own = (writtenOf(id).settings ?? {}) as {
    readonly advice?: Readonly<Record<string, string>>
    readonly verdicts?: Readonly<Record<string, { readonly recommendation: string }>>
    readonly find_out?: Readonly<Record<string, string>>
    readonly instead?: Readonly<Record<string, string>>
    readonly ended?: string
    readonly landowner?: string
    readonly elsewhere?: string
  }
  const facts = [
    ...(told.override ? [told.override.reason, ...told.override.also] : []),
    ...(told.said ?? []),
    ...(told.verdict_because ?? []),
    ...(told.red_flags ?? []).flatMap(({ evidence }) => [evidence, sentence(evidence.split(': ')[0]!)]),
  ]
  const ends = [
    ...settings.bands.flatMap(({ rating, recommendation }) => (rating === told.rating ? recommendation : [])),
    ...Object.values(own.verdicts ?? {}).map(({ recommendation }) => recommendation),
    ...Object.values(own.instead ?? {}),
    ...Object.values(own.find_out ?? {}),
    ...[own.ended, own.landowner, own.elsewhere].filter((text) => text !== undefined),
  ]
  const verdicts = (told.possible_verdicts ?? []).map(spelledOut),
    ratings = `(?:${told.possible_ratings.map(spelledOut).join('|')})`
  const keptElsewhere = /^There is no distress score: its record is kept elsewhere, by .+?\.(?= Look)/
  const verdictDoubt = new RegExp(`^The verdict may be ‘(?:${verdicts.join('|')})’\\. `)
  const ratingDoubt = new RegExp(`^The rating may be ${ratings}(?:(?:, | or )${ratings})*\\. `)
  let rest = told.recommendation,
    advice: readonly string[] = []
  for (;;) {
    const before = rest
    const take = (text: string): boolean => {
      if (text === '' || !rest.startsWith(text)) return false
      rest = rest.slice(text.length).trimStart()
      return true
    }
    const takeLongest = (texts: readonly string[]): string | undefined =>
      texts.toSorted((a, b) => b.length - a.length).find(take)
    if (takeLongest(facts) !== undefined)
      advice = [...gateAdvice(settings), ...Object.values({ ...own.advice }), ...Object.values(own.find_out ?? {})]
    else if (takeLongest(advice) === undefined) {
      const finding = told.signals.find(({ detail }) => take(firstSentence(detail)))
      if (finding) advice = [...advisedAt(settings, finding), own.advice?.[finding.factor] ?? '']
      else if (takeLongest(ends) === undefined)
        for (const doubt of [...doubts(settings, told), verdictDoubt, ratingDoubt, keptElsewhere, ...unread(told)]) {
          const [found] = doubt.exec(rest) ?? []
          if (found !== undefined && take(found)) break
        }
    }
    if (rest === '' || rest === before) return rest
  }
}
