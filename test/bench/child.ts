/**
 * A process under measurement: started, waited for, its processor time read from the kernel, and ended by its own
 * handle. Linux only.
 */
import { spawn, type StdioOptions } from 'node:child_process'
import { once } from 'node:events'
import { get } from 'node:http'
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

const running = new Set<number>()
/** The unit of the kernel's counts, in milliseconds. */
const tick = 10

/** Milliseconds of processor time that this process and all that it has started have used so far. */
const ownCpu = (): number => {
  // Behind the name, which may hold spaces: user and system time of this process and of its children that have ended.
  const fields = readFileSync('/proc/self/stat', 'utf8').split(') ')[1]!.split(' ')
  const ended = fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0) * tick
  return [...running].reduce((sum, pid) => sum + cpuOf(pid), ended)
}

/** Milliseconds of processor time that others have used so far, on this machine and on its host. */
export const othersCpu = (): number => {
  const [user, nice, system, , , irq, softirq, steal] = readFileSync('/proc/stat', 'utf8')
    .split('\n', 1)[0]!
    .split(/ +/)
    .slice(1)
    .map(Number) as [number, number, number, number, number, number, number, number]
  return (user + nice + system + irq + softirq + steal) * tick - ownCpu()
}

const start = (args: readonly string[], env: Env, stdio: StdioOptions) => {
  const child = spawn(process.execPath, args, { stdio, env: { ...process.env, ...env } })
  const ended = once(child, 'exit').then(([code]) => code as number | null)
  const kill = (): void => {
    child.kill('SIGKILL')
  }
  const { pid } = child
  process.once('exit', kill)
  if (pid !== undefined) running.add(pid)
  void ended.then(() => {
    process.off('exit', kill)
    if (pid !== undefined) running.delete(pid)
  })
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

/** Whether `/readyz` answers 200. A connection of its own each time: none is kept that the server would wait for. */
const isReady = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    get({ port, host: '127.0.0.1', path: '/readyz', agent: false }, (answer) => {
      answer.resume()
      resolve(answer.statusCode === 200)
    }).once('error', () => resolve(false))
  })

/**
 * Starts a server that obeys `PORT` and whose output goes to no one, as under an operator's null device. Resolves
 * once `/readyz` answers 200, which is looked at every so many milliseconds; `ms` from its start until then.
 */
export const startQuiet = async (
  args: readonly string[],
  env: Env,
  every = 50,
): Promise<Child & { readonly origin: string; readonly ms: number }> => {
  const port = await freePort()
  const began = performance.now()
  const { failed, handle } = start(args, { ...env, PORT: String(port) }, ['ignore', 'ignore', 'inherit'])
  const ready = async (): Promise<void> => {
    while (!(await isReady(port))) await wait(every)
  }
  await Promise.race([ready(), failed])
  return { ...handle, origin: `http://127.0.0.1:${port}`, ms: performance.now() - began }
}
