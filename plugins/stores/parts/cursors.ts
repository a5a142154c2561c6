/** Cursors of accounts: numbers of rows, encrypted, because they tell how much all keys together are charged. */
import { createCipheriv, createDecipheriv, hash } from 'node:crypto'
import { BillingError } from '@domesday/core/store'

/** The second half of a cursor's block: a cursor of another key, or one that is made up, does not decrypt to it. */
const markOf = (keyId: string): Buffer => hash('sha256', keyId, 'buffer').subarray(0, 8)

/** `secret`: the ledger's own, 16 bytes. */
export const writeCursor = (secret: Uint8Array, keyId: string, seq: number): string => {
  const block = Buffer.alloc(16)
  block.writeBigUInt64BE(BigInt(seq))
  markOf(keyId).copy(block, 8)
  return createCipheriv('aes-128-ecb', secret, null).setAutoPadding(false).update(block).toString('base64url')
}

/** The number of the row. Throws `unknown_cursor`. */
export const readCursor = (secret: Uint8Array, keyId: string, cursor: string): number => {
  const bytes = Buffer.from(cursor, 'base64url')
  const block =
    bytes.length === 16 ? createDecipheriv('aes-128-ecb', secret, null).setAutoPadding(false).update(bytes) : bytes
  if (!block.subarray(8).equals(markOf(keyId)))
    throw new BillingError('unknown_cursor', 'this is no cursor of this account')
  return Number(block.readBigUInt64BE())
}
