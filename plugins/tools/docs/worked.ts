/** A worked example of a score: points × weight over the known weight, and the same for both bounds. */
import { listed, type Scored, type Signal } from '@domesday/core'
import { rows } from './markdown.ts'

const rounded = (weight: number): number => Math.round(weight * 1000) / 1000
const weightOf = (signals: readonly Signal[]): number => rounded(signals.reduce((sum, { weight }) => sum + weight, 0))

const inWords = ({ score, rating, bounds: { low, high }, possible_ratings: possible, confidence }: Scored): string => {
  const others = possible.filter((each) => each !== rating)
  return [
    `scores **${score ?? 'nothing'}**${rating ? `, ${rating}` : ''}`,
    ...(low < high ? [`between ${low} and ${high}`] : []),
    ...(others.length > 0 ? [`possibly ${listed(others, 'or')}`] : []),
    `with confidence ${confidence}`,
  ].join(', ')
}

export const worked = (path: string, value: Scored): string => {
  const { signals, bounds, override } = value
  const known = signals.filter(({ points }) => points !== null)
  const doubtful = signals.filter(({ points_between: span }) => span !== undefined)
  const applying = signals.filter(({ points, points_between: span }) => points !== null || span !== undefined)
  return `
## A worked example

\`${path}\` in the sample data ${inWords(value)}.${override ? ` A fact overrides the factors: ${[override.reason, ...override.also].join(' ')}` : ''}

${rows(
  ['factor', 'points', ...(doubtful.length > 0 ? ['between'] : []), 'weight', 'adds', 'finding'],
  signals.map(({ factor, points, points_between: span, weight, contribution, detail }) => [
    factor,
    points,
    ...(doubtful.length > 0 ? [span && span.join(' and ')] : []),
    weight,
    contribution,
    detail,
  ]),
)}

Each adds its points times its weight, divided by the weight that is known (${weightOf(known)}), in whole points that add up to the score.${
    doubtful.length > 0
      ? `
The bounds count every factor that applies, with its fewest and with its most points, over the weight of all of these (${weightOf(applying)}): ${bounds.low} and ${bounds.high}.`
      : ''
  }
`
}
