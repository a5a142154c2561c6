import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { GateFinding } from '../contract/gate.ts'
import { about, atLeast, atMost, between, factor, notApplicable } from '../contract/reading.ts'
import type { GateEffect, ScoreSettings } from '../contract/score-settings.ts'
import type { Evidence } from './assessment.ts'
import { weigh } from './weigh.ts'

const names = ['a', 'b', 'c']
const factors = Object.fromEntries(names.map((name) => [name, factor({}, () => null)]))
const line = [
  [0, 0],
  [100, 100],
] as const
const settings: ScoreSettings = {
  weights: { a: 0.5, b: 0.3, c: 0.2 },
  curves: { a: line, b: line, c: { good: 0, fair: 40, bad: 100 } },
  spreads: { b: 15 },
  bands: [
    { from: 60, rating: 'GRAVE_RISK', recommendation: 'Give no credit.' },
    { from: 20, rating: 'MODERATE_RISK', recommendation: 'Keep it small.' },
    { from: 0, rating: 'LOW_RISK', recommendation: 'All is well.' },
  ],
  minimum_weight: 0.3,
}
const told = (metric: number | string) => ({ metric, detail: `it is ${metric}` })
const sound: Evidence['readings'] = { a: told(0), b: told(0), c: told('good') }
const score = (
  readings: Evidence['readings'],
  gates: Readonly<Record<string, GateEffect>> = {},
  findings: readonly GateFinding[] = [],
) => weigh({ factors, grave: 'high' }, { ...settings, gates }, { readings, findings })
const holds = (gate: string, reason = `${gate} holds.`): GateFinding => ({ gate, holds: true, reason })
const unseen = (gate: string): GateFinding => ({ gate, holds: null, reason: `Not known: ${gate} was not looked at.` })
const atLeastOf = (points: number): GateEffect => ({ when: 'x', score: { at_least: points } })
const atMostOf = (points: number): GateEffect => ({ when: 'x', score: { at_most: points } })

