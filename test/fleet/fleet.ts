/**
 * Two live nodes or more, in processes of their own: one PostgreSQL database and one gateway of sample data for all,
 * and a Valkey where one answers.
 */
import { execFile } from 'node:child_process'
import { appendFileSync, cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { promisify } from 'node:util'
import { Redis } from 'ioredis'
import { madeUpCredentials } from '@domesday/tool-testing'
import { inspect } from '../../core/service/configure.ts'
import { reservedIn } from '../../core/registry/licences.ts'
import { projectRoot } from '../../core/registry/load.ts'
import { ownDatabase, type OwnDatabase } from '../support/own-database.ts'
import { printed } from '../support/commands.ts'
import { valkeyHere } from '../support/engines.ts'
import { startGateway, startNode, type Environment, type RunningGateway, type RunningNode } from './process.ts'

const inProcess = promisify(execFile)

export interface FleetOptions {
  readonly nodes?: number
  /** Added to `service.yaml`, which serves `endpoints`; all of the project where there are none. */
  readonly service?: string
  readonly endpoints?: readonly string[]
  /** Sample datasets are imported for the nodes. */
  readonly datasets?: boolean
  /** The PostgreSQL of the fleet; by default the one of tests. */
  readonly server?: string
  readonly say?: (line: string) => void
  /** Changes what a node is told of its surroundings: its engines behind a proxy, another schema. */
  readonly environment?: (env: Environment, node: number) => Environment | Promise<Environment>
}

export interface Fleet {
  readonly database: OwnDatabase
  readonly gateway: RunningGateway
  /** Null where no Valkey or Redis answers. */
  readonly valkey: string | null
  readonly nodes: RunningNode[]
  /** The settings of all nodes. */
  readonly configDir: string
  /** Runs a command on the ledger of the fleet. */
  command(...words: readonly string[]): Promise<string>
  /** The same as a process of its own, in another environment. */
  commandWith(changed: Environment, ...words: readonly string[]): Promise<string>
  /** A new key, once every node knows it. */
  key(credits: number): Promise<string>
  /** Starts a node again that has ended, at its address and on its data folder. */
  restart(node: number, changed?: Environment): Promise<void>
  close(): Promise<void>
}

/** Removes what these nodes left in a Valkey: all their keys begin with the id of the ledger. */
const forget = async (url: string, fleet: string): Promise<void> => {
  const redis = new Redis(url)
  for await (const keys of redis.scanStream({ match: `*${fleet}*`, count: 1000 }) as AsyncIterable<string[]>)
    if (keys.length > 0) await redis.del(...keys)
  await redis.quit()
}

/** Resolves once a node knows a key that was made elsewhere. */
const knows = async (origin: string, key: string): Promise<void> => {
  for (;;) {
    const { ok, body } = await fetch(`${origin}/account`, { headers: { authorization: `Bearer ${key}` } })
    await body?.cancel()
    if (ok) return
    await setTimeout(100)
  }
}

const writeSettings = async (dir: string, { service = '', endpoints }: FleetOptions) => {
  if (endpoints === undefined) cpSync(join(projectRoot, 'config'), dir, { recursive: true })
  else {
    mkdirSync(dir)
    writeFileSync(join(dir, 'service.yaml'), `endpoints: [${endpoints.join(', ')}]\n`)
  }
  appendFileSync(join(dir, 'service.yaml'), `\n${service}\n`)
  const { sources } = (await inspect(dir, {})).plugins
  // Samples are of no source that could ask for a licence.
  const licences = [...reservedIn(sources)].map(([name, { word }]) => `${name}: ${word}`)
  appendFileSync(join(dir, 'service.yaml'), `licences: { ${licences.join(', ')} }\n`)
  return sources
}

/** Null, and a line that says so, where no PostgreSQL answers. Throws a `RangeError` if `VALKEY_URL` is no address. */
export const openFleet = async (options: FleetOptions = {}): Promise<Fleet | null> => {
  const { nodes: count = 2, datasets = false, say = () => {}, environment = (env) => env } = options
  const valkey = (await valkeyHere())?.url ?? null
  const database = await ownDatabase(options.say === undefined ? 'domesday_test' : 'domesday_fleet', options.server)
  if (database === null) return null
  const dir = mkdtempSync(join(tmpdir(), 'domesday-fleet-'))
  const nodes: RunningNode[] = []
  let gateway: RunningGateway | undefined
  const close = async (): Promise<void> => {
    await Promise.all(nodes.map((node) => node.stop()))
    await gateway?.stop()
    if (valkey !== null) {
      const found = await database.query(database.url, 'select id from domesday').catch(() => [])
      for (const { id } of found) await forget(valkey, String(id))
    }
    await database.drop()
    rmSync(dir, { recursive: true, force: true })
  }
  try {
    const configDir = join(dir, 'config')
    const sources = await writeSettings(configDir, options)
    const plain = { PATH: process.env['PATH'], HOME: dir, DOMESDAY_CONFIG_DIR: configDir }
    const samples = join(dir, 'samples')
    say('the gateway of sample data …')
    gateway = await startGateway({ ...plain, DOMESDAY_DATA_DIR: samples })
    if (datasets) {
      say('sample datasets …')
      await printed({ env: { ...plain, DOMESDAY_DATA_DIR: samples } }, 'datasets', 'list')
    }
    const live: Environment = {
      ...plain,
      ...madeUpCredentials(sources),
      HOST: '127.0.0.1',
      DATABASE_URL: database.url,
      ...(valkey !== null && { VALKEY_URL: valkey }),
      DOMESDAY_UPSTREAM_GATEWAY: gateway.origin,
    }
    const environments: Environment[] = []
    for (let node = 0; node < count; node++) {
      say(`node ${node + 1} …`)
      const dataDir = join(dir, `node-${node}`)
      mkdirSync(dataDir)
      if (datasets) cpSync(join(samples, 'datasets'), join(dataDir, 'datasets'), { recursive: true })
      environments[node] = await environment(
        { ...live, DOMESDAY_DATA_DIR: dataDir, PORT: '0', METRICS_PORT: '0' },
        node,
      )
      nodes.push(await startNode(environments[node]!))
    }
    const commands = { ...live, DOMESDAY_DATA_DIR: join(dir, 'commands') }
    const run = (...words: readonly string[]): Promise<string> => printed({ env: commands }, ...words, '--live')
    const commandWith = async (changed: Environment, ...words: readonly string[]): Promise<string> => {
      const args = [join(projectRoot, 'core/start.js'), '--run', 'plugins/tools/cli/index.ts', ...words, '--live']
      return (await inProcess(process.execPath, args, { cwd: projectRoot, env: { ...commands, ...changed } })).stdout
    }
    return {
      database,
      gateway,
      valkey,
      nodes,
      configDir,
      command: run,
      commandWith,
      key: async (credits) => {
        const made = await run('keys', 'create', '--credits', String(credits), '--json')
        const { key } = JSON.parse(made) as { readonly key: string }
        await Promise.all(nodes.map(({ origin }) => knows(origin, key)))
        return key
      },
      restart: async (node, changed = {}) => {
        const { port } = new URL(nodes[node]!.origin)
        nodes[node] = await startNode({ ...environments[node], PORT: port, ...changed })
      },
      close,
    }
  } catch (fault) {
    await close()
    throw fault
  }
}
