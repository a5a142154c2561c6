/** Scripts, each of which is one step on the engine. They use its clock: those of the nodes differ. */
import type { Redis } from 'ioredis'

const now = `
local time = redis.call('time')
local now = time[1] * 1000 + time[2] / 1000
`

/** A token bucket kept as one number, the time at which it will be full again (the generic cell rate algorithm). */
const take = `${now}
local kept = redis.call('hmget', KEYS[1], 'full', 'paused')
local paused = tonumber(kept[2] or 0)
local start = math.max(tonumber(kept[1] or 0), now, paused)
local interval, slack, most = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3])
local wait = math.max(now, paused, start - slack) - now
if wait > most then return {0, tostring(wait)} end
redis.call('hset', KEYS[1], 'full', string.format('%.3f', start + interval))
redis.call('pexpire', KEYS[1], math.ceil(start + interval - now) + 1000)
return {1, tostring(wait)}
`

const pause = `${now}
local until_ = now + tonumber(ARGV[1])
local kept = redis.call('hmget', KEYS[1], 'full', 'paused')
if tonumber(kept[2] or 0) < until_ then redis.call('hset', KEYS[1], 'paused', string.format('%.3f', until_)) end
redis.call('pexpire', KEYS[1], math.ceil(math.max(tonumber(kept[1] or 0), until_) - now) + 1000)
return 1
`

const left = `${now}
local kept = redis.call('hmget', KEYS[1], 'full', 'paused')
local full, paused = tonumber(kept[1] or 0), tonumber(kept[2] or 0)
local interval, slack = tonumber(ARGV[1]), tonumber(ARGV[2])
if paused > now or full - slack > now then return 0 end
return math.floor((now + slack - math.max(full, now)) / interval) + 1
`

/**
 * Records the heartbeat of a node and what it runs, and removes nodes without one; a command has no name, and only
 * looks. Returns how many are left and what they run; nodes of an older release do not say.
 */
const seen = `${now}
if ARGV[1] ~= '' then
  redis.call('zadd', KEYS[1], now, ARGV[1])
  redis.call('hset', KEYS[2], ARGV[1], ARGV[3])
end
for _, gone in ipairs(redis.call('zrangebyscore', KEYS[1], '-inf', now - tonumber(ARGV[2]))) do
  redis.call('zrem', KEYS[1], gone)
  redis.call('hdel', KEYS[2], gone)
end
if ARGV[1] ~= '' then
  redis.call('pexpire', KEYS[1], ARGV[2])
  redis.call('pexpire', KEYS[2], ARGV[2])
end
return {redis.call('zcard', KEYS[1]), redis.call('hvals', KEYS[2])}
`

interface Scripts {
  take(key: string, interval: number, slack: number, most: number): Promise<[taken: 0 | 1, wait: string]>
  pause(key: string, ms: number): Promise<1>
  left(key: string, interval: number, slack: number): Promise<number>
  seen(nodes: string, running: string, node: string, ms: number, runs: string): Promise<[nodes: number, runs: string[]]>
}

export const defineScripts = (redis: Redis): Scripts => {
  redis.defineCommand('domesdayTake', { numberOfKeys: 1, lua: take })
  redis.defineCommand('domesdayPause', { numberOfKeys: 1, lua: pause })
  redis.defineCommand('domesdayLeft', { numberOfKeys: 1, lua: left })
  redis.defineCommand('domesdaySeen', { numberOfKeys: 2, lua: seen })
  const defined = redis as unknown as Record<string, (...given: readonly (string | number)[]) => Promise<any>>
  return {
    take: (...given) => defined['domesdayTake']!(...given),
    pause: (...given) => defined['domesdayPause']!(...given),
    left: (...given) => defined['domesdayLeft']!(...given),
    seen: (...given) => defined['domesdaySeen']!(...given),
  }
}
