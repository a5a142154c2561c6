/** What nodes share on Valkey: counts, quotas, pauses and their number, and what is left while it is away. */
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { Redis } from 'ioredis'
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { Counter, OpenShared, Running } from '../../core/contract/shared.ts'
import { valkey } from '@domesday/store-valkey'
import { valkeyHere } from '../support/engines.ts'
import { tcpProxy } from '../support/tcp-proxy.ts'

const engine = await valkeyHere()

interface Line {
  readonly level: 'info' | 'warn'
  readonly message: string
  readonly [detail: string]: unknown
}
const opened = async (
  fleet: string,
  url: string = engine!.url,
  running: Running = { release: '3.0.0', settings: '0123456789ab' },
  isCommand = false,
): Promise<{ readonly node: OpenShared; readonly lines: readonly Line[] }> => {
  const lines: Line[] = []
  const node = await valkey.open({
    env: { VALKEY_URL: url },
    fleet,
    running: () => running,
    isCommand,
    log: {
      info: (details, message) => lines.push({ level: 'info', message, ...details }),
      warn: (details, message) => lines.push({ level: 'warn', message, ...details }),
    },
  })
  onTestFinished(() => node.close())
  return { node, lines }
}

const window = { name: 'calls', points: 10, duration: 60 }
const counterOf = (node: OpenShared): Counter =>
  node.counter(window, new RateLimiterMemory({ points: window.points, duration: window.duration }))
/** How many of so many calls pass. */
const passing = async (counter: Counter, calls: number, caller = 'a'): Promise<number> => {
  const settled = await Promise.allSettled(Array.from({ length: calls }, () => counter.consume(caller)))
  for (const one of settled) if (one.status === 'rejected') expect(one.reason).toBeInstanceOf(RateLimiterRes)
  return settled.filter(({ status }) => status === 'fulfilled').length
}

