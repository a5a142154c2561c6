import { describe, expect, it } from 'vitest'
import { bytes, milliseconds } from './units.ts'

describe('durations and sizes', () => {
  it.each([
    ['0s', 0],
    ['500ms', 500],
    ['8s', 8_000],
    ['15m', 900_000],
    ['24h', 86_400_000],
    ['7d', 604_800_000],
  ])('%s is %i ms', (text, ms) => {
    expect(milliseconds(text)).toBe(ms)
  })

  it.each([
    ['512B', 512],
    ['300kB', 300_000],
    ['8MB', 8_000_000],
    ['2GB', 2_000_000_000],
  ])('%s is %i bytes', (text, size) => {
    expect(bytes(text)).toBe(size)
  })

  it.each(['', '8', 's', '8 s', '1.5s', '-1s', '8S', '8s ', '8w', '1h30m', '8MB'])('%j is no duration', (text) => {
    expect(() => milliseconds(text)).toThrow(RangeError)
  })

  it.each(['', '8', '8mb', '8MiB', '8 MB', '-8MB', '8s'])('%j is no size', (text) => {
    expect(() => bytes(text)).toThrow(RangeError)
  })
})
