/** The service in a process of its own, over sources that fail now and then. */
import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { appendFileSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { createSandbox, listenOnLoopback } from '@domesday/tool-gateway'
import { inspect } from '../../core/service/configure.ts'
import { projectRoot } from '../../core/registry/load.ts'
import { generous } from '../service/generous.ts'
import { printed as domesday } from '../support/commands.ts'

const start = join(projectRoot, 'core/start.js')

/** Parts of all calls of sources. */
const faults = { refused: 0.03, garbage: 0.02, slow: 0.02 }
const slowness = 1_000

/** Their own limits would hold the load back, and not the service. */
const unlimited = 'rate: { calls: 1000000, per: 1m }\nconcurrency: 64\n'

const openSources = async (configDir: string) => {
  const { plugins } = await inspect(configDir, {})
  mkdirSync(join(configDir, 'sources'), { recursive: true })
  for (const { id, kind } of plugins.sources.values())
    if (kind === 'http') writeFileSync(join(configDir, 'sources', `${id}.yaml`), unlimited)
  const sandbox = createSandbox({ sources: plugins.sources })
  return listenOnLoopback(async (call) => {
    const dice = Math.random()
    if (dice < faults.refused) return { status: 500, headers: {}, body: '' }
    const answer = await sandbox.answer(call)
    if (dice < faults.refused + faults.garbage) return { ...answer, body: '<html>An error occurred</html>' }
    if (dice < faults.refused + faults.garbage + faults.slow) await setTimeout(slowness)
    return answer
  })
}

export interface SoakedService {
  readonly origin: string
  readonly dataDir: string
  command(...words: readonly string[]): Promise<any>
  /** Megabytes of the process. */
  memory(): Promise<number>
  /** Resolves to the exit status. */
  stop(): Promise<number | null>
  remove(): Promise<void>
}

/** Its caches are small: they are full long before the end, so that what grows then is a leak. */
export const openSoaked = async (): Promise<SoakedService> => {
  const dir = mkdtempSync(join(tmpdir(), 'domesday-soak-'))
  const [configDir, dataDir] = [join(dir, 'config'), join(dir, 'data')]
  cpSync(join(projectRoot, 'config'), configDir, { recursive: true })
  generous(configDir)
  appendFileSync(join(configDir, 'service.yaml'), '\nanswers: { entries: 500, bytes: 8MB }\n')
  mkdirSync(join(configDir, 'clients'), { recursive: true })
  writeFileSync(join(configDir, 'clients/http.yaml'), 'cache: { entries: 2000, bytes: 8MB }\n')
  const sources = await openSources(configDir)
  const env = {
    PATH: process.env['PATH'],
    PORT: '0',
    METRICS_PORT: '0',
    DOMESDAY_CONFIG_DIR: configDir,
    DOMESDAY_DATA_DIR: dataDir,
    DOMESDAY_UPSTREAM_GATEWAY: sources.origin,
  }
  const child: ChildProcess = spawn(process.execPath, [start], { env, cwd: dir })
  let printed = ''
  const ended = new Promise<number | null>((resolve) => child.on('exit', resolve))
  for (const stream of [child.stdout!, child.stderr!])
    stream.on('data', (chunk: Buffer) => {
      if (printed.length < 10_000) printed += chunk.toString()
    })
  const addressIn = (): string | undefined => /address +(\S+)/.exec(printed)?.[1]
  while (addressIn() === undefined) {
    if (child.exitCode !== null) throw new Error(printed)
    await setTimeout(50)
  }
  return {
    origin: addressIn()!,
    dataDir,
    command: async (...words) => JSON.parse(await domesday({ env, cwd: dir }, ...words, '--json')),
    memory: async () =>
      process.platform === 'linux'
        ? Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))![1]) / 1024
        : Number(execFileSync('ps', ['-o', 'rss=', '-p', String(child.pid)])) / 1024,
    stop: () => {
      child.kill('SIGTERM')
      return ended
    },
    remove: async () => {
      child.kill('SIGKILL')
      await ended
      await sources.close()
      rmSync(dir, { recursive: true, force: true })
    },
  }
}
