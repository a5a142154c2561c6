import type { Competitor, Competitors } from '@domesday/source-companies-house'
import { describe, expect, it } from 'vitest'
import { competitionFinding } from './competition.ts'
import { companiesAt, officesOfRivals, officesToCheck, type Offices } from './offices.ts'

const shown = { competitors_shown: 2, offices_checked: 3, formation_agent: 1000 }
const at = (...postcodes: readonly (string | null)[]): Competitors => {
  const items = postcodes.map((postcode, i): Competitor => {
    const rest = { status: 'active', type: 'ltd', incorporated: null, sicCodes: [], office: null }
    return { number: `9900${i}`, name: 'A', ...rest, postcode }
  })
  return { total: items.length, items }
}
const crowd = (postcode: string, total: number | null) => ({ postcode, total })

describe('the offices of competitors', () => {
  it('are looked at where those shown are, then where most of the others are', () => {
    const rivals = at('B1 1AA', 'B1 1BB', 'B1 1CC', 'B1 1DD', 'B1 1DD', null)
    expect(officesToCheck(rivals, shown)).toEqual(['B1 1AA', 'B1 1BB', 'B1 1DD'])
    expect(officesToCheck(at('B1 1AA', 'B11AA', 'B1 1BB'), shown)).toEqual(['B1 1AA', 'B1 1BB'])
    expect(officesToCheck(at(), shown)).toEqual([])
  })

  it('are a formation agent’s from the threshold on, however the postcode is written', () => {
    const rivals = at('B1 1AA', 'B11AA', 'B1 1BB', null)
    const offices = officesOfRivals({ rivals, crowds: [crowd('B1 1AA', 1000), crowd('B1 1BB', 999)], shown })
    expect(offices).toMatchObject({ atAgents: 2, unsure: 1 })
    expect(['B11AA', 'B1 1BB', 'B1 1CC', null].map((one) => companiesAt(offices, one))).toEqual([1000, 999, null, null])
  })

  it('are not known where they were not looked at, or not counted, or not read', () => {
    const rivals = { ...at('B1 1AA', 'B1 1BB', 'B1 1CC'), total: 10 }
    expect(officesOfRivals({ rivals, crowds: [crowd('B1 1AA', 5), null, crowd('B1 1CC', null)], shown })).toMatchObject(
      {
        atAgents: 0,
        unsure: 9,
      },
    )
    expect(officesOfRivals({ rivals, crowds: null, shown })).toMatchObject({ atAgents: 0, unsure: 10 })
  })
})

describe('the competition', () => {
  const finding = (rivals: Competitors | null, offices: Offices | null, query: string | null = 'gondola') =>
    competitionFinding({
      rivals,
      offices,
      premises: null,
      serves: false,
      trade: { query, sector: null },
      place: { outcode: 'B1' },
    })
  const offices = (atAgents: number, unsure: number): Offices => ({ registered: {}, threshold: 1000, atAgents, unsure })

  it('counts those of whom it is known that they are elsewhere, and the rest as doubt', () => {
    const rivals = { total: 12, items: [] }
    expect(finding(rivals, offices(0, 0))).toEqual({
      metric: 12,
      detail: '12 active companies in B1 with “gondola” in the name',
    })
    expect(finding(rivals, offices(5, 0))).toMatchObject({ metric: 7 })
    expect(finding(rivals, offices(5, 4))).toMatchObject({
      metric: 7,
      low: 3,
      high: 7,
      detail:
        '7 active companies in B1 with “gondola” in the name, not counting 5 at formation agents’ addresses, where 1,000 companies or more are; up to 4 of them may be at such addresses too',
    })
    expect(finding(rivals, offices(0, 12))).toMatchObject({ low: 0, high: 12 })
  })

  it('does not apply without a sector, and is not known if the companies are not', () => {
    expect(finding(null, null, null)).toMatchObject({ because: expect.stringContaining('name a sector') })
    expect(finding(null, null)).toBeNull()
  })
})
