import { describe, expect, it } from 'vitest'
import { placesOf, type Crime } from './places.ts'

const middle = { lat: 53.389713, lng: -2.599634 }
const crime = (latitude: string, category: string, name = 'On or near Bridge Street'): Crime => ({
  category,
  location: { latitude, longitude: '-2.599634', street: { name } },
})

describe('map points', () => {
  it('are those with the most crimes first, then the nearest, each with its commonest category', () => {
    expect(
      placesOf(
        [
          crime('53.399713', 'drugs'),
          crime('53.390713', 'burglary'),
          crime('53.394713', 'drugs'),
          crime('53.394713', 'robbery'),
          crime('53.394713', 'robbery'),
        ],
        middle,
      ),
    ).toEqual({
      total_places: 3,
      places: [
        {
          coordinates: { lat: 53.394713, lng: -2.599634 },
          distance_m: 556,
          street: 'On or near Bridge Street',
          crimes: 3,
          commonest_category: 'robbery',
        },
        {
          coordinates: { lat: 53.390713, lng: -2.599634 },
          distance_m: 111,
          street: 'On or near Bridge Street',
          crimes: 1,
          commonest_category: 'burglary',
        },
        {
          coordinates: { lat: 53.399713, lng: -2.599634 },
          distance_m: 1112,
          street: 'On or near Bridge Street',
          crimes: 1,
          commonest_category: 'drugs',
        },
      ],
    })
  })

  it('may have no name, and a crime no point', () => {
    expect(placesOf([crime('53.390713', 'drugs', 'On or near ')], middle).places).toMatchObject([{ street: null }])
    expect(placesOf([crime('53.390713', 'drugs', 'On or near Theatre/concert Hall')], middle).places).toMatchObject([
      { street: 'On or near Theatre/concert Hall' },
    ])
    expect(
      placesOf(
        [
          { category: 'drugs', location: null },
          { category: 'drugs' },
          { category: 'drugs', location: { latitude: '', longitude: '', street: null } },
        ],
        middle,
      ),
    ).toEqual({ total_places: 0, places: [] })
  })

  it('show no category that is no slug', () => {
    const odd = ['<b>drugs</b>', '', 'x'.repeat(400), { a: 1 }, null] as readonly unknown[]
    expect(
      odd.map(
        (category) =>
          placesOf([{ ...crime('53.390713', 'drugs'), category: category as string }], middle).places[0]!
            .commonest_category,
      ),
    ).toEqual(Array(5).fill('other-crime'))
  })

  it('stay few and are found soon, however many crimes a month has', () => {
    const rows = Array.from({ length: 10_000 }, (_, i) =>
      crime((53.35 + ((i * 7919) % 1700) / 20_000).toFixed(6), ['drugs', 'robbery', 'burglary'][i % 3]!),
    )
    /** The shortest of some tries: a busy machine makes others longer. */
    const shortest = (crimes: typeof rows): number =>
      Math.min(
        ...Array.from({ length: 7 }, () => {
          const began = performance.now()
          placesOf(crimes, middle)
          return performance.now() - began
        }),
      )
    const { total_places: total, places: top } = placesOf(rows, middle)
    expect([total, top.length]).toEqual([1700, 25])
    expect(JSON.stringify(top).length).toBeLessThan(5000)
    // In quadratic time ten times as many rows take a hundred times as long.
    expect(shortest(rows)).toBeLessThan(50 * shortest(rows.slice(0, 1_000)))
  })
})