describe.skipIf(engine === null)('on Valkey', () => {
  it('two nodes count the calls of a caller together', async () => {
    const fleet = randomUUID()
    const [one, other] = [await opened(fleet), await opened(fleet)].map(({ node }) => counterOf(node))
    const passed = await Promise.all([passing(one!, 12), passing(other!, 12), passing(other!, 3, 'b')])
    expect([passed[0]! + passed[1]!, passed[2]]).toEqual([10, 3])
    expect((await one!.get('b'))?.remainingPoints).toBe(7)
    expect(await one!.get('c')).toBeNull()
  })

  it('two fleets do not', async () => {
    const [one, other] = [await opened(randomUUID()), await opened(randomUUID())].map(({ node }) => counterOf(node))
    expect([await passing(one!, 12), await passing(other!, 12)]).toEqual([10, 10])
  })

  it('two nodes share the quota of a source: its burst, and then a token each interval', async () => {
    const fleet = randomUUID(),
      rate = { calls: 10, per: 10_000, burst: 3 }
    const nodes = [await opened(fleet), await opened(fleet)].map(({ node }) => node.quota('ofsted', rate))
    const waits: number[] = []
    for (let i = 0; i < 6; i++) waits.push((await nodes[i % 2]!.take(Infinity))!.wait)
    expect(waits.map((ms) => Math.round(ms / 500))).toEqual([0, 0, 0, 2, 4, 6])
    // A token that comes too late is not taken.
    expect(await nodes[0]!.take(1_000)).toMatchObject({ taken: false })
    expect(Math.round((await nodes[1]!.take(Infinity))!.wait / 500)).toBe(8)
  })

  it('a pause holds for both', async () => {
    const fleet = randomUUID(),
      rate = { calls: 100, per: 1_000, burst: 50 }
    const [one, other] = [await opened(fleet), await opened(fleet)].map(({ node }) => node.quota('ofsted', rate))
    one!.pause(5_000)
    await one!.take(0)
    one!.pause(1_000)
    const { taken, wait: ms } = (await other!.take(0))!
    expect([taken, Math.round(ms / 1000)]).toEqual([false, 5])
  })

  it('the nodes are counted', async () => {
    const fleet = randomUUID()
    const { node: one } = await opened(fleet)
    expect(one.state).toMatchObject({ available: true, caching: true, nodes: 1 })
    const { node: other } = await opened(fleet)
    expect(other.state.nodes).toBe(2)
    await wait(2_200)
    expect(one.state.nodes).toBe(2)
    await other.close()
    await wait(2_200)
    expect(one.state.nodes).toBe(1)
  })

  it('a command shares limits and is none of them', async () => {
    const fleet = randomUUID()
    const { node } = await opened(fleet)
    const { node: command } = await opened(fleet, engine!.url, { release: '3.0.0', settings: 'ffffffffffff' }, true)
    expect(command.state).toMatchObject({ available: true, nodes: 1, running: node.state.running })
    expect([await passing(counterOf(command), 4), await passing(counterOf(node), 12)]).toEqual([4, 6])
    await wait(2_200)
    expect(node.state).toMatchObject({ nodes: 1, running: [{ settings: '0123456789ab' }] })
    const { node: alone } = await opened(randomUUID(), engine!.url, undefined, true)
    expect(alone.state.nodes).toBe(1)
  })

  it('while it is away a node counts by itself, and says so once; then together again', async () => {
    const proxy = await tcpProxy(engine!),
      fleet = randomUUID()
    onTestFinished(proxy.close)
    const { node, lines } = await opened(fleet, `redis://127.0.0.1:${proxy.port}`)
    const counter = counterOf(node)
    expect(await passing(counter, 4)).toBe(4)
    proxy.cut()
    await wait(50)
    expect(node.state.available).toBe(false)
    expect(await passing(counter, 12)).toBe(10)
    expect(await node.quota('ofsted', { calls: 1, per: 1000, burst: 1 }).take(0)).toBeNull()
    proxy.restore()
    await expect.poll(() => node.state.available, { timeout: 10_000 }).toBe(true)
    // Six are left of the count that both share.
    expect(await passing(counter, 12)).toBe(6)
    expect(lines.filter(({ level }) => level === 'warn')).toHaveLength(1)
  })

  it('a process that is busy does not take it for slow', async () => {
    const { node, lines } = await opened(randomUUID())
    const cache = node.cache(100)
    cache.set('a', 'text', 10_000)
    await expect.poll(() => cache.get(['a', 'b'])).toEqual(['text', null])
    const [passes, read] = [passing(counterOf(node), 1), cache.get(['a'])]
    for (const until = performance.now() + 400; performance.now() < until;);
    expect([await passes, await read]).toEqual([1, ['text']])
    expect(node.state).toMatchObject({ available: true, caching: true })
    expect(lines.filter(({ level }) => level === 'warn')).toEqual([])
  })

  it('a node that is slow to be answered says so, and then that it is not', async () => {
    const proxy = await tcpProxy(engine!)
    onTestFinished(proxy.close)
    const { node, lines } = await opened(randomUUID(), `redis://127.0.0.1:${proxy.port}`)
    const cache = node.cache(100)
    // Not so slow that limits suffer: it answers within a fifth of a second.
    const slowly = async (): Promise<unknown> => {
      proxy.deafen()
      const read = cache.get(['a'])
      await wait(100)
      proxy.restore()
      await wait(50)
      return read
    }
    for (const _ of [1, 2, 3]) expect(await slowly()).toBeNull()
    expect(node.state).toMatchObject({ available: true, caching: false })
    expect(lines.filter(({ level }) => level === 'warn').map(({ message }) => message)).toEqual([
      'Valkey is slow: this node keeps what it fetches to itself for a while',
    ])
    expect(await passing(counterOf(node), 1)).toBe(1)
    await expect.poll(() => node.state.caching, { timeout: 10_000 }).toBe(true)
    expect(await cache.get(['a'])).toEqual([null])
  })

  it('the nodes tell one another what they run', async () => {
    const fleet = randomUUID()
    const [a, b] = [
      { release: '3.2.0', settings: '000000000001' },
      { release: '3.3.0-rc.1', settings: '000000000002' },
    ]
    const { node: one } = await opened(fleet, engine!.url, a)
    const { node: other } = await opened(fleet, engine!.url, b)
    expect(other.state.running).toHaveLength(2)
    expect(other.state.running).toEqual(expect.arrayContaining([a, b]))
    const redis = new Redis(engine!.url)
    onTestFinished(() => redis.disconnect())
    await redis.hset(`domesday:${fleet}:running`, 'stranger', '<b>anything</b>')
    await wait(2_200)
    expect(one.state.running).toHaveLength(2)
    await other.close()
    await wait(2_200)
    expect(one.state.running).toEqual([a])
  })

  it('where it stalls one call waits a quarter of a second, and the next ones not at all', async () => {
    const proxy = await tcpProxy(engine!)
    onTestFinished(proxy.close)
    const { node } = await opened(randomUUID(), `redis://127.0.0.1:${proxy.port}`)
    const counter = counterOf(node)
    await counter.consume('a')
    proxy.stall()
    const timed = async (): Promise<number> => {
      const begun = performance.now()
      await counter.consume('a')
      return performance.now() - begun
    }
    const first = await timed()
    expect(first).toBeGreaterThan(200)
    expect(first).toBeLessThan(1_000)
    expect(await timed()).toBeLessThan(100)
    proxy.restore()
    await expect.poll(() => node.state.available, { timeout: 10_000 }).toBe(true)
  })
})

