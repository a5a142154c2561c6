import { readBody } from '../../../test/support/read.ts'
import { apart } from '@domesday/core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { params, type Node } from '@domesday/core'
import { openSource, recorded, recordings, UpstreamFault, type OpenSource } from '@domesday/tool-testing'
import { beyondForce, handedIn, noteOn, whyShort } from './handed-in.ts'
import {
  crimes,
  crimeYear,
  mile,
  monthsUpTo,
  newest,
  policeUk,
  slicesFor,
  yearOf,
  type Area,
  type CrimesOfMonth,
  type MonthOfArea,
  rateOf,
} from './index.ts'

const warrington = { lat: 53.389713, lng: -2.599634 }
const westminster = { lat: 51.50354, lng: -0.127695 }
const cockerham = { lat: 53.873809, lng: -2.723233 }
const sum = (month: CrimesOfMonth | null): number =>
  Object.values(month?.by_category ?? {}).reduce((total, count) => total + count, 0)

const read = (operation: { readonly how: unknown }, wire: unknown, asked?: object) =>
  readBody(operation as never, wire, asked)

describe('police-uk', () => {
  let police: OpenSource
  beforeAll(async () => {
    police = await openSource(policeUk)
  })
  afterAll(() => police.close())
  const month = (asked: Partial<MonthOfArea> & Pick<MonthOfArea, 'at'>) =>
    police.ask(crimes, { metres: 1000, month: '2026-07', ...asked })

  it('names the newest month', async () => {
    expect(await police.ask(newest, {})).toBe('2026-08')
    for (const date of ['soon', '2026-13-01', null, {}])
      expect(() => read(newest, { date })).toThrow(/its date is no day|there is no date/)
  })

  it('counts a month by category, most frequent first', async () => {
    const counts = await month({ at: warrington, metres: mile })
    expect(sum(counts)).toBeGreaterThan(350)
    expect(sum(counts)).toBeLessThan(550)
    const figures = Object.values(counts?.by_category ?? {})
    expect(figures).toEqual(figures.toSorted((a, b) => b - a))
    expect(counts?.by_category).toHaveProperty('anti-social-behaviour')
  })

  it('finds the same crimes in a one-mile polygon as within a mile, except at the corners', async () => {
    const [round, polygon] = [
      sum(await month({ at: warrington, metres: mile })),
      sum(await month({ at: warrington, metres: mile + 0.344 })),
    ]
    expect(polygon).toBeLessThanOrEqual(round)
    expect(polygon).toBeGreaterThan(round * 0.95)
  })

  it('grows with the radius, and is a handful in the country', async () => {
    const [near, far] = [
      sum(await month({ at: warrington, metres: 300 })),
      sum(await month({ at: warrington, metres: 3000 })),
    ]
    expect(near).toBeGreaterThan(0)
    expect(far).toBeGreaterThan(3 * near)
    expect(sum(await month({ at: cockerham }))).toBeLessThan(10)
    expect(sum(await month({ at: westminster, metres: mile }))).toBeGreaterThan(1500)
  })

  it('cuts a circle into slices that hold every crime once', async () => {
    const whole = sum(await month({ at: westminster, metres: 5000, slice: { index: 0, of: 1 } }))
    const slices = await Promise.all(
      Array.from({ length: 5 }, (_, index) => month({ at: westminster, metres: 5000, slice: { index, of: 5 } })),
    )
    expect(slices.every((slice) => sum(slice) > 0)).toBe(true)
    // The rings have 24 and 25 corners.
    expect(Math.abs(slices.reduce((total, slice) => total + sum(slice), 0) / whole - 1)).toBeLessThan(0.01)
  })

  it('knows the map points with the most crimes, all of them within the circle', async () => {
    const { places: top, total_places: total } = (await month({ at: warrington }))!
    expect(top).toHaveLength(25)
    expect(total).toBeGreaterThan(60)
    expect(top.map(({ crimes }) => crimes)).toEqual(top.map(({ crimes }) => crimes).toSorted((a, b) => b - a))
    expect(new Set(top.map(({ coordinates: { lat, lng } }) => `${lat} ${lng}`)).size).toBe(25)
    expect(Math.max(...top.map(({ distance_m: metres }) => metres))).toBeLessThanOrEqual(1000)
    expect(top.every(({ street }) => street?.startsWith('On or near '))).toBe(true)
  })

  it('has none for a month that is not published, and a fault for a question that is wrong', async () => {
    expect(await month({ at: warrington, month: '2026-09' })).toBeNull()
    expect(await month({ at: warrington, month: '2020-01' })).toBeNull()
    await expect(month({ at: { lat: NaN, lng: 0 } })).rejects.toBeInstanceOf(UpstreamFault)
  })
})

