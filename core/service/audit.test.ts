import { expect, it } from 'vitest'
import { latestAudit } from './audit.ts'

it('is never waited for, and shows its last result while the next runs', async () => {
  const running: PromiseWithResolvers<number>[] = []
  const latest = latestAudit(() => {
    running.push(Promise.withResolvers())
    return running.at(-1)!.promise
  }, 0)
  expect([latest.faults(), latest.faults(), latest.age()]).toEqual([NaN, NaN, NaN])
  expect(running).toHaveLength(1)
  running[0]!.resolve(2)
  await expect.poll(() => latest.age()).toBeGreaterThanOrEqual(0)
  expect(latest.faults()).toBe(2)
  running[1]!.reject(new Error('the disk is full'))
  await expect.poll(() => (latest.faults(), running.length)).toBe(3)
  expect(latest.faults()).toBe(2)
})

it('is not made again before its time', async () => {
  let made = 0
  const latest = latestAudit(async () => (made += 1))
  latest.faults()
  await expect.poll(() => latest.faults()).toBe(1)
  expect([latest.faults(), made]).toEqual([1, 1])
})
