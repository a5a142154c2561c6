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

  it('count a petition that was dismissed for little, and the dismissal for nothing', () => {
    expect(levels([notice('2461', 'relief', '2026-09-20'), notice('2450', 'high', '2026-09-01')])).toEqual(['low'])
    expect(levels([notice('2450', 'high', '2026-09-25'), notice('2461', 'relief', '2026-09-20')])).toEqual(['high'])
  })

  it('count a moratorium that came to an end for little', () => {
    expect(levels([notice('2401', 'high', '2026-09-01')])).toEqual(['high'])
    expect(levels([notice('2402', 'medium', '2026-10-01'), notice('2401', 'high', '2026-09-01')])).toEqual([
      'medium',
      'low',
    ])
  })

  it('are never low for an unknown code: only critical ones come before it', () => {
    const unknown = notice('2499', 'unrated', '2026-09-01')
    expect(levels([unknown])).toEqual(['unrated'])
    expect(levels([notice('2450', 'high', '2026-09-01'), unknown])).toEqual(['unrated', 'high'])
    expect(levels([notice('2452', 'critical', '2026-09-01'), unknown])).toEqual(['critical', 'unrated'])
    expect(levels([notice('2499', 'unrated', '2021-10-14')])).toEqual([])
    expect(inWords(warningsOf(profile(), [unknown], filings(), today))).toBe(
      'Not known: what this notice of the Gazette means cannot be told: Notice 2499 (code 2499), 1 September 2026.',
    )
    expect(inWords(warningsOf(profile(), [unknown, notice('2401', 'high', '2026-10-01')], filings(), today))).toMatch(
      / Of the others: Notice 2401, 1 October 2026 \(high\)\.$/,
    )
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

  it('of a dissolution do not count for a company that exists: it was restored, even if a new strike-off is proposed', () => {
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