describe('bounds', () => {
  it('are the score where nothing is unknown', () => {
    expect(score({ ...sound, a: told(40) })).toMatchObject({ score: 20, bounds: { low: 20, high: 20 } })
  })

  it('take what is unknown at its worst and at its best, and what applies not at all for no doubt', () => {
    expect(score({ ...sound, b: 'Not known.' })).toMatchObject({ score: 0, bounds: { low: 0, high: 30 } })
    const without = score({ ...sound, b: notApplicable('there is none') })
    expect(without).toMatchObject({ score: 0, bounds: { low: 0, high: 0 }, confidence: 'high' })
    expect(without.signals[1]).toEqual({
      factor: 'b',
      contribution: null,
      weight: 0.3,
      points: null,
      detail: 'Does not apply: there is none.',
    })
  })

  it('are narrowed by what is known in part', () => {
    expect(score({ ...sound, a: atLeast(30, 'at least 30') })).toMatchObject({
      score: 15,
      bounds: { low: 15, high: 50 },
    })
    expect(score({ ...sound, a: atMost(30, 'at most 30') })).toMatchObject({ score: 15, bounds: { low: 0, high: 15 } })
    expect(score({ ...sound, a: between(20, 60, '20 to 60') })).toMatchObject({
      score: 20,
      bounds: { low: 10, high: 30 },
    })
    expect(score({ ...sound, c: between('good', 'fair', 'good or fair') })).toMatchObject({
      bounds: { low: 0, high: 8 },
    })
    const coarse = score({ ...sound, b: about(50, 'of the district') })
    expect(coarse).toMatchObject({ score: 15, bounds: { low: 11, high: 20 } })
    expect(coarse.signals[1]).toMatchObject({ points: 50, points_between: [35, 65], contribution: 15 })
    const around = score({ ...sound, b: about(50, 'of a monitor far off', [45, 90]) })
    expect(around.signals[1]).toMatchObject({ points: 50, points_between: [35, 90] })
  })

  it('from 0 to 100 are no score where nothing was found that excludes anything, unless a fact decides', () => {
    const open = { a: atLeast(0, 'at least 0'), b: atMost(100, 'at most 100'), c: 'Not known.' }
    const none = score(open)
    expect(none).toMatchObject({ score: null, rating: null, bounds: { low: 0, high: 100 }, confidence: 'low' })
    expect(none.possible_ratings).toHaveLength(3)
    expect(none.signals[0]).toMatchObject({ points: null, points_between: [0, 100], contribution: null })
    expect(score({ ...open, a: atLeast(1, 'at least 1') })).toMatchObject({ score: 1, bounds: { low: 1, high: 100 } })
    expect(score(open, { order: atLeastOf(60) }, [holds('order')])).toMatchObject({ score: 60, bounds: { low: 60 } })
    const provisional = { order: { ...atMostOf(74), provisional: true } }
    expect(score(open, provisional, [holds('order')])).toMatchObject({ score: null, bounds: { low: 0, high: 100 } })
  })

  it('from 0 to 100 are no score either because of a fact that could not be looked at', () => {
    const banned = { banned: { when: 'x', score: { exactly: 100 } } }
    expect(score(sound, banned, [unseen('banned')])).toMatchObject({ score: null, bounds: { low: 0, high: 100 } })
    expect(score({ ...sound, c: told('fair') }, banned, [unseen('banned')])).toMatchObject({ score: 8 })
  })

  it('from 0 to 100 leave the likeliest of what was found its score', () => {
    const likeliest = between(0, 100, 'one of several', 0)
    expect(score({ a: likeliest, b: likeliest, c: between('good', 'bad', 'one of several', 'fair') })).toMatchObject({
      score: 8,
      bounds: { low: 0, high: 100 },
      confidence: 'low',
    })
  })

  it('stay where the main sources cannot be asked, and there is no score but that of a fact', () => {
    const lacking = (gates: Readonly<Record<string, GateEffect>>, findings: readonly GateFinding[]) =>
      weigh(
        { factors, grave: 'high' },
        { ...settings, gates },
        { readings: { ...sound, a: 'Not known.' }, findings, lacksMain: true },
      )
    expect(lacking({}, [])).toMatchObject({ score: null, rating: null, bounds: { low: 0, high: 50 } })
    expect(lacking({ order: atLeastOf(60) }, [holds('order')])).toMatchObject({ score: 60, rating: 'GRAVE_RISK' })
  })

  it('hold the score that comes once all is known, whatever it turns out to be', () => {
    const metric = fc.integer({ min: 0, max: 100 })
    fc.assert(
      fc.property(metric, metric, fc.constantFrom('good', 'fair', 'bad'), fc.subarray(names), (a, b, c, lost) => {
        const whole = { a: told(a), b: told(b), c: told(c) }
        const holed = { ...whole, ...Object.fromEntries(lost.map((name) => [name, 'Not known.'])) }
        const [truth, seen] = [score(whole), score(holed)]
        expect(truth.score).toBeGreaterThanOrEqual(seen.bounds.low)
        expect(truth.score).toBeLessThanOrEqual(seen.bounds.high)
        expect(seen.possible_ratings).toContain(truth.rating)
        if (seen.score !== null) expect(seen.possible_ratings).toContain(seen.rating)
      }),
    )
  })
})

