/** A part that is made by the first who needs it. */
export interface OnDemand<T> {
  open(): Promise<T>
  /** Undefined until it is asked for. */
  readonly opened: Promise<T> | undefined
}

export const onDemand = <T>(make: () => Promise<T>): OnDemand<T> => {
  let opened: Promise<T> | undefined
  return {
    open: () => (opened ??= make()),
    get opened() {
      return opened
    },
  }
}
