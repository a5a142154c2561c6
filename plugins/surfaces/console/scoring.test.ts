import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { GateFinding } from '../../../core/contract/gate.ts'
import { between, notApplicable } from '../../../core/contract/reading.ts'
import type { ScoreSettings } from '../../../core/contract/score-settings.ts'
import type { Evidence } from '../../../core/engine/assessment.ts'
import { weigh } from '../../../core/engine/weigh.ts'
import { knownOf, rescore, toneOfRating } from './page/scoring.js'

const bands = [
  { from: 60, rating: 'HIGH_RISK', recommendation: 'Beware' },
  { from: 20, rating: 'MODERATE', recommendation: 'Look' },
  { from: 0, rating: 'LOW_RISK', recommendation: 'Fine' },
]
const names = ['a', 'b', 'c', 'd', 'e']
const gates = { order: { when: 'x', score: { at_least: 90 } }, recall: { when: 'x', score: { at_most: 10 } } }
const rule = { bands, minimum_weight: 0.3, gates }

type Told = number | null | 'none' | readonly [number, number, number]
const readingOf = (told: Told): Evidence['readings'][string] =>
  told === null
    ? 'Not known.'
    : told === 'none'
      ? notApplicable('there is none')
      : typeof told === 'number'
        ? { metric: told, detail: 'Known.' }
        : between(told[0], told[2], 'In part.', told[1])

/** What the service answers for these points under these weights: null is unknown, three numbers are known in part. */
const answered = (points: readonly Told[], weights: readonly number[], findings: readonly GateFinding[] = []) => {
  const settings: ScoreSettings = {
    bands,
    minimum_weight: 0.3,
    gates,
    weights: Object.fromEntries(names.map((name, i) => [name, weights[i]!])),
    curves: Object.fromEntries(
      names.map((name) => [
        name,
        [
          [0, 0],
          [100, 100],
        ],
      ]),
    ),
  }
  const readings = Object.fromEntries(names.map((name, i) => [name, readingOf(points[i]!)]))
  return weigh(
    { factors: Object.fromEntries(names.map((name) => [name, { inputs: {}, read: () => null }])), grave: 'low' },
    settings,
    { readings, findings },
  )
}
const unseen = (gate: string): GateFinding => ({ gate, holds: null, reason: 'Not known.' })
const tenths = fc.integer({ min: 0, max: 1000 }).map((tenth) => tenth / 10)
const inPart = fc
  .tuple(tenths, tenths, tenths)
  .map((three) => three.toSorted((a, b) => a - b) as unknown as [number, number, number])
  .filter(([low, , high]) => low < high)
const told: fc.Arbitrary<Told> = fc.oneof(
  { weight: 4, arbitrary: tenths },
  { weight: 2, arbitrary: inPart },
  fc.constant(null),
  fc.constant('none' as const),
)
const weightsOf = (parts: readonly number[]): number[] =>
  parts.map((part) => part / parts.reduce((sum, each) => sum + each, 0))
const equal = weightsOf([1, 1, 1, 1, 1])
const wantedOf = (parts: readonly number[]) => Object.fromEntries(names.map((name, i) => [name, parts[i]!]))

describe('a score under other weights', () => {
  it('is what the service would answer with those weights in its settings, bounds and possible ratings too', () => {
    fc.assert(
      fc.property(
        fc.tuple(...names.map(() => told)),
        fc.tuple(...names.map(() => fc.integer({ min: 1, max: 100 }))),
        (points, parts) => {
          const real = answered(points, weightsOf(parts))
          const tried = rescore(answered(points, equal) as never, wantedOf(parts), rule)
          expect(tried).toMatchObject({
            score: real.score,
            rating: real.rating,
            bounds: real.bounds,
            possible_ratings: real.possible_ratings,
          })
          expect(tried.signals.map(({ contribution }) => contribution)).toEqual(
            real.signals.map(({ contribution }) => contribution),
          )
        },
      ),
      { numRuns: 500 },
    )
  })

  it('has bounds as wide as an unknown gate allows, under any weights', () => {
    const points = [40, [10, 20, 30], 40, null, 30] as const
    const parts = [5, 1, 1, 2, 1]
    for (const findings of [[unseen('order')], [unseen('recall')], [unseen('order'), unseen('recall')]]) {
      const real = answered(points, weightsOf(parts), findings)
      const tried = rescore(answered(points, equal, findings) as never, wantedOf(parts), rule)
      expect([tried.bounds, tried.possible_ratings]).toEqual([real.bounds, real.possible_ratings])
    }
  })

  it('takes weights on any scale, and none at all is no score', () => {
    const scored = answered([80, 20, null, 0, 50], equal) as never
    const once = rescore(scored, { a: 1, b: 2, c: 3, d: 4, e: 5 }, rule)
    expect(rescore(scored, { a: 10, b: 20, c: 30, d: 40, e: 50 }, rule)).toEqual(once)
    expect(rescore(scored, {}, rule)).toMatchObject({ score: null, rating: null, bounds: { low: 0, high: 100 } })
    expect(rescore(scored, { c: 100, a: 1 }, rule), 'what is known weighs too little').toMatchObject({
      score: null,
      bounds: { low: 1, high: 100 },
    })
  })
})

it('a factor is known, known in part, not known, or does not apply', () => {
  const { signals } = answered([80, [10, 20, 30], null, 'none', 0], equal)
  expect(signals.map((signal) => knownOf(signal as never))).toEqual(['known', 'part', 'unknown', 'none', 'known'])
})

describe('good and bad news', () => {
  const banded = (grave: 'high' | 'low', ...ratings: string[]) => ({
    grave,
    bands: ratings.map((rating, i) => ({ from: 100 - ((i + 1) * 100) / ratings.length, rating, recommendation: '' })),
  })
  const tones = (scale: ReturnType<typeof banded>) => scale.bands.map(({ rating }) => toneOfRating(scale, rating))

  it('follows the serious end if the words are unknown', () => {
    expect(tones(banded('high', 'SEVERE', 'HIGH', 'MODERATE', 'LOW'))).toEqual(['bad', 'bad', 'fair', 'good'])
    expect(tones(banded('low', 'VERY_HIGH', 'HIGH', 'LOW'))).toEqual(['good', 'fair', 'bad'])
    expect(tones(banded('high', 'HIGHLY_REGULATED', 'REGULATED', 'MINIMAL'))).toEqual(['bad', 'fair', 'good'])
  })

  it('is none without a scale', () => expect(toneOfRating(null, 'CRITICAL_RISK')).toBe('neutral'))
})
