/** Comparison of people's names, word by word. */
import { wordsOf } from '@domesday/vocabulary-companies'

const titles = new Set([
  'MR',
  'MRS',
  'MS',
  'MISS',
  'MX',
  'DR',
  'PROF',
  'PROFESSOR',
  'SIR',
  'DAME',
  'LORD',
  'LADY',
  'REV',
  'REVEREND',
  'BARON',
  'BARONESS',
  'CLLR',
  'HON',
  'RT',
  'THE',
])

/**
 * The words of a person's name, sorted, without titles: lists write `SURNAME, Forenames, Title`, records `Title
 * Forenames SURNAME`.
 */
export const personWords = (name: string): readonly string[] => {
  if (name.includes(',')) return wordsOf(name.split(',').slice(0, 2).join(' ')).toSorted()
  const words = wordsOf(name)
  const first = words.findIndex((word) => !titles.has(word))
  return words.slice(words.length - first > 1 ? first : 0).toSorted()
}

export const sameWords = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((word, i) => word === b[i])

/** Whether `among` contains every word. False if there are no words. */
export const allIn = (words: readonly string[], among: readonly string[]): boolean =>
  words.length > 0 && words.every((word) => among.includes(word))

/**
 * `Averil THORNQUIST` for `THORNQUIST, Averil` in the list of officers, and `Sir Osric FENWICK` for `FENWICK, Osric,
 * Sir`. The name of a corporate officer does not change.
 */
export const naturalName = ({
  name,
  is_corporate,
}: {
  readonly name: string
  readonly is_corporate: boolean
}): string => (is_corporate ? name : name.replace(/^([^,]+), ([^,]+)(?:, (.+))?$/, '$3 $2 $1').trim())

/** Whether two names have the same words, in whatever order. */
export const isOneName = (a: string, b: string): boolean => sameWords(personWords(a), personWords(b))

/** Whether two names may be one person's: one has all the words of the other, and at least two. */
export const mayBeOnePerson = (a: string, b: string): boolean => {
  const [one, other] = [personWords(a), personWords(b)]
  return Math.min(one.length, other.length) > 1 && (allIn(one, other) || allIn(other, one))
}
