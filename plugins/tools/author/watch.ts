/** Runs a round at once and after every change of a folder. */
import { spawn, type ChildProcess } from 'node:child_process'
import { watch } from 'node:fs'
import { sep } from 'node:path'

/** Milliseconds without a further change: an editor may write a file in several steps. */
const quiet = 150

const isIgnored = (name: string): boolean =>
  name.split(sep).some((part) => part === 'node_modules' || part.startsWith('.') || part.endsWith('~'))

export interface Watching {
  /** Called before each round. */
  readonly before: () => void
  /** Calls `stop` when the watch is to end. */
  readonly onStop: (stop: () => void) => void
}

/**
 * Each round is a process of its own, because Node loads a module once; it writes to the output of this process. A
 * change ends a round that still runs. Resolves when it is stopped.
 */
export const watchFolder = (folder: string, round: readonly string[], { before, onStop }: Watching): Promise<void> =>
  new Promise((resolve) => {
    let running: ChildProcess | null = null
    let timer: NodeJS.Timeout | undefined
    const start = (): void => {
      running?.kill()
      before()
      running = spawn(process.execPath, round, { stdio: ['ignore', 'inherit', 'inherit'] })
    }
    const watching = watch(folder, { recursive: true }, (_, name) => {
      if (name !== null && isIgnored(name)) return
      clearTimeout(timer)
      timer = setTimeout(start, quiet)
    })
    onStop(() => {
      clearTimeout(timer)
      watching.close()
      running?.kill()
      resolve()
    })
    start()
  })
