import { openEndpoint, type OpenEndpoint } from '@domesday/tool-testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { legal } from './index.ts'

let endpoint: OpenEndpoint
beforeAll(async () => {
  endpoint = await openEndpoint(legal)
})
afterAll(() => endpoint.close())

interface Signal {
  readonly factor: string
  readonly points: number | null
  readonly contribution: number
  readonly detail: string
}
const factorsIn = (data: {
  readonly regulatory_relevance_score: { readonly signals: readonly Signal[] }
}): Readonly<Record<string, Signal>> =>
  Object.fromEntries(data.regulatory_relevance_score.signals.map((signal) => [signal.factor, signal]))

describe('legal', () => {
  it('lists the law on a subject with all that match counted, and the bills before Parliament', async () => {
    const { data, meta } = await endpoint.look('/legal/construction')
    expect(data).toMatchObject({ query: 'construction', total_legislation: 688, matched_in: 'title', total_bills: 2 })
    expect(data.legislation).toHaveLength(20)
    expect(data.legislation).toContainEqual({
      title: 'The Construction (Design and Management) Regulations 2015',
      type: 'uksi',
      type_name: 'UK Statutory Instrument',
      year: '2015',
      made: '2015-01-22',
      url: 'https://www.legislation.gov.uk/uksi/2015/51',
      ended: null,
    })
    expect(data.pending_bills[0]).toEqual({
      title: 'Construction Site Safety (Sample) Bill',
      stage: 'Committee stage',
      house: 'Commons',
      government_bill: true,
      updated: '2026-10-13',
      url: 'https://bills.parliament.uk/bills/99001',
    })
    expect(meta).toMatchObject({ missing: [], sources: ['legislation-gov-uk', 'parliament-bills'] })
  })

  it('turns to the text of laws where no title has the words', async () => {
    const { data } = await endpoint.look('/legal/cryptoassets')
    expect(data).toMatchObject({ matched_in: 'text', total_legislation: 4, pending_bills: [], total_bills: 0 })
    const { legislation_volume: volume } = factorsIn(data)
    expect(volume!.detail).toMatch(/^2 instruments, rules and orders with the words in the text .* At most these/)
    expect(data.regulatory_relevance_score.bounds).toEqual({ low: 0, high: 16 })
  })

  it('says none where there is none: an answer, not a gap', async () => {
    const { status, data, meta } = await endpoint.look('/legal/zzqxy')
    expect(status).toBe(200)
    expect(data).toMatchObject({
      legislation: [],
      total_legislation: 0,
      pending_bills: [],
      total_bills: 0,
      regulatory_relevance_score: { score: 0, rating: 'MINIMAL', confidence: 'high' },
    })
    expect(meta.missing).toEqual([])
  })

  it('shows a query as it was asked, blanks joined, and refuses one that is too short', async () => {
    expect((await endpoint.look('/legal/ data   protection ')).data.query).toBe('data protection')
    expect(await endpoint.look('/legal/x')).toMatchObject({ status: 400 })
  })
})

describe('the regulatory relevance', () => {
  it('grows with volume, Acts, recent law and bills on their way', async () => {
    const subjects = ['construction', 'data protection', 'cryptoassets', 'zzqxy']
    const scores = await Promise.all(
      subjects.map(async (query) => (await endpoint.look(`/legal/${query}`)).data.regulatory_relevance_score),
    )
    expect(scores.map(({ score, rating }) => [score, rating])).toEqual([
      [73, 'REGULATED'],
      [43, 'MODERATE'],
      [16, 'MINIMAL'],
      [0, 'MINIMAL'],
    ])
    for (const { score, signals } of scores)
      expect(signals.reduce((sum: number, { contribution }: Signal) => sum + contribution, 0)).toBe(score)
  })

  it('counts laws by type, beside a subject whose counts are documented', async () => {
    const { data } = await endpoint.look('/legal/agriculture')
    expect(data.regulatory_relevance_score.rating).toBe('HIGHLY_REGULATED')
    const { legislation_volume: volume, primary_legislation: primary } = factorsIn(data)
    expect(volume!.detail).toBe(
      '1,188 instruments, rules and orders with the words in the title (604 UK Statutory Instruments, 287 Northern Ireland Statutory Rules, 118 Scottish Statutory Instruments and 179 of other types), in force or not; construction had 682 in December 2022.',
    )
    expect(primary!.detail).toContain('33 Acts or Measures with the words in the title (24 UK Public General Acts, ')
    expect(primary!.detail).toMatch(/1 of another type\); construction had 6 in December 2022\.$/)
    expect(data.legislation_by_type[0]).toEqual({
      type: 'uksi',
      type_name: 'UK Statutory Instrument',
      kind: 'instrument',
      count: 604,
    })
    const all = data.legislation_by_type.reduce((sum: number, { count }: { count: number }) => sum + count, 0)
    expect(all).toBe(data.total_legislation)
    const construction = factorsIn((await endpoint.look('/legal/Construction')).data)
    expect(construction['legislation_volume']!.detail).not.toContain('December 2022')
  })

  it('is the attention of lawmakers: no advice calls it a burden, or says that little law applies', async () => {
    for (const query of ['agriculture', 'construction', 'data protection', 'cryptoassets', 'zzqxy']) {
      const { recommendation } = (await endpoint.look(`/legal/${query}`)).data.regulatory_relevance_score
      expect(recommendation).toMatch(/lawmakers’ attention|laws of other titles/i)
      expect(recommendation).not.toMatch(/little law|hardly any law|much law|regulated/i)
    }
  })

  it('counts as recent what was made in five calendar years, by the clock of the world', async () => {
    const { data } = await endpoint.look('/legal/data protection')
    expect(factorsIn(data)['recent_activity']).toMatchObject({
      detail: '6 laws among them made since 2022; construction had 41 in the five years to December 2022.',
    })
  })

  it('says which of the laws listed were repealed, as their titles say it', async () => {
    const { data } = await endpoint.look('/legal/data protection')
    expect(data.legislation.filter(({ ended }: { ended: string | null }) => ended !== null)).toMatchObject([
      { title: 'Data Protection Act 1984 (repealed 1.3.2000)', ended: 'repealed 1.3.2000' },
    ])
    expect(data.regulatory_relevance_score.recommendation).toMatch(
      /^One of the 17 laws listed is no longer in force: Data Protection Act 1984, repealed 1\.3\.2000\./,
    )
    expect(data.regulatory_relevance_score).not.toHaveProperty('override')
  })

  it('looks at the bill that has come farthest', async () => {
    const { data } = await endpoint.look('/legal/data')
    expect(factorsIn(data)['bill_progress']).toMatchObject({
      points: 85,
      detail: 'The foremost bill is Data Protection (Children) (Sample) Bill: Report stage, Commons.',
    })
    expect(factorsIn((await endpoint.look('/legal/agriculture')).data)['bill_progress']!.points).toBeLessThan(20)
  })

  it('comes with every example', async () => {
    for (const path of endpoint.examples) {
      const { status, data } = await endpoint.look(path)
      expect([path, status, typeof data.regulatory_relevance_score.score, data.legislation.length > 0]).toEqual([
        path,
        200,
        'number',
        true,
      ])
    }
  })
})
