import { describe, expect, it } from 'vitest'
import { floodZonesOf } from './flood-zone.ts'

describe('flood zones of two registers', () => {
  it('are one row where they agree, and two where not: the agency counts', () => {
    expect(floodZonesOf({ agency: { zone: 3, cause: 'sea' }, platform: { zone: 3, type: 'Tidal Models' } })).toEqual({
      zone: 3,
      probability: 'high',
      zones: [{ zone: 3, cause: 'sea', sources: ['ea-flood-risk', 'planning-data'] }],
    })
    expect(
      floodZonesOf({ agency: { zone: 1, cause: null }, platform: { zone: 2, type: 'Fluvial Models' } }),
    ).toMatchObject({ zone: 1, zones: [{ zone: 1 }, { zone: 2, sources: ['planning-data'] }] })
  })

  it('stand in for each other', () => {
    expect(floodZonesOf({ agency: null, platform: { zone: 2, type: null } })).toMatchObject({
      zone: 2,
      zones: [{ sources: ['planning-data'] }],
    })
    expect(floodZonesOf({ agency: null, platform: null })).toBeNull()
    expect(
      floodZonesOf({ agency: { zone: 2, cause: null }, platform: { zone: 2, type: 'Fluvial Models' } })?.zones,
    ).toEqual([{ zone: 2, cause: 'Fluvial Models', sources: ['ea-flood-risk', 'planning-data'] }])
  })
})
