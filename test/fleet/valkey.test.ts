/** What nodes share on Valkey: counts, quotas, pauses and their number, and what is left while it is away. */
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { Redis } from 'ioredis'
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { Counter, OpenShared, Running, SharedParts } from '../../core/contract/shared.ts'
import { valkey } from '@domesday/store-valkey'
import { openShared } from '../../plugins/stores/valkey/open-shared.ts'
import type { Times } from '../../plugins/stores/valkey/times.ts'
import { valkeyHere } from '../support/engines.ts'
import { patient } from '../support/patient-valkey.ts'
import { tcpProxy } from '../support/tcp-proxy.ts'

const engine = await valkeyHere()

const runs = (settings: string): Running => ({ release: '3.0.0', settings })
/** Longer than any test. */
const never = 3_600_000

interface Line {
  readonly level: 'info' | 'warn'
  readonly message: string
  readonly [detail: string]: unknown
}
interface Opening {
  readonly url?: string
  readonly running?: Running
  readonly isCommand?: boolean
  /** By default those of a patient node. */
  readonly times?: Partial<Times>
  readonly open?: typeof valkey.open
}
const opened = async (
  fleet: string,
  { url = engine!.url, running = runs('0123456789ab'), isCommand = false, times = {}, open }: Opening = {},
): Promise<{ readonly node: OpenShared; readonly lines: readonly Line[] }> => {
  const lines: Line[] = []
  const parts: SharedParts = {
    env: { VALKEY_URL: url },
    fleet,
    running: () => running,
    isCommand,
    log: {
      info: (details, message) => lines.push({ level: 'info', message, ...details }),
      warn: (details, message) => lines.push({ level: 'warn', message, ...details }),
    },
  }
  const node = await (open?.(parts) ?? openShared(parts, { ...patient, ...times }))
  onTestFinished(() => node.close())
  return { node, lines }
}

const window = { name: 'calls', points: 10, duration: 3_600 }
const counterOf = (node: OpenShared): Counter =>
  node.counter(window, new RateLimiterMemory({ points: window.points, duration: window.duration }))
/** How many of so many calls pass. */
const passing = async (counter: Counter, calls: number, caller = 'a'): Promise<number> => {
  const settled = await Promise.allSettled(Array.from({ length: calls }, () => counter.consume(caller)))
  for (const one of settled) if (one.status === 'rejected') expect(one.reason).toBeInstanceOf(RateLimiterRes)
  return settled.filter(({ status }) => status === 'fulfilled').length
}

