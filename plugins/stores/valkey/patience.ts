/**
 * A time limit for an answer of the engine. While this process is busy nothing is read from the socket: that is no
 * fault of the engine, so the time is counted in turns of the event loop.
 */

/** The fewest turns that it has for reading an answer. */
const turns = 4

/** Rejects after so many milliseconds. */
export const within = <T>(ms: number, work: Promise<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    let turn = 0
    const ticking = setInterval(() => {
      if ((turn += 1) < turns) return
      clearInterval(ticking)
      reject(new Error(`no answer within ${ms} ms`))
    }, ms / turns)
    work.then(resolve, reject).finally(() => clearInterval(ticking))
  })
