/** The service in a process of its own, as an operator starts it. */
import { spawn, type ChildProcess } from 'node:child_process'
import { closeSync, mkdirSync, openSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { request } from 'undici'
import { onTestFinished } from 'vitest'
import { projectRoot } from '../../core/registry/load.ts'
import { folderOf } from './folder.ts'

export interface Place {
  readonly dataDir: string
  readonly configDir: string
}

/** Folders that live as long as the test: one for data, and one with settings, by the names of their files. */
export const placeWith = (settings: Readonly<Record<string, string>>): Place => {
  const dir = folderOf(Object.fromEntries(Object.entries(settings).map(([name, text]) => [`config/${name}`, text])))
  const [dataDir, configDir] = [join(dir, 'data'), join(dir, 'config')]
  mkdirSync(dataDir)
  return { dataDir, configDir }
}

export interface Reply {
  readonly status: number
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly body: any
}

export interface ServiceProcess {
  readonly child: ChildProcess
  readonly origin: string
  /** What a sandbox prints; empty in live mode. */
  readonly key: string
  /** Its whole output up to now. */
  printed(): string
  /** Asks with the printed key. */
  ask(path: string): Promise<Reply>
  /** Resolves to its exit status once all of its output is there; null where a signal ended it. */
  readonly ended: Promise<number | null>
}

interface Start {
  /** With its arguments, in the place of `core/start.js`. */
  readonly command?: readonly [program: string, ...args: string[]]
  readonly flags?: readonly string[]
  readonly env?: NodeJS.ProcessEnv
  /** A file that its output goes to, as under a process manager. */
  readonly log?: string
}

/**
 * Resolves once it has printed all that a start prints, and rejects with its output where it ends before. It is killed
 * with the test.
 */
export const startProcess = async (
  { dataDir, configDir }: Place,
  { command, flags = [], env = {}, log }: Start = {},
): Promise<ServiceProcess> => {
  const [program, ...args] = command ?? [process.execPath, join(projectRoot, 'core/start.js'), ...flags]
  const out = log === undefined ? 'pipe' : openSync(log, 'a')
  const child = spawn(program, args, {
    cwd: command === undefined ? dataDir : projectRoot,
    env: {
      PATH: process.env['PATH'],
      HOST: '127.0.0.1',
      PORT: '0',
      METRICS_PORT: '0',
      DOMESDAY_CONFIG_DIR: configDir,
      DOMESDAY_DATA_DIR: dataDir,
      ...env,
    },
    stdio: ['ignore', out, out],
    // A group of its own: npm hands no SIGKILL on to what it starts.
    detached: command !== undefined,
  })
  if (typeof out === 'number') closeSync(out)
  let piped = ''
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk: Buffer) => (piped += chunk.toString()))
  const printed = (): string => (log === undefined ? piped : readFileSync(log, 'utf8'))
  let isEnded = false
  const ended = new Promise<number | null>((resolve) => child.on('close', resolve)).finally(() => (isEnded = true))
  onTestFinished(async () => {
    if (!isEnded) process.kill(command === undefined ? child.pid! : -child.pid!, 'SIGKILL')
    await ended
  })
  const isStarted = (): boolean => /Real data:|May I charge for this/.test(printed())
  while (!isStarted()) {
    if (isEnded) throw new Error(`ended with ${await ended}: ${printed()}`)
    await setTimeout(20)
  }
  const origin = /address +(\S+)/.exec(printed())![1]!,
    key = /key +(domesday_live_\S+)/.exec(printed())?.[1] ?? ''
  return {
    child,
    origin,
    key,
    printed,
    ended,
    ask: async (path) => {
      const { statusCode, headers, body } = await request(`${origin}${path}`, {
        headers: { authorization: `Bearer ${key}` },
      })
      return { status: statusCode, headers, body: await body.json() }
    },
  }
}