/** Whether it needs no answer from elsewhere: however busy the machine is, nothing else is read before. */
const isAtOnce = async (work: Promise<unknown>): Promise<boolean> => {
  let isDone = false
  void work.then(() => (isDone = true))
  await new Promise((resolve) => void setImmediate(resolve))
  return isDone
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
      rate = { calls: 10, per: 10_000_000, burst: 3 }
    const nodes = [await opened(fleet), await opened(fleet)].map(({ node }) => node.quota('ofsted', rate))
    const waits: number[] = []
    for (let i = 0; i < 6; i++) waits.push((await nodes[i % 2]!.take(Infinity))!.wait)
    expect(waits.map((ms) => Math.round(ms / 500_000))).toEqual([0, 0, 0, 2, 4, 6])
    // A token that comes too late is not taken.
    expect(await nodes[0]!.take(1_000_000)).toMatchObject({ taken: false })
    expect(Math.round((await nodes[1]!.take(Infinity))!.wait / 500_000)).toBe(8)
  })

  it('a pause holds for both', async () => {
    const fleet = randomUUID(),
      rate = { calls: 100, per: 1_000, burst: 50 }
    const [one, other] = [await opened(fleet), await opened(fleet)].map(({ node }) => node.quota('ofsted', rate))
    one!.pause(5_000_000)
    await one!.take(0)
    one!.pause(1_000_000)
    const { taken, wait: ms } = (await other!.take(0))!
    expect([taken, Math.round(ms / 1_000_000)]).toEqual([false, 5])
  })

  it('the nodes are counted', async () => {
    const fleet = randomUUID()
    const { node: one } = await opened(fleet)
    expect(one.state).toMatchObject({ available: true, caching: true, nodes: 1 })
    const { node: other } = await opened(fleet)
    expect(other.state.nodes).toBe(2)
    await expect.poll(() => one.state.nodes).toBe(2)
    await other.close()
    await expect.poll(() => one.state.nodes).toBe(1)
  })

  it('a command shares limits and is none of them', async () => {
    const fleet = randomUUID()
    const { node } = await opened(fleet)
    const { node: command } = await opened(fleet, { running: runs('ffffffffffff'), isCommand: true })
    expect(command.state).toMatchObject({ available: true, nodes: 1, running: node.state.running })
    expect([await passing(counterOf(command), 4), await passing(counterOf(node), 12)]).toEqual([4, 6])
    // What the node hears of one that came later it hears after the command.
    await opened(fleet, { running: runs('eeeeeeeeeeee') })
    await expect.poll(() => node.state.running.map(({ settings }) => settings)).toContain('eeeeeeeeeeee')
    expect(node.state).toMatchObject({ nodes: 2, running: { length: 2 } })
    const { node: alone } = await opened(randomUUID(), { isCommand: true })
    expect(alone.state.nodes).toBe(1)
  })

  it('while it is away a node counts by itself, and says so once; then together again', async () => {
    const proxy = await tcpProxy(engine!),
      fleet = randomUUID()
    onTestFinished(proxy.close)
    const { node, lines } = await opened(fleet, { url: `redis://127.0.0.1:${proxy.port}` })
    const counter = counterOf(node)
    expect(await passing(counter, 4)).toBe(4)
    proxy.cut()
    await expect.poll(() => node.state.available).toBe(false)
    expect(await passing(counter, 12)).toBe(10)
    expect(await node.quota('ofsted', { calls: 1, per: 1000, burst: 1 }).take(0)).toBeNull()
    proxy.restore()
    await expect.poll(() => node.state.available).toBe(true)
    // Six are left of the count that both share.
    expect(await passing(counter, 12)).toBe(6)
    expect(lines.filter(({ level }) => level === 'warn')).toHaveLength(1)
  })

  it('a process that is busy does not take it for slow', async () => {
    const { node, lines } = await opened(randomUUID(), { times: { command: 250, cached: 200 } })
    const cache = node.cache(100)
    cache.set('a', 'text', 10_000)
    await expect.poll(() => cache.get(['a', 'b'])).toEqual(['text', null])
    const [passes, read] = [passing(counterOf(node), 1), cache.get(['a'])]
    for (const until = performance.now() + 400; performance.now() < until;);
    expect([await passes, await read]).toEqual([1, ['text']])
    expect(node.state).toMatchObject({ available: true, caching: true })
    expect(lines.filter(({ level }) => level === 'warn')).toEqual([])
  })

  it('a node that is slow to be answered says so, and asks no more for a while', async () => {
    const proxy = await tcpProxy(engine!)
    onTestFinished(proxy.close)
    const url = `redis://127.0.0.1:${proxy.port}`
    const { node, lines } = await opened(randomUUID(), { url, times: { cached: 40, cacheRest: never } })
    const cache = node.cache(100)
    // Commands may take much longer than callers wait for what is cached, so limits are kept.
    proxy.deafen()
    for (const _ of [1, 2, 3]) expect(await cache.get(['a'])).toBeNull()
    expect(node.state).toMatchObject({ available: true, caching: false })
    expect(await isAtOnce(cache.get(['a']))).toBe(true)
    proxy.restore()
    expect(lines.filter(({ level }) => level === 'warn').map(({ message }) => message)).toEqual([
      'Valkey is slow: this node keeps what it fetches to itself for a while',
    ])
    expect(await passing(counterOf(node), 1)).toBe(1)
  })

  it('a node that was answered slowly asks again after a while', async () => {
    const proxy = await tcpProxy(engine!)
    onTestFinished(proxy.close)
    const url = `redis://127.0.0.1:${proxy.port}`
    const { node, lines } = await opened(randomUUID(), { url, times: { cached: 40 } })
    const cache = node.cache(100)
    proxy.deafen()
    await expect.poll(async () => (await cache.get(['a']), lines.some(({ level }) => level === 'warn'))).toBe(true)
    proxy.restore()
    await expect.poll(() => cache.get(['a'])).toEqual([null])
  })

  it('the nodes tell one another what they run', async () => {
    const fleet = randomUUID()
    const [a, b] = [
      { release: '3.2.0', settings: '000000000001' },
      { release: '3.3.0-rc.1', settings: '000000000002' },
    ]
    const { node: one } = await opened(fleet, { running: a })
    const { node: other } = await opened(fleet, { running: b })
    expect(other.state.running).toHaveLength(2)
    expect(other.state.running).toEqual(expect.arrayContaining([a, b]))
    const redis = new Redis(engine!.url)
    onTestFinished(() => redis.disconnect())
    await redis.hset(`domesday:${fleet}:running`, 'stranger', '<b>anything</b>')
    await expect.poll(() => one.state.running).toHaveLength(2)
    await other.close()
    await expect.poll(() => one.state.running).toEqual([a])
  })

  it('where it stalls one call waits for a moment, and the next ones not at all; then it is asked again', async () => {
    const proxy = await tcpProxy(engine!)
    onTestFinished(proxy.close)
    const fleet = randomUUID(),
      url = `redis://127.0.0.1:${proxy.port}`
    const [one, other] = [
      counterOf((await opened(fleet, { url, times: { command: 250, rest: never } })).node),
      counterOf((await opened(fleet)).node),
    ]
    await one.consume('a')
    proxy.stall()
    const begun = performance.now()
    await one.consume('a')
    expect(performance.now() - begun).toBeGreaterThan(200)
    for (const _ of [1, 2, 3]) expect(await isAtOnce(one.consume('a'))).toBe(true)
    proxy.restore()
    // What was held back is counted: the one call that waited.
    await expect.poll(async () => (await other.get('a'))?.consumedPoints).toBe(2)

    const { node } = await opened(fleet, { url, times: { command: 250 } })
    proxy.stall()
    await counterOf(node).consume('a')
    proxy.restore()
    await expect.poll(() => node.state.available).toBe(true)
  })
})

