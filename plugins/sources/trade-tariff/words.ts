/** Comparison of goods descriptions: by words, in the singular, without words that do not describe goods. */

const empty = new Set([
  'a',
  'all',
  'an',
  'and',
  'any',
  'are',
  'as',
  'at',
  'be',
  'but',
  'by',
  'for',
  'from',
  'if',
  'in',
  'into',
  'is',
  'it',
  'its',
  'neither',
  'no',
  'nor',
  'not',
  'of',
  'on',
  'or',
  'other',
  'others',
  'such',
  'than',
  'that',
  'the',
  'their',
  'then',
  'there',
  'these',
  'they',
  'this',
  'to',
  'was',
  'which',
  'whether',
  'will',
  'with',
  'without',
])

/** Treats `asses` and `ass`, `horses` and `horse`, `berries` and `berry` alike. */
const singular = (word: string): string => {
  if (word.length < 4 || /(?:ss|us|is)$/.test(word)) return word
  if (word.endsWith('ies')) return `${word.slice(0, -3)}y`
  return /(?:ch|sh|ss|x)es$/.test(word) ? word.slice(0, -2) : word.replace(/s$/, '')
}

/** The words that describe goods; empty if there are none. */
export const tellingWords = (text: string): readonly string[] =>
  text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '' && !empty.has(word))
    .map(singular)
