import type { Brownfield, BrownfieldSite } from '@domesday/source-planning-data'
import { describe, expect, it } from 'vitest'
import { leastHomes } from './brownfield.ts'
import { developmentScore, type Parts } from './development.ts'

const { factors } = developmentScore({} as Parts)
const site = (least: number | null, most: number | null): BrownfieldSite => ({
  reference: null,
  address: null,
  hectares: null,
  homes: { least, most },
  permission: null,
  permissionType: null,
  permissionDate: null,
  ownership: null,
  deliverable: null,
  at: null,
  metres: null,
})
const brownfield = (...sites: readonly BrownfieldSite[]) =>
  factors['brownfield_opportunity']!.read({
    brownfield: { total: sites.length, sites } satisfies Brownfield,
    tune: { brownfield_radius_m: 1000 },
  })

describe('homes on brownfield sites', () => {
  it('are at least what sites state as their least: the most of one that states no least does not count', () => {
    expect(leastHomes([site(60, 95), site(null, 24), site(null, null)])).toBe(60)
    expect(brownfield(site(60, 95), site(null, 24))).toEqual({
      metric: 2,
      detail: '2 brownfield sites registered within 1000 m, for at least 60 homes.',
    })
    expect(brownfield(site(null, 24))).toEqual({ metric: 1, detail: '1 brownfield site registered within 1000 m.' })
  })

  it('may be one', () => {
    expect(brownfield(site(1, 1))).toMatchObject({
      detail: '1 brownfield site registered within 1000 m, for at least 1 home.',
    })
  })
})

describe('a council', () => {
  it('may have made one decision', () => {
    const council = {
      authority: 'Sample',
      decisions: 1,
      majorDecisions: 0,
      approvalRate: 100,
      inTimeRate: null,
      majorsInTimeRate: null,
      from: '2025 Q3',
      to: '2026 Q2',
    }
    expect(factors['council_efficiency']!.read({ council })).toEqual({
      metric: 100,
      detail: 'Sample made 1 decision from 2025 Q3 to 2026 Q2: 100 % approved.',
    })
  })
})
