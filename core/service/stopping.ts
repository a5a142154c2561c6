/** Signals that stop the process. */

/** Milliseconds. One Ctrl-C sends SIGINT twice under npm: from the terminal, and forwarded by npm. */
const duplicateWithin = 500

/** Calls `stop` on the first signal. A second signal ends the process at once. */
export const onStop = (stop: () => void): void => {
  let firstSignal: number | null = null
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      if (firstSignal === null) {
        firstSignal = performance.now()
        stop()
      } else if (performance.now() - firstSignal > duplicateWithin) {
        process.exit(1)
      }
    })
  }
}
