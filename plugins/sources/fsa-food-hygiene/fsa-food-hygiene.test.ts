import { readBody } from '../../../test/support/read.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { apart, type CallHow } from '@domesday/core'
import { readChecked } from '../../clients/http/read-checked.ts'
import { openSource, recorded, recordings, type OpenSource } from '@domesday/tool-testing'
import { foodAround, fsaFoodHygiene, pageAround, summed, type Page } from './index.ts'

const warrington = { lat: 53.389713, lng: -2.599634 }
const westminster = { lat: 51.50354, lng: -0.127695 }
const edinburgh = { lat: 55.950328, lng: -3.193018 }

const how = pageAround.how as unknown as { readonly path: (input: object) => readonly [string, object] }
const sum = (counts: Readonly<Record<string, number>>): number =>
  Object.values(counts).reduce((total, count) => total + count, 0)

describe('fsa-food-hygiene', () => {
  let food: OpenSource
  beforeAll(async () => {
    food = await openSource(fsaFoodHygiene)
  })
  afterAll(() => food.close())

  it('counts the premises around a point by stars, words and kind', async () => {
    const around = await food.ask(foodAround, { at: warrington, metres: 1000 })
    expect(around.total_nearby).toBeGreaterThan(150)
    expect(around.counted).toBe(around.total_nearby)
    expect(sum(around.by_rating) + sum(around.without_rating)).toBe(around.total_nearby)
    expect(sum(around.by_type)).toBe(around.total_nearby)
    expect(Object.keys(around.by_rating)).toEqual(['0', '1', '2', '3', '4', '5'])
    expect(around.without_rating['Awaiting Inspection']).toBeGreaterThan(0)
    expect(around.average_rating).toBeGreaterThan(4)
  })

  it('has words in place of stars in Scotland', async () => {
    const around = await food.ask(foodAround, { at: edinburgh, metres: 500 })
    expect(sum(around.by_rating)).toBe(0)
    expect(around.average_rating).toBeNull()
    expect(around.without_rating['Pass']).toBeGreaterThan(100)
    expect(around.without_rating['Improvement Required']).toBeGreaterThan(0)
  })

  it('reads several pages, and of a wide circle in a city the nearest 5,000', async () => {
    const near = await food.ask(foodAround, { at: westminster, metres: 1500 })
    expect(near.total_nearby).toBeGreaterThan(2000)
    expect(near.counted).toBe(near.total_nearby)
    const wide = await food.ask(foodAround, { at: westminster, metres: 5000 })
    expect(wide.total_nearby).toBeGreaterThan(5000)
    expect(wide.counted).toBe(5000)
    expect(sum(wide.by_rating) + sum(wide.without_rating)).toBe(5000)
  })

  it('finds nothing far out', async () => {
    expect(await food.ask(foodAround, { at: { lat: 55.2, lng: -2.4 }, metres: 5000 })).toEqual({
      radius_m: 5000,
      total_nearby: 0,
      counted: 0,
      by_rating: { 0: 0, 1: 0, 2: 0, 3: 0, 4: 0, 5: 0 },
      average_rating: null,
      without_rating: {},
      by_type: {},
    })
  })
})

describe('a page', () => {
  it('is asked for in miles', () => {
    expect(how.path({ at: warrington, metres: 1000, page: 2 })[1]).toMatchObject({
      maxDistanceLimit: 0.6214,
      pageNumber: 2,
      sortOptionKey: 'distance',
    })
  })

  it('is read despite missing or malformed values', () => {
    const awaiting = [{ RatingValue: 'AwaitingInspection' }, { RatingValue: 'Awaiting Inspection' }]
    const establishments = [{ RatingValue: '5', BusinessType: 'Pub/bar/nightclub' }, ...awaiting, {}]
    expect(readBody(pageAround, { establishments, meta: { totalCount: '12' } })).toEqual({
      total: 12,
      rows: 3,
      unread: 1,
      ratings: { 'Awaiting Inspection': 2, '5': 1 },
      by_type: { 'Not stated': 2, 'Pub/bar/nightclub': 1 },
    })
    for (const meta of [{ totalCount: -1 }, {}, undefined])
      expect(
        readChecked(pageAround.how as CallHow, { establishments: [{ RatingValue: '5' }], meta }, {}).value,
      ).toMatchObject({
        $: 'partly',
        value: { total: 1 },
        parts: [{ why: 'how many premises there are is not stated, but for those listed' }],
      })
    expect(readBody(pageAround, { establishments: null, meta: { totalCount: 0 } })).toEqual({
      total: 0,
      rows: 0,
      ratings: {},
      by_type: {},
    })
    expect(() => readBody(pageAround, { Message: 'An error has occurred.' })).toThrow(
      'there is no establishments in it',
    )
  })

  it('leaves one of twelve out that cannot be read, and tells of it', () => {
    const establishments = Array.from({ length: 12 }, (_, i) =>
      i === 3 ? {} : { RatingValue: '4', BusinessType: 'Pub' },
    )
    const { value, parts } = apart(
      readChecked(pageAround.how as CallHow, { establishments, meta: { totalCount: 12 } }, {}).value,
    )
    expect(value).toMatchObject({ total: 12, rows: 11, unread: 1, ratings: { 4: 11 } })
    expect(parts).toMatchObject([{ why: '1 of 12 rows could not be read' }])
  })

  it('is added to the others, the mean over stars only', () => {
    const page = (ratings: Readonly<Record<string, number>>): Page => ({ total: 9, rows: 3, ratings, by_type: {} })
    expect(summed(1000, [page({ 5: 2, Exempt: 1 }), page({ 0: 1, Pass: 2 })])).toMatchObject({
      radius_m: 1000,
      total_nearby: 9,
      counted: 6,
      average_rating: 3.33,
      without_rating: { Pass: 2, Exempt: 1 },
      by_rating: { 5: 2, 0: 1, 3: 0 },
    })
    expect(summed(1000, [{ ...page({ 5: 2 }), unread: 1 }, page({ 4: 1 })])).toMatchObject({ rows_unread: 1 })
  })
})

describe.skipIf(!recordings())('recorded answers of fsa-food-hygiene', () => {
  it('are read', () => {
    expect(readBody(pageAround, recorded('fsa-food-hygiene', 'establishment-507136-cambridge.json'))).toEqual({
      total: 1,
      rows: 1,
      ratings: { 5: 1 },
      by_type: { 'Restaurant/Cafe/Canteen': 1 },
    })
  })
})
