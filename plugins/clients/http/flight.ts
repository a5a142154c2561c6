/** Single flight: equal questions asked at the same time share one answer. */
export interface Flights {
  /** Joins the flight under this key, or starts one. `led` tells which. */
  join<T>(key: string, start: () => Promise<T>): { readonly led: boolean; readonly landing: Promise<T> }
  readonly size: number
}

export const createFlights = (): Flights => {
  const aloft = new Map<string, Promise<unknown>>()
  return {
    join: <T>(key: string, start: () => Promise<T>) => {
      const joined = aloft.get(key) as Promise<T> | undefined
      if (joined !== undefined) return { led: false, landing: joined }
      const landing = start().finally(() => aloft.delete(key))
      aloft.set(key, landing)
      return { led: true, landing }
    },
    get size() {
      return aloft.size
    },
  }
}
