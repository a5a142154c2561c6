/** Random choices that a seed repeats. */

/** FNV-1a, then mulberry32: uniform enough for choices. */
export const randomOf = (seed: string) => {
  let state = Array.from(seed).reduce((sum, letter) => Math.imul(sum ^ letter.charCodeAt(0), 16_777_619), 2_166_136_261)
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const below = (limit: number): number => Math.floor(next() * limit)
  return {
    below,
    chance: (part: number): boolean => next() < part,
    pick: <T>(of: readonly T[]): T => of[below(of.length)]!,
  }
}
export type Random = ReturnType<typeof randomOf>
