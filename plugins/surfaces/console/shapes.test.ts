import { describe, expect, it } from 'vitest'
import {
  amountKey,
  dayKey,
  isCounts,
  isPlaces,
  isRecords,
  mixOf,
  scoredOf,
  scoresOf,
  seriesKeys,
  spanKeys,
  verdictOf,
} from './page/shapes.js'

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

describe('lists', () => {
  it('are places where every row has a name and a distance', () => {
    expect(
      isPlaces([
        { name: 'A', distance_m: 4 },
        { name: 'B', distance_m: 9 },
      ]),
    ).toBe(true)
    expect(
      isPlaces([
        { name: 'A', distance_m: 4 },
        { name: 'B', distance_m: null },
      ]),
    ).toBe(false)
    expect(
      isPlaces([
        { site: 'A', distance_km: 4 },
        { site: 'A', distance_km: 4 },
      ]),
      'measurements at one place',
    ).toBe(false)
  })

  it('are places by their coordinates too, whatever they are called', () => {
    const at = (lat: number, street: string | null = 'On or near Supermarket') => ({
      street,
      coordinates: { lat, lng: -2.6 },
      distance_m: 40,
      crimes: 3,
    })
    expect(isPlaces([at(53.1), at(53.2), at(53.3, null)])).toBe(true)
    expect(isPlaces([at(53.1), at(53.1), at(53.1)])).toBe(false)
  })

  it('count something where every row has a number of it', () => {
    expect(amountKey([{ crimes: 3 }, { crimes: 1 }])).toBe('crimes')
    expect(amountKey([{ crimes: 3 }, { crimes: null }])).toBeNull()
    expect(amountKey([{ distance_m: 3 }])).toBeNull()
  })

  it('are stretches, days or a measured course by their dates', () => {
    expect(spanKeys([{ appointed_on: '2014-07-08', resigned_on: null }])).toEqual({
      start: 'appointed_on',
      end: 'resigned_on',
    })
    expect(spanKeys([{ appointed_on: null, resigned_on: null }])).toBeNull()
    expect(
      dayKey([
        { date: '2026-01-02', result: 'PASSED' },
        { date: '2025-01-02', result: 'FAILED' },
      ]),
    ).toBe('date')
    expect(dayKey([{ date: '2026-01-02' }, { date: null }])).toBeNull()
    const course = [
      { date: '2024-01-02', mileage: 1 },
      { date: '2025-01-02', mileage: 2 },
      { date: '2026-01-02', mileage: 3 },
    ]
    expect(seriesKeys(course)).toEqual({ day: 'date', value: 'mileage' })
    expect(seriesKeys(course.map((row) => ({ ...row, result: 'PASSED' })))).toBeNull()
  })
})

describe('parts of a whole', () => {
  it('are percentages that make a hundred', () => {
    expect(mixOf('tenure', { owned_pct: 25.7, rented_pct: 74.3 })).toMatchObject({
      unit: '%',
      parts: [
        ['owned_pct', 25.7],
        ['rented_pct', 74.3],
      ],
    })
    expect(mixOf('tenure', { owned_pct: 25.7, rented_pct: 34.3 })).toBeNull()
    expect(mixOf('by_type', { flat: 60, house: 40 }), 'counts that happen to make a hundred').toBeNull()
  })

  it('are amounts called a mix, and counts beside their total', () => {
    expect(mixOf('mix', { gas: 8306, wind: 9420, solar: null })).toMatchObject({ total: 17726 })
    expect(mixOf('charges', { total: 4, outstanding: 3, satisfied: 1, items: [] })).toMatchObject({
      total: 4,
      parts: [
        ['outstanding', 3],
        ['satisfied', 1],
      ],
      rest: ['items'],
    })
    expect(mixOf('premises', { total: 12, superfast: 12, gigabit: 9 })).toBeNull()
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
