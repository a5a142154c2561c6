/** Runs jobs in the order in which they came, at most so many at a time. */

/** @param {number} most */
export const queue = (most) => {
  let running = 0
  /** @type {(() => Promise<void>)[]} */
  const waiting = []
  const next = () => {
    for (let job = waiting[0]; job !== undefined && running < most; job = waiting[0]) {
      waiting.shift()
      running += 1
      void job().finally(() => {
        running -= 1
        next()
      })
    }
  }
  return {
    /**
     * @param {() => Promise<void>} job one that never fails
     * @returns {() => void} takes a job out that has not begun
     */
    add: (job) => {
      waiting.push(job)
      next()
      return () => {
        const at = waiting.indexOf(job)
        if (at >= 0) waiting.splice(at, 1)
      }
    },
  }
}
