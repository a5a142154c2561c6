/** The first connection: waits for a database that is starting, and reports one that cannot be used. */
import { setTimeout as sleep } from 'node:timers/promises'
import { BillingError, type StoreParts } from '@domesday/core/store'
import type { DatabaseAddress } from './address.ts'
import { isAway, isRefused, rightsNeeded } from './faults.ts'

const retryMs = 500
/** Milliseconds after which a start says that it waits. */
const sayAfter = 500

const wordsOf = (fault: unknown): string => {
  // A host with several addresses: one error for each.
  const one = fault instanceof AggregateError ? (fault.errors[0] as unknown) : fault
  return one instanceof Error ? one.message : String(one)
}

/** Tries again for `wait` milliseconds while nobody answers, which it tells `log`; then throws `unusable`. */
export const reachable = async <T>(
  address: DatabaseAddress,
  open: () => Promise<T>,
  wait = 0,
  log?: StoreParts['log'],
): Promise<T> => {
  const say = (): void =>
    log?.warn({ database: address.shown, seconds: wait / 1_000 }, 'PostgreSQL does not answer yet: the start waits')
  const saying = setTimeout(say, sayAfter)
  return tried(address, open, performance.now() + wait).finally(() => clearTimeout(saying))
}

const tried = async <T>({ shown }: DatabaseAddress, open: () => Promise<T>, until: number): Promise<T> => {
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
