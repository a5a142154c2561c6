/**
 * Reads entries of a zip on disk. The directory at its end is what counts, so an archive that was cut short is
 * refused, and an entry is checked against its checksum; sizes need not stand before the entry, and the order of
 * entries does not matter.
 */
import { createReadStream } from 'node:fs'
import { open, type FileHandle } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { crc32, createInflateRaw } from 'node:zlib'

export interface Entry {
  readonly name: string
  readonly method: number
  readonly crc: number
  readonly packed: number
  readonly size: number
  readonly offset: number
}

/** More than any source's file; below it, two hundred times the packed size, which no honest table reaches. */
const mostBytes = 4 * 2 ** 30
const mostRatio = 200
const alwaysAllowed = 2 ** 26
const mostDirectory = 2 ** 26

const damaged = (): Error => new Error('the zip is damaged or cut short')

/** The entries in the archive's order. */
export const entriesOf = async (path: string): Promise<Entry[]> => {
  const file = await open(path)
  try {
    const { offset, length, count } = await findDirectory(file)
    if (length > mostDirectory) throw new Error('the zip has too many entries')
    const directory = await take(file, offset, length)
    const entries: Entry[] = []
    for (let at = 0; entries.length < count;) {
      if (at + 46 > length || directory.readUInt32LE(at) !== 0x02014b50) throw damaged()
      const [nameLength, extraLength, commentLength] = [
        directory.readUInt16LE(at + 28),
        directory.readUInt16LE(at + 30),
        directory.readUInt16LE(at + 32),
      ]
      const name = directory.toString('utf8', at + 46, at + 46 + nameLength)
      if ((directory.readUInt16LE(at + 8) & 1) === 1) throw new Error(`the zip's entry ${name} is encrypted`)
      const sizes = [directory.readUInt32LE(at + 24), directory.readUInt32LE(at + 20), directory.readUInt32LE(at + 42)]
      const [size, packed, begin] = wide(
        sizes,
        directory.subarray(at + 46 + nameLength, at + 46 + nameLength + extraLength),
      )
      entries.push({
        name,
        method: directory.readUInt16LE(at + 10),
        crc: directory.readUInt32LE(at + 16),
        size: size!,
        packed: packed!,
        offset: begin!,
      })
      at += 46 + nameLength + extraLength + commentLength
    }
    return entries
  } finally {
    await file.close()
  }
}

const findDirectory = async (file: FileHandle): Promise<{ offset: number; length: number; count: number }> => {
  const { size } = await file.stat()
  const tail = await take(file, Math.max(0, size - 65_557), Math.min(size, 65_557))
  for (let at = tail.length - 22; at >= 0; at--) {
    if (tail.readUInt32LE(at) !== 0x06054b50) continue
    const found = {
      count: tail.readUInt16LE(at + 10),
      length: tail.readUInt32LE(at + 12),
      offset: tail.readUInt32LE(at + 16),
    }
    if (found.count !== 0xffff && found.length !== 0xffffffff && found.offset !== 0xffffffff) return found
    if (at < 20 || tail.readUInt32LE(at - 20) !== 0x07064b50) throw damaged()
    const wideEnd = await take(file, Number(tail.readBigUInt64LE(at - 12)), 56)
    return {
      count: Number(wideEnd.readBigUInt64LE(32)),
      length: Number(wideEnd.readBigUInt64LE(40)),
      offset: Number(wideEnd.readBigUInt64LE(48)),
    }
  }
  throw damaged()
}

/** Sizes that do not fit 32 bits stand, in the same order, in the extra field 1. */
const wide = (sizes: readonly number[], extra: Buffer): number[] => {
  let field = Buffer.alloc(0)
  for (let at = 0; at + 4 <= extra.length; at += 4 + extra.readUInt16LE(at + 2)) {
    if (extra.readUInt16LE(at) === 1) field = Buffer.from(extra.subarray(at + 4, at + 4 + extra.readUInt16LE(at + 2)))
  }
  let next = 0
  return sizes.map((size) => {
    if (size !== 0xffffffff) return size
    if (field.length < next + 8) throw damaged()
    return Number(field.readBigUInt64LE((next += 8) - 8))
  })
}

/** The entry's bytes as they are unpacked. */
export async function* bytesOf(path: string, entry: Entry): AsyncGenerator<Buffer> {
  const limit = Math.min(mostBytes, Math.max(alwaysAllowed, entry.packed * mostRatio))
  if (entry.method !== 0 && entry.method !== 8)
    throw new Error(`the zip's entry ${entry.name} is packed in an unknown way`)
  const file = await open(path)
  let begin: number
  try {
    const head = await take(file, entry.offset, 30)
    if (head.readUInt32LE(0) !== 0x04034b50) throw damaged()
    begin = entry.offset + 30 + head.readUInt16LE(26) + head.readUInt16LE(28)
  } finally {
    await file.close()
  }
  if (entry.packed === 0) return
  const packed = createReadStream(path, { start: begin, end: begin + entry.packed - 1, highWaterMark: 1 << 18 })
  const bytes = entry.method === 0 ? packed : createInflateRaw({ chunkSize: 1 << 18 })
  if (bytes !== packed) pipeline(packed, bytes as ReturnType<typeof createInflateRaw>).catch(() => {})
  let size = 0
  let crc = 0
  try {
    for await (const chunk of bytes as AsyncIterable<Buffer>) {
      size += chunk.length
      if (size > limit) throw new Error(`the zip's entry ${entry.name} unpacks to more than ${limit} bytes`)
      crc = crc32(chunk, crc)
      yield chunk
    }
  } catch (fault) {
    throw (fault as NodeJS.ErrnoException).code?.startsWith('Z_') ? damaged() : fault
  }
  if (size !== entry.size || crc !== entry.crc) throw damaged()
}

const take = async (file: FileHandle, at: number, length: number): Promise<Buffer> => {
  const bytes = Buffer.alloc(length)
  const { bytesRead } = await file.read(bytes, 0, length, at)
  if (bytesRead < length) throw damaged()
  return bytes
}
