/** Counts what a store refunds by itself for processes that died, and tells whoever asks, of the earlier ones too. */
import type { Delivery, Loss } from '@domesday/core/store'

export interface Recovered {
  /** So many more, once their change is durable. */
  add(refunds: number): void
  readonly tell: NonNullable<Delivery['recovered']>
}

export const recoveredCharges = (): Recovered => {
  let untold = 0
  let hear: ((loss: Loss) => void) | null = null
  const add = (refunds: number): void => {
    untold += refunds
    for (; hear !== null && untold > 0; untold--) hear('refunded')
  }
  return {
    add,
    tell: (heard) => {
      hear = heard
      add(0)
    },
  }
}
