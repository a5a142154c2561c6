/** Names as they are compared: capitals without accents and punctuation, word by word. */

/** The words of a name. */
export const wordsOf = (name: string): readonly string[] => name.normalize('NFKD').replace(/\p{M}/gu, '').toUpperCase()
  .replaceAll('&', ' AND ')
  .replace(/['’‘`.]/g, '')
  .split(/[^\p{L}\p{N}]+/u)
  .filter((word) => word !== '')

const legal = [
  'PUBLIC LIMITED COMPANY', 'LIMITED LIABILITY PARTNERSHIP', 'LIMITED PARTNERSHIP', 'COMMUNITY INTEREST COMPANY', 'COMMUNITY INTEREST PLC',
  'CWMNI CYFYNGEDIG CYHOEDDUS', 'CWMNI BUDDIANT CYMUNEDOL', 'PARTNERIAETH ATEBOLRWYDD CYFYNGEDIG',
  'LIMITED', 'LTD', 'UNLIMITED', 'PLC', 'LLP', 'LP', 'CIC', 'CIO', 'SCIO', 'CYFYNGEDIG', 'CYF', 'CCC',
]
const legalSuffix = new RegExp(`(?:^| )(?:${legal.join('|')})$`)

/** The words of a company's name without its legal suffixes; none where it has no others. */
export const companyWords = (name: string): readonly string[] => {
  let bare = wordsOf(name).join(' ')
  while (legalSuffix.test(bare)) bare = bare.replace(legalSuffix, '')
  return bare === '' ? [] : bare.split(' ')
}

const titles = new Set(['MR', 'MRS', 'MS', 'MISS', 'MX', 'DR', 'PROF', 'PROFESSOR', 'SIR', 'DAME', 'LORD', 'LADY', 'REV', 'REVEREND', 'BARON', 'BARONESS'])

/** The words of a person's name, sorted: lists write `SURNAME, Forenames`, records `Title Forenames SURNAME`. */
export const personWords = (name: string): readonly string[] => {
  const words = wordsOf(name)
  const titled = !name.includes(',') && words.length > 2 && titles.has(words[0]!)
  return (titled ? words.slice(1) : words).toSorted()
}

export const sameWords = (a: readonly string[], b: readonly string[]): boolean => a.length === b.length && a.every((word, i) => word === b[i])

/** Whether every word stands among the others. No words stand nowhere. */
export const allIn = (words: readonly string[], among: readonly string[]): boolean => words.length > 0 && words.every((word) => among.includes(word))

/** `Averil THORNQUIST` for what the list of officers writes as `THORNQUIST, Averil`. The name of a corporate officer stays. */
export const naturalName = ({ name, corporate }: { readonly name: string; readonly corporate: boolean }): string =>
  corporate ? name : name.replace(/^([^,]+), (.+)$/, '$2 $1')
