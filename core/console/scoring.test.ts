import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { weigh, type ScoreSettings } from '../serve/weigh.ts'
import { directionOf, rescore, toneOfRating } from './page/scoring.js'

const bands = [
  { from: 60, rating: 'HIGH_RISK', recommendation: 'Beware' },
  { from: 20, rating: 'MODERATE', recommendation: 'Look' },
  { from: 0, rating: 'LOW_RISK', recommendation: 'Fine' },
]
const names = ['a', 'b', 'c', 'd', 'e']

/** What the service answers for these points under these weights; null points are unknown. */
const answered = (points: readonly (number | null)[], weights: readonly number[]) => {
  const settings: ScoreSettings = {
    bands,
    minimum_weight: 0.3,
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
  const readings = Object.fromEntries(
    names.map((name, i) => [name, points[i] === null ? 'Not known.' : { metric: points[i]!, detail: 'Known.' }]),
  )
  return weigh(
    { factors: Object.fromEntries(names.map((name) => [name, { inputs: {}, read: () => null }])), grave: 'low' },
    settings,
    { readings, findings: [] },
  )
}
const tenths = fc.integer({ min: 0, max: 1000 }).map((tenth) => tenth / 10)
const weightsOf = (parts: readonly number[]): number[] =>
  parts.map((part) => part / parts.reduce((sum, each) => sum + each, 0))

describe('a score under other weights', () => {
  it('is what the service would answer with those weights in its settings', () => {
    fc.assert(
      fc.property(
        fc.tuple(...names.map(() => fc.option(tenths, { freq: 4 }))),
        fc.tuple(...names.map(() => fc.integer({ min: 1, max: 100 }))),
        (points, parts) => {
          const weights = weightsOf(parts)
          const real = answered(points, weights)
          const tried = rescore(
            answered(points, weightsOf([1, 1, 1, 1, 1])).signals as never,
            Object.fromEntries(names.map((name, i) => [name, parts[i]!])),
            { bands, minimum_weight: 0.3 },
          )
          expect([tried.score, tried.rating]).toEqual([real.score, real.rating])
          expect(tried.signals.map(({ contribution }) => contribution)).toEqual(
            real.signals.map(({ contribution }) => contribution),
          )
        },
      ),
      { numRuns: 300 },
    )
  })

  it('takes weights on any scale, and none at all is no score', () => {
    const { signals } = answered([80, 20, null, 0, 50], [0.2, 0.2, 0.2, 0.2, 0.2])
    const once = rescore(signals as never, { a: 1, b: 2, c: 3, d: 4, e: 5 }, { bands, minimum_weight: 0.3 })
    expect(rescore(signals as never, { a: 10, b: 20, c: 30, d: 40, e: 50 }, { bands, minimum_weight: 0.3 })).toEqual(
      once,
    )
    expect(rescore(signals as never, {}, { bands, minimum_weight: 0.3 }).score).toBeNull()
    expect(
      rescore(signals as never, { c: 100, a: 1 }, { bands, minimum_weight: 0.3 }).score,
      'what is known weighs too little',
    ).toBeNull()
  })
})

describe('good and bad news', () => {
  const banded = (...ratings: string[]) =>
    ratings.map((rating, i) => ({ from: 100 - ((i + 1) * 100) / ratings.length, rating, recommendation: '' }))

  it('is read from the highest and the lowest band', () => {
    expect(directionOf(banded('EXCELLENT', 'GOOD', 'POOR'))).toBe('up')
    expect(directionOf(banded('SEVERE', 'HIGH', 'MODERATE', 'LOW'))).toBe('down')
    expect(directionOf(banded('PROHIBITIVE', 'HIGH', 'FAVOURABLE'))).toBe('down')
    expect(directionOf(banded('HIGHLY_REGULATED', 'MODERATE', 'MINIMAL'))).toBe('neither')
  })

  it('colours by the word where it says so, else by the place of the band', () => {
    const risk = banded('SEVERE', 'HIGH', 'MODERATE', 'LOW')
    expect(risk.map(({ rating }) => toneOfRating(risk, rating))).toEqual(['bad', 'bad', 'fair', 'good'])
    const spending = banded('VERY_HIGH', 'HIGH', 'LOW')
    expect(spending.map(({ rating }) => toneOfRating(spending, rating))).toEqual(['neutral', 'neutral', 'neutral'])
  })
})
