/** Company numbers. */
import { stated } from '@domesday/core'

// Held against the registrar's own lists (companieshouse/api-enumerations, company_prefix_features.yml; the prefixes of
// companieshouse/test-data-generator; the guide to its URIs). That of England and Wales has none. R: Northern Ireland
// before 1922.
const prefixes = [
  'AC|BR|CE|CS|EN|ES|FC|FE|GE|GN|GS|IC|IP|LP|NA|NC|NF|NI|NL|NO|NP|NR|NV|NZ|OC|OE|PC|R',
  'RC|RS|SA|SC|SE|SF|SG|SI|SL|SO|SP|SR|SZ|UN|ZC',
]
// Societies and old partnerships have numbers that end in letters: IP27861R, SL00911A, SP2014RS, IP000CUS.
const numbered = new RegExp(`^(?:GB-COH-)?(?:(\\d{1,8})|(${prefixes.join('|')})(\\d+)([A-Z]{0,3}))$`)

/** The form of whole numbers, in capitals and without blanks. Six and seven digits lack their zeros. */
export const numberPattern =
  '^([0-9]{6,8}|[A-Z]{2}([0-9]{6}|[0-9]{5}[A-Z]|[0-9]{4}[A-Z]{2}|[0-9]{3}[A-Z]{3})|R[0-9]{7})$'

/**
 * Normalises a company number to eight characters. Accepts one to eight digits, or a register's prefix with digits and
 * up to three final letters; any case, missing leading zeros, spaces, and an organisation scheme before it. Two or
 * three final letters belong to a number only where it is whole. Null for anything else.
 */
export const companyNumber = (raw: unknown): string | null => {
  const [, plain, prefix = '', digits = '', letters = ''] =
    numbered.exec(stated(raw)?.replace(/\s/g, '').toUpperCase() ?? '') ?? []
  if (plain !== undefined) return /[1-9]/.test(plain) ? plain.padStart(8, '0') : null
  const width = 8 - prefix.length - letters.length
  const fits = letters.length > 1 ? digits.length === width : digits.length <= width
  return prefix !== '' && fits ? prefix + digits.padStart(width, '0') + letters : null
}
