/**
 * The connection. Commands fail at once while there is none, and after a moment if the engine stalls. Then none is sent
 * for a while, so that callers do not wait for it.
 */
import { Redis } from 'ioredis'
import { BillingError, type SharedParts } from '@domesday/core/store'
import { addressFaults } from './address.ts'
import { within } from './patience.ts'
import type { Times } from './times.ts'

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

/** What the engine says to a password that is wrong, or lacks. */
const isRefusal = (why: string): boolean => /^(WRONGPASS|NOAUTH|NOPERM|ERR AUTH|ERR invalid password)/.test(why)

/**
 * Rejects if the engine is too old. If it does not answer yet, or takes connections and is silent, the service starts,
 * and keeps trying.
 */
export const connect = async (url: string, log: SharedParts['log'], times: Times): Promise<Connection> => {
  for (const fault of addressFaults(url)) throw new BillingError('unusable', fault)
  const address = url.replace(/^valkey/, 'redis'),
    shown = shownAddress(address)
  const redis = new Redis(address, {
    connectTimeout: times.start,
    socketTimeout: times.silence,
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
    else {
      const what = isRefusal(why) ? 'refuses the password of VALKEY_URL' : 'does not answer'
      log.warn({ address: shown, why }, `Valkey ${what}: this node keeps limits by itself`)
    }
  }
  const rest = (why: unknown): void => {
    restUntil = performance.now() + times.rest
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
      const answer = await within(times.command, commands(redis))
      note(true, '')
      return answer
    } catch (fault) {
      rest(fault)
      return null
    }
  }
  await within(
    times.start,
    new Promise<void>((resolve) => {
      redis.once('ready', resolve)
      redis.once('error', () => resolve())
    }),
  ).catch(rest)
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
