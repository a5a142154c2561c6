import { describe, expect, it } from 'vitest'
import { likelihoodOf, nowOf, worstOf, type Band } from './index.ts'

const said = (riversAndSea: Band | null, surfaceWater: Band | null, addresses: readonly number[] | null = null) => {
  const [high = 0, medium = 0, low = 0] = addresses ?? []
  return likelihoodOf({ riversAndSea, surfaceWater, addresses: addresses && { high, medium, low } })
}

describe('the likelihood', () => {
  it('is the worst of both maps at the point, where both have a band', () => {
    expect(said('low', 'medium')).toEqual({
      level: 'medium',
      atLeast: 'medium',
      atMost: 'medium',
      area: 'point',
      riversAndSea: 'low',
      riversAndSeaAtMost: 'low',
      surfaceWater: 'medium',
      addresses: null,
    })
  })

  it('needs no second band where the first is high', () => {
    expect(said('high', null)).toMatchObject({ level: 'high', area: 'point', surfaceWater: null })
    expect(said(null, 'high')).toMatchObject({
      level: 'high',
      area: 'point',
      riversAndSea: null,
      riversAndSeaAtMost: 'high',
    })
  })

  it('is not known from one band alone: no band is no low risk', () => {
    expect(said('very low', null)).toMatchObject({
      level: null,
      atLeast: 'very low',
      atMost: 'high',
      area: null,
      surfaceWater: null,
    })
    expect(said(null, 'medium')).toMatchObject({ level: null, atLeast: 'medium', riversAndSeaAtMost: 'high' })
    expect(said(null, null)).toBeNull()
  })

  it('is that of the postcode where the point has none', () => {
    expect(said(null, null, [0, 14, 3])).toEqual({
      level: 'medium',
      atLeast: 'very low',
      atMost: 'medium',
      area: 'postcode',
      riversAndSea: null,
      riversAndSeaAtMost: 'medium',
      surfaceWater: null,
      addresses: { high: 0, medium: 14, low: 3 },
    })
    expect(said('low', null, [2, 0, 0])).toMatchObject({ level: 'high', atLeast: 'low', riversAndSeaAtMost: 'low' })
  })

  it('is very low from both where no address of the postcode is at risk', () => {
    expect(said(null, null, [0, 0, 0])).toMatchObject({
      level: 'very low',
      atMost: 'very low',
      area: 'postcode',
      riversAndSea: 'very low',
      surfaceWater: 'very low',
    })
  })

  it('goes by the point where that is worse than the postcode', () => {
    expect(said('medium', null, [0, 0, 0])).toMatchObject({
      level: 'medium',
      atLeast: 'medium',
      atMost: 'medium',
      riversAndSea: 'medium',
      surfaceWater: 'very low',
    })
  })

  it('of a postcode is that of its worst address', () => {
    expect(worstOf({ high: 1, medium: 0, low: 40 })).toBe('high')
    expect(worstOf({ high: 0, medium: 1, low: 40 })).toBe('medium')
    expect(worstOf({ high: 0, medium: 0, low: 1 })).toBe('low')
    expect(worstOf({ high: 0, medium: 0, low: 0 })).toBe('very low')
  })
})

describe('the likelihood now', () => {
  const low = said('low', 'low')!
  const open = said('low', null)!
  const words = { 1: 'Severe flood warning', 2: 'Flood warning', 3: 'Flood alert' } as const
  const warning = (level: 1 | 2 | 3, covers: boolean | null = true) => ({
    severity: words[level],
    covers_postcode: covers,
  })

  it('is raised by warnings whose area holds the point', () => {
    expect(nowOf(low, [])).toEqual({ level: 'low', atLeast: 'low', atMost: 'low' })
    expect(nowOf(low, [warning(3)])).toEqual({ level: 'medium', atLeast: 'medium', atMost: 'medium' })
    expect(nowOf(low, [warning(2)]).level).toBe('high')
    expect(nowOf(low, [warning(1, false), warning(1, null)]).level).toBe('low')
  })

  it('may be anything above where the warnings are not known', () => {
    expect(nowOf(low, null)).toEqual({ level: 'low', atLeast: 'low', atMost: 'high' })
  })

  it('is known to be high under a warning, whatever the maps leave open', () => {
    expect(nowOf(open, [])).toEqual({ level: null, atLeast: 'low', atMost: 'high' })
    expect(nowOf(open, [warning(3)])).toEqual({ level: null, atLeast: 'medium', atMost: 'high' })
    expect(nowOf(open, [warning(2)])).toEqual({ level: 'high', atLeast: 'high', atMost: 'high' })
  })
})
