/** Counters, quotas and the count of nodes over one connection. */
import { randomUUID } from 'node:crypto'
import { RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible'
import type { Counter, OpenShared, Quota, SharedQuota, Window } from '@domesday/core/store'
import type { Connection } from './connection.ts'
import { defineScripts } from './scripts.ts'

/** How often a node shows that it lives, and how long it counts after that, milliseconds. */
const beatEvery = 2_000
const countsFor = 3 * beatEvery

export const openShared = async (connection: Connection, prefix: string): Promise<OpenShared> => {
  const { redis, send } = connection
  const scripts = defineScripts(redis)
  const node = randomUUID()
  let nodes = 1
  const beat = async (): Promise<void> => {
    nodes = (await send(() => scripts.seen(`${prefix}nodes`, node, countsFor))) ?? nodes
  }
  await beat()
  const beating = setInterval(() => void beat(), beatEvery).unref()

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
    }
  }

  return {
    counter,
    quota,
    get state() {
      return { available: connection.available, nodes }
    },
    close: async () => {
      clearInterval(beating)
      await send((client) => client.zrem(`${prefix}nodes`, node))
      await connection.close()
    },
  }
}