describe('gates', () => {
  it('lift, cap or set the score, and leave the contributions as computed', () => {
    expect(score(sound, { order: atLeastOf(90) }, [holds('order')])).toMatchObject({
      score: 90,
      rating: 'GRAVE_RISK',
      bounds: { low: 90, high: 90 },
      override: { score: 90, reason: 'order holds.', also: [] },
    })
    expect(score({ ...sound, a: told(100) }, { recall: atMostOf(30) }, [holds('recall')]).score).toBe(30)
    const set = score(sound, { ban: { when: 'x', score: { exactly: 100 } } }, [holds('ban')])
    expect(set).toMatchObject({ score: 100, bounds: { low: 100, high: 100 }, confidence: 'high' })
    expect(set.signals).toEqual(score(sound).signals)
  })

  it('name the one that moves the score most, then the others in their order', () => {
    const { override } = score(sound, { strike: atLeastOf(35), order: atLeastOf(90), petition: atLeastOf(60) }, [
      holds('strike'),
      holds('order'),
      holds('petition'),
    ])
    expect(override).toEqual({ score: 90, reason: 'order holds.', also: ['petition holds.', 'strike holds.'] })
  })

  it('hold where too little is known for a mean', () => {
    const little = { a: 'Not known.', b: 'Not known.', c: told('good') }
    expect(score(little).score).toBeNull()
    expect(score(little, { order: atLeastOf(60) }, [holds('order')])).toMatchObject({
      score: 60,
      bounds: { low: 60, high: 80 },
    })
  })

  it('may forbid a score, which only an exact one outranks', () => {
    const unrated: GateEffect = { when: 'x', score: 'unrated' }
    expect(score(sound, { odd: unrated, order: atLeastOf(90) }, [holds('odd'), holds('order')])).toMatchObject({
      score: null,
      rating: null,
      override: { score: null, reason: 'odd holds.' },
    })
    expect(
      score(sound, { odd: unrated, ban: { when: 'x', score: { exactly: 100 } } }, [holds('odd'), holds('ban')]).score,
    ).toBe(100)
  })

  it('that could not be looked at are doubt', () => {
    const seen = score(sound, { order: atLeastOf(90) }, [unseen('order')])
    expect(seen).toMatchObject({
      score: 0,
      bounds: { low: 0, high: 90 },
      possible_ratings: ['GRAVE_RISK', 'MODERATE_RISK', 'LOW_RISK'],
      confidence: 'low',
    })
    expect(seen.override).toBeUndefined()
    expect(score({ ...sound, a: told(100) }, { recall: atMostOf(10) }, [unseen('recall')]).bounds).toEqual({
      low: 10,
      high: 50,
    })
  })

  it('may cap the confidence alone', () => {
    const young = score(sound, { young: { when: 'x', confidence: { at_most: 'low' } } }, [
      holds('young', 'Nothing is on file.'),
    ])
    expect(young).toMatchObject({ score: 0, confidence: 'low' })
    expect(young.override).toBeUndefined()
    expect(young.recommendation).toContain('Nothing is on file.')
  })
})

