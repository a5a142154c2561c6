/** Two live nodes on one PostgreSQL and one Valkey, the second one's by a proxy, behind a gateway of sample data. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { createSandbox, listenOnLoopback } from '@domesday/tool-gateway'
import { madeUpCredentials, runService, type RunningService } from '@domesday/tool-testing'
import { Redis } from 'ioredis'
import { reservedIn } from '../../core/registry/licences.ts'
import { loadPlugins } from '../../core/registry/load.ts'
import { printed } from './commands.ts'
import { tokens } from '../../core/service/tokens.ts'
import type { Engine } from './engines.ts'
import { patiently } from './patiently.ts'
import type { TestDatabase } from './postgres.ts'
import { tcpProxy, type TcpProxy } from './tcp-proxy.ts'

export interface LiveFleet {
  readonly nodes: readonly [RunningService, RunningService]
  /** That of the ledger: all that nodes keep in Valkey is under it. */
  readonly id: string
  readonly proxy: TcpProxy
  /** The calls that the gateway has answered: a source and what it was asked for. */
  readonly calls: string[]
  /** What a third node needs to know. */
  readonly env: Readonly<Record<string, string>>
  /** The settings of a node: its endpoints, and what `configure` makes of them. */
  configure(dir: string): void
  /** A key made at the first node, once the second knows it. */
  key(credits: number): Promise<string>
  /** A sum over the samples of a metric. */
  metric(node: number, name: string): Promise<number>
  /** What a command prints that is run beside a node. */
  command(node: number, ...words: readonly string[]): Promise<string>
  close(): Promise<void>
}

/** Some of what nodes keep would stay for days. */
const forget = async ({ url }: Engine, pattern: string): Promise<void> => {
  const redis = new Redis(url)
  const keys = await redis.keys(pattern)
  if (keys.length > 0) await redis.unlink(keys)
  redis.disconnect()
}

const shared = join(import.meta.dirname, 'patient-valkey.ts')

export interface LiveFleetOptions {
  readonly endpoints: readonly string[]
  readonly configure?: (dir: string) => void
  /** Milliseconds that each call to a source takes. */
  readonly slowness?: number
}

export const liveFleet = async (
  { database, engine }: { readonly database: TestDatabase; readonly engine: Engine },
  { endpoints, configure = () => {}, slowness = 0 }: LiveFleetOptions,
): Promise<LiveFleet> => {
  const { sources } = (await loadPlugins(endpoints)).plugins
  // Samples are of no source that could ask for a licence.
  const licences = [...reservedIn(sources)].map(([name, { word }]) => `${name}: ${word}`)
  const service = `endpoints: [${endpoints.join(', ')}]\nlicences: { ${licences.join(', ')} }\nshared: ${shared}\n`
  const configured = (dir: string): void => {
    writeFileSync(join(dir, 'service.yaml'), service)
    patiently(dir)
    configure(dir)
  }
  const open: { close(): Promise<unknown> | void }[] = []
  const started = async <T extends (typeof open)[number]>(one: Promise<T>): Promise<T> => {
    open.push(await one)
    return one
  }
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
  const env = { ...madeUpCredentials(sources), DATABASE_URL: await database.schema(), VALKEY_URL: engine.url }
  const node = (changed = {}): Promise<RunningService> =>
    started(
      runService({
        mode: 'live',
        gateway: gateway.origin,
        configure: configured,
        env: { ...env, ...changed },
        patience: 20,
      }),
    )
  const nodes = [await node(), await node({ VALKEY_URL: `redis://127.0.0.1:${proxy.port}` })] as const
  const id = nodes[0].container.get(tokens.billing).fleet!
  return {
    nodes,
    id,
    proxy,
    calls,
    env,
    configure: configured,
    key: async (credits) => {
      const key = await nodes[0].key(credits)
      while ((await nodes[1].send('/account', { key })).status !== 200) await delay(20)
      return key
    },
    metric: async (at, name) => {
      const page = await (await fetch(`${nodes[at]!.metricsOrigin}/metrics`)).text()
      return page
        .split('\n')
        .filter((line) => line.startsWith(name))
        .reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0)
    },
    command: async (at, ...words) => {
      const { configDir, dataDir } = nodes[at]!
      return printed(
        { env: { ...env, DOMESDAY_CONFIG_DIR: configDir, DOMESDAY_DATA_DIR: dataDir } },
        ...words,
        '--live',
      )
    },
    close: async () => {
      for (const one of open.toReversed()) await one.close()
      await forget(engine, `domesday:${id}:*`)
    },
  }
}
