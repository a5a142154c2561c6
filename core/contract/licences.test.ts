import { describe, expect, it } from 'vitest'
import { isReserved, keepable, termsOf } from './licences.ts'

const own = { words: 'Ask us first.', url: 'https://example.org/terms' }

describe('the terms of a source', () => {
  it('are those of its licence, where that is one that many publishers use', () => {
    expect(termsOf({ licence: 'OGL-UK-3.0' })).toMatchObject({ charging: 'attribution', mayKeep: 'unlimited' })
  })

  it('are its own where it says so, and those of its licence for the rest', () => {
    expect(termsOf({ licence: 'OGL-UK-3.0', mayKeep: '30d' })).toMatchObject({
      charging: 'attribution',
      mayKeep: '30d',
    })
    expect(termsOf({ licence: 'LicenseRef-own', charging: 'free', mayKeep: 'no', terms: own })).toEqual({
      charging: 'free',
      mayKeep: 'no',
      terms: own,
    })
  })

  it('need a licence where nobody has said what they are', () => {
    for (const licence of ['LicenseRef-own', '', 'constructor'])
      expect(isReserved(termsOf({ licence }).charging)).toBe(true)
  })

  it('tell in milliseconds how long an answer may be kept', () => {
    expect((['no', '90m', '24h', '30d', 'unlimited'] as const).map(keepable)).toEqual([
      0,
      5_400_000,
      86_400_000,
      2_592_000_000,
      Infinity,
    ])
  })
})
