/** A Valkey or Redis of its own, by the program that is installed here: a test may kill it, and stop it for a while. */
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { answers, type Engine } from './engines.ts'
import { freePort } from './primary-and-standby.ts'

export interface OwnValkey extends Engine {
  kill(): Promise<void>
  start(): Promise<void>
  /** It takes connections, and answers nothing. */
  stop(): void
  goOn(): void
  close(): Promise<void>
}

/** Null, and a line that says so, where no server is installed. */
export const ownValkey = async (): Promise<OwnValkey | null> => {
  const port = await freePort(),
    host = '127.0.0.1',
    dir = mkdtempSync(join(tmpdir(), 'domesday-valkey-'))
  let server: ChildProcess | undefined
  const started = async (program: string): Promise<boolean> => {
    const settings = ['--port', String(port), '--bind', host, '--dir', dir, '--save', '', '--appendonly', 'no']
    const child = spawn(program, settings, { stdio: 'ignore' })
    const isThere = await once(child, 'spawn').then(
      () => true,
      () => false,
    )
    if (!isThere) return false
    server = child
    const end = (): void => void child.kill('SIGKILL')
    process.once('exit', end)
    child.once('exit', () => process.off('exit', end))
    while (!(await answers({ host, port }))) await setTimeout(20)
    return true
  }
  const signal = (name: NodeJS.Signals) => (): void => void server?.kill(name)
  const kill = async (): Promise<void> => {
    if (server === undefined || server.exitCode !== null || server.signalCode !== null) return
    const ended = once(server, 'exit')
    server.kill('SIGKILL')
    await ended
  }
  let program: string | undefined
  for (const name of ['valkey-server', 'redis-server'])
    if (program === undefined && (await started(name))) program = name
  if (program === undefined) {
    console.log('skipped: neither valkey-server nor redis-server is installed')
    rmSync(dir, { recursive: true })
    return null
  }
  return {
    url: `redis://${host}:${port}`,
    host,
    port,
    kill,
    start: async () => void (await started(program)),
    stop: signal('SIGSTOP'),
    goOn: signal('SIGCONT'),
    close: async () => {
      await kill()
      rmSync(dir, { recursive: true })
    },
  }
}
