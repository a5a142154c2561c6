import { describe, expect, it } from 'vitest'
import { activityOf } from './activity.ts'
import type { ApplicationNear } from './application.ts'

const one = (status: ApplicationNear['status'], about: Partial<ApplicationNear> = {}): ApplicationNear => ({
  reference: 'r',
  authority: null,
  description: null,
  address: null,
  status,
  type: 'Full',
  size: 'Small',
  date: null,
  decided: null,
  coordinates: null,
  distance_m: null,
  url: null,
  ...about,
})
const around = (total: number, items: readonly ApplicationNear[], days = 365) =>
  activityOf({ radius_m: 1000 / Math.sqrt(Math.PI), days, total, items }, 5)

describe('activity around a place', () => {
  it('counts states, and rates those decided', () => {
    const items = [one('approved'), one('approved'), one('refused'), one('pending'), one('withdrawn'), one('other')]
    expect(around(6, items)).toMatchObject({
      total: 6,
      counted: 6,
      approval_rate_pct: 66.7,
      large: 0,
      approved: 2,
      refused: 1,
      pending: 1,
      withdrawn: 1,
      other: 1,
    })
    expect(around(1, [one('pending')]).approval_rate_pct).toBeNull()
  })

  it('gathers momentum from what is to be built, large schemes most, scaled to all of a year', () => {
    const momentum = (total: number, ...items: readonly ApplicationNear[]) => around(total, items).momentum
    expect(momentum(2, one('approved'), one('pending'))).toBeCloseTo(2)
    expect(momentum(2, one('approved'), one('refused'))).toBeCloseTo(1)
    expect(momentum(2, one('approved'), one('approved', { type: 'Trees' }))).toBeCloseTo(1)
    expect(momentum(2, one('approved'), one('approved', { size: 'Large', type: 'Outline' }))).toBeCloseTo(6)
    expect(momentum(400, one('approved'), one('withdrawn'))).toBeCloseTo(200)
    expect(around(2, [one('approved'), one('approved')], 730).momentum).toBeCloseTo(1)
    expect(momentum(0)).toBe(0)
  })
})
