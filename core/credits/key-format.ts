import { hash, randomInt } from 'node:crypto'
import { crc32 } from 'node:zlib'

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const idLength = 10
/** 131 bits. */
const secretLength = 22
/** The fewest characters that hold 32 bits in base 62. */
const checkLength = 6

/** The form of a key, for secret scanners too. Underscores only: a double click then selects the whole key. */
export const keyPattern = new RegExp(
  `^domesday_live_([0-9A-Za-z]{${idLength}})_[0-9A-Za-z]{${secretLength + checkLength}}$`,
)

/** A new key; with a new id unless one is passed (for a rotation). */
export const mintKey = (id: string = randomText(idLength)): { readonly id: string; readonly key: string } => {
  const stem = `domesday_live_${id}_${randomText(secretLength)}`
  return { id, key: stem + checkOf(stem) }
}

/** The public id in a key; null if the form or the checksum is wrong, so that a typing error costs no query. */
export const readKeyId = (key: string): string | null => {
  const id = keyPattern.exec(key)?.[1]
  return id !== undefined && key.endsWith(checkOf(key.slice(0, -checkLength))) ? id : null
}

/** The hex hash that is stored for a key. 131 random bits need no slow hash. Hex: a buffer takes four times as long. */
export const hashKey = (key: string): string => hash('sha256', key)

const randomText = (length: number): string =>
  Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join('')

/** CRC-32: detects every error within four neighbouring characters. */
const checkOf = (stem: string): string => {
  let rest = crc32(stem)
  let check = ''
  while (check.length < checkLength) {
    check = alphabet[rest % alphabet.length] + check
    rest = Math.floor(rest / alphabet.length)
  }
  return check
}
