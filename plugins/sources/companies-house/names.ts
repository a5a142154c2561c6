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
])

/** The words of a person's name, sorted: lists write `SURNAME, Forenames`, records `Title Forenames SURNAME`. */
export const personWords = (name: string): readonly string[] => {
  const words = wordsOf(name)
  const titled = !name.includes(',') && words.length > 2 && titles.has(words[0]!)
  return (titled ? words.slice(1) : words).toSorted()
}

export const sameWords = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((word, i) => word === b[i])

/** Whether `among` contains every word. False if there are no words. */
export const allIn = (words: readonly string[], among: readonly string[]): boolean =>
  words.length > 0 && words.every((word) => among.includes(word))

/**
 * `Averil THORNQUIST` for `THORNQUIST, Averil` in the list of officers. The name of a corporate officer does not
 * change.
 */
export const naturalName = ({
  name,
  is_corporate,
}: {
  readonly name: string
  readonly is_corporate: boolean
}): string => (is_corporate ? name : name.replace(/^([^,]+), (.+)$/, '$2 $1'))
