/** A process under measurement: started, waited for, its processor time read from the kernel, and ended by its own handle. Linux only. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'

export interface Child {
  /** Milliseconds from the start of the process to the line that it was waited for. */
  readonly ready: number
  /** What the line's pattern caught. */
  readonly caught: string
  /** Milliseconds of processor time so far, all threads. */
  cpu(): number
  stop(): Promise<void>
}

const patience = 60_000

/** Milliseconds that the threads of a process have run; nanoseconds underneath, where `stat` counts in hundredths of a second. */
const cpuOf = (pid: number): number => readdirSync(`/proc/${pid}/task`)
  .reduce((sum, thread) => sum + Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ', 1)[0]), 0) / 1e6

/** Resolves once the process has printed a line with the pattern's first group in it; what it prints later is dropped. */
export const startChild = async (args: readonly string[], { env = {}, until }: { readonly env?: Readonly<Record<string, string>>; readonly until: RegExp }): Promise<Child> => {
  const began = performance.now()
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'], env: { ...process.env, ...env } })
  const ended = once(child, 'exit')
  const stop = async (): Promise<void> => {
    child.kill('SIGTERM')
    await ended
  }
  const end = (): void => { child.kill('SIGKILL') }
  process.once('exit', end)
  void ended.then(() => process.off('exit', end))
  const caught = await new Promise<string>((resolve, reject) => {
    let text = ''
    const timer = setTimeout(() => reject(new Error(`${args.join(' ')} is not ready after ${patience / 1000} s`)), patience)
    child.stdout.on('data', (chunk: Buffer) => {
      text += chunk.toString()
      const found = until.exec(text)?.[1]
      if (found === undefined) return
      clearTimeout(timer)
      child.stdout.removeAllListeners('data').resume()
      resolve(found)
    })
    void ended.then(([code]) => reject(new Error(`${args.join(' ')} ended with ${String(code)}`)))
  })
  return { ready: performance.now() - began, caught, cpu: () => cpuOf(child.pid!), stop }
}
