/** Hashes for indexes: 48 bits, which any engine keeps as a number. */
import { hash } from 'node:crypto'

export const shortHash = (text: string): number => hash('sha256', text, 'buffer').readUIntBE(0, 6)

/** Who or what a text names, as the index of erasures has it. */
export type SubjectHash = (term: string) => number

/**
 * By the key of an installation: the index alone tells nothing. SHA-512/256 of the key and the term, which cannot be
 * extended: an HMAC is ten times as dear.
 */
export const hashWith =
  (key: string): SubjectHash =>
  (term) =>
    hash('sha512-256', key + term, 'buffer').readUIntBE(0, 6)
