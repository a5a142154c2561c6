import { describe, expect, it } from 'vitest'
import type { Job, LastRun } from '../../../core/contract/jobs.ts'
import { dueAt, isOneTime, newRecord, type JobRecord } from './index.ts'

const hour = 3_600_000
const now = Date.parse('2026-03-05T12:00:00Z')
const timing = { retry: { after: 60_000, most: 6 * hour } }

const job = (other: Partial<Job> = {}): Job => ({
  id: 'one',
  title: 'One',
  scope: 'node',
  every: () => 24 * hour,
  run: async () => '',
  ...other,
})
const last = (other: Partial<LastRun> = {}): LastRun => ({
  outcome: 'done',
  began: now - 2 * hour,
  took_ms: hour,
  node: 'n',
  detail: '',
  ...other,
})
const due = (other: Partial<Job>, record: Partial<JobRecord> = {}): number =>
  (dueAt(job(other), { ...newRecord, ...record }, timing, now) - now) / 60_000

describe('a job is due', () => {
  it('at once where it was never done, and a refresh after the begin of the last that was', () => {
    expect(due({})).toBe(0)
    expect(due({}, { last: last(), succeeded: now - 2 * hour })).toBe(22 * 60)
    expect(due({ every: () => hour }, { last: last(), succeeded: now - 2 * hour })).toBe(0)
  })

  it('later by a pause that doubles with each failure, up to a limit', () => {
    const failed = (failures: number): number =>
      due({}, { last: last({ outcome: 'failed', began: now - 1_000, took_ms: 1_000 }), failures })
    expect([1, 2, 3, 4, 20].map(failed)).toEqual([1, 2, 4, 8, 360])
    const last20 = last({ outcome: 'failed', began: now, took_ms: 0 })
    expect(due({ every: () => 30_000 }, { last: last20, failures: 20 })).toBe(1)
    expect(due({ every: () => 120_000 }, { last: last20, failures: 20 })).toBe(2)
  })

  it('counted from work that was done in another way, also after a failure', () => {
    const failed = last({ outcome: 'failed', began: now - 2 * hour })
    expect(due({ doneAt: () => now - hour }, { last: failed, failures: 3 })).toBe(23 * 60)
    expect(due({ doneAt: () => now - 3 * hour }, { last: failed, failures: 1 })).toBe(0)
  })

  it('at once where what it makes is missing, and not without end where a run does not bring it', () => {
    const done = last({ began: now - 60_000, took_ms: 60_000 })
    expect(due({ isMissing: () => true })).toBe(0)
    expect(due({ isMissing: () => true }, { last: done, succeeded: now })).toBe(6 * 60)
    const earlier = last({ began: now - 240 * hour })
    expect(due({ isMissing: () => true, every: () => 8760 * hour }, { last: earlier, succeeded: earlier.began })).toBe(
      0,
    )
  })

  it('within its hours only, but where somebody asks for it', () => {
    const opens = (at: number): number => Math.max(at, now + 9 * hour)
    expect(due({ opens })).toBe(9 * 60)
    expect(due({ opens }, { asked: true })).toBe(0)
    expect(due({ opens }, { last: last({ outcome: 'paused' }) })).toBe(9 * 60)
  })
})

it('two times are one where both are past, or a moment apart', () => {
  expect(isOneTime(now - hour, now, now)).toBe(true)
  expect(isOneTime(now + hour, now + hour + 500, now)).toBe(true)
  expect(isOneTime(now + hour, now, now)).toBe(false)
})
