import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { hashKey, keyPattern, mintKey, readKeyId } from './key-format.ts'

const slips = fc.record({
  at: fc.nat(),
  character: fc.constantFrom(...'0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_ -'),
})

describe('the form of a key', () => {
  it('has a public id, 22 random characters of base 62 and a check of six', () => {
    const { id, key } = mintKey()
    expect(key).toMatch(/^domesday_live_[0-9A-Za-z]{10}_[0-9A-Za-z]{28}$/)
    expect(key).toMatch(keyPattern)
    expect(readKeyId(key)).toBe(id)
    expect(mintKey(id).key).not.toBe(key)
    expect(readKeyId(mintKey(id).key)).toBe(id)
  })

  it('never repeats, and uses the whole alphabet', () => {
    const keys = Array.from({ length: 500 }, () => mintKey().key)
    expect(new Set(keys).size).toBe(500)
    expect(new Set(keys.map((key) => key.slice(25, 47)).join(''))).toHaveLength(62)
  })

  it('ends in the CRC-32 of what stands before it, so that keys already issued stay valid', () => {
    expect(readKeyId('domesday_live_0123456789_ABCDEFGHIJKLMNOPQRSTUV33gDZ0')).toBe('0123456789')
    expect(readKeyId('domesday_live_0123456789_ABCDEFGHIJKLMNOPQRSTUV33gDZ1')).toBeNull()
  })

  it('finds every wrong, swapped, missing and added character', () => {
    const { key } = mintKey()
    fc.assert(
      fc.property(slips, ({ at, character }) => {
        const i = at % key.length
        const wrong = key.slice(0, i) + character + key.slice(i + 1)
        const swapped = key.slice(0, i) + (key[i + 1] ?? '') + key[i] + key.slice(i + 2)
        for (const typed of [wrong, swapped]) expect(readKeyId(typed) === null).toBe(typed !== key)
        expect(readKeyId(key.slice(0, i) + key.slice(i + 1))).toBeNull()
        expect(readKeyId(key.slice(0, i) + character + key.slice(i))).toBeNull()
      }),
      { numRuns: 500 },
    )
    for (const typed of ['', 'domesday_live_', `${key}\n`, ` ${key}`, key.toUpperCase(), 'x'.repeat(10_000)])
      expect(readKeyId(typed)).toBeNull()
  })

  it('is stored as its SHA-256', () => {
    expect(hashKey('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad')
  })
})
