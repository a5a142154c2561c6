/** What tells a process to stop. */

/** A Ctrl-C comes twice within these milliseconds: from the terminal, and handed on by npm. */
const echo = 500

/** Told again later, the process ends at once. */
export const onStop = (stop: () => void): void => {
  let told: number | null = null
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      if (told === null) {
        told = performance.now()
        stop()
      } else if (performance.now() - told > echo) {
        process.exit(1)
      }
    })
  }
}
