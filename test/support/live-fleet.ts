/** Two live nodes on one PostgreSQL and one Valkey, the second one's by a proxy, behind a gateway of sample data. */
import { setTimeout as delay } from 'node:timers/promises'
import { createSandbox, listenOnLoopback } from '@domesday/tool-gateway'
import { only, runService, type RunningService } from '@domesday/tool-testing'
import { Redis } from 'ioredis'
import { tokens } from '../../core/service/tokens.ts'
import type { Engine } from './engines.ts'
import type { TestDatabase } from './postgres.ts'
import { tcpProxy, type TcpProxy } from './tcp-proxy.ts'

export interface LiveFleet {
  readonly nodes: readonly [RunningService, RunningService]
  readonly proxy: TcpProxy
  /** The calls that the gateway has answered: a source and what it was asked for. */
  readonly calls: string[]
  /** A key made at the first node, once the second knows it. */
  key(credits: number): Promise<string>
  close(): Promise<void>
}

/** Some of what nodes keep would stay for days. */
const forget = async ({ url }: Engine, pattern: string): Promise<void> => {
  const redis = new Redis(url)
  const keys = await redis.keys(pattern)
  if (keys.length > 0) await redis.unlink(keys)
  redis.disconnect()
}

export const liveFleet = async (
  { database, engine }: { readonly database: TestDatabase; readonly engine: Engine },
  {
    endpoint,
    configure = () => {},
    slowness = 0,
  }: {
    readonly endpoint: string
    readonly configure?: (dir: string) => void
    /** Milliseconds that each call to a source takes. */
    readonly slowness?: number
  },
): Promise<LiveFleet> => {
  const open: { close(): Promise<unknown> | void }[] = []
  const started = async <T extends (typeof open)[number]>(one: Promise<T>): Promise<T> => {
    open.push(await one)
    return one
  }
  const sample = await started(runService({ configure: only(endpoint) }))
  const { sources } = sample.container.get(tokens.configured).plugins
  const sandbox = createSandbox({ sources }),
    calls: string[] = []
  const gateway = await started(
    listenOnLoopback(async (call) => {
      calls.push(`${call.source} ${call.target}`)
      await delay(slowness)
      return sandbox.answer(call)
    }),
  )
  const proxy = await started(tcpProxy(engine))
  const DATABASE_URL = await database.schema()
  const nodeAt = (VALKEY_URL: string): Promise<RunningService> =>
    started(
      runService({
        mode: 'live',
        gateway: gateway.origin,
        configure: (dir) => {
          only(endpoint)(dir)
          configure(dir)
        },
        env: { DATABASE_URL, VALKEY_URL },
      }),
    )
  const nodes = [await nodeAt(engine.url), await nodeAt(`redis://127.0.0.1:${proxy.port}`)] as const
  return {
    nodes,
    proxy,
    calls,
    key: async (credits) => {
      const key = await nodes[0].key(credits)
      const known = async (): Promise<boolean> => (await nodes[1].send('/account', { key })).status === 200
      for (const _ of Array.from({ length: 40 }))
        if (await known()) return key
        else await delay(50)
      throw new Error('the second node does not know a key of the first')
    },
    close: async () => {
      const fleet = nodes[0].container.get(tokens.billing).fleet!
      for (const one of open.toReversed()) await one.close()
      await forget(engine, `domesday:${fleet}:*`)
    },
  }
}
