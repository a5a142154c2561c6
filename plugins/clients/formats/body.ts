/** Bodies: unpacked under a cap and decoded to text. */
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

/** A body that cannot be read as what it should be. The message never holds any of it. */
export class Unreadable extends Error {}
/** A body that is larger than its source may send. */
export class TooLarge extends Error {}

/** What we can unpack; undici hands bodies over as they were sent. */
export const acceptEncoding = 'gzip, br'

type Unpack = (bytes: Uint8Array, options: ZlibOptions) => Promise<Buffer>
const whole: Readonly<Record<string, Unpack>> = {
  gzip: promisify(gunzip) as Unpack,
  'x-gzip': promisify(gunzip) as Unpack,
  deflate: promisify(inflate) as Unpack,
  br: promisify(brotliDecompress) as Unpack,
}
const streaming: Readonly<Record<string, () => Transform>> = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
}

/** Encodings in the order in which they come off. */
const encodings = (headers: Readonly<Record<string, string>>): readonly string[] =>
  (headers['content-encoding'] ?? '')
    .toLowerCase()
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== '' && one !== 'identity')
    .toReversed()

const known = <T>(table: Readonly<Record<string, T>>, encoding: string): T => {
  const one = table[encoding]
  if (one === undefined) throw new Unreadable('sent a body that is packed in a way that was not asked for')
  return one
}

/** Unpacks a whole body; the cap holds for what comes out, so that a small body cannot become a huge one. */
export const unpack = async (
  bytes: Uint8Array,
  headers: Readonly<Record<string, string>>,
  cap: number,
): Promise<Uint8Array> => {
  if (bytes.length === 0) return bytes
  for (const encoding of encodings(headers)) {
    try {
      bytes = await known(whole, encoding)(bytes, { maxOutputLength: cap })
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE')
        throw new TooLarge(`sent a body that is over ${cap} bytes when unpacked`)
      throw error instanceof Unreadable ? error : new Unreadable('sent a body that does not unpack')
    }
  }
  return bytes
}

/** The streams that unpack a body of any length. */
export const unpackers = (headers: Readonly<Record<string, string>>): readonly Transform[] =>
  encodings(headers).map((encoding) => known(streaming, encoding)())

/**
 * At most so many bytes from the front of a body, unpacked; the rest is dropped. Empty where even that cannot be
 * read.
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
    // The cut may fall anywhere: give what has come out so far.
    for (const encoding of encodings(headers))
      front = await known(whole, encoding)(front, {
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
    (as === 'xml' ? declared.exec(Buffer.from(bytes.subarray(0, 200)).toString('latin1'))?.[1] : undefined)
  const stated = label === undefined ? null : decoder(label)
  if (stated !== null) return stated.decode(bytes)
  try {
    return utf8.decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}
