import { apart, partly } from '@domesday/core'
import { describe, expect, it } from 'vitest'
import { beyond, ofCircle } from './index.ts'

const england = { covers: ['England'] } as const
const both = { covers: ['England', 'Wales'] } as const
const tutshill = { lat: 51.651, lng: -2.664 }
const cornhill = { lat: 55.647, lng: -2.224 }

describe('a circle', () => {
  it('beside a border reaches the nation beyond it, with a share that grows with the radius', () => {
    const [near, far] = [2000, 5000].map((metres) => beyond({ at: tutshill, metres }, england)['Wales']!)
    expect(near).toBeGreaterThan(0.2)
    expect(near).toBeLessThan(0.6)
    expect(far).toBeGreaterThan(0.3)
    expect(Object.keys(beyond({ at: cornhill, metres: 2000 }, both))).toEqual(['Scotland'])
  })

  it('that a source covers whole reaches nothing', () => {
    expect(beyond({ at: tutshill, metres: 5000 }, both)).toEqual({})
    expect(beyond({ at: cornhill, metres: 5000 }, { covers: ['England', 'Wales', 'Scotland'] })).toEqual({})
    expect(beyond({ at: cornhill, metres: 5000 }, {})).toEqual({})
  })

  it.each([
    ['Bristol, where the sea lies between', { lat: 51.45, lng: -2.58 }, 5000],
    ['Carlisle, 13 km off', { lat: 54.893, lng: -2.933 }, 5000],
    ['Shrewsbury, 14 km off', { lat: 52.707, lng: -2.754 }, 5000],
    ['Warrington, 30 km off', { lat: 53.389713, lng: -2.599634 }, 10_000],
    ['London', { lat: 51.50354, lng: -0.127695 }, 30_000],
    ['Alnwick, 30 km off', { lat: 55.413, lng: -1.706 }, 20_000],
  ])('around %s is whole', (_, at, metres) => {
    expect(beyond({ at, metres }, england)).toEqual({})
    expect(ofCircle(7, { at, metres }, england)).toBe(7)
  })

  it('beside the border of Ireland is a part of every source of the United Kingdom, and the sea is none', () => {
    const newry = { lat: 54.1753, lng: -6.3402 }
    expect(beyond({ at: newry, metres: 2000 }, {})).toEqual({})
    const [near, far] = [8000, 12_000].map((metres) => beyond({ at: newry, metres }, {})['the Republic of Ireland']!)
    expect(near).toBeGreaterThan(0)
    expect(far).toBeGreaterThan(near!)
    expect(far).toBeLessThan(0.5)
    expect(beyond({ at: { lat: 54.597, lng: -5.93 }, metres: 25_000 }, {})).toEqual({})
    expect(beyond({ at: { lat: 54.35, lng: -7.63 }, metres: 3000 }, {})).toEqual({})
    expect(beyond({ at: { lat: 54.0, lng: -6.4 }, metres: 500 }, {})).toEqual({ 'the Republic of Ireland': 1 })
  })

  it('over the Severn or the Solway is a part only for the land on the other side', () => {
    expect(beyond({ at: { lat: 51.563, lng: -2.664 }, metres: 2000 }, england)).toEqual({})
    expect(beyond({ at: { lat: 51.563, lng: -2.664 }, metres: 10_000 }, england)['Wales']).toBeLessThan(0.35)
    expect(beyond({ at: { lat: 54.87, lng: -3.39 }, metres: 15_000 }, england)['Scotland']).toBeGreaterThan(0.05)
  })
})

describe('what a source has of a circle', () => {
  it('is known in part by the share that it covers, and says what it lacks', () => {
    const { value, parts } = apart(ofCircle(3, { at: cornhill, metres: 5000 }, both))
    expect(value).toBe(3)
    expect(parts).toEqual([
      {
        why: expect.stringMatching(/^about \d+ % of the circle is in Scotland, which is not covered$/),
        known: expect.any(Number),
      },
    ])
    expect(parts[0]!.known).toBeGreaterThan(0.3)
    expect(parts[0]!.known).toBeLessThan(0.8)
  })

  it('keeps what else is not known of it, and stays none where there is none', () => {
    const { parts } = apart(ofCircle(partly([1], 'a row left out'), { at: tutshill, metres: 5000 }, england))
    expect(parts.map(({ why }) => why)).toEqual(['a row left out', expect.stringContaining('Wales')])
    expect(ofCircle(null, { at: tutshill, metres: 5000 }, england)).toBeNull()
  })
})
