import { openEndpoint } from '@domesday/tool-testing'
import { describe, expect, it } from 'vitest'
import { director } from './index.ts'

interface Signal {
  readonly factor: string
  readonly points: number | null
}
const of = async (without: readonly string[], path: string) => {
  const endpoint = await openEndpoint(director, { without })
  const { data, meta } = await endpoint.look(path)
  await endpoint.close()
  const points = Object.fromEntries(
    (data.risk_score.signals as readonly Signal[]).map(({ factor, points }) => [factor, points]),
  )
  return { data, meta, score: data.risk_score, points }
}

describe('the risk of a director, where something could not be asked', () => {
  it('lies between bounds that hold the true one: without the Gazette', async () => {
    const path = '/director/Pv7-pErRiNvAsSwOoDxx_000025'
    const whole = await of([], path)
    expect(whole.score.bounds).toEqual({ low: whole.score.score, high: whole.score.score })
    const { score, points } = await of(['gazette'], path)
    expect(points['gazette_warnings']).toBeNull()
    expect(score.bounds.low).toBeLessThanOrEqual(whole.score.score)
    expect(score.bounds.high).toBeGreaterThanOrEqual(whole.score.score)
    expect(score.possible_ratings).toContain(whole.score.rating)
  })

  it('has bounds up to a ban if the register of the disqualified does not answer', async () => {
    const { data, meta, score, points } = await of(
      ['companies-house/search/disqualified-officers'],
      '/director/Lt7-lUcAnThReLfElLxx_000033',
    )
    expect(data.disqualification).toBeNull()
    expect(meta.missing).toContainEqual({
      section: 'disqualification',
      source: 'companies-house',
      reason: 'upstream_failed',
    })
    expect(points['disqualification']).toBeNull()
    expect(score.override).toBeUndefined()
    expect(score.bounds.high).toBe(100)
    expect(score.possible_ratings).toContain('CRITICAL_RISK')
    expect(score.confidence).not.toBe('high')
  })

  it('is not known of the filings of companies that could not be looked at', async () => {
    const path = '/director/La1-lEoPoLdAnStRuCkE_000058'
    const whole = await of([], path)
    const { score } = await of(['companies-house/company/99000172'], path)
    const filing = (scored: { readonly signals: readonly { readonly factor: string; readonly detail: string }[] }) =>
      scored.signals.find(({ factor }) => factor === 'filing_compliance')!
    expect(filing(score).detail).toContain('1 company could not be looked at.')
    expect(score.bounds.low).toBeLessThanOrEqual(whole.score.score)
    expect(score.bounds.high).toBeGreaterThanOrEqual(whole.score.score)
    expect(score.bounds.high).toBeGreaterThan(score.bounds.low)
  })
})
