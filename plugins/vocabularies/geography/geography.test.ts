import { describe, expect, it } from 'vitest'
import {
  away,
  circle,
  fromGrid,
  holds,
  inRing,
  metresBetween,
  nationCode,
  regionCode,
  toGrid,
  type Geometry,
} from './index.ts'

const square = (lng: number, lat: number, half: number) =>
  [
    [-1, -1],
    [1, -1],
    [1, 1],
    [-1, 1],
    [-1, -1],
  ].map(([x = 0, y = 0]) => [lng + x * half, lat + y * half])
const at = { lat: 53.4, lng: -2.6 }

describe('a polygon', () => {
  const ring: Geometry = { type: 'Polygon', coordinates: [square(-2.6, 53.4, 0.01), square(-2.6, 53.4, 0.001)] }

  it('holds what is inside it and in none of its holes', () => {
    expect(holds(ring, at)).toBe(false)
    expect(holds(ring, { lat: 53.405, lng: -2.6 })).toBe(true)
    expect(holds(ring, { lat: 53.42, lng: -2.6 })).toBe(false)
  })

  it('of several parts holds what any part holds', () => {
    const parts: Geometry = {
      type: 'MultiPolygon',
      coordinates: [[square(-3, 53.4, 0.01)], [square(-2.6, 53.4, 0.01)]],
    }
    expect(holds(parts, at)).toBe(true)
    expect(holds(parts, { lat: 53.4, lng: -2.8 })).toBe(false)
  })

  it('that is none holds nothing', () => {
    for (const none of [
      null,
      undefined,
      { type: 'Point', coordinates: [-2.6, 53.4] } as unknown as Geometry,
      { type: 'Polygon', coordinates: [] } as Geometry,
    ])
      expect(holds(none, at)).toBe(false)
  })
})

describe('distances', () => {
  it('go along the sphere', () => {
    expect(metresBetween(at, at)).toBe(0)
    expect(metresBetween({ lat: 53.389713, lng: -2.599634 }, { lat: 51.50354, lng: -0.127695 })).toBeCloseTo(
      268_400,
      -2,
    )
  })

  it('are in metres below a kilometre, and to a hundred metres above', () => {
    expect([0, 999, 1000, 11_960].map(away)).toEqual(['0 m', '999 m', '1.0 km', '12.0 km'])
  })

  it('of a circle’s corners are its radius, and its middle is inside', () => {
    const corners = circle(at, 500)
    for (const corner of corners) expect(Math.abs(metresBetween(at, corner) - 500)).toBeLessThan(2)
    expect(inRing(at, corners)).toBe(true)
    expect(inRing({ lat: 53.41, lng: -2.6 }, corners)).toBe(false)
  })
})

describe('the national grid', () => {
  it('agrees with the register of postcodes to some metres, and with itself', () => {
    const { easting, northing } = toGrid({ lat: 53.389713, lng: -2.599634 })
    expect(Math.hypot(easting - 360_218, northing - 388_263)).toBeLessThan(6)
    expect(metresBetween(fromGrid(easting, northing), { lat: 53.389713, lng: -2.599634 })).toBeLessThan(1)
  })
})

describe('codes', () => {
  it('of nations and regions go by their names, and there are none of other places', () => {
    expect([nationCode('Wales'), regionCode('North West')]).toEqual(['W92000004', 'E12000002'])
    expect([nationCode('Channel Islands'), regionCode('Wales')]).toEqual([null, null])
  })
})
