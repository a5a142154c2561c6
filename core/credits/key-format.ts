import { hash, randomInt } from 'node:crypto'
import { crc32 } from 'node:zlib'

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const idLength = 10
/** 131 bits. */
const secretLength = 22
/** The least that holds 32 bits in base 62. */
const checkLength = 6

/**
 * The form of a key, for scanners of leaked secrets too. Underscores only, so that a double click selects all of it.
 */
export const keyPattern = new RegExp(
  `^domesday_live_([0-9A-Za-z]{${idLength}})_[0-9A-Za-z]{${secretLength + checkLength}}$`,
)

/** A new key, of a new id unless one is given (as by a rotation). */
export const mintKey = (id: string = randomText(idLength)): { readonly id: string; readonly key: string } => {
  const stem = `domesday_live_${id}_${randomText(secretLength)}`
  return { id, key: stem + checkOf(stem) }
}

/** The public id in a key; null where the form or the checksum is wrong, so that a typing error costs no query. */
export const readKeyId = (key: string): string | null => {
  const id = keyPattern.exec(key)?.[1]
  return id !== undefined && key.endsWith(checkOf(key.slice(0, -checkLength))) ? id : null
}

/**
 * What is stored of a key, in hex: to a buffer the one-shot hash takes four times as long. One round is enough for
 * 131 random bits.
 */
export const hashKey = (key: string): string => hash('sha256', key)

const randomText = (length: number): string =>
  Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join('')

/** CRC-32, which finds every slip within four neighbouring characters. */
const checkOf = (stem: string): string => {
  let rest = crc32(stem)
  let check = ''
  while (check.length < checkLength) {
    check = alphabet[rest % alphabet.length] + check
    rest = Math.floor(rest / alphabet.length)
  }
  return check
}
