/** The first connection: waits for a database that is starting, and reports one that cannot be used. */
import { setTimeout as sleep } from 'node:timers/promises'
import { BillingError } from '@domesday/core/store'
import type { DatabaseAddress } from './address.ts'
import { isAway, isRefused, rightsNeeded } from './faults.ts'

const retryMs = 500

const wordsOf = (fault: unknown): string => {
  // A host with several addresses: one error for each.
  const one = fault instanceof AggregateError ? (fault.errors[0] as unknown) : fault
  return one instanceof Error ? one.message : String(one)
}

/** Tries again for `wait` milliseconds while nobody answers; then throws `unusable`. */
export const reachable = async <T>({ shown }: DatabaseAddress, open: () => Promise<T>, wait = 0): Promise<T> => {
  const until = performance.now() + wait
  for (;;) {
    try {
      return await open()
    } catch (fault) {
      if (fault instanceof BillingError) throw fault
      if (!isAway(fault) || performance.now() + retryMs > until)
        throw new BillingError(
          'unusable',
          `the PostgreSQL at ${shown} cannot be used: ${wordsOf(fault)}${isRefused(fault) ? `. Its user lacks rights: ${rightsNeeded}` : ''}`,
        )
    }
    await sleep(retryMs)
  }
}
