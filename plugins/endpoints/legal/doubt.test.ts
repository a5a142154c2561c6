import { openEndpoint } from '@domesday/tool-testing'
import { describe, expect, it } from 'vitest'
import { legal } from './index.ts'

interface Factors {
  readonly factors: Readonly<Record<string, { read(known: object): { readonly because?: string } }>>
}
const [relevance] = Object.values(legal.sections['regulatory_relevance_score']!.inputs) as unknown as readonly [Factors]
const read = (name: string, known: object) => relevance.factors[name]!.read(known)

describe('the regulatory relevance, of what is not known', () => {
  it('is unknown if a list has no counts by type, or a bill has no known stage', () => {
    const laws = { total: 4, primary: null, years: {} }
    expect(read('primary_legislation', { of: laws }).because).toContain('how many of each kind')
    expect(read('recent_activity', { laws, recent: null }).because).toContain('how many of each year')
    const bill = { title: 'Sample Bill', stage: 'Money resolution', house: 'Commons', progress: null }
    expect(read('bill_progress', { of: [bill] }).because).toBe(
      'the foremost bill, Sample Bill: Money resolution, Commons, stands at a stage that is no step of either House',
    )
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
