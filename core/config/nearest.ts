/** Suggestions for misspelt words: "did you mean". */

/**
 * The word that was most likely meant, or null where none is close: up to two letters in five may differ. Case, and
 * `-` for `_`, do not count.
 */
export const nearest = (word: string, valid: Iterable<string>): string | null => {
  const wanted = fold(word)
  let best: string | null = null
  let least = Math.max(1, Math.floor(wanted.length * 0.4)) + 1
  for (const candidate of valid) {
    const distance = edits(wanted, fold(candidate))
    if (distance < least) [best, least] = [candidate, distance]
  }
  return best
}

/** `; did you mean 'weights'?`, else the valid words where they are few, else nothing. */
export const suggestion = (word: string, valid: readonly string[], what = 'legal'): string => {
  const near = nearest(word, valid)
  if (near !== null) return `; did you mean '${near}'?`
  return valid.length > 0 && valid.length <= 12 ? `; ${what}: ${valid.join(', ')}` : ''
}

const fold = (word: string): string => word.toLowerCase().replaceAll('-', '_')

/** Insertions, deletions, substitutions and swaps of neighbours (optimal string alignment). */
const edits = (a: string, b: string): number => {
  let before: number[] = []
  let above = Array.from({ length: b.length + 1 }, (_, j) => j)
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1]
      let cost = Math.min(above[j]! + 1, row[j - 1]! + 1, above[j - 1]! + (same ? 0 : 1))
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) cost = Math.min(cost, before[j - 2]! + 1)
      row.push(cost)
    }
    before = above
    above = row
  }
  return above[b.length]!
}
