/** Texts as they are stored: zstd where that is shorter. */
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib'

/** The first bytes of zstd (RFC 8878). No JSON begins with `(`. */
const magic = Buffer.from([0x28, 0xb5, 0x2f, 0xfd])

/** Bytes. Shorter texts hardly shrink, and each call costs thirty microseconds. */
const leastToCompress = 160

export const compressed = (text: string): Buffer => {
  const plain = Buffer.from(text)
  if (plain.length < leastToCompress) return plain
  const short = zstdCompressSync(plain)
  return short.length < plain.length ? short : plain
}

export const decompressed = (stored: Uint8Array): string => {
  const bytes = Buffer.from(stored.buffer, stored.byteOffset, stored.byteLength)
  return (bytes.subarray(0, 4).equals(magic) ? zstdDecompressSync(bytes) : bytes).toString()
}
