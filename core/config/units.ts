/** The two kinds of quantity in settings: durations and sizes, written as text with a unit. */
const durationUnits = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const
const sizeUnits = { B: 1, kB: 1_000, MB: 1_000_000, GB: 1_000_000_000 } as const

/** JSON Schema patterns. */
export const durationPattern = '^\\d{1,9}(?:ms|s|m|h|d)$'
export const sizePattern = '^\\d{1,9}(?:B|kB|MB|GB)$'

const durationForm = new RegExp(durationPattern)
const sizeForm = new RegExp(sizePattern)

export const isDuration = (text: string): boolean => durationForm.test(text)

/** `500ms`, `8s`, `15m`, `24h` or `7d` in milliseconds. Throws a RangeError on anything else. */
export const milliseconds = (duration: string): number => {
  if (!isDuration(duration)) throw new RangeError(`'${duration}' is not a duration such as 500ms, 8s, 15m, 24h or 7d`)
  return parseInt(duration, 10) * durationUnits[duration.replace(/\d+/, '') as keyof typeof durationUnits]
}

/** Of a text that may be none. */
export const durationIn = (text: unknown): number | null =>
  typeof text === 'string' && isDuration(text) ? milliseconds(text) : null

/** In days where it is whole days, else in hours. */
export const inWords = (ms: number): string =>
  ms % durationUnits.d === 0 ? `${ms / durationUnits.d}d` : `${Number((ms / durationUnits.h).toFixed(1))}h`

/** `300kB`, `8MB` or `2GB` in bytes; the units are decimal. Throws a RangeError on anything else. */
export const bytes = (size: string): number => {
  if (!sizeForm.test(size)) throw new RangeError(`'${size}' is not a size such as 300kB, 8MB or 2GB`)
  return parseInt(size, 10) * sizeUnits[size.replace(/\d+/, '') as keyof typeof sizeUnits]
}
