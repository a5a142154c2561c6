/** Hashes for indexes: 48 bits, which any engine keeps as a number. */
import { hash } from 'node:crypto'

export const shortHash = (text: string): number => hash('sha256', text, 'buffer').readUIntBE(0, 6)

/** The hash of a subject, as the index for erasures stores it. */
export type SubjectHash = (term: string) => number

/**
 * With the key of the installation, so that the index alone reveals nothing. SHA-512/256 resists length extension as
 * an HMAC does, at a tenth of its cost.
 */
export const hashWith =
  (key: string): SubjectHash =>
  (term) =>
    hash('sha512-256', key + term, 'buffer').readUIntBE(0, 6)
