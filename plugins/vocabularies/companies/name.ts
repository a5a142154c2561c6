/** Names as they are compared: capitals without accents and punctuation, word by word. */

/** The words of a name. */
export const wordsOf = (name: string): readonly string[] =>
  name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toUpperCase()
    .replaceAll('&', ' AND ')
    .replace(/['’‘`.]/g, '')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')

const legal = [
  'PUBLIC LIMITED COMPANY',
  'LIMITED LIABILITY PARTNERSHIP',
  'LIMITED PARTNERSHIP',
  'COMMUNITY INTEREST COMPANY',
  'COMMUNITY INTEREST PLC',
  'CWMNI CYFYNGEDIG CYHOEDDUS',
  'CWMNI BUDDIANT CYMUNEDOL',
  'PARTNERIAETH ATEBOLRWYDD CYFYNGEDIG',
  'LIMITED',
  'LTD',
  'UNLIMITED',
  'PLC',
  'LLP',
  'LP',
  'CIC',
  'CIO',
  'SCIO',
  'CYFYNGEDIG',
  'CYF',
  'CCC',
]
const legalSuffix = new RegExp(`(?:^| )(?:${legal.join('|')})$`)
/** The same in a name as it is written, where the short ones may have dots. */
const writtenSuffix = new RegExp(
  `[\\s,(]+(?:${[...legal, 'P\\.L\\.C', 'L\\.L\\.P', 'C\\.I\\.C'].join('|').replaceAll(' ', '\\s+')})[.)]*\\s*$`,
  'i',
)

/** The words of a company's name without its legal suffixes; none where it has no others. */
export const companyWords = (name: string): readonly string[] => {
  let bare = wordsOf(name).join(' ')
  while (legalSuffix.test(bare)) bare = bare.replace(legalSuffix, '')
  return bare === '' ? [] : bare.split(' ')
}

/**
 * The words as one text, without the article before them, which the register disregards too. Empty where there are no
 * others.
 */
export const plainName = (name: string): string => companyWords(name).join(' ').replace(/^THE /, '')

/** The plain names that a company has and had, each once: those by which others may know it. */
export const namesOf = ({
  name,
  formerNames,
}: {
  readonly name: string
  readonly formerNames: readonly string[]
}): ReadonlySet<string> => new Set([name, ...formerNames].map(plainName).filter((plain) => plain !== ''))

/** The name as it is written, but for the legal form at its end: what to search for. */
export const withoutForm = (name: string): string => name.replace(writtenSuffix, '')

const forms: Readonly<Record<string, string>> = {
  LTD: 'LIMITED',
  CYFYNGEDIG: 'LIMITED',
  CYF: 'LIMITED',
  CCC: 'PLC',
  'PUBLIC LIMITED COMPANY': 'PLC',
  'LIMITED LIABILITY PARTNERSHIP': 'LLP',
  'COMMUNITY INTEREST COMPANY': 'CIC',
}
/** The legal form at the end of a name, in one spelling; empty without one. */
export const formOf = (name: string): string => {
  const form = wordsOf(name).slice(companyWords(name).length).join(' ')
  return forms[form] ?? form
}
