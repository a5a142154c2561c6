const DURATION_UNITS = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const
const SIZE_UNITS = { B: 1, kB: 1_000, MB: 1_000_000, GB: 1_000_000_000 } as const

/** JSON Schema patterns of the two kinds of quantity that settings are written in. */
export const DURATION_PATTERN = '^\\d{1,9}(?:ms|s|m|h|d)$'
export const SIZE_PATTERN = '^\\d{1,9}(?:B|kB|MB|GB)$'

const DURATION = new RegExp(DURATION_PATTERN)
const SIZE = new RegExp(SIZE_PATTERN)

export const isDuration = (text: string): boolean => DURATION.test(text)

/** `500ms`, `8s`, `15m`, `24h` or `7d` in milliseconds. Throws a RangeError on anything else. */
export function milliseconds(duration: string): number {
  if (!isDuration(duration)) throw new RangeError(`'${duration}' is not a duration such as 500ms, 8s, 15m, 24h or 7d`)
  return parseInt(duration, 10) * DURATION_UNITS[duration.replace(/\d+/, '') as keyof typeof DURATION_UNITS]
}

/** `300kB`, `8MB` or `2GB` in bytes; the units are decimal. Throws a RangeError on anything else. */
export function bytes(size: string): number {
  if (!SIZE.test(size)) throw new RangeError(`'${size}' is not a size such as 300kB, 8MB or 2GB`)
  return parseInt(size, 10) * SIZE_UNITS[size.replace(/\d+/, '') as keyof typeof SIZE_UNITS]
}