describe('crimes of a year', () => {
  const none = { total_places: 0, places: [] }
  const some = (byCategory: Readonly<Record<string, number>>): CrimesOfMonth => ({ by_category: byCategory, ...none })
  const asked = (...months: readonly string[]): readonly MonthOfArea[] =>
    months.map((month) => ({ at: warrington, metres: 1000, month }))

  it('asks nothing without an area', () => {
    const area = params({}) as unknown as Node<Area>
    const { year } = crimeYear(area, area as never).inputs
    expect(Object.values(year!.inputs)[0]!.inputs).toEqual({ of: area })
  })

  it('goes back over the turn of the year', () => {
    expect(monthsUpTo('2026-02', 4)).toEqual(['2026-02', '2026-01', '2025-12', '2025-11'])
  })

  it('adds up what came, and says which months these are', () => {
    expect(
      yearOf(1000, asked('2026-08', '2026-07', '2026-06'), [
        some({ drugs: 1, burglary: 2 }),
        null,
        some({ burglary: 3 }),
      ]),
    ).toEqual({
      radius_m: 1000,
      total_crimes: 6,
      by_category: { burglary: 5, drugs: 1 },
      months: ['2026-08', '2026-06'],
      newest_month: { month: '2026-08', total_crimes: 3, ...none },
    })
    expect(yearOf(1000, asked('2026-08'), [null])).toBeNull()
  })

  it('tells how many crimes could not be read, where there are any', () => {
    const odd = { ...some({ drugs: 80 }), unread: 3 }
    expect(yearOf(1000, asked('2026-08', '2026-07'), [odd, odd])).toMatchObject({ total_crimes: 160, rows_unread: 6 })
  })

  it('counts a month only with all of its slices', () => {
    const halves = (month: string) =>
      [0, 1].map((index) => ({ at: warrington, metres: 5000, month, slice: { index, of: 2 } }))
    const slices = [...halves('2026-08'), ...halves('2026-07')]
    const place = (metres: number, crimes: number) => ({
      coordinates: warrington,
      distance_m: metres,
      street: 'On or near Bridge Street',
      crimes,
      commonest_category: 'drugs',
    })
    const [far, near, busy] = [place(900, 1), place(20, 1), place(500, 2)]
    expect(
      yearOf(5000, slices, [
        some({ drugs: 4 }),
        null,
        { by_category: { drugs: 2 }, total_places: 2, places: [near, far] },
        { by_category: { drugs: 2 }, total_places: 1, places: [busy] },
      ]),
    ).toEqual({
      radius_m: 5000,
      total_crimes: 4,
      by_category: { drugs: 4 },
      months: ['2026-07'],
      newest_month: { month: '2026-07', total_crimes: 4, total_places: 3, places: [busy, near, far] },
    })
  })

  it('leaves out the month of a force that was late, and keeps a quiet one', () => {
    expect(apart(yearOf(1000, asked('2026-08', '2026-07'), [some({}), some({ drugs: 80 })])).value).toMatchObject({
      months: ['2026-07'],
      newest_month: { month: '2026-07', total_crimes: 80 },
    })
    expect(
      (yearOf(1000, asked('2026-08', '2026-07'), [some({}), some({ drugs: 2 })]) as { months: readonly string[] })
        .months,
    ).toEqual(['2026-08', '2026-07'])
    expect(yearOf(1000, asked('2026-08', '2026-07'), [some({}), some({})])).toMatchObject({
      total_crimes: 0,
      by_category: {},
      months: ['2026-08', '2026-07'],
    })
  })

  it('cuts only where a circle may pass what the service answers', () => {
    expect(slicesFor({ at: warrington, metres: 5000 }, 200)).toBe(1)
    expect(slicesFor({ at: westminster, metres: 5000 }, 1200)).toBe(5)
    expect(slicesFor({ at: westminster, metres: 5000 }, 90_000)).toBe(12)
  })

  it('leaves out the months for which the force of the place has handed in nothing, and says why', () => {
    const months = monthsUpTo('2026-03', 12)
    expect(handedIn('Cheshire', months)).toEqual(months)
    expect(handedIn(null, months)).toEqual(months)
    expect(handedIn('Gwent', months)).toEqual(months.filter((month) => !/2025-(09|1)/.test(month)))
    expect(whyShort('Gwent', months)).toBe(
      '4 months (2025-12, 2025-11, 2025-10 and 2025-09) left out: Gwent Police handed in nothing for them',
    )
    expect(handedIn('Greater Manchester', months)).toEqual([])
    expect(whyShort('Greater Manchester', months)).toBe(
      'Greater Manchester Police has handed in no street-level crimes since July 2019',
    )
  })

  it('says which share of a circle is of a force next door that has handed in nothing, and for how long', () => {
    const months = monthsUpTo('2026-08', 12)
    const leigh = { at: { lat: 53.444, lng: -2.505 }, metres: 3000 }
    const [lack] = beyondForce('Cheshire', leigh, months)
    expect(lack!.why).toMatch(
      /^about \d+ % of the circle is in Greater Manchester, whose police have handed in nothing$/,
    )
    expect(lack!.known).toBeGreaterThan(0.3)
    expect(lack!.known).toBeLessThan(0.95)
    expect(beyondForce('Greater Manchester', leigh, months)).toEqual([])
    expect(beyondForce('Cheshire', { ...leigh, at: warrington }, months)).toEqual([])

    const tutshill = { at: { lat: 51.651, lng: -2.664 }, metres: 3000 }
    const [short] = beyondForce('Gloucestershire', tutshill, months)
    expect(short!.why).toMatch(/in Gwent, whose police have handed in nothing for 4 months of these$/)
    expect(short!.known).toBeGreaterThan(0.66)
    expect(beyondForce('Gloucestershire', tutshill, monthsUpTo('2026-12', 12))).toEqual([])
  })

  it('says where the transport police handed in nothing, and only of the months that are counted', () => {
    expect(noteOn(['2026-02', '2026-01', '2025-12', '2025-11'])).toBe(
      'The British Transport Police, whose crimes are those on railways, handed in nothing for 2 months of these (November 2025 to December 2025)',
    )
    expect(noteOn(['2026-02', '2026-01'])).toBeNull()
  })
})