describe('an address', () => {
  it('that is none is refused, and its password not told', async () => {
    await expect(opened('x', { url: 'http://:secret@127.0.0.1' })).rejects.toThrow(
      /^VALKEY_URL must be an address such as/,
    )
  })

  it.each(['redis://user:12/ab@127.0.0.1', 'redis://user:12?ab@127.0.0.1', 'redis://user:12#ab@127.0.0.1'])(
    'that has a sign in its password which ends a host is refused, and nothing of it told: %s',
    async (url) => {
      await expect(opened('x', { url })).rejects.toThrow(
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
    const { node, lines } = await opened(randomUUID(), { url: `redis://127.0.0.1:${port}`, times: { start: 200 } })
    expect(lines).toMatchObject([
      { level: 'warn', message: 'Valkey does not answer: this node keeps limits by itself' },
    ])
    expect(await passing(counterOf(node), 12)).toBe(10)
  })

  it.skipIf(engine === null)('of an engine that stalls at the start is used once it answers', async () => {
    const proxy = await tcpProxy(engine!)
    onTestFinished(proxy.close)
    proxy.stall()
    const { node, lines } = await opened(randomUUID(), {
      url: `redis://127.0.0.1:${proxy.port}`,
      times: { start: 200 },
    })
    expect(node.state.available).toBe(false)
    proxy.restore()
    await expect.poll(() => lines.at(-1)?.message).toMatch(/^Valkey answers/)
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
    const { node, lines } = await opened('x', { url: `redis://:secret@127.0.0.1:${port}` })
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
    await expect(opened('x', { url: `redis://:secret@127.0.0.1:${port}` })).rejects.toThrow(
      `redis://127.0.0.1:${port} is version 6.2.14, which is too old: Valkey, or Redis 7 or newer, is needed`,
    )
  })

  it('where nothing answers is waited for', async () => {
    const { node, lines } = await opened('x', { url: 'redis://127.0.0.1:1', open: valkey.open })
    expect(node.state.available).toBe(false)
    expect(lines).toMatchObject([{ level: 'warn', address: 'redis://127.0.0.1:1' }])
    expect(await passing(counterOf(node), 12)).toBe(10)
  })
})