describe('the recommendation', () => {
  it('names the facts that decide, and advises what the rating does', () => {
    expect(score(sound, { order: atLeastOf(90) }, [holds('order')]).recommendation).toBe('order holds. Give no credit.')
  })

  it('tells a fact that decides with what to do about it, and one that has no effect after it', () => {
    const advice = { order: 'Prove your debt.', export: 'Ask why.' }
    const { recommendation, said, override } = weigh(
      { factors, grave: 'high' },
      { ...settings, advice, gates: { export: { when: 'x' }, order: atLeastOf(90) } },
      { readings: sound, findings: [holds('export'), holds('order')] },
    )
    expect(recommendation).toBe('order holds. Prove your debt. export holds. Ask why. Give no credit.')
    expect([said, override?.also]).toEqual([['export holds.'], []])
  })

  it('tells the findings that have an advice at their step, the heaviest first, in their first sentence', () => {
    const advice: ScoreSettings['advice'] = {
      a: [
        [0, null],
        [50, 'Look at a.'],
      ],
      b: [[90, 'Look at b.']],
      c: { bad: 'Look at c.' },
    }
    const of = (readings: Evidence['readings']) =>
      weigh({ factors, grave: 'high' }, { ...settings, advice }, { readings, findings: [] }).recommendation
    const a = { metric: 60, detail: 'It is 60 by St. Helens. And more of it.' }
    expect(of({ a, b: told(80), c: { metric: 'bad', detail: 'It is bad.' } })).toBe(
      'It is 60 by St. Helens. Look at a. It is bad. Look at c. Give no credit.',
    )
    expect(of(sound)).toBe('All is well.')
    // A range without a likeliest value has no step.
    expect(of({ ...sound, a: between(60, 80, 'Much.') })).not.toContain('Look at a.')
    expect(of({ ...sound, a: between(20, 80, 'Much.', 60) })).toContain('Much. Look at a.')
  })

  it('takes a step from its very metric on, the first one too, and none below', () => {
    const advice: ScoreSettings['advice'] = {
      a: [
        [0, 'Ask why there is none.'],
        [50, 'Look at a.'],
      ],
      b: [[80, 'Look at b.']],
    }
    const of = (a: number, b: number) =>
      weigh(
        { factors, grave: 'high' },
        { ...settings, advice },
        { readings: { ...sound, a: told(a), b: told(b) }, findings: [] },
      ).recommendation
    expect(of(0, 79)).toBe('It is 0. Ask why there is none. Keep it small.')
    expect(of(49, 80)).toBe('It is 49. Ask why there is none. It is 80. Look at b. Keep it small.')
    expect(of(50, 79)).toBe('It is 50. Look at a. Keep it small.')
  })

  it('has room for sixty words, and drops what has none', () => {
    const long = (word: string) => `${`${word} `.repeat(24)}${word}.`
    const gates = { x: atLeastOf(90), y: { when: 'x' }, z: { when: 'x' } }
    const { recommendation, said } = weigh(
      { factors, grave: 'high' },
      { ...settings, gates, advice: { x: 'Go.', y: 'Ask.' } },
      { readings: sound, findings: [holds('x', long('one')), holds('y', long('two'))] },
    )
    expect(recommendation).toBe(`${long('one')} Go. ${long('two')} Ask. Give no credit.`)
    expect(said).toEqual([long('two')])
    const three = weigh(
      { factors, grave: 'high' },
      { ...settings, gates },
      {
        readings: sound,
        findings: [holds('x', long('one')), holds('y', long('two')), holds('z', long('three '.repeat(2)))],
      },
    )
    expect(three.recommendation).not.toContain('three')
    expect(three.said).toHaveLength(2)
  })

  it('names the unknown that decides between ratings, and how to find out', () => {
    const find_out = { b: 'Search the Gazette.' }
    const of = (readings: Evidence['readings']) =>
      weigh({ factors, grave: 'high' }, { ...settings, find_out }, { readings, findings: [] }).recommendation
    expect(of({ ...sound, b: "Not known: 'The Gazette' did not answer." })).toBe(
      "It may be low risk or moderate risk, depending on b: 'The Gazette' did not answer. Search the Gazette. All is well.",
    )
    expect(of({ ...sound, b: 'Not known: no reply.', c: 'Not known: no reply.' })).toContain(
      'depending on b and c: no reply. Search',
    )
    expect(of({ ...sound, b: between(0, 70, 'Half of it is known') })).toContain(
      'depending on b, known in part. Search the Gazette.',
    )
  })

  it('calls a factor what its declaration does, where its name does not fit', () => {
    const named = { ...factors, a: factor({}, () => null, 'income or pay') }
    const readings = { ...sound, a: between(0, 60, 'Half of it is known') }
    const { recommendation, signals } = weigh({ factors: named, grave: 'high' }, settings, { readings, findings: [] })
    expect(recommendation).toContain('depending on income or pay, known in part.')
    expect(signals[0]?.factor).toBe('a')
  })

  it('names a heavy factor of which nothing is known, though one rating is possible', () => {
    const { possible_ratings, recommendation } = weigh(
      { factors, grave: 'high' },
      { ...settings, bands: settings.bands.filter(({ from }) => from !== 20) },
      { readings: { ...sound, c: 'Not known: it did not answer.' }, findings: [] },
    )
    expect(possible_ratings).toEqual(['LOW_RISK'])
    expect(recommendation).toMatch(/^Nothing is known of c: it did not answer\. /)
  })
})
