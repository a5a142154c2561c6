import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, vi } from 'vitest'
import type { Billing } from '../../../core/credits/store.ts'
import { BillingError } from '../../../core/credits/billing-error.ts'

/**
 * Opens the store of this name, creating it the first time. Opening it again while it is open stands for another
 * process.
 */
export type Open = (store: string, now: () => number) => Billing | Promise<Billing>

/** Told of a store that no test uses any more. */
export type Ended = (store: string) => void

export interface Fixture {
  /** The latest process. */
  readonly billing: Billing
  /** Another process starts beside those so far. */
  readonly start: () => Promise<Billing>
  /**
   * Ten seconds pass without a heartbeat of the processes so far, and another starts. They may still be used: a process
   * can be slow, not dead.
   */
  readonly crash: () => Promise<Billing>
  readonly pass: (ms: number) => void
  /** Issues a key and answers its id. */
  readonly key: (credits: number) => Promise<string>
  /** Ends all processes; without it they end with the test. */
  readonly end: () => Promise<void>
}

export const purpose = { endpoint: 'entity', depth: 'standard' }

/**
 * A fresh store for a test, with a clock that stands still and no sweep but those of a start and those that the test
 * asks for.
 */
export const fixtures = (open: Open, ended: Ended = () => {}): (() => Promise<Fixture>) => {
  const stores = new Map<string, Billing[]>()
  const end = async (store: string): Promise<void> => {
    const opened = stores.get(store) ?? []
    stores.delete(store)
    await Promise.all(opened.map((one) => one.close()))
    ended(store)
  }
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  })
  afterEach(async () => {
    await Promise.all([...stores.keys()].map(end))
    vi.useRealTimers()
  })
  return async () => {
    const store = randomUUID()
    const opened: Billing[] = []
    stores.set(store, opened)
    let clock = Date.UTC(2026, 0, 1)
    const launch = async (): Promise<Billing> => {
      const started = await open(store, () => clock)
      opened.push(started)
      await started.sweep()
      return started
    }
    let billing = await launch()
    const start = async (): Promise<Billing> => (billing = await launch())
    return {
      get billing() {
        return billing
      },
      start,
      crash: async () => {
        clock += 10_000
        const next = await start()
        // A store may wait first until others, which could not reach it either, had time to come back.
        for (let i = 0; i < 2; i++) {
          clock += 3_000
          await next.sweep()
        }
        return next
      },
      pass: (ms) => {
        clock += ms
      },
      key: async (credits) => (await billing.keys.create({ credits })).id,
      end: () => end(store),
    }
  }
}

/** What a call came to: its value, or the code of the fault that it was rejected with. */
export const outcome = (call: Promise<unknown>): Promise<unknown> =>
  call.catch((fault) => {
    if (fault instanceof BillingError) return fault.code
    throw fault
  })