describe.skipIf(!recordings())('recorded answers of police-uk', () => {
  it('are read', () => {
    expect(read(newest, recorded('police-uk', 'crime-last-updated.json'))).toBe('2026-08')
    const body = recorded('police-uk', 'crimes-street-all-crime-WA1-1UH-2026-07-cut.json') as readonly {
      readonly category: string
      readonly location: { readonly latitude: string; readonly longitude: string }
    }[]
    const month = read(crimes, body, { at: warrington, metres: mile, month: '2026-07' }) as CrimesOfMonth
    expect(sum(month)).toBe(10)
    expect(month.by_category['anti-social-behaviour']).toBe(4)
    expect(month.by_category['bicycle-theft']).toBe(3)
    expect(Object.keys(month.by_category).toSorted()).toEqual(
      [...new Set(body.map(({ category }) => category))].toSorted(),
    )
    expect(month.total_places).toBe(
      new Set(body.map(({ location }) => `${location.latitude} ${location.longitude}`)).size,
    )
    expect(month.places.reduce((total, { crimes }) => total + crimes, 0)).toBe(10)
    expect(month.places.find(({ street }) => street === 'On or near Bridge Foot')).toMatchObject({
      coordinates: { lat: 53.385914, lng: -2.592154 },
      commonest_category: 'anti-social-behaviour',
    })
  })
})

describe('a rate', () => {
  const year = { radius_m: 1000, total_crimes: 330, months: Array.from({ length: 11 }, (_, i) => `2026-${i}`) }

  it('is of twelve months, however many are counted', () => {
    expect(rateOf(year, 9000)).toEqual({
      per_1000_residents: 40,
      residents: 9000,
      radius_m: 1000,
      months: 11,
      why_none: null,
    })
  })

  it('is none where hardly anybody lives', () => {
    expect(rateOf(year, 499)).toMatchObject({ per_1000_residents: null, residents: 499 })
    expect(rateOf(year, 499).why_none).toContain('under 500')
  })
})
