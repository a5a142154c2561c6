/** Numbers of the companies registers. */
import { stated } from '@domesday/core'

// The registers beside that of England and Wales, which has none. R is Northern Ireland's before 1993.
const prefixes = [
  'AC',
  'BR',
  'CE',
  'CS',
  'ES',
  'FC',
  'FE',
  'GE',
  'GN',
  'GS',
  'IC',
  'IP',
  'LP',
  'NA',
  'NC',
  'NF',
  'NI',
  'NL',
  'NO',
  'NP',
  'NR',
  'NV',
  'NZ',
  'OC',
  'OE',
  'PC',
  'RC',
  'RS',
  'SA',
  'SC',
  'SE',
  'SF',
  'SG',
  'SI',
  'SL',
  'SO',
  'SP',
  'SR',
  'SZ',
  'UN',
  'ZC',
  'R',
]
const numbered = new RegExp(`^(?:GB-COH-)?(?:(\\d{1,8})|(${prefixes.join('|')})(\\d+)([A-Z]?))$`)

/**
 * The number of eight characters that was meant: one to eight digits, or a register's prefix with digits and at most
 * one closing letter, in any case, where leading zeros are missing and blanks stand between, and with the
 * organisation scheme before it or not. Null for anything else.
 */
export const companyNumber = (raw: unknown): string | null => {
  const [, plain, prefix = '', digits = '', letter = ''] =
    numbered.exec(stated(raw)?.replace(/\s/g, '').toUpperCase() ?? '') ?? []
  if (plain !== undefined) return /[1-9]/.test(plain) ? plain.padStart(8, '0') : null
  const width = 8 - prefix.length - letter.length
  return prefix !== '' && digits.length <= width ? prefix + digits.padStart(width, '0') + letter : null
}
