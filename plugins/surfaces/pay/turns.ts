/** Payers take turns of their own at the sources, as keys do, wherever they call from. */
import type { Http, ServiceView } from '@domesday/core/surface'
import type { Authorisation, PaymentMethod } from './method.ts'

/** Runs the work of a verified payment as that of its wallet. */
export type Turns = <T>(wallet: string, work: () => Promise<T>) => Promise<T>

/** Simulated wallets are free to create, so a live service queues them by address. */
export const hasTurns = (
  { simulated }: Pick<PaymentMethod, 'simulated'>,
  { sandbox }: Pick<ServiceView, 'sandbox'>,
): boolean => sandbox || !simulated

export const createTurns = ({ calledBy }: Pick<Http, 'calledBy'>): Turns => {
  const inWork = new Map<Authorisation['payer'], number>()
  const inWorkOf = (wallet: string): number => inWork.get(wallet) ?? 0
  return async (wallet, work) => {
    calledBy(wallet, () => inWorkOf(wallet))
    inWork.set(wallet, inWorkOf(wallet) + 1)
    try {
      return await work()
    } finally {
      const left = inWorkOf(wallet) - 1
      if (left > 0) inWork.set(wallet, left)
      else inWork.delete(wallet)
    }
  }
}
