import { describe, expect, it } from 'vitest'
import type { Application } from '@domesday/source-planning-applications'
import { activityOf } from './activity.ts'
import { floodZonesOf } from './flood.ts'

const one = (status: Application['status'], about: Partial<Application> = {}): Application => ({
  reference: 'r',
  authority: null,
  description: null,
  address: null,
  status,
  type: 'Full',
  size: 'Small',
  date: null,
  decided: null,
  at: null,
  url: null,
  ...about,
})
const kilometre = { metres: 1000 / Math.sqrt(Math.PI), days: 365, large: 5 }

describe('activity around a place', () => {
  it('counts states, and rates those decided', () => {
    const items = [one('approved'), one('approved'), one('refused'), one('pending'), one('withdrawn'), one('other')]
    expect(activityOf({ total: 6, items }, kilometre)).toMatchObject({
      total: 6,
      listed: 6,
      approvalRate: 66.7,
      large: 0,
      states: { approved: 2, refused: 1, pending: 1, withdrawn: 1, other: 1 },
    })
    expect(activityOf({ total: 1, items: [one('pending')] }, kilometre).approvalRate).toBeNull()
  })

  it('gathers momentum from what is to be built, large schemes most, scaled to all of a year', () => {
    const momentum = (total: number, ...items: readonly Application[]) =>
      activityOf({ total, items }, kilometre).momentum
    expect(momentum(2, one('approved'), one('pending'))).toBeCloseTo(2)
    expect(momentum(2, one('approved'), one('refused'))).toBeCloseTo(1)
    expect(momentum(2, one('approved'), one('approved', { type: 'Trees' }))).toBeCloseTo(1)
    expect(momentum(2, one('approved'), one('approved', { size: 'Large', type: 'Outline' }))).toBeCloseTo(6)
    expect(momentum(400, one('approved'), one('withdrawn'))).toBeCloseTo(200)
    expect(
      activityOf({ total: 2, items: [one('approved'), one('approved')] }, { ...kilometre, days: 730 }).momentum,
    ).toBeCloseTo(1)
    expect(momentum(0)).toBe(0)
  })
})

describe('flood zones of two registers', () => {
  it('are one row where they agree, and two where not: the agency counts', () => {
    expect(
      floodZonesOf({ agency: { zone: 3, cause: 'sea', origin: null }, platform: { zone: 3, type: 'Tidal Models' } }),
    ).toEqual({ zone: 3, zones: [{ zone: 3, cause: 'sea', sources: ['ea-flood-risk', 'planning-data'] }] })
    expect(
      floodZonesOf({ agency: { zone: 1, cause: null, origin: null }, platform: { zone: 2, type: 'Fluvial Models' } }),
    ).toMatchObject({ zone: 1, zones: [{ zone: 1 }, { zone: 2, sources: ['planning-data'] }] })
  })

  it('stand in for each other', () => {
    expect(floodZonesOf({ agency: null, platform: { zone: 2, type: null } })).toMatchObject({
      zone: 2,
      zones: [{ sources: ['planning-data'] }],
    })
    expect(floodZonesOf({ agency: null, platform: null })).toBeNull()
    expect(
      floodZonesOf({ agency: { zone: 2, cause: null, origin: null }, platform: { zone: 2, type: 'Fluvial Models' } })
        ?.zones,
    ).toEqual([{ zone: 2, cause: 'Fluvial Models', sources: ['ea-flood-risk', 'planning-data'] }])
  })
})
