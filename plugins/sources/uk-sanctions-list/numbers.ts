/** Company numbers in the words of the list: `UK Company no. 06527449`, `INN: 7720891730 / KPP: 772201001`. */
import { companyNumber } from '@domesday/vocabulary-companies'

export interface Numbered {
  /** Eight characters where it may be one of the United Kingdom's register. */
  readonly number: string
  /** The entry says that it is one of that register. */
  readonly isBritish: boolean
}

const british =
  /\b(UK|U\.K\.|united kingdom|great britain|compan(?:y|ies) house|england|scotland|(?<!new south )wales|northern ireland)\b/i
/** What is said right behind a number, in brackets: `1534407 (BVI)`. */
const behind = /^\s*\(([^)]*)\)/

/** A number as registers write it; one of the United Kingdom's with its zeros. Null where there is none. */
export const numberIn = (text: string | null): string | null =>
  numbersIn(text === null ? [] : [text])[0]?.number ?? null

/** Each number in the texts once, with what is said of it before or behind. */
export const numbersIn = (texts: readonly string[]): readonly Numbered[] => {
  const found = new Map<string, boolean>()
  for (const text of texts) {
    let before = 0
    for (const { 0: token, index } of text.matchAll(/\b[A-Z]{0,3}\d{3,}[A-Z]{0,3}\b/gi)) {
      const end = index + token.length
      const said = `${text.slice(before, index)} ${behind.exec(text.slice(end))?.[1] ?? ''}`
      const number = companyNumber(token) ?? token.toUpperCase()
      found.set(number, found.get(number) === true || british.test(said))
      before = end
    }
  }
  return [...found].map(([number, isBritish]) => ({ number, isBritish }))
}
