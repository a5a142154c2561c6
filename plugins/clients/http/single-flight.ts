/** Single flight: equal questions at the same time share one call. */
export interface Flights {
  /** Joins the flight of this key, or starts it. `led` is true where it was started. */
  join<T>(key: string, start: () => Promise<T>): { readonly led: boolean; readonly landing: Promise<T> }
}

/** `joining` is called by the one that starts a flight; each other calls what it returns. */
export const createFlights = (joining: () => () => void = () => () => {}): Flights => {
  const flying = new Map<string, { readonly landing: Promise<unknown>; readonly join: () => void }>()
  return {
    join: <T>(key: string, start: () => Promise<T>) => {
      const joined = flying.get(key)
      if (joined !== undefined) {
        joined.join()
        return { led: false, landing: joined.landing as Promise<T> }
      }
      const landing = start().finally(() => flying.delete(key))
      flying.set(key, { landing, join: joining() })
      return { led: true, landing }
    },
  }
}
