/** Rejects with the fault where the work takes longer than so many milliseconds, whether or not it heeds the signal. */
export const within = async <T>(
  ms: number,
  fault: () => Error,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> => {
  const aborter = new AbortController(),
    late = Promise.withResolvers<never>()
  const timer = setTimeout(() => {
    late.reject(fault())
    aborter.abort()
  }, ms)
  try {
    return await Promise.race([work(aborter.signal), late.promise])
  } finally {
    clearTimeout(timer)
  }
}
