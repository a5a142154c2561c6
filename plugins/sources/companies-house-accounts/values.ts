/** What the text of a fact says: a number, or yes and no. */
import { numeric } from '@domesday/core'
import type { XbrlFact } from './ixbrl.ts'

/** Formats where a dash stands for none. */
const dashed = new Set(['numdash', 'zerodash'])
/** Formats with a comma before the decimals. */
const withComma = new Set(['numdotcomma', 'numcomma', 'numspacecomma', 'numcommadecimal'])
/** A wrong scale could make anything of a number; millions of millions are none. */
const plausibleScale = /^[+-]?\d{1,2}$/

/** As it is written, before its scale. Brackets are decoration: a fact says itself that it is negative. */
const written = ({ text, format, negative }: XbrlFact): number | null => {
  if (format === 'fixedzero') return 0
  if (dashed.has(format) && /^\p{Pd}$|^−$/u.test(text)) return 0
  const [, minus, amount = ''] = /^\(?\s*([-−]?)(.*?)\s*\)?$/s.exec(text) ?? []
  const value = numeric(withComma.has(format) ? amount.replaceAll('.', '').replace(',', '.') : amount)
  return value !== null && value !== 0 && (negative || minus !== '') ? -value : value
}

/** `decimals` is how exact it is, and changes nothing. Null where it is no number. */
export const numberOf = (fact: XbrlFact): number | null => {
  const value = written(fact)
  const scale = fact.scale.trim()
  return value === null || !plausibleScale.test(scale) ? null : numeric(`${value}e${scale}`)
}

/**
 * People: a whole number. Some filers scale the number of staff down, so that three become 0.03: what is written counts
 * then, where it is whole. Null where no such number can be had.
 */
export const headcountOf = (fact: XbrlFact): number | null => {
  const isHeadcount = (value: number | null): boolean => value !== null && Number.isInteger(value) && value >= 0
  return [numberOf(fact), written(fact)].find(isHeadcount) ?? null
}

/** Either its text says it, or its format does, of an empty text. */
export const flagOf = ({ text, format }: XbrlFact): boolean | null => {
  if (format.endsWith('true') || text.toLowerCase() === 'true') return true
  return format.endsWith('false') || text.toLowerCase() === 'false' ? false : null
}
