import { notApplicable, unknown } from '@domesday/core'
import type { Rated, Rating } from '@domesday/source-cqc'
import { describe, expect, it } from 'vitest'
import { inadequacy, judged } from './quality.ts'

const one = (rating: Rating, metres = 500): Rated => ({
  name: 'Sample',
  rating,
  service_ratings: [],
  distance_m: metres,
})
const mixed = (...ratings: readonly Rating[]): Rated => ({
  name: 'Sample',
  rating: null,
  service_ratings: ratings.map((rating, at) => ({ service: `Service ${at + 1}`, rating, rated_on: null })),
  distance_m: 700,
})
const judge = (rated: readonly Rated[], unread = 0): any => judged({ rated, unread }, 5, 15, 'care home', 'care homes')

describe('the ratings of the nearest', () => {
  it('are a mean, exact where each has a rating of the whole', () => {
    expect(judge([one('Good'), one('Inadequate', 1200)])).toEqual({
      metric: 2,
      detail: 'The 2 nearest rated care homes, within 1.2 km: 1 Good, 1 Inadequate.',
    })
    expect(judge([one('Good')]).detail).toBe('The only rated care home that was found, 500 m away, is Good.')
  })

  it('lie between the worst and the best of the services of one that is rated per service', () => {
    expect(judge([one('Good'), mixed('Outstanding', 'Requires Improvement')])).toMatchObject({
      low: 2.5,
      metric: 3,
      high: 3.5,
      detail: 'The 2 nearest rated care homes, within 700 m: 1 Good, 1 rated per service.',
    })
    expect(judge([mixed('Good', 'Good')])).toEqual({
      metric: 3,
      detail:
        'The only rated care home that was found, 700 m away, is rated per service (Service 1: Good, Service 2: Good).',
    })
  })

  it('have wide bounds if some ratings cannot be read', () => {
    expect(judge([one('Good'), one('Good')], 1)).toMatchObject({ low: 2.33, metric: 3, high: 3.33 })
    expect(judge([one('Good'), one('Good')], 1).detail).toMatch(/2 Good; the rating of one other could not be read/)
    expect(judge([one('Good')], 9)).toMatchObject({ low: 1, metric: 3, high: 4 })
    expect(judge([], 2)).toEqual(unknown('the ratings of 2 care homes within 15 km could not be read'))
  })

  it('do not apply where nothing is rated within reach', () => {
    expect(judge([])).toEqual(notApplicable('there is no rated care home within 15 km'))
  })
})

describe('that all care within reach is inadequate', () => {
  it('is a fact that decides, with how many there are', () => {
    expect(inadequacy({ better: false, inadequate: 14, unread: 0 }, 15)).toBe(
      'All 14 rated care providers within 15 km are rated inadequate.',
    )
    expect(inadequacy({ better: false, inadequate: 1, unread: 0 }, 15)).toBe(
      'The only rated care provider within 15 km is rated inadequate.',
    )
  })

  it('is none where one is rated better, or nothing is rated', () => {
    expect(inadequacy({ better: true, inadequate: 0, unread: 3 }, 15)).toBeNull()
    expect(inadequacy({ better: false, inadequate: 0, unread: 0 }, 15)).toBeNull()
  })

  it('is unknown if the others cannot be read', () => {
    expect(inadequacy({ better: false, inadequate: 4, unread: 2 }, 15)).toEqual(
      unknown(
        'all 4 rated care providers within 15 km are rated inadequate, and the ratings of 2 care providers within 15 km could not be read',
      ),
    )
    expect(inadequacy({ better: false, inadequate: 0, unread: 1 }, 15)).toEqual(
      unknown('the ratings of 1 care provider within 15 km could not be read'),
    )
  })
})
