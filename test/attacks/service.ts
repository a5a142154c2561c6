/** The service in a process of its own, and callers that behave badly. */
import { spawn } from 'node:child_process'
import { appendFileSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { Agent, request } from 'undici'
import { projectRoot } from '../../core/registry/load.ts'
import { domesday } from '../support/commands.ts'

const start = join(projectRoot, 'core/start.js')

export interface Reply {
  readonly status: number
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly body: any
}
interface Sent {
  readonly method?: 'GET' | 'POST'
  readonly key?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
  /** An address of loopback. */
  readonly from?: string
}

export interface Attacked {
  readonly origin: string
  readonly dataDir: string
  send(path: string, sent?: Sent): Promise<Reply>
  /** A key that is paid for. */
  key(): Promise<string>
  /** So many that anybody is given. */
  freeKeys(count: number, from?: string): Promise<readonly string[]>
  command(...words: readonly string[]): Promise<string>
  metrics(): Promise<string>
  /** Milliseconds of processor time that the process has used. */
  cpu(): number
  /** A connection that writes this at once. */
  open(
    text: string,
    from?: string,
  ): { readonly socket: Socket; readonly heard: () => string; readonly closed: () => boolean }
  close(): Promise<void>
}

export interface Setting {
  /** Added to service.yaml. */
  readonly service?: string
  /** By source. */
  readonly sources?: Readonly<Record<string, string>>
  readonly gateway?: string
}

export const attacked = async ({ service = '', sources = {}, gateway }: Setting = {}): Promise<Attacked> => {
  const dir = mkdtempSync(join(tmpdir(), 'domesday-attack-'))
  const [configDir, dataDir] = [join(dir, 'config'), join(dir, 'data')]
  cpSync(join(projectRoot, 'config'), configDir, { recursive: true })
  appendFileSync(join(configDir, 'service.yaml'), `\n${service}\n`)
  mkdirSync(join(configDir, 'sources'), { recursive: true })
  for (const [id, text] of Object.entries(sources)) writeFileSync(join(configDir, 'sources', `${id}.yaml`), text)
  const env = {
    PATH: process.env['PATH'],
    PORT: '0',
    METRICS_PORT: '0',
    DOMESDAY_CONFIG_DIR: configDir,
    DOMESDAY_DATA_DIR: dataDir,
    ...(gateway !== undefined && { DOMESDAY_UPSTREAM_GATEWAY: gateway }),
  }
  const child = spawn(process.execPath, [start], { env, cwd: dir })
  let printed = ''
  child.stdout.on('data', (chunk: Buffer) => (printed += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (printed += chunk.toString()))
  const ended = new Promise((resolve) => child.on('exit', resolve))
  while (!printed.includes('Real data')) {
    if (child.exitCode !== null) throw new Error(printed)
    await setTimeout(50)
  }
  const origin = /address +(\S+)/.exec(printed)![1]!
  const metricsAt = /metrics +(\S+)/.exec(printed)![1]!
  const sockets: Socket[] = []
  const command = async (...words: readonly string[]): Promise<string> =>
    (await domesday({ env, cwd: dir }, ...words)).out
  const agents = new Map<string, Agent>()
  const agentOf = (localAddress: string): Agent => {
    const agent = agents.get(localAddress) ?? new Agent({ localAddress })
    agents.set(localAddress, agent)
    return agent
  }
  const attacked: Attacked = {
    origin,
    dataDir,
    command,
    send: async (path, { method = 'GET', key, headers = {}, body, from } = {}) => {
      const {
        statusCode,
        headers: got,
        body: answer,
      } = await request(origin + path, {
        method,
        ...(from !== undefined && { dispatcher: agentOf(from) }),
        headers: { ...(key !== undefined && { authorization: `Bearer ${key}` }), ...headers },
        ...(body !== undefined && { body }),
      })
      const text = await answer.text()
      return { status: statusCode, headers: got, body: /^[{[]/.test(text) ? JSON.parse(text) : text }
    },
    key: async () =>
      (JSON.parse(await command('keys', 'create', '--credits', '100000', '--json')) as { key: string }).key,
    freeKeys: (count, from) =>
      Promise.all(
        times(count, async () => {
          const { body } = await attacked.send('/keys', { method: 'POST', ...(from !== undefined && { from }) })
          return body.data.key as string
        }),
      ),
    metrics: async () => (await request(metricsAt)).body.text(),
    // Hundredths of a second in fields 14 and 15, after the name in brackets.
    cpu: () => {
      const fields = readFileSync(`/proc/${child.pid}/stat`, 'utf8')
        .replace(/^.*\) /, '')
        .split(' ')
      return (Number(fields[11]) + Number(fields[12])) * 10
    },
    open: (text, from = '127.0.0.1') => {
      const socket = connect({
        port: Number(new URL(origin).port),
        host: '127.0.0.1',
        localAddress: from,
        allowHalfOpen: true,
      })
      let heard = '',
        isClosed = false
      sockets.push(socket)
      const end = (): void => void (isClosed = true)
      socket
        .on('error', () => {})
        .on('end', end)
        .on('close', end)
      socket.on('data', (chunk) => (heard += chunk.toString('latin1')))
      socket.write(text)
      return { socket, heard: () => heard, closed: () => isClosed }
    },
    close: async () => {
      for (const socket of sockets) socket.destroy()
      await Promise.all([...agents.values()].map((agent) => agent.destroy()))
      child.kill('SIGKILL')
      await ended
      rmSync(dir, { recursive: true, force: true })
    },
  }
  return attacked
}

/** What an attack came to. */
export interface Outcome {
  /** So many of so many are as they are due. */
  readonly held: number
  readonly of: number
}

export interface Attack {
  readonly what: string
  readonly due: string
  /** The quick test that holds the same: its file, and its name. */
  readonly test: readonly [file: string, name: string]
  run(): Promise<Outcome>
}

export const holding = async (setting: Setting, run: (service: Attacked) => Promise<Outcome>): Promise<Outcome> => {
  const service = await attacked(setting)
  try {
    return await run(service)
  } finally {
    await service.close()
  }
}

/** How many of them hold. */
export const counted = (checks: readonly boolean[]): Outcome => ({
  held: checks.filter(Boolean).length,
  of: checks.length,
})

export const times = <T>(count: number, make: (n: number) => T): readonly T[] =>
  Array.from({ length: count }, (_, n) => make(n))
