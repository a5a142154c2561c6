import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Node } from '@domesday/core'
import { openSource, type OpenSource } from '@domesday/tool-testing'
import { performance, performanceOf, planningPerformance, quarterOf, type Performance } from './index.ts'
import { decisionsTable } from './release.ts'

describe('planning-performance', () => {
  let table: OpenSource
  beforeAll(async () => {
    table = await openSource(planningPerformance)
  })
  afterAll(async () => {
    expect(table.unmatched).toEqual([])
    await table.close()
  })
  const of = (code: string, name: string | null = null): Promise<Performance | null> =>
    table.ask(performance, { code, name })

  it('adds up four quarters of a council', async () => {
    expect(await of('E06000007')).toMatchObject({
      authority: 'Warrington',
      code: 'E06000007',
      from: '2025 Q3',
      to: '2026 Q2',
      decisions: 924,
      approval_rate_pct: 89.4,
      in_time_pct: 92.1,
      major_decisions: 44,
      majors_in_time_pct: 90.9,
    })
  })

  it('sets them beside all authorities of England, over the same quarters', async () => {
    const [council, park] = [(await of('E06000007'))!, (await of('E07000035', 'Peak District National Park'))!]
    const { approval_rate_pct: approved, in_time_pct: inTime } = council.comparison
    expect(approved).toMatchObject({ district: null, region: null, uk: null })
    expect(approved.nation).toMatchObject({
      area: 'England',
      period: '2025 Q3 to 2026 Q2',
      source: 'planning-performance',
    })
    expect(approved.nation!.value).toBeGreaterThan(84.6)
    expect(approved.nation!.value).toBeLessThan(council.approval_rate_pct!)
    expect(inTime.nation!.value).not.toBe(council.in_time_pct)
    expect(park.comparison).toEqual(council.comparison)
  })

  it('takes speeds of those quarters alone that have them', async () => {
    const council = (await of('E09000007'))!
    expect(council).toMatchObject({ approval_rate_pct: 84.6, decisions: 2448 })
    expect(council.in_time_pct).toBeCloseTo(81.2, 0)
  })

  it('gives the national park where it decides, never the district', async () => {
    expect(await of('E07000035', 'Peak District National Park')).toMatchObject({
      authority: 'Peak District National Park',
      code: 'E26000006',
    })
    expect(await of('E07000035', 'South Downs National Park')).toBeNull()
    expect(await of('E07000035', 'Derbyshire Dales')).toMatchObject({ code: 'E07000035', decisions: 524 })
  })

  it('finds a council with a new code by its name', async () => {
    expect(await of('E06000999', 'Wyre')).toMatchObject({ code: 'E07000128' })
    expect(await of('E06000999')).toBeNull()
  })
})

describe('a row', () => {
  const wire = {
    LPACD: 'E1',
    LPANM: 'Sample City Council',
    Quarter: '2026 Q1',
    'Total decisions; grand total (all)': '1,017',
    'Total granted; grand total (all)': '881',
  }

  it('has nothing where nothing was returned', () => {
    expect(quarterOf(wire)).toMatchObject({ decisions: 1017, granted: 881, inTime: null, majorDecisions: null })
    expect(
      quarterOf({
        ...wire,
        'Total decisions in time; grand total (excluding PAs)': '..',
        'Total decisions in time; grand total (PAs only)': '12',
      }),
    ).toMatchObject({ inTime: null })
    expect(
      quarterOf({
        ...wire,
        'Total decisions in time; grand total (excluding PAs)': '805',
        'Total decisions in time; grand total (PAs only)': '12',
      }),
    ).toMatchObject({ inTime: 817 })
  })

  it('is left out where it is of no authority or of part of one', () => {
    expect(quarterOf({ ...wire, LPACD: '' })).toBeNull()
    expect(quarterOf({ ...wire, Quarter: 'Total' })).toBeNull()
    expect(quarterOf({ ...wire, LPANM: 'Sample within National Park' })).toBeNull()
  })
})

describe('the newest table', () => {
  const page = (...titles: readonly string[]): string =>
    JSON.stringify({
      details: { attachments: titles.map((title) => ({ title, url: `https://x/${encodeURIComponent(title)}.csv` })) },
    })

  it('is that of four quarters, or else the whole series', () => {
    const full = 'District planning application statistics (PS2) - full dataset',
      recent = 'District planning application statistics (PS2) - last 4 quarters'
    expect(decisionsTable(page(full, recent))).toContain('last%204')
    expect(decisionsTable(page('District planning application statistics (PS1) - last 4 quarters', full))).toContain(
      'full',
    )
    expect(decisionsTable(page('County matters (CPS2) - last 4 quarters'))).toBeNull()
    expect(decisionsTable('<html></html>')).toBeNull()
  })
})

describe('a place', () => {
  const { input } = performanceOf({ kind: 'derive', inputs: {} } as Node<never>, {
    kind: 'derive',
    inputs: {},
  }) as unknown as { readonly input: (known: object) => unknown }

  it('is asked for by its district and who decides there', () => {
    expect(input({ place: { postcode: 'WA1 1UH', codes: { local_authority: 'E06000007' } }, authority: null })).toEqual(
      {
        code: 'E06000007',
        name: null,
      },
    )
    expect(input({ place: { postcode: 'GY1 1WR', codes: { local_authority: null } }, authority: null })).toMatchObject({
      $: 'not_covered',
    })
  })
})
