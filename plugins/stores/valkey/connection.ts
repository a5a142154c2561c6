/**
 * The connection. Commands fail at once while there is none, and after a quarter of a second if the engine stalls. Then
 * none is sent for a second, so that callers do not wait for it.
 */
import { Redis } from 'ioredis'
import { BillingError, type SharedParts } from '@domesday/core/store'
import { within } from './patience.ts'

/** The longest that a command may take, milliseconds. */
const longest = 250
/** How long nothing is sent after a command failed, milliseconds; then the next one tries again. */
const restFor = 1_000
const oldest = 7

export interface Connection {
  readonly redis: Redis
  /** Whether a command may be sent. */
  readonly available: boolean
  /** Sends commands; null where the engine is away, or fails meanwhile. */
  send<T>(commands: (redis: Redis) => Promise<T>): Promise<T | null>
  close(): Promise<void>
}

/** The address without its password, for people. */
const shownAddress = (address: string): string => {
  const { protocol, host } = new URL(address)
  return `${protocol}//${host}`
}

const addressOf = (address: string): string => {
  if (!/^(rediss?|valkeys?):\/\/[^/\s]+/.test(address) || !URL.canParse(address))
    throw new BillingError('unusable', "VALKEY_URL must be an address such as 'redis://127.0.0.1:6379'")
  return address.replace(/^valkey/, 'redis')
}

/** Rejects if the engine is too old. If it does not answer yet, the service starts, and keeps trying. */
export const connect = async (url: string, log: SharedParts['log']): Promise<Connection> => {
  const address = addressOf(url),
    shown = shownAddress(address)
  const redis = new Redis(address, {
    connectTimeout: 2_000,
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    retryStrategy: (times) => Math.min(50 * 2 ** times, 2_000),
  })
  let restUntil = 0
  let wasAvailable: boolean | null = null
  const note = (available: boolean, why: string): void => {
    if (wasAvailable === available) return
    wasAvailable = available
    if (available) log.info({ address: shown }, 'Valkey answers: limits count the calls to all nodes')
    else log.warn({ address: shown, why }, 'Valkey does not answer: this node keeps limits by itself')
  }
  const rest = (why: unknown): void => {
    restUntil = performance.now() + restFor
    note(false, why instanceof Error ? why.message : String(why))
  }
  redis.on('error', rest)
  redis.on('close', () => {
    if (redis.status !== 'end') note(false, 'the connection was closed')
  })
  const isAvailable = (): boolean => redis.status === 'ready' && performance.now() >= restUntil
  const send = async <T>(commands: (redis: Redis) => Promise<T>): Promise<T | null> => {
    if (!isAvailable()) return null
    try {
      const answer = await within(longest, commands(redis))
      note(true, '')
      return answer
    } catch (fault) {
      rest(fault)
      return null
    }
  }
  await new Promise<void>((resolve) => {
    redis.once('ready', resolve)
    redis.once('error', () => resolve())
  })
  const version = await send(versionOf)
  if (version !== null && version.major < oldest) {
    redis.disconnect()
    throw new BillingError(
      'unusable',
      `${shown} is version ${version.text}, which is too old: Valkey, or Redis ${oldest} or newer, is needed`,
    )
  }
  return {
    redis,
    get available() {
      return isAvailable()
    },
    send,
    close: async () => {
      wasAvailable = false
      redis.disconnect()
    },
  }
}

/** Valkey reports the version of Redis that it is compatible with: 7.2. */
const versionOf = async (redis: Redis): Promise<{ readonly major: number; readonly text: string }> => {
  const text = /^redis_version:(\S+)/m.exec(await redis.info('server'))?.[1] ?? '0'
  return { major: Number.parseInt(text, 10), text }
}