describe('an address', () => {
  it('that is none is refused, and its password not told', async () => {
    await expect(opened('x', 'http://:secret@127.0.0.1')).rejects.toThrow(/^VALKEY_URL must be an address such as/)
  })

  it.each(['redis://user:12/ab@127.0.0.1', 'redis://user:12?ab@127.0.0.1', 'redis://user:12#ab@127.0.0.1'])(
    'that has a sign in its password which ends a host is refused, and nothing of it told: %s',
    async (url) => {
      await expect(opened('x', url)).rejects.toThrow(
        /^VALKEY_URL has a '@' behind its host: write \/ \? # and @ of a password as %2F %3F %23 and %40$/,
      )
    },
  )

  it('of an engine that takes connections and is silent holds nobody up', async () => {
    const silent = createServer((socket) => socket.on('error', () => {}))
    silent.listen(0, '127.0.0.1')
    await once(silent, 'listening')
    onTestFinished(() => void silent.close())
    const { port } = silent.address() as AddressInfo
    const begun = performance.now()
    const { node, lines } = await opened(randomUUID(), `redis://127.0.0.1:${port}`)
    expect(performance.now() - begun).toBeLessThan(4_000)
    expect(lines).toMatchObject([
      { level: 'warn', message: 'Valkey does not answer: this node keeps limits by itself' },
    ])
    const asked = performance.now()
    expect(await passing(counterOf(node), 12)).toBe(10)
    expect(performance.now() - asked).toBeLessThan(500)
  })

  it.skipIf(engine === null)('of an engine that stalls at the start is used once it answers', async () => {
    const proxy = await tcpProxy(engine!)
    onTestFinished(proxy.close)
    proxy.stall()
    const { node, lines } = await opened(randomUUID(), `redis://127.0.0.1:${proxy.port}`)
    expect(node.state.available).toBe(false)
    proxy.restore()
    await expect.poll(() => lines.at(-1)?.message, { timeout: 10_000 }).toMatch(/^Valkey answers/)
  })

  it('of an engine that refuses the password is told as that', async () => {
    const server = createServer((socket) => {
      socket.on('error', () => {})
      socket.on('data', (bytes) => {
        const commands = bytes.toString().match(/\*\d+\r\n/g) ?? []
        for (const _ of commands) socket.write('-WRONGPASS invalid username-password pair or user is disabled.\r\n')
      })
    })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    onTestFinished(() => void server.close())
    const { port } = server.address() as AddressInfo
    const { node, lines } = await opened('x', `redis://:secret@127.0.0.1:${port}`)
    expect(node.state.available).toBe(false)
    expect(lines).toMatchObject([
      { level: 'warn', message: 'Valkey refuses the password of VALKEY_URL: this node keeps limits by itself' },
    ])
    expect(JSON.stringify(lines)).not.toContain('secret')
  })

  it('of an engine that is too old is refused, without its password', async () => {
    const info = '# Server\r\nredis_version:6.2.14\r\n'
    const server = createServer((socket) => {
      socket.on('error', () => {})
      socket.on('data', (bytes) => {
        // Each command is an array of bulk strings, whose first is its name.
        for (const [, command] of bytes.toString().matchAll(/\*\d+\r\n\$\d+\r\n(\w+)\r\n/g)) {
          const answer = { info: `$${info.length}\r\n${info}\r\n`, hello: '*2\r\n$6\r\nserver\r\n$5\r\nredis\r\n' }
          socket.write(answer[command!.toLowerCase() as 'info'] ?? '+OK\r\n')
        }
      })
    })
    await new Promise<void>((resolve) => {
      server.listen(0, '127.0.0.1', resolve)
    })
    onTestFinished(() => void server.close())
    const { port } = server.address() as AddressInfo
    await expect(opened('x', `redis://:secret@127.0.0.1:${port}`)).rejects.toThrow(
      `redis://127.0.0.1:${port} is version 6.2.14, which is too old: Valkey, or Redis 7 or newer, is needed`,
    )
  })

  it('where nothing answers is waited for', async () => {
    const { node, lines } = await opened('x', 'redis://127.0.0.1:1')
    expect(node.state.available).toBe(false)
    expect(lines).toMatchObject([{ level: 'warn', address: 'redis://127.0.0.1:1' }])
    expect(await passing(counterOf(node), 12)).toBe(10)
  })
})
