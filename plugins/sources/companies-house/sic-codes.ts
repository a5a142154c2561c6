/**
 * The register's list of industries: the codes of 2007, the register's own codes for companies without a trade, and the
 * four-digit codes of 2003 in old records.
 */
import { object, once, orNull, text, type Of } from '@domesday/core'
import lines from './sic-codes.json' with { type: 'json' }

const descriptions = once(
  () => new Map(lines.map((line) => [line.slice(0, line.indexOf(' ')), line.slice(line.indexOf(' ') + 1)])),
)

/** The codes of 2007 that begin with these digits. */
export const sicCodesBelow = (digits: string): readonly string[] =>
  [...descriptions().keys()].filter((code) => code.length === 5 && code.startsWith(digits))

/** An industry, by its code and in words. */
export const industry = object({
  code: text('Five digits'),
  description: orNull(text("In the register's words; null for a code that its list has not")),
})
export type Industry = Of<typeof industry>
export const industryOf = (code: string): Industry => ({ code, description: descriptions().get(code) ?? null })
