import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { factor } from '../contract/reading.ts'
import type { ScoreSettings } from '../contract/score-settings.ts'
import { pointsOn } from './curve.ts'
import type { Evidence } from './assessment.ts'
import { apportion, weigh } from './weigh.ts'

const names = ['a', 'b', 'c', 'd']
const factors = Object.fromEntries(names.map((name) => [name, factor({}, () => null)]))
const settings: ScoreSettings = {
  weights: { a: 0.4, b: 0.3, c: 0.2, d: 0.1 },
  curves: {
    a: [
      [0, 0],
      [10, 100],
    ],
    b: [
      [0, 100],
      [10, 0],
    ],
    c: { good: 90, bad: 10 },
    d: [
      [0, 0],
      [5, 50],
      [10, 100],
    ],
  },
  bands: [
    { from: 60, rating: 'HIGH', recommendation: 'Go.' },
    { from: 0, rating: 'LOW', recommendation: 'Stay.' },
  ],
  minimum_weight: 0.3,
}
const weighed = (readings: Evidence['readings'], findings: Evidence['findings'] = [], rule = settings) =>
  weigh({ factors, grave: 'low' }, rule, { readings, findings })
const reading = (metric: number | string) => ({ metric, detail: `it is ${metric}` })
const readings = fc.record({
  a: fc.oneof(fc.constant('unknown'), fc.double({ min: -5, max: 15, noNaN: true }).map(reading)),
  b: fc.oneof(fc.constant('unknown'), fc.double({ min: -5, max: 15, noNaN: true }).map(reading)),
  c: fc.oneof(fc.constant('unknown'), fc.constantFrom('good', 'bad').map(reading)),
  d: fc.oneof(fc.constant('unknown'), fc.double({ min: -5, max: 15, noNaN: true }).map(reading)),
})

describe('a score', () => {
  it('has whole contributions that add up to it, whatever is known', () => {
    fc.assert(
      fc.property(readings, (given) => {
        const { score, signals } = weighed(given)
        const parts = signals.map(({ contribution }) => contribution)
        if (score === null) {
          expect(parts.every((part) => part === null)).toBe(true)
          return
        }
        expect(parts.reduce<number>((sum, part) => sum + (part ?? 0), 0)).toBe(score)
        expect(score).toBeGreaterThanOrEqual(0)
        expect(score).toBeLessThanOrEqual(100)
      }),
    )
  })

  it('lists every factor with its declared weight, and says of an unknown one why', () => {
    const { signals } = weighed({
      a: reading(10),
      b: 'Not known: a source did not answer.',
      c: reading('good'),
      d: reading(0),
    })
    expect(signals.map(({ factor, weight }) => [factor, weight])).toEqual([
      ['a', 0.4],
      ['b', 0.3],
      ['c', 0.2],
      ['d', 0.1],
    ])
    expect(signals[1]).toEqual({
      factor: 'b',
      contribution: null,
      weight: 0.3,
      points: null,
      points_between: [0, 100],
      detail: 'Not known: a source did not answer.',
    })
    expect(signals[3]).toMatchObject({ contribution: 0, points: 0 })
  })

  it('is null below the minimum known weight, and there at it', () => {
    expect(weighed({ a: 'unknown', b: 'unknown', c: reading('good'), d: 'unknown' })).toMatchObject({
      score: null,
      rating: null,
      confidence: 'low',
    })
    expect(weighed({ a: 'unknown', b: 'unknown', c: reading('good'), d: reading(10) }).score).toBe(93)
  })

  it('is sure where one rating is possible, less so where two are, and not below half of the weight', () => {
    const known = { a: reading(10), b: reading(0), c: reading('good'), d: reading(10) }
    expect(weighed(known)).toMatchObject({
      confidence: 'high',
      bounds: { low: 98, high: 98 },
      possible_ratings: ['HIGH'],
    })
    expect(weighed({ ...known, d: 'unknown' })).toMatchObject({ confidence: 'high', bounds: { low: 88, high: 98 } })
    expect(weighed({ ...known, a: 'unknown' })).toMatchObject({
      confidence: 'medium',
      bounds: { low: 58, high: 98 },
      possible_ratings: ['HIGH', 'LOW'],
    })
    expect(weighed({ ...known, a: 'unknown', b: 'unknown' }).confidence).toBe('low')
  })

  it('takes a word that its table does not know for not known', () => {
    expect(weighed({ a: reading(10), b: reading(0), c: reading('odd'), d: reading(10) }).signals[2]).toMatchObject({
      points: null,
      contribution: null,
    })
  })
})

describe('a curve', () => {
  const ascending = fc
    .uniqueArray(fc.integer({ min: -1000, max: 1000 }), { minLength: 2, maxLength: 6 })
    .map((xs) => xs.toSorted((a, b) => a - b))

  it('is monotone where its corners are, and flat beyond them', () => {
    fc.assert(
      fc.property(
        ascending,
        fc.array(fc.integer({ min: 0, max: 100 }), { minLength: 6, maxLength: 6 }),
        fc.integer({ min: -2000, max: 2000 }),
        fc.integer({ min: -2000, max: 2000 }),
        (xs, ys, p, q) => {
          const rising = ys.toSorted((a, b) => a - b)
          const curve = xs.map((x, i): [number, number] => [x, rising[i]!])
          const [low, high] = p < q ? [p, q] : [q, p]
          expect(pointsOn(curve, low)!).toBeLessThanOrEqual(pointsOn(curve, high)! + 1e-9)
          expect(pointsOn(curve, xs[0]! - 1)).toBe(rising[0])
          expect(pointsOn(curve, xs.at(-1)! + 1)).toBe(rising[xs.length - 1])
        },
      ),
    )
  })

  it('knows no word that its table does not hold, whatever every object has', () => {
    expect(['good', 'poor', 'constructor', '__proto__'].map((word) => pointsOn({ good: 100, poor: 0 }, word))).toEqual([
      100,
      0,
      null,
      null,
    ])
  })

  it('goes straight between its corners', () => {
    expect([0, 2.5, 5, 7.5, 10].map((x) => pointsOn(settings.curves['d']!, x))).toEqual([0, 25, 50, 75, 100])
    expect(pointsOn(settings.curves['d']!, Number.NaN)).toBeNull()
  })
})

describe('apportioning', () => {
  it('gives what rounding down leaves over to the largest remainders', () => {
    expect(apportion([33.4, 33.3, 33.3], 100)).toEqual([34, 33, 33])
    expect(apportion([0.5, 0.5], 1)).toEqual([1, 0])
    expect(apportion([], 0)).toEqual([])
  })
})
