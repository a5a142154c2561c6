/** Single flight: equal questions at the same time share one call. */
export interface Flights {
  /** Joins the flight of this key, or starts it. `led` is true where it was started. */
  join<T>(key: string, start: () => Promise<T>): { readonly led: boolean; readonly landing: Promise<T> }
}

export const createFlights = (): Flights => {
  const flying = new Map<string, Promise<unknown>>()
  return {
    join: <T>(key: string, start: () => Promise<T>) => {
      const joined = flying.get(key) as Promise<T> | undefined
      if (joined !== undefined) return { led: false, landing: joined }
      const landing = start().finally(() => flying.delete(key))
      flying.set(key, landing)
      return { led: true, landing }
    },
  }
}
