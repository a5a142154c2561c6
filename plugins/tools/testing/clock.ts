export interface TestClock {
  /** Unix milliseconds: the machine's time, and what has passed besides. */
  readonly now: () => number
  /** Puts it forward by so many milliseconds, at once. */
  readonly pass: (ms: number) => void
}

/** A clock for what takes one as `now`, such as a whole service: a test lets time pass where it would have to wait. */
export const testClock = (): TestClock => {
  let passed = 0
  return {
    now: () => Date.now() + passed,
    pass: (ms) => {
      passed += ms
    },
  }
}
