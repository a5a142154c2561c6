/**
 * A PostgreSQL of its own with a synchronous standby, made by the programs of the server that is installed here. They
 * refuse to run as root: then they run as the user postgres.
 */
import { execFile } from 'node:child_process'
import { createServer, type AddressInfo } from 'node:net'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { promisify } from 'node:util'
import { Client } from 'pg'
import type { TcpProxy } from './tcp-proxy.ts'

const installed = '/usr/lib/postgresql'
const run = promisify(execFile)

interface Server {
  readonly dir: string
  readonly port: number
}

export interface PrimaryAndStandby {
  /** Where the primary listens. */
  primary(): { readonly host: string; readonly port: number }
  /** Ends each process of the primary at once. */
  kill(): Promise<void>
  /** The standby is the primary from then on, and commits alone. */
  promote(): Promise<void>
  /** Makes a new standby in the place of the server that was killed; resolves once commits wait for it. */
  rejoin(): Promise<void>
  close(): Promise<void>
}

/** The folder of the newest server's programs. */
const programs = (): string | null =>
  (existsSync(installed) ? readdirSync(installed) : [])
    .toSorted((a, b) => Number(b) - Number(a))
    .map((version) => join(installed, version, 'bin'))
    .find((bin) => existsSync(join(bin, 'initdb'))) ?? null

export const freePort = (): Promise<number> =>
  new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo
      server.close(() => resolve(port))
    })
  })

const asPostgres = async (program: string, ...args: readonly string[]): Promise<string> => {
  const isRoot = process.getuid?.() === 0
  const [file, ...rest] = [...(isRoot ? ['runuser', '-u', 'postgres', '--'] : []), program, ...args]
  // What it may not enter it complains of.
  return (await run(file!, rest, { cwd: '/' })).stdout
}

const onServer = async <T>({ port }: Server, work: (client: Client) => Promise<T>): Promise<T> => {
  const client = new Client({ host: '127.0.0.1', port, user: 'postgres', database: 'postgres' })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

const setStandbys = (server: Server, names: '*' | ''): Promise<unknown> =>
  onServer(server, async (client) => {
    await client.query(`alter system set synchronous_standby_names = '${names}'`)
    await client.query('select pg_reload_conf()')
  })

const pidOf = ({ dir }: Server): string => join(dir, 'postmaster.pid')

const pidIn = (server: Server): number => Number(readFileSync(pidOf(server), 'utf8').split('\n')[0])

const killed = async (server: Server): Promise<void> => {
  const pid = pidIn(server)
  const { stdout } = await run('ps', ['-o', 'pid=', '--ppid', String(pid)])
  for (const one of [pid, ...stdout.trim().split(/\s+/).map(Number)]) {
    try {
      process.kill(one, 'SIGKILL')
    } catch (fault) {
      // A connection may have ended meanwhile.
      if ((fault as NodeJS.ErrnoException).code !== 'ESRCH') throw fault
    }
  }
  // The number may soon be that of another program.
  await rm(pidOf(server))
}

/** Null, and a line that says so, where no server is installed. `line`: what the standby follows the primary over. */
export const primaryAndStandby = async (line?: TcpProxy): Promise<PrimaryAndStandby | null> => {
  const bin = programs()
  if (bin === null) {
    console.log(`skipped: no PostgreSQL server is installed in ${installed}`)
    return null
  }
  const root = (await asPostgres('mktemp', '-d', join(tmpdir(), 'domesday-standby-XXXXXX'))).trim()
  const server = async (name: string): Promise<Server> => ({ dir: join(root, name), port: await freePort() })
  const start = ({ dir, port }: Server): Promise<string> => {
    // A standby that has lost its line tries again soon.
    const options = `-p ${port} -c listen_addresses=127.0.0.1 -c unix_socket_directories= -c wal_retrieve_retry_interval=200ms`
    return asPostgres(join(bin, 'pg_ctl'), '-D', dir, '-w', '-l', `${dir}.log`, '-o', options, 'start')
  }
  let [primary, standby] = [await server('one'), await server('other')]

  const rejoin = async (): Promise<void> => {
    await rm(standby.dir, { recursive: true, force: true })
    line?.turn({ host: '127.0.0.1', port: primary.port })
    const from = `host=127.0.0.1 port=${line?.port ?? primary.port} user=postgres`
    await asPostgres(join(bin, 'pg_basebackup'), '-d', from, '-D', standby.dir, '-R', '-X', 'stream', '-c', 'fast')
    await start(standby)
    await setStandbys(primary, '*')
    await onServer(primary, async (client) => {
      const inSync = async (): Promise<boolean> =>
        (await client.query(`select 1 from pg_stat_replication where sync_state = 'sync'`)).rowCount === 1
      while (!(await inSync())) await setTimeout(50)
    })
  }
  // Also where this process ends before it has closed them: they are no children of it.
  const end = (): void => {
    for (const one of [primary, standby]) if (existsSync(pidOf(one))) process.kill(pidIn(one), 'SIGQUIT')
  }
  process.once('exit', end)
  const close = async (): Promise<void> => {
    process.off('exit', end)
    for (const one of [primary, standby]) if (existsSync(pidOf(one))) await killed(one)
    await rm(root, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
  }
  try {
    await asPostgres(join(bin, 'initdb'), '-D', primary.dir, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8')
    await start(primary)
    await rejoin()
  } catch (fault) {
    await close()
    throw fault
  }
  return {
    primary: () => ({ host: '127.0.0.1', port: primary.port }),
    kill: () => killed(primary),
    promote: async () => {
      ;[primary, standby] = [standby, primary]
      await asPostgres(join(bin, 'pg_ctl'), '-D', primary.dir, '-w', 'promote')
      // It has the setting from the primary that it is a copy of: without a standby its commits would wait.
      await setStandbys(primary, '')
    },
    rejoin,
    close,
  }
}
