/** The audit of the books as metrics show it: it takes seconds, and no scrape waits for it. */
import type { Audit } from '../credits/ledger.ts'
import { paymentStates } from '../credits/payments.ts'
import type { Gauge } from '../contract/gauge.ts'

export interface LatestAudit {
  /** The latest result; null until the first audit has ended. Asking begins the next audit, where it is due. */
  read(): Audit | null
  /** Seconds since the latest audit ended; until then since the start, so that an alert sees that none ends. */
  age(): number
}

/**
 * The next `audit` is due `every` milliseconds after the last one ended. One that fails keeps the last result, and is
 * tried again.
 */
export const latestAudit = (audit: () => Promise<Audit>, every = 300_000): LatestAudit => {
  let latest: { readonly result: Audit; readonly at: number } | null = null
  let isRunning = false
  const began = performance.now()
  const begin = (): void => {
    if (isRunning || (latest !== null && performance.now() - latest.at < every)) return
    isRunning = true
    audit()
      .then(
        (result) => {
          latest = { result, at: performance.now() }
        },
        () => {},
      )
      .finally(() => {
        isRunning = false
      })
  }
  return {
    read: () => {
      begin()
      return latest?.result ?? null
    },
    age: () => (performance.now() - (latest?.at ?? began)) / 1000,
  }
}

/** NaN but for the age, and no payments, until the first audit has ended. */
export const bookGauges = ({ read, age }: LatestAudit): readonly Gauge[] => {
  const gauge = (name: string, help: string, read: Gauge['read'], labels: readonly string[] = []): Gauge => ({
    name: `domesday_${name}`,
    help: `${help} (latest audit)`,
    labels,
    read,
  })
  const byState = (of: 'count' | 'microUsd') => () => {
    const payments = read()?.payments
    return payments ? paymentStates.map((state) => ({ labels: { state }, value: payments[state][of] })) : []
  }
  return [
    gauge('ledger_faults', 'Faults of the books; 0 when they balance', () => read()?.faults.length ?? NaN),
    gauge('ledger_audit_age_seconds', 'Seconds since the end of the audit, or the start', age),
    gauge('credits_outstanding', 'Credits of all keys together', () => read()?.outstanding ?? NaN),
    gauge('payments_total', 'Payments by state', byState('count'), ['state']),
    gauge('payments_micro_usd', 'Millionths of a US dollar by state of payment', byState('microUsd'), ['state']),
  ]
}
