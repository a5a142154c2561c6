import { describe, expect, it } from 'vitest'
import { isReserved, keepable, licenceFault, termsOf } from './licences.ts'

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

  it('are asked for where the licence is misspelt, not where it is another or says its own', () => {
    for (const licence of ['OGL-UK-30', 'ogl-uk-3.0', 'OGL-3.0', 'OPL-30', 'CC-BY-40'])
      expect(licenceFault({ licence })).toContain('; did you mean')
    expect(licenceFault({ licence: 'OGL-UK-30' })).toContain("'OGL-UK-3.0'")
    for (const licence of ['OGL-UK-3.0', 'CC-BY-4.0', 'LicenseRef-own', 'none', 'CC0-1.0', ''])
      expect(licenceFault({ licence })).toBeNull()
    expect(licenceFault({ licence: 'CC-BY-3.0', charging: 'attribution' })).toBeNull()
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
