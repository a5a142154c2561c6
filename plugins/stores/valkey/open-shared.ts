/** Counters, quotas, the cache and the count of nodes over one connection. */
import { randomUUID } from 'node:crypto'
import { RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible'
import type { Counter, OpenShared, Quota, Running, SharedParts, SharedQuota, Window } from '@domesday/core/store'
import { createCaching } from './cache.ts'
import { connect } from './connection.ts'
import { defineScripts } from './scripts.ts'
import { usual, type Times } from './times.ts'

/** Null for what no node writes: the result is shown to people. */
const runningIn = (text: string): Running | null => {
  const [, release, settings] = /^([\w.+-]{1,40}) ([\da-f]{12})$/.exec(text) ?? []
  return release === undefined || settings === undefined ? null : { release, settings }
}

export const openShared = async (
  { env, fleet, running, log, isCommand = false }: SharedParts,
  times: Times = usual,
): Promise<OpenShared> => {
  const connection = await connect(env['VALKEY_URL']!, log, times)
  const { redis, send } = connection
  const prefix = `domesday:${fleet}:`
  const caching = createCaching(connection, `${prefix}cache:${running().release}:`, { log, times })
  const scripts = defineScripts(redis)
  const node = isCommand ? '' : randomUUID()
  const seenAt = [`${prefix}nodes`, `${prefix}running`] as const
  let nodes = 1,
    run: readonly Running[] = [running()]
  const heartbeat = async (): Promise<void> => {
    const { release, settings } = running()
    const seen = await send(() => scripts.seen(...seenAt, node, times.counted, `${release} ${settings}`))
    if (seen === null) return
    nodes = Math.max(1, seen[0])
    run = seen[1].map(runningIn).filter((one) => one !== null)
  }
  await heartbeat()
  const timer = setInterval(() => void heartbeat(), times.heartbeat).unref()

  const counter = ({ name, points, duration }: Window, own: Counter): Counter => {
    const limiter = new RateLimiterRedis({ storeClient: redis, keyPrefix: `${prefix}limit:${name}`, points, duration })
    return {
      consume: async (caller) => {
        const counted = await send(() =>
          limiter.consume(caller).catch((fault: unknown) => {
            if (fault instanceof RateLimiterRes) return { usedUp: fault }
            throw fault
          }),
        )
        if (counted === null) return own.consume(caller)
        if ('usedUp' in counted) throw counted.usedUp
        return counted
      },
      get: async (caller) => {
        const found = await send(async () => ({ state: await limiter.get(caller) }))
        return found === null ? own.get(caller) : found.state
      },
    }
  }

  const quota = (source: string, { calls, per, burst }: Quota): SharedQuota => {
    const key = `${prefix}quota:${source}`,
      interval = per / calls,
      slack = (Math.max(1, burst) - 1) * interval
    return {
      take: async (most) => {
        const answer = await send(() => scripts.take(key, interval, slack, Number.isFinite(most) ? most : 1e12))
        return answer && { taken: answer[0] === 1, wait: Number(answer[1]) }
      },
      pause: (ms) => void send(() => scripts.pause(key, ms)),
      left: () => send(() => scripts.left(key, interval, slack)),
    }
  }

  return {
    counter,
    quota,
    cache: caching.cache,
    get state() {
      return { available: connection.available, caching: caching.available, nodes, running: run }
    },
    close: async () => {
      clearInterval(timer)
      if (!isCommand) await send((client) => client.multi().zrem(seenAt[0], node).hdel(seenAt[1], node).exec())
      await connection.close()
    },
  }
}
