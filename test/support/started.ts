/** A service in a process of its own, from the start to what it prints. */
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'

const bin = join(import.meta.dirname, '../../node_modules/.bin')

export interface Start {
  readonly cwd: string
  readonly env?: Readonly<Record<string, string>>
  /** What it has printed once it has started; by default its first call. */
  readonly until?: RegExp
}
export interface Ended {
  /** Null while it runs. */
  readonly code: number | null
  readonly printed: string
  /** Asks with the key that it printed. */
  look(path: string): Promise<Response>
  stop(): Promise<void>
}

/** Resolves once the service has printed that it has started, or has ended. It is stopped with the test. */
export const started = (
  command: string,
  args: readonly string[],
  { cwd, env = {}, until = /\n {2}curl .*\n/ }: Start,
): Promise<Ended> => {
  const child = spawn(command, args, {
    cwd,
    // A group of its own: npx does not hand a signal on to what it starts.
    detached: true,
    env: { HOME: cwd, PORT: '0', METRICS_PORT: '0', ...env, PATH: `${bin}:${process.env['PATH']}` },
  })
  const ended = new Promise<number | null>((resolve) => child.on('exit', resolve))
  const stop = async () => {
    try {
      process.kill(-child.pid!, 'SIGTERM')
    } catch {
      // The whole group has ended.
    }
    await ended
  }
  onTestFinished(stop)
  let printed = ''
  const told = new Promise<void>((resolve) => {
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => {
        printed += chunk.toString()
        if (until.test(printed)) resolve()
      })
  })
  return Promise.race([told.then(() => null), ended]).then((code) => ({
    code,
    printed,
    look: (path) =>
      fetch(`${/address +(\S+)/.exec(printed)![1]}${path}`, {
        headers: { authorization: `Bearer ${/key +(\S+)/.exec(printed)![1]}` },
      }),
    stop,
  }))
}
