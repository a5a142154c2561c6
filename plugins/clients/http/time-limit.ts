/** Rejects with the fault after so many milliseconds, and aborts the signal; work that ignores the signal goes on. */
export const withTimeLimit = async <T>(
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
