/**
 * Large bodies are read in a thread of their own: a megabyte holds a thread up for milliseconds, and this one has
 * callers to answer.
 */
import { Worker } from 'node:worker_threads'
import type { BodyFormat } from '@domesday/core'

/** A body, and the operation that reads it: its source's folder holds the code. */
export interface AsideQuestion {
  readonly home: string
  readonly source: string
  readonly operation: string
  readonly input: unknown
  readonly bytes: Uint8Array
  readonly contentType: string | undefined
}

export type AsideAnswer =
  | { readonly value: unknown }
  | { readonly fault: 'unreadable' | 'read' | 'ended'; readonly message: string }
  /** The folder offers no such operation: the body comes back, for whoever asks to read it. */
  | { readonly bytes: Uint8Array }

export interface Aside {
  read(question: AsideQuestion): Promise<AsideAnswer>
  close(): Promise<void>
}

/** Unpacked bytes that take some five milliseconds to read, on a slow machine: markup takes longer than JSON. */
const longest: Readonly<Record<BodyFormat, number>> = { json: 750_000, text: 1_500_000, csv: 300_000, xml: 100_000 }
export const isLarge = (as: BodyFormat, { length }: Uint8Array): boolean => length > longest[as]

/** An idle thread costs memory, a new one some hundred milliseconds. */
const idleMs = 60_000
/** For what a body may grow to while it is read: a hostile one ends the thread, and not the service. */
const memoryMb = 512
/** One that is not read by then never will be, and others wait behind it: longer than any call may take. */
const patienceMs = 20_000

interface Thread {
  readonly worker: Worker
  readonly waiting: Map<number, (answer: AsideAnswer) => void>
}

export const createAside = (patience = patienceMs): Aside => {
  let thread: Thread | null = null
  let asked = 0
  let idle: NodeJS.Timeout | undefined

  const start = (): Thread => {
    const started: Thread = {
      worker: new Worker(new URL('./aside.worker.ts', import.meta.url), {
        resourceLimits: { maxOldGenerationSizeMb: memoryMb },
      }),
      waiting: new Map(),
    }
    const end = (why: string): void => {
      if (thread === started) thread = null
      for (const answer of started.waiting.values()) answer({ fault: 'ended', message: why })
      started.waiting.clear()
    }
    started.worker.unref()
    started.worker.on('message', ({ number, answer }: { readonly number: number; readonly answer: AsideAnswer }) => {
      started.waiting.get(number)?.(answer)
      started.waiting.delete(number)
      if (started.waiting.size === 0) rest(started)
    })
    started.worker.on('error', ({ message }) => end(message))
    started.worker.on('exit', () => end('the thread ended'))
    return started
  }

  const rest = (resting: Thread): void => {
    clearTimeout(idle)
    idle = setTimeout(() => {
      if (resting.waiting.size > 0) return
      if (thread === resting) thread = null
      void resting.worker.terminate()
    }, idleMs).unref()
  }

  return {
    read: ({ bytes, ...question }) =>
      new Promise((resolve) => {
        thread ??= start()
        const number = asked++
        // A buffer of its own moves to the thread; one that is part of a larger one has to be copied.
        const own = bytes.byteLength === bytes.buffer.byteLength ? bytes : new Uint8Array(bytes)
        const { worker, waiting } = thread
        const late = setTimeout(() => void worker.terminate(), patience).unref()
        waiting.set(number, (answer) => {
          clearTimeout(late)
          resolve(answer)
        })
        worker.postMessage({ number, ...question, bytes: own }, [own.buffer as ArrayBuffer])
      }),
    close: async () => {
      clearTimeout(idle)
      await thread?.worker.terminate()
    },
  }
}
