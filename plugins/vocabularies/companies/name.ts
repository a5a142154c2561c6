/** Normalised names for comparison: capital letters, without accents and punctuation, word by word. */

/** A name that a company had, with its first and last day where they are known. */
export interface FormerName {
  readonly name: string
  readonly from?: string | null
  readonly until?: string | null
}

/** A company, with everything by which a source may identify it. */
export interface Company {
  /** Eight characters. */
  readonly number: string
  readonly name: string
  readonly formerNames: readonly FormerName[]
  /** The day on which it was formed; null or absent if not known. */
  readonly since?: string | null
}

/** Letters that are no letter with an accent, and are written without their stroke or as two elsewhere. */
const plainLetters: Readonly<Record<string, string>> = {
  Ø: 'O',
  Œ: 'OE',
  Æ: 'AE',
  Ł: 'L',
  Đ: 'D',
  Ð: 'D',
  Ħ: 'H',
  Þ: 'TH',
  Ŧ: 'T',
}

/** The words of a name. */
export const wordsOf = (name: string): readonly string[] =>
  name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toUpperCase()
    .replace(/[ØŒÆŁĐÐĦÞŦ]/g, (letter) => plainLetters[letter]!)
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
/** The same in an unnormalised name, where abbreviations may have dots. */
const writtenSuffix = new RegExp(
  `[\\s,(]+(?:${[...legal, 'P\\.L\\.C', 'L\\.L\\.P', 'C\\.I\\.C'].join('|').replaceAll(' ', '\\s+')})[.)]*\\s*$`,
  'i',
)

/** The words of a company's name without its legal suffixes; may be empty. */
export const companyWords = (name: string): readonly string[] => {
  let bare = wordsOf(name).join(' ')
  while (legalSuffix.test(bare)) bare = bare.replace(legalSuffix, '')
  return bare === '' ? [] : bare.split(' ')
}

/** These words as one text, without a leading article, which the register ignores too. May be empty. */
export const plainName = (name: string): string => companyWords(name).join(' ').replace(/^THE /, '')

/** The distinct plain names of a company, current and former. */
export const namesOf = ({
  name,
  formerNames,
}: {
  readonly name: string
  readonly formerNames: readonly { readonly name: string }[]
}): ReadonlySet<string> =>
  new Set([name, ...formerNames.map((former) => former.name)].map(plainName).filter((plain) => plain !== ''))

/** The unnormalised name without the legal form at its end, as a search text. */
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
/** The legal form at the end of a name, normalised; empty if there is none. */
export const formOf = (name: string): string => {
  const form = wordsOf(name).slice(companyWords(name).length).join(' ')
  return forms[form] ?? form
}
