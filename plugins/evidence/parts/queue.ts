/** A bounded queue of what is to be written: in order, in batches, one batch at a time. */

/** Characters of a message to the thread: copying it blocks the event loop for a fraction of a millisecond. */
const batchSize = 256_000
/** Milliseconds in which a batch gathers. */
const gathering = 20

export interface Queue<T> {
  /** False where it is full. `size`: its characters. `beyond`: room of its own, once the rest is full. */
  push(one: T, size: number, beyond?: number): boolean
  readonly isFull: boolean
  readonly length: number
  /** Resolves once all that is in it now is written, or lost. */
  flush(): Promise<void>
}

interface Entry<T> {
  readonly one: T
  readonly size: number
}

/** `most`: characters that may wait. `write` never rejects. */
export const boundedQueue = <T>(most: () => number, write: (batch: readonly T[]) => Promise<void>): Queue<T> => {
  let waiting: Entry<T>[] = []
  let size = 0
  /** How many were ever pushed, and how many of them are done. */
  let pushed = 0,
    done = 0
  let isRunning = false
  let timer: NodeJS.Timeout | null = null
  let flushes: { readonly upTo: number; readonly resolve: () => void }[] = []

  const next = (): readonly Entry<T>[] => {
    let sum = 0
    const end = waiting.findIndex((entry, i) => (sum += entry.size) > batchSize && i > 0)
    const batch = waiting.slice(0, end < 0 ? undefined : end)
    waiting = waiting.slice(batch.length)
    size -= batch.reduce((total, entry) => total + entry.size, 0)
    return batch
  }
  const run = async (): Promise<void> => {
    if (timer) clearTimeout(timer)
    timer = null
    if (isRunning) return
    isRunning = true
    while (waiting.length > 0) {
      const batch = next()
      await write(batch.map(({ one }) => one))
      done += batch.length
      for (const { resolve } of flushes.filter(({ upTo }) => upTo <= done)) resolve()
      flushes = flushes.filter(({ upTo }) => upTo > done)
    }
    isRunning = false
  }

  return {
    push: (one, added, beyond = 0) => {
      if (size + added > most() + beyond) return false
      waiting.push({ one, size: added })
      size += added
      pushed += 1
      if (!isRunning) timer ??= setTimeout(run, gathering)
      return true
    },
    get isFull() {
      return size >= most()
    },
    get length() {
      return pushed - done
    },
    flush: () =>
      new Promise((resolve) => {
        if (done === pushed) return resolve()
        flushes.push({ upTo: pushed, resolve })
        void run()
      }),
  }
}
