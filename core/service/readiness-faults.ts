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
export const readinessFaults = (drain: Drain, billing: Billing, now: () => number) => {
  let last: { readonly at: number; readonly answer: Promise<readonly string[]> } | undefined
  return async (): Promise<readonly string[]> => {
    if (drain.begun) return ['the service is stopping']
    // Anybody may call /readyz at any rate, and each check writes to the disk: at most one a second.
    if (last === undefined || Math.abs(now() - last.at) > 1000) last = { at: now(), answer: ledgerFaults(billing) }
    return last.answer
  }
}
