/** HTTP bodies: decompressed under a cap, and decoded to text. */
import { promisify, TextDecoder } from 'node:util'
import {
  brotliDecompress,
  constants,
  createBrotliDecompress,
  createGunzip,
  createInflate,
  gunzip,
  inflate,
  type ZlibOptions,
} from 'node:zlib'
import type { Readable, Transform } from 'node:stream'
import type { BodyFormat } from '@domesday/core'

/** A body that is not of the expected format. The message quotes none of it. */
export class Unreadable extends Error {}
/** A body over its source's size limit. */
export class TooLarge extends Error {}

/** The encodings that are decompressed here; undici gives bodies as they were sent. */
export const acceptEncoding = 'gzip, br'

type Decompress = (bytes: Uint8Array, options: ZlibOptions) => Promise<Buffer>
const whole: Readonly<Record<string, Decompress>> = {
  gzip: promisify(gunzip) as Decompress,
  'x-gzip': promisify(gunzip) as Decompress,
  deflate: promisify(inflate) as Decompress,
  br: promisify(brotliDecompress) as Decompress,
}
const streaming: Readonly<Record<string, () => Transform>> = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
}

/** The encodings, last applied first. */
const encodings = (headers: Readonly<Record<string, string>>): readonly string[] =>
  (headers['content-encoding'] ?? '')
    .toLowerCase()
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== '' && one !== 'identity')
    .toReversed()

const codecOf = <T>(table: Readonly<Record<string, T>>, encoding: string): T => {
  const one = table[encoding]
  if (one === undefined) throw new Unreadable('sent a body in an encoding that was not asked for')
  return one
}

/** Decompresses a whole body. The cap is on the result, so that a small body cannot become a huge one. */
export const decompress = async (
  bytes: Uint8Array,
  headers: Readonly<Record<string, string>>,
  cap: number,
): Promise<Uint8Array> => {
  if (bytes.length === 0) return bytes
  for (const encoding of encodings(headers)) {
    try {
      bytes = await codecOf(whole, encoding)(bytes, { maxOutputLength: cap })
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE')
        throw new TooLarge(`sent a body that is over ${cap} bytes when decompressed`)
      throw error instanceof Unreadable ? error : new Unreadable('sent a body that does not decompress')
    }
  }
  return bytes
}

/** The streams that decompress a body of any length. */
export const decompressors = (headers: Readonly<Record<string, string>>): readonly Transform[] =>
  encodings(headers).map((encoding) => codecOf(streaming, encoding)())

/**
 * At most so many decompressed bytes from the start of a body. The rest is dropped; empty where that cannot be read.
 */
export const frontOf = async (
  body: Readable,
  headers: Readonly<Record<string, string>>,
  most: number,
): Promise<Uint8Array> => {
  const chunks: Uint8Array[] = []
  let size = 0
  try {
    for await (const chunk of body as AsyncIterable<Uint8Array>) {
      chunks.push(chunk)
      size += chunk.length
      if (size >= most) break
    }
    let front: Uint8Array = Buffer.concat(chunks)
    // The compressed data is cut: give what could be decompressed.
    for (const encoding of encodings(headers))
      front = await codecOf(whole, encoding)(front, {
        maxOutputLength: most * 16,
        finishFlush: encoding === 'br' ? constants.BROTLI_OPERATION_FLUSH : constants.Z_SYNC_FLUSH,
      })
    return front.subarray(0, most)
  } catch {
    return Buffer.alloc(0)
  }
}

const named = /charset="?([^";\s]+)/i
/** An XML document may name its encoding itself. */
const declared = /^[^>]{0,100}encoding=["']([\w.:-]+)["']/

const decoder = (label: string): TextDecoder | null => {
  try {
    return new TextDecoder(label)
  } catch {
    return null
  }
}
const utf8 = new TextDecoder('utf-8', { fatal: true })

/** The text of a body, without its byte order mark. Where no encoding is named it is UTF-8, or else Windows-1252. */
export const decodeByContentType = (
  bytes: Uint8Array,
  contentType: string | undefined,
  as: BodyFormat = 'text',
): string => {
  const label =
    named.exec(contentType ?? '')?.[1] ??
    (as === 'xml' || as === 'tree'
      ? declared.exec(Buffer.from(bytes.subarray(0, 200)).toString('latin1'))?.[1]
      : undefined)
  const stated = label === undefined ? null : decoder(label)
  if (stated !== null) return stated.decode(bytes)
  try {
    return utf8.decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}
