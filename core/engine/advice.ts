/** The recommendation of a score: the facts that decide, what of the unknown does, and what the band asks for. */
import { composed, firstSentence, type Fact } from '../contract/composed.ts'
import { isList, type Advice, type ScoreSettings } from '../contract/score-settings.ts'
import { capitalised, listed, sentence, spelledOut } from '../contract/words.ts'
import type { Assessment, Evidence } from './assessment.ts'
import { moved } from './gates.ts'

/** From this weight up an unknown factor is always mentioned; from so many points up, beside what decides. */
const heavy = 0.2,
  reaching = 15

/** What is advised at a metric, or where a fact holds. */
const stepAt = (steps: Advice = {}, metric: number | string = ''): string | null => {
  if (typeof steps === 'string') return steps
  if (isList(steps)) return steps.findLast(([from]) => from <= Number(metric))?.[1] ?? null
  return new Map(Object.entries(steps)).get(String(metric)) ?? null
}

const advisedOn = (steps: Advice | undefined, reading: Evidence['readings'][string]): string | null =>
  typeof reading === 'object' && 'metric' in reading && reading.metric !== null ? stepAt(steps, reading.metric) : null

/** What is unknown, or a factor that is known in part, by how many points it could move the score, most first. */
const openOf = ({ rows, effects, score }: Assessment) => {
  const factors = rows
    .filter(({ applies, between: [low, high] }) => applies && low !== high)
    .map(({ name, called, weight, points, between: [low, high], detail: why }) => {
      return { name, called, weight, reach: weight * (high - low), why, part: points !== null }
    })
  const gates = effects
    .filter(({ holds, effect }) => holds === null && effect.score !== undefined)
    .map((one) => ({
      name: one.gate,
      called: `whether ${one.effect.when.replace(/:.*/, '')}`,
      weight: 0,
      reach: moved(score, { ...one, holds: true }),
      why: one.reason,
      part: false,
    }))
  return [...factors, ...gates].toSorted((a, b) => b.reach - a.reach)
}

/** The first two of the unknown, each with all that shares its reason: `flood and radon: ‘Maps’ did not answer.` */
const inDoubt = (open: ReturnType<typeof openOf>, { find_out: ways = {} }: ScoreSettings): string => {
  const { name, part, called, why } = open[0]!,
    findOut = ways[name] ?? 'Have that looked at before you rely on it.'
  const [, lack] = /Known in part: (.*)/.exec(why) ?? []
  if (part) return `${called}, known in part${lack ? `: ${sentence(firstSentence(lack))}` : '.'} ${findOut}`
  const unknown = open.filter(({ part, reach }, i) => !part && (i === 0 || reach >= reaching))
  const said = [...Map.groupBy(unknown, ({ why }) => why)].slice(0, 2).map(([why, alike]) => {
    const factors = alike.filter(({ weight }) => weight > 0)
    const names = factors.length > 0 ? factors.slice(0, 3) : alike.slice(0, 2)
    return `${listed(names.map((one) => one.called))}: ${reasonIn(why)}`
  })
  return `${said.join(' And on ')} ${findOut}`
}
const reasonIn = (detail: string): string =>
  sentence(firstSentence(detail).replace(/^(Not known|Does not apply): |; .*/g, ''))

const doubtOf = (assessment: Assessment): string | null => {
  const { rows, band, possible, settings } = assessment
  const open = openOf(assessment)
  if (!rows.some(({ applies }) => applies))
    return `${band === null ? 'There is no score, because none' : 'None'} of its factors applies: ${reasonIn(rows[0]!.detail)}`
  if (open.length === 0) return null
  if (band === null) return `Too little is known for a score, above all ${inDoubt(open, settings)}`
  const [top, bottom] = [possible[0]!, possible.at(-1)!].map(({ rating }) => spelledOut(rating))
  const range = possible.length > 2 ? `anything from ${bottom} to ${top}` : `${bottom} or ${top}`
  if (possible.length > 1) return `It may be ${range}, depending on ${inDoubt(open, settings)}`
  const blind = open.filter(({ part, weight }) => !part && weight >= heavy)
  return blind.length > 0 ? `Nothing is known of ${inDoubt(blind.slice(0, 1), settings)}` : null
}

export const adviceOf = (assessment: Assessment): string => {
  const { rows, band, effects, grave, readings } = assessment
  const { advice = {} } = assessment.settings
  const gates = effects
    .filter(({ holds }) => holds)
    .toSorted((a, b) => Number(a.effect.score === undefined) - Number(b.effect.score === undefined))
    .map(({ gate, reason }): Fact => ({ told: reason, advice: stepAt(advice[gate]), decides: true }))
  const worth = ({ weight, points }: Assessment['rows'][number]): number =>
    weight * (grave === 'high' ? points! : 100 - points!)
  const findings = rows
    .filter(({ points }) => points !== null)
    .toSorted((a, b) => worth(b) - worth(a))
    .flatMap(({ name, detail }): readonly Fact[] => {
      const what = advisedOn(advice[name], readings[name]!)
      return what === null ? [] : [{ told: capitalised(sentence(firstSentence(detail))), advice: what }]
    })
  return composed([...gates, ...findings], [doubtOf(assessment), band?.recommendation])
}
