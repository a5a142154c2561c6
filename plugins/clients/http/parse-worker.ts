/**
 * The parse worker: large bodies are parsed in a thread of their own, because a megabyte would block this one for ms.
 */
import { Worker } from 'node:worker_threads'
import type { BodyFormat } from '@domesday/core'
import type { ReadAnswer } from './read-checked.ts'

/** A body, and the operation that reads it, whose code is in its source's folder. */
export interface ParseJob {
  readonly home: string
  readonly source: string
  readonly operation: string
  readonly input: unknown
  readonly bytes: Uint8Array
  readonly contentType: string | undefined
}

export type ParseOutcome =
  | ReadAnswer
  | { readonly fault: 'unreadable' | 'read' | 'ended'; readonly message: string; readonly stack?: string }
  /** The folder has no such operation: the caller has to parse the body. */
  | { readonly bytes: Uint8Array }

export interface ParseWorker {
  parse(job: ParseJob): Promise<ParseOutcome>
  close(): Promise<void>
}

/** Decompressed bytes that take some five milliseconds to parse on a slow machine. */
const longest: Readonly<Record<BodyFormat, number>> = {
  json: 750_000,
  text: 1_500_000,
  csv: 300_000,
  xml: 100_000,
  tree: 25_000,
}
export const isLarge = (as: BodyFormat, { length }: Uint8Array): boolean => length > longest[as]

/** Milliseconds after which an idle thread ends: it costs memory, and a new one some 150 ms. */
const idleMs = 60_000
/** Memory of the thread: a hostile body ends the thread, not the service. */
const memoryMb = 512
/** Milliseconds, more than any call may take, after which a body is given up: others wait behind it. */
const timeLimit = 20_000

interface Thread {
  readonly worker: Worker
  readonly waiting: Map<number, (outcome: ParseOutcome) => void>
}

export const createParseWorker = (): ParseWorker => {
  let thread: Thread | null = null
  let asked = 0
  let idle: NodeJS.Timeout | undefined

  const start = (): Thread => {
    const started: Thread = {
      worker: new Worker(new URL('./parse-thread.ts', import.meta.url), {
        resourceLimits: { maxOldGenerationSizeMb: memoryMb },
      }),
      waiting: new Map(),
    }
    const end = (why: string): void => {
      if (thread === started) thread = null
      for (const resolve of started.waiting.values()) resolve({ fault: 'ended', message: why })
      started.waiting.clear()
    }
    started.worker.unref()
    started.worker.on('message', ({ number, outcome }: { readonly number: number; readonly outcome: ParseOutcome }) => {
      started.waiting.get(number)?.(outcome)
      started.waiting.delete(number)
      if (started.waiting.size === 0) endWhenIdle(started)
    })
    started.worker.on('error', ({ message }) => end(message))
    started.worker.on('exit', () => end('the thread ended'))
    return started
  }

  const endWhenIdle = (idleOne: Thread): void => {
    clearTimeout(idle)
    idle = setTimeout(() => {
      if (idleOne.waiting.size > 0) return
      if (thread === idleOne) thread = null
      void idleOne.worker.terminate()
    }, idleMs).unref()
  }

  return {
    parse: ({ bytes, ...job }) =>
      new Promise((resolve) => {
        thread ??= start()
        const number = asked++
        // A buffer of its own moves to the thread; one that is part of a larger one has to be copied.
        const own = bytes.byteLength === bytes.buffer.byteLength ? bytes : new Uint8Array(bytes)
        const { worker, waiting } = thread
        const late = setTimeout(() => void worker.terminate(), timeLimit).unref()
        waiting.set(number, (outcome) => {
          clearTimeout(late)
          resolve(outcome)
        })
        worker.postMessage({ number, ...job, bytes: own }, [own.buffer as ArrayBuffer])
      }),
    close: async () => {
      clearTimeout(idle)
      await thread?.worker.terminate()
    },
  }
}
