import { Failure } from '../contract/failure.ts'
import type { Billing } from '../credits/store.ts'
import type { Drain } from '../http/drain.ts'

/** A sweep writes to the store, so it shows whether the store is writable. */
const ledgerFaults = (billing: Billing): Promise<readonly string[]> =>
  billing.sweep().then(
    () => [],
    (fault: unknown) => ['the ledger cannot be written', ...(fault instanceof Failure ? [fault.message] : [])],
  )

/** What keeps calls from being answered, in sentences. */
export const readinessFaults = (drain: Drain, billing: Billing): (() => Promise<readonly string[]>) => {
  const ofLedger = atMostOnceASecond(() => ledgerFaults(billing))
  return async () => (drain.begun ? ['the service is stopping'] : ofLedger())
}

/** Anybody may call /readyz at any rate, and each check writes to the disk. */
const atMostOnceASecond = <T>(ask: () => Promise<T>): (() => Promise<T>) => {
  let last: { readonly at: number; readonly answer: Promise<T> } | undefined
  return () => {
    if (last === undefined || performance.now() - last.at > 1000) last = { at: performance.now(), answer: ask() }
    return last.answer
  }
}
