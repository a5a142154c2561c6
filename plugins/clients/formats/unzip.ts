/**
 * Entries of a zip on disk. yauzl goes by the directory at the archive's end, so that an archive which was cut short is
 * refused, and checks sizes; the caps and the checksums are ours.
 */
import { openPromise, type Entry, type ZipFile } from 'yauzl'
import { crc32 } from 'node:zlib'

export type { Entry }

/** A larger entry is refused, and one of more than 200 times its compressed size: no real table compresses so well. */
const mostBytes = 4 * 2 ** 30
const mostRatio = 200
const alwaysAllowed = 2 ** 26
const mostEntries = 100_000

const damaged = (cause?: unknown): Error => new Error('the zip is damaged or cut short', { cause })

const open = async (path: string): Promise<ZipFile> => {
  try {
    return await openPromise(path, { lazyEntries: true, autoClose: false })
  } catch (fault) {
    throw damaged(fault)
  }
}

/** The entries in the archive's order. */
export const entriesOf = async (path: string): Promise<Entry[]> => {
  const zip = await open(path)
  try {
    if (zip.entryCount <= mostEntries) return await Array.fromAsync(zip.eachEntry())
  } catch (fault) {
    throw damaged(fault)
  } finally {
    zip.close()
  }
  throw new Error('the zip has too many entries')
}

/** The entry's bytes, decompressed. */
export async function* entryBytes(path: string, entry: Entry): AsyncGenerator<Buffer> {
  const { fileName, compressedSize, uncompressedSize } = entry
  // yauzl refuses an entry that decompresses to more than it says.
  const limit = Math.min(mostBytes, Math.max(alwaysAllowed, compressedSize * mostRatio))
  if (uncompressedSize > limit) throw new Error(`the zip's entry ${fileName} decompresses to more than ${limit} bytes`)
  if (entry.isEncrypted() || ![0, 8].includes(entry.compressionMethod))
    throw new Error(`the zip's entry ${fileName} is encrypted, or compressed in an unknown way`)
  const zip = await open(path)
  let crc = 0
  try {
    for await (const chunk of (await zip.openReadStreamPromise(entry)) as AsyncIterable<Buffer>) {
      crc = crc32(chunk, crc)
      yield chunk
    }
  } catch (fault) {
    throw damaged(fault)
  } finally {
    zip.close()
  }
  if (crc !== entry.crc32) throw damaged()
}
