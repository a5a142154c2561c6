import { describe, expect, it } from 'vitest'
import { filings, gazetted, notice, profile, today } from './facts.fixture.ts'
import { inWords, warningsOf } from './warnings.ts'

const levels = (notices: Parameters<typeof warningsOf>[1], filed = filings(), company = profile()): readonly string[] =>
  warningsOf(company, notices, filed, today).map(({ level }) => level)

describe('warnings in the Gazette', () => {
  it('weigh one step less after three years, two after six', () => {
    expect(levels([notice('2452', 'critical', '2026-01-01')])).toEqual(['critical'])
    expect(levels([notice('2452', 'critical', '2023-10-01')])).toEqual(['high'])
    expect(levels([notice('2452', 'critical', '2019-10-01')])).toEqual(['medium'])
    expect(levels([notice('2431', 'low', '2019-10-01')])).toEqual([])
  })

  it('weigh less where only the name tells whom they are about', () => {
    expect(levels([notice('2450', 'high', '2026-09-01', { matched: 'name' })])).toEqual(['medium'])
  })

  it('count a petition that was dismissed for little, and the dismissal for nothing', () => {
    expect(levels([notice('2461', 'relief', '2026-09-20'), notice('2450', 'high', '2026-09-01')])).toEqual(['low'])
    expect(levels([notice('2450', 'high', '2026-09-25'), notice('2461', 'relief', '2026-09-20')])).toEqual(['high'])
  })

  it('come the gravest first', () => {
    const warnings = warningsOf(
      profile(),
      [notice('2446', 'medium', '2026-05-21'), notice('2441', 'high', '2026-05-20')],
      filings(),
      today,
    )
    expect(inWords(warnings)).toBe('Notice 2441, 20 May 2026 (high), the gravest of 2 notices.')
    expect(inWords([])).toMatch(/^Neither/)
  })
})

describe('strike-off notices of the register', () => {
  const first = filings([], [gazetted('Gazette notice compulsory', '2026-09-22')])

  it('stand while the register proposes it, and are discontinued otherwise', () => {
    expect(levels([], first, profile({ statusDetail: 'active-proposal-to-strike-off' }))).toEqual(['medium'])
    expect(warningsOf(profile(), [], first, today)).toMatchObject([
      { level: 'low', what: 'First notice of compulsory strike-off, since discontinued' },
    ])
  })

  it('of a dissolution do not stand for a company that exists: it was restored, also where it is to be struck off anew', () => {
    const ended = filings([], [gazetted('Gazette dissolved compulsory', '2025-11-18')])
    const restored = [{ level: 'low', what: 'Struck off and dissolved by the registrar, since restored' }]
    expect(warningsOf(profile(), [], ended, today)).toMatchObject(restored)
    expect(warningsOf(profile({ statusDetail: 'active-proposal-to-strike-off' }), [], ended, today)).toMatchObject(
      restored,
    )
  })

  it('tell a dissolution by the registrar from one that was asked for, in either spelling', () => {
    const dissolved = profile({ status: 'dissolved', ceased: '2026-01-01' })
    const how = (description: string): readonly string[] =>
      levels([], filings([], [gazetted(description, '2026-01-01')]), dissolved)
    expect(
      [
        'Gazette dissolved compulsory',
        'Gazette dissolved compulsary',
        'Gazette dissolved voluntary',
        'Gazette dissolved liquidation',
      ].map(how),
    ).toEqual([['critical'], ['critical'], ['low'], ['high']])
    expect(how('Gazette filings brought up to date')).toEqual([])
  })
})
