/** Texts that nodes cache for one another. Long ones are compressed: no JSON begins as gzip does. */
import { promisify } from 'node:util'
import { gunzipSync, gzip } from 'node:zlib'
import type { Redis } from 'ioredis'
import type { OpenShared, SharedCache, SharedParts } from '@domesday/core/store'
import type { Connection } from './connection.ts'
import { within } from './patience.ts'
import type { Times } from './times.ts'

/** After so many slow reads in a row none is sent for a while. */
const mostSlow = 3
/** Bytes from which texts are compressed: shorter ones save nothing worth the work. */
const leastCompressed = 1_000
const gzipMagic = Buffer.from('1f8b', 'hex')

/** What the engine says of a value that is no text. */
const isOther = (fault: Error): boolean => fault.message.startsWith('WRONGTYPE')
/** Its memory is full: writes fail, reads do not. */
const isFull = (fault: unknown): boolean => fault instanceof Error && fault.message.startsWith('OOM')

const compress = promisify(gzip)

const unpack = (stored: Buffer, longest: number): string => {
  if (stored.length > longest) return ''
  if (!stored.subarray(0, 2).equals(gzipMagic)) return stored.toString()
  try {
    return gunzipSync(stored, { maxOutputLength: longest }).toString()
  } catch {
    return ''
  }
}

interface Caching extends Pick<OpenShared, 'cache'> {
  /** Whether it may be asked. */
  readonly available: boolean
}

export const createCaching = (
  connection: Connection,
  prefix: string,
  { log, times }: { readonly log: SharedParts['log']; readonly times: Times },
): Caching => {
  let slow = 0,
    restUntil = 0
  const isAvailable = (): boolean => connection.available && performance.now() >= restUntil
  const noteSlow = (): void => {
    slow += 1
    if (slow < mostSlow || !isAvailable()) return
    slow = 0
    restUntil = performance.now() + times.cacheRest
    log.warn({ ms: times.cached }, 'Valkey is slow: this node keeps what it fetches to itself for a while')
  }
  /** Null if it takes too long. */
  const soon = async <T>(reading: Promise<T | null>): Promise<T | null> => {
    try {
      const value = await within(times.cached, reading)
      if (value !== null) slow = 0
      return value
    } catch {
      noteSlow()
      return null
    }
  }
  /** Never reads more than a node would have written, whatever is stored there. */
  const read = async (redis: Redis, keys: readonly string[], longest: number): Promise<readonly (string | null)[]> => {
    const reading = redis.pipeline()
    for (const key of keys) reading.getrangeBuffer(prefix + key, 0, longest)
    return (await reading.exec())!.map(([fault, stored]) => {
      if (fault !== null && !isOther(fault)) throw fault
      if (fault !== null) return ''
      return (stored as Buffer).length === 0 ? null : unpack(stored as Buffer, longest)
    })
  }

  const cache = (longest: number): SharedCache => ({
    get: async (keys) => (isAvailable() ? soon(connection.send((redis) => read(redis, keys, longest))) : null),
    set: (key, text, ms) => {
      const bytes = Buffer.from(text)
      if (bytes.length > longest || ms < 1 || !isAvailable()) return
      const packed = bytes.length < leastCompressed ? Promise.resolve(bytes) : compress(bytes, { level: 1 })
      void packed.then((stored) =>
        connection.send((redis) =>
          redis.set(prefix + key, stored, 'PX', Math.ceil(ms)).catch((fault: unknown) => {
            if (!isFull(fault)) throw fault
          }),
        ),
      )
    },
  })
  return {
    cache,
    get available() {
      return isAvailable()
    },
  }
}
