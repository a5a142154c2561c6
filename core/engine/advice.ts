/**
 * The recommendation of a score: the gates that decide, what is unknown and matters, and the advice of the graver of
 * the possible ratings.
 */
import { capitalised, listed, sentence, spelledOut } from '../contract/words.ts'
import type { Assessment } from './assessment.ts'

/** From this weight up, an unknown factor is mentioned even where it could not change the rating. */
const heavy = 0.2

interface Open {
  readonly name: string
  readonly called: string
  /** How far it could move the score, in points. */
  readonly reach: number
  readonly why: string
  readonly gate: boolean
  /** Known in part: then `why` says what is known. */
  readonly part: boolean
}

/** What is unknown or known in part, by how far it could move the score, furthest first. */
const openOf = ({ rows, effects, bounds, score }: Assessment): readonly Open[] => {
  const factors = rows
    .filter(({ applies, between: [low, high] }) => applies && low !== high)
    .map(({ name, called, weight, points, between: [low, high], detail }) => ({
      name,
      called,
      reach: weight * (high - low),
      why: bare(sentence(detail)),
      gate: false,
      part: points !== null,
    }))
  const gates = effects
    .filter(({ holds, effect }) => holds === null && effect.score !== undefined)
    .map(({ reason, effect }) => {
      const limits = effect.score === 'unrated' || effect.score === undefined ? {} : effect.score
      const at = limits.exactly ?? limits.at_least ?? limits.at_most ?? 50
      return {
        name: `whether ${effect.when}`,
        called: `whether ${effect.when}`,
        reach: Math.abs(at - (score ?? (bounds.low + bounds.high) / 2)),
        why: bare(reason),
        gate: true,
        part: false,
      }
    })
  return [...factors, ...gates].toSorted((a, b) => b.reach - a.reach)
}

/** The reason alone: `Not known: no answer came.` as `No answer came.`, and what is not known of a part. */
const bare = (why: string): string => capitalised(why.replace(/^(Not known|Does not apply): |^.*?Known in part: /, ''))

/** What could move the score by fewer points is not mentioned. */
const slight = 3

/**
 * Each reason once, after the factors that it concerns: `Flood: 'Flood zones' does not cover this place.` Where a gate
 * shares its reason with a factor, only the factor is named.
 */
const inDoubt = (open: readonly Open[]): string =>
  [
    ...Map.groupBy(
      open.filter(({ reach }, i) => i === 0 || reach >= slight),
      ({ why }) => why,
    ),
  ]
    .slice(0, 3)
    .map(([why, of]) => {
      const factors = of.filter(({ gate }) => !gate)
      const names = (factors.length > 0 ? factors : of).map(({ called }) => called)
      return `${capitalised(listed(names.slice(0, 4)))}${of.every(({ part }) => part) ? ', known in part' : ''}: ${why}`
    })
    .join(' ')

export const adviceOf = (assessment: Assessment): string => {
  const { rows, band, possible, effects, grave } = assessment
  const decided = effects.filter(({ holds }) => holds).map(({ reason }) => reason)
  const open = openOf(assessment)
  if (band === null) {
    if (!rows.some(({ applies }) => applies))
      return [
        ...decided,
        `There is no score, because none of its factors applies. ${[...new Set(rows.map(({ detail }) => bare(detail)))].join(' ')}`,
      ].join(' ')
    const doubt = open.length > 0 ? ` What weighs most is missing. ${inDoubt(open.slice(0, 1))}` : ''
    return [...decided, `Too little is known for a score: judge by the sections that are there.${doubt}`].join(' ')
  }
  if (possible.length > 1) {
    const [graver, milder] = grave === 'high' ? [possible[0]!, possible.at(-1)!] : [possible.at(-1)!, possible[0]!]
    const range = `${spelledOut(milder.rating)} ${possible.length === 2 ? 'or' : 'to'} ${spelledOut(graver.rating)}`
    return [
      ...decided,
      `It may be ${possible.length === 2 ? '' : 'anything from '}${range}, depending on what is not known. ${inDoubt(open)}`,
      `Until then treat it as ${spelledOut(graver.rating)}: “${graver.recommendation}”`,
    ].join(' ')
  }
  const blind = rows.filter(({ applies, points, weight }) => applies && points === null && weight >= heavy)
  if (blind.length > 0)
    return [
      ...decided,
      `On what is known it is ${spelledOut(band.rating)}. ${inDoubt(open.filter(({ name }) => blind.some((row) => row.name === name)))} Have that looked at before you rely on it.`,
    ].join(' ')
  return [...decided, band.recommendation].join(' ')
}
