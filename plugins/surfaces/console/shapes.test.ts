import { describe, expect, it } from 'vitest'
import { isCounts, isRecords, scoredOf, scoresOf, sharesOf, verdictOf } from './page/shapes.js'

describe('scores', () => {
  const signal = { factor: 'flood', weight: 0.3, points: 60, detail: 'Some' }

  it('are read whatever their list and contribution are called', () => {
    expect(
      scoredOf({ score: 31, rating: 'MODERATE', factors: [{ ...signal, risk_contribution: 18 }] })?.signals,
    ).toEqual([{ ...signal, contribution: 18 }])
    expect(scoredOf({ score: 64, rating: 'HIGH', factors: ['Pay is good.'] })).toMatchObject({
      signals: [],
      sentences: ['Pay is good.'],
    })
    expect(scoredOf({ rating: 'Good' })).toBeNull()
  })

  it('that are flat find their factors elsewhere in the answer, and count once', () => {
    const whole = { score: 57, rating: 'FAIR', signals: [{ ...signal, contribution: 18 }] }
    const found = scoresOf({ vehicle: {}, health_score: 57, health_rating: 'FAIR', health_assessment: whole })
    expect(found).toHaveLength(1)
    expect(found[0]).toMatchObject({
      name: 'health_score',
      used: ['health_score', 'health_rating', 'health_assessment'],
      scored: { signals: [{ factor: 'flood' }] },
    })
  })

  it('of a report take the words beside them', () => {
    expect(
      scoresOf({ distress_score: 51, rating: 'HIGH_RISK', confidence: 'high', recommendation: 'Beware' })[0],
    ).toMatchObject({
      used: ['distress_score', 'rating', 'confidence', 'recommendation'],
      scored: { score: 51, recommendation: 'Beware' },
    })
  })

  it('of a report find the factors beside them', () => {
    const found = scoresOf({ distress_score: 18, rating: 'LOW_RISK', signals: [{ ...signal, contribution: 18 }] })
    expect(found[0]).toMatchObject({
      used: ['distress_score', 'rating', 'signals'],
      scored: { signals: [{ ...signal, contribution: 18 }] },
    })
    expect(
      scoresOf({ health_score: 18, health_rating: 'FAIR', signals: [{ ...signal, contribution: 18 }] })[0],
    ).toMatchObject({ used: ['health_score', 'health_rating'], scored: { signals: [] } })
  })

  it('of a report have its bounds, possible ratings and deciding facts', () => {
    const doubt = { bounds: { low: 18, high: 90 }, possible_ratings: ['CRITICAL_RISK', 'LOW_RISK'] }
    const override = { score: 18, reason: 'So it is.', also: [] }
    expect(scoresOf({ distress_score: 18, rating: 'LOW_RISK', ...doubt, override })[0]).toEqual({
      name: 'distress_score',
      used: ['distress_score', 'rating', 'bounds', 'possible_ratings', 'override'],
      scored: { score: 18, rating: 'LOW_RISK', ...doubt, override, signals: [], sentences: [] },
    })
  })

  it('keep the bounds of a factor', () => {
    const row = { ...signal, contribution: 18, points_between: [45, 75] }
    expect(scoredOf({ score: 18, rating: 'LOW', signals: [row] })?.signals).toEqual([row])
    expect(scoredOf({ score: 18, rating: 'LOW', signals: [signal] })?.signals[0]).not.toHaveProperty('points_between')
  })

  it('with sentences and factors show the factors', () => {
    expect(
      scoredOf({ score: 64, rating: 'HIGH', factors: ['Pay is good.'], signals: [{ ...signal, contribution: 64 }] }),
    ).toMatchObject({ signals: [{ contribution: 64 }], sentences: [] })
  })
})

describe('a verdict', () => {
  it('has what else it may be, and each fact that decides once', () => {
    expect(
      verdictOf({
        verdict: 'PROCEED',
        possible_verdicts: ['DO_NOT_ENGAGE', 'PROCEED'],
        verdict_because: ['A fact.', 'A fact.'],
      }),
    ).toEqual({ word: 'PROCEED', possible: ['DO_NOT_ENGAGE', 'PROCEED'], because: ['A fact.'] })
    expect(verdictOf({ verdict: 'PROCEED' })).toEqual({ word: 'PROCEED', possible: [], because: [] })
    expect(verdictOf({ rating: 'GOOD' })).toBeNull()
  })
})

describe('parts of a whole', () => {
  const of = (fields: Readonly<Record<string, object>>) => ({ type: 'object', properties: fields })

  it('are all figures of an object, or those that are named, and the rest is left', () => {
    expect(
      sharesOf({ as: 'shares' }, { gas: 8306, wind: 9420, solar: null }, of({ gas: { 'x-unit': 'MW' } })),
    ).toMatchObject({
      parts: [
        ['gas', 8306],
        ['wind', 9420],
      ],
      unit: 'MW',
      total: 17726,
      rest: [],
    })
    expect(
      sharesOf(
        { as: 'shares', total: 'total', fair: 'outstanding', good: 'satisfied' },
        { total: 5, outstanding: 3, satisfied: 1, part_satisfied: 2, items: [] },
      ),
    ).toMatchObject({
      parts: [
        ['outstanding', 3],
        ['satisfied', 1],
      ],
      total: 5,
      rest: ['part_satisfied', 'items'],
    })
    expect(sharesOf({ as: 'shares' }, { gas: 0, wind: null })).toBeNull()
  })

  it('have the colour that is declared for them, whatever their order', () => {
    const drawn = { as: 'shares', brown: 'gas', bad: ['coal'] }
    for (const row of [
      { gas: 2, coal: 1 },
      { coal: 1, gas: 2 },
    ])
      expect(['gas', 'coal', 'wind'].map(sharesOf(drawn, row)!.colourOf)).toEqual([
        'hue-brown',
        'tone-bad is-toned',
        null,
      ])
  })
})

describe('objects', () => {
  it('are counts where the schema leaves their keys free', () => {
    const schema = { type: 'object', additionalProperties: { type: 'integer' } }
    expect(isCounts({ drugs: 96, robbery: 9 }, schema)).toBe(true)
    expect(isCounts({ drugs: 96, robbery: 9 }, { type: 'object', properties: {} })).toBe(false)
  })

  it('are records where all hold the same few values', () => {
    expect(
      isRecords({ obesity: { area: 'district', period: '2024' }, smoking: { area: 'district', period: '2025' } }),
    ).toBe(true)
    expect(isRecords({ obesity: { area: 'district' }, smoking: { period: '2025' } })).toBe(false)
  })
})
