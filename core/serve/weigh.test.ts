import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { factor } from '../contract/score.ts'
import { apportion, pointsOn, weigh, type ScoreSettings } from './weigh.ts'

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
        const { score, signals } = weigh({ factors }, settings, given, null)
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
    const { signals } = weigh(
      { factors },
      settings,
      { a: reading(10), b: 'Not known: a source did not answer.', c: reading('good'), d: reading(0) },
      null,
    )
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
      detail: 'Not known: a source did not answer.',
    })
    expect(signals[3]).toMatchObject({ contribution: 0, points: 0 })
  })

  it('is null below the minimum known weight, and there at it', () => {
    expect(
      weigh({ factors }, settings, { a: 'unknown', b: 'unknown', c: reading('good'), d: 'unknown' }, null),
    ).toMatchObject({ score: null, rating: null, confidence: 'low' })
    expect(
      weigh({ factors }, settings, { a: 'unknown', b: 'unknown', c: reading('good'), d: reading(10) }, null).score,
    ).toBe(93)
  })

  it('says how sure it is by the weight that is known', () => {
    const known = (...which: string[]) =>
      weigh(
        { factors },
        settings,
        Object.fromEntries(
          names.map((name) => [name, which.includes(name) ? reading(name === 'c' ? 'good' : 5) : 'unknown']),
        ),
        null,
      ).confidence
    expect([known('a', 'b', 'd'), known('a', 'd'), known('b', 'd')]).toEqual(['high', 'medium', 'low'])
  })

  it('is what an override says, with the contributions as computed', () => {
    const all = { a: reading(0), b: reading(10), c: reading('bad'), d: reading(0) }
    const fixed = weigh({ factors }, settings, all, { score: 100, detail: 'Because of the rule' })
    expect(fixed).toMatchObject({ score: 100, rating: 'HIGH', override: { score: 100, reason: 'Because of the rule' } })
    expect(fixed.signals).toEqual(weigh({ factors }, settings, all, null).signals)
  })

  it('takes a word that its table does not know for not known', () => {
    expect(
      weigh({ factors }, settings, { a: reading(10), b: reading(0), c: reading('odd'), d: reading(10) }, null)
        .signals[2],
    ).toMatchObject({ points: null, contribution: null })
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
