/** The audit of the ledger as metrics show it: it takes seconds, and no scrape waits for it. */

/** Both are NaN until the first audit has ended. */
export interface LatestAudit {
  /** Faults that the latest audit found. Asking begins the next audit, where it is due. */
  faults(): number
  /** Seconds since the latest audit ended. */
  age(): number
}

/**
 * `audit` resolves to the number of faults. It is due `every` so many milliseconds after the last has ended; one that
 * fails leaves the last result, and is made again.
 */
export const latestAudit = (audit: () => Promise<number>, every = 300_000): LatestAudit => {
  let latest: { readonly faults: number; readonly at: number } | null = null
  let isRunning = false
  const begin = (): void => {
    if (isRunning || (latest !== null && performance.now() - latest.at < every)) return
    isRunning = true
    audit()
      .then(
        (faults) => {
          latest = { faults, at: performance.now() }
        },
        () => {},
      )
      .finally(() => {
        isRunning = false
      })
  }
  return {
    faults: () => {
      begin()
      return latest?.faults ?? NaN
    },
    age: () => (latest === null ? NaN : (performance.now() - latest.at) / 1000),
  }
}
