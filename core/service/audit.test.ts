import { expect, it } from 'vitest'
import type { Audit } from '../credits/ledger.ts'
import { bookGauges, latestAudit } from './audit.ts'

const none = { count: 0, microUsd: 0 }
const found = (...faults: readonly string[]): Audit => ({
  keys: 1,
  rows: 2,
  openHolds: 0,
  outstanding: 70,
  payments: {
    settled: { count: 3, microUsd: 6_000 },
    pending: none,
    unknown: { count: 1, microUsd: 2_000 },
    refused: none,
  },
  faults,
})

it('is never waited for, and shows its last result while the next runs', async () => {
  const running: PromiseWithResolvers<Audit>[] = []
  const latest = latestAudit(() => {
    running.push(Promise.withResolvers())
    return running.at(-1)!.promise
  }, 0)
  expect([latest.read(), latest.read()]).toEqual([null, null])
  // Where none ends it grows, and an alert sees it.
  const first = latest.age()
  expect(first).toBeGreaterThanOrEqual(0)
  await expect.poll(() => latest.age()).toBeGreaterThan(first)
  expect(running).toHaveLength(1)
  running[0]!.resolve(found('a', 'b'))
  await expect.poll(() => latest.age()).toBeGreaterThanOrEqual(0)
  expect(latest.read()?.faults).toHaveLength(2)
  running[1]!.reject(new Error('the disk is full'))
  await expect.poll(() => (latest.read(), running.length)).toBe(3)
  expect(latest.read()?.faults).toHaveLength(2)
})

it('is not made again before its time', async () => {
  let made = 0
  const latest = latestAudit(async () => ((made += 1), found()))
  latest.read()
  await expect.poll(() => latest.read()?.rows).toBe(2)
  expect([latest.read()?.rows, made]).toEqual([2, 1])
})

it('tells faults, credits and payments by state, and nothing of the kind before', async () => {
  const latest = latestAudit(async () => found('a'))
  const gauges = bookGauges(latest)
  const read = (name: string) => gauges.find((gauge) => gauge.name === name)!.read()
  expect([read('domesday_credits_outstanding'), read('domesday_payments_total')]).toEqual([NaN, []])
  await expect.poll(() => read('domesday_ledger_faults')).toBe(1)
  expect(read('domesday_credits_outstanding')).toBe(70)
  expect(read('domesday_payments_total')).toEqual([
    { labels: { state: 'settled' }, value: 3 },
    { labels: { state: 'pending' }, value: 0 },
    { labels: { state: 'unknown' }, value: 1 },
    { labels: { state: 'refused' }, value: 0 },
  ])
  expect(read('domesday_payments_micro_usd')).toContainEqual({ labels: { state: 'unknown' }, value: 2_000 })
})
