import { openEndpoint } from '@domesday/tool-testing'
import { describe, expect, it } from 'vitest'
import { legal } from './index.ts'

interface Factors {
  readonly factors: Readonly<
    Record<string, { read(known: object): { readonly because?: string; readonly detail?: string } }>
  >
}
const [relevance] = Object.values(legal.sections['regulatory_relevance_score']!.inputs) as unknown as readonly [Factors]
const read = (name: string, known: object) => relevance.factors[name]!.read(known)

describe('the regulatory relevance, of what is not known', () => {
  it('is unknown if a list has no counts by type, or a bill has no known stage', () => {
    const laws = { total: 4, primary: null, types: [], years: {}, matched_in: 'title' }
    const given = { laws, asked: { query: 'orders of merit' }, own: { references: [] } }
    expect(read('primary_legislation', given).because).toContain('how many of each kind')
    expect(read('recent_activity', { ...given, recent: null }).because).toContain('how many of each year')
    // Acts and law of the European Union may be among them.
    expect(read('legislation_volume', given)).toMatchObject({ metric: 4, low: null, high: 4 })
    const bill = { title: 'Sample Bill', stage: 'Money resolution', house: 'Commons', progress: null }
    expect(read('bill_progress', { of: [bill] }).because).toBe(
      'the foremost bill, Sample Bill: Money resolution, Commons, stands at a stage that is no step of either House',
    )
  })

  it('is at most what texts mention, where no title has the words', () => {
    const types = [{ type: 'uksi', type_name: 'UK Statutory Instrument', kind: 'instrument', count: 4000 }]
    const laws = { total: 4000, primary: 0, types, years: {}, matched_in: 'text' }
    const own = { references: [{ subject: 'construction', counted_in: '2022', acts: 6, instruments: 682, recent: 41 }] }
    const volume = read('legislation_volume', { laws, asked: { query: 'reasonable' }, own })
    expect(volume).toMatchObject({ metric: 4000, low: null, high: 4000 })
    expect(volume.detail).toBe(
      '4,000 instruments, rules and orders with the words in the text (4,000 UK Statutory Instruments), in force or not. At most these are on the subject: no title has the words, the texts do.',
    )
  })

  it('does not count drafts and law of the European Union as instruments', () => {
    const of = (kind: string, count: number) => ({ type: kind, type_name: null, kind, count })
    const types = [of('european', 900), of('instrument', 30), of('draft', 7), of('act', 2)]
    const laws = { total: 939, primary: 2, types, years: {}, matched_in: 'title' }
    const given = { laws, asked: { query: 'seeds' }, own: { references: [] } }
    expect(read('legislation_volume', given)).toMatchObject({ metric: 30 })
    expect(read('primary_legislation', given)).toMatchObject({ metric: 2 })
  })

  it('lies between bounds that hold the true one where a source does not answer', async () => {
    const of = async (without: readonly string[]) => {
      const endpoint = await openEndpoint(legal, { without })
      const { data } = await endpoint.look('/legal/construction')
      await endpoint.close()
      return data.regulatory_relevance_score
    }
    const whole = await of([])
    expect(whole.bounds).toEqual({ low: whole.score, high: whole.score })
    for (const source of ['legislation-gov-uk', 'parliament-bills']) {
      const score = await of([source])
      expect(score.bounds.low).toBeLessThanOrEqual(whole.score)
      expect(score.bounds.high).toBeGreaterThanOrEqual(whole.score)
      expect(score.possible_ratings).toContain(whole.rating)
      expect(score.possible_ratings.length).toBeGreaterThan(1)
    }
  })
})
