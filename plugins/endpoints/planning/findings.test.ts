import { describe, expect, it } from 'vitest'
import { comparisonOf } from '@domesday/vocabulary-comparison'
import { brownfieldFinding, councilFinding } from './findings.ts'

describe('homes on brownfield sites', () => {
  const brownfield = (total: number, homes_min: number) =>
    brownfieldFinding({ radius_m: 1000, total, hectares: 0, homes_min, sites: [] })

  it('are told where sites state them, and may be one', () => {
    expect(brownfield(2, 60)).toEqual({
      metric: 2,
      detail: '2 brownfield sites registered within 1000 m, for at least 60 homes.',
    })
    expect(brownfield(1, 0)).toEqual({ metric: 1, detail: '1 brownfield site registered within 1000 m.' })
    expect(brownfield(1, 1)).toMatchObject({
      detail: '1 brownfield site registered within 1000 m, for at least 1 home.',
    })
  })
})

describe('a council', () => {
  it('may have made one decision', () => {
    const council = {
      code: 'E1',
      authority: 'Sample',
      decisions: 1,
      major_decisions: 0,
      approval_rate_pct: 100,
      in_time_pct: null,
      majors_in_time_pct: null,
      from: '2025 Q3',
      to: '2026 Q2',
      comparison: {
        approval_rate_pct: comparisonOf('sample', [{ level: 'nation', area: 'England', period: 'P', value: 87.1 }]),
        in_time_pct: comparisonOf('sample', []),
        majors_in_time_pct: comparisonOf('sample', []),
      },
    }
    expect(councilFinding(council)).toEqual({
      metric: 100,
      detail: 'Sample made 1 decision from 2025 Q3 to 2026 Q2: 100 % approved (England 87.1 %).',
    })
  })
})
