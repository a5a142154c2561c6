/** Where the nodes of a fleet share files: what differs between a folder and a bucket. Names have no folders. */
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'

export interface Hashed {
  readonly sha256: string
  readonly bytes: number
}

export interface SharedPlace {
  /** Throws a `RangeError` if it is set up wrongly, and another error if it cannot be used now. */
  check(signal: AbortSignal): Promise<void>
  /** Null where there is no such file. */
  read(name: string, signal?: AbortSignal): Promise<string | null>
  write(name: string, text: string): Promise<void>
  /** Copies a shared file to a path. The copy may be incomplete: check its hash. */
  get(name: string, to: string, signal?: AbortSignal): Promise<void>
  /** Publishes a file with this hash, in one step. */
  put(name: string, from: string, hashed: Hashed): Promise<void>
  /** Those whose names begin so, and when they were written, Unix milliseconds. */
  list(begin: string): Promise<readonly { readonly name: string; readonly modified: number }[]>
  /** Does nothing if there is no such file. */
  remove(name: string): Promise<void>
}

export const hashOf = async (path: string, signal?: AbortSignal): Promise<Hashed> => {
  const hash = createHash('sha256')
  const file = createReadStream(path)
  await pipeline(file, hash, { ...(signal && { signal }) })
  return { sha256: hash.digest('hex'), bytes: file.bytesRead }
}
