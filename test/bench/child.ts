/**
 * A process under measurement: started, waited for, its processor time read from the kernel, and ended by its own
 * handle. Linux only.
 */
import { spawn, type StdioOptions } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'

export interface Child {
  /** Milliseconds of processor time so far, all threads. */
  cpu(): number
  stop(): Promise<void>
}

type Env = Readonly<Record<string, string>>

const patience = 60_000

/** Nanoseconds underneath, where `stat` counts in hundredths of a second. Threads that have ended are left out. */
const cpuOf = (pid: number): number =>
  readdirSync(`/proc/${pid}/task`).reduce(
    (sum, thread) => sum + Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ', 1)[0]),
    0,
  ) / 1e6

const start = (args: readonly string[], env: Env, stdio: StdioOptions) => {
  const child = spawn(process.execPath, args, { stdio, env: { ...process.env, ...env } })
  const ended = once(child, 'exit').then(([code]) => code as number | null)
  const kill = (): void => {
    child.kill('SIGKILL')
  }
  process.once('exit', kill)
  void ended.then(() => process.off('exit', kill))
  return {
    child,
    /** Rejects where the process ends or takes too long before it is ready. */
    failed: Promise.race([
      ended.then((code) => {
        throw new Error(`${args.join(' ')} ended with ${code}`)
      }),
      wait(patience, undefined, { ref: false }).then(() => {
        throw new Error(`${args.join(' ')} is not ready after ${patience / 1000} s`)
      }),
    ]),
    handle: {
      cpu: () => cpuOf(child.pid!),
      stop: async () => {
        child.kill('SIGTERM')
        await ended
      },
    } satisfies Child,
  }
}

/**
 * Resolves once the process has printed what the pattern's first group catches; what it prints later is dropped. `ms`
 * from its start until then.
 */
export const startChild = async (
  args: readonly string[],
  { env = {}, until }: { readonly env?: Env; readonly until: RegExp },
): Promise<Child & { readonly caught: string; readonly ms: number }> => {
  const began = performance.now()
  const { child, failed, handle } = start(args, env, ['ignore', 'pipe', 'inherit'])
  const printed = new Promise<string>((resolve) => {
    let text = ''
    child.stdout!.on('data', (chunk: Buffer) => {
      text += chunk.toString()
      const caught = until.exec(text)?.[1]
      if (caught === undefined) return
      child.stdout!.removeAllListeners('data').resume()
      resolve(caught)
    })
  })
  const caught = await Promise.race([printed, failed])
  return { ...handle, caught, ms: performance.now() - began }
}

const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  return port
}

/**
 * Starts a server that obeys `PORT` and whose output goes to no one, as under an operator's null device. Resolves
 * once `/readyz` answers 200.
 */
export const startQuiet = async (args: readonly string[], env: Env): Promise<Child & { readonly origin: string }> => {
  const port = await freePort(),
    origin = `http://127.0.0.1:${port}`
  const { failed, handle } = start(args, { ...env, PORT: String(port) }, ['ignore', 'ignore', 'inherit'])
  const ready = async (): Promise<void> => {
    while (
      !(await fetch(`${origin}/readyz`).then(
        ({ ok }) => ok,
        () => false,
      ))
    )
      await wait(50)
  }
  await Promise.race([ready(), failed])
  return { ...handle, origin }
}
