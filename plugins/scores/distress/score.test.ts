import { nameMatch, params, text, unknown } from '@domesday/core'
import { describe, expect, it } from 'vitest'
import {
  charges,
  filings,
  insolvencyCase,
  notice,
  officer,
  officers,
  profile,
  sound,
  verification,
} from '@domesday/subject-company/fixture'
import { companyFile } from '@domesday/subject-company'
import { gatesOf } from './gates.ts'
import { distressOf } from './score.ts'

const file = companyFile(params({ identifier: text(), match: nameMatch }))
const { factors } = distressOf(file, gatesOf(file))
const read = (name: string, facts: object = {}) =>
  (factors[name]!.read({ ...sound, ...facts }) || null) as {
    readonly metric: number | string
    readonly detail: string
  } | null

describe('the factors of distress', () => {
  it('are nothing for a sound company', () => {
    expect(Object.keys(factors).map((name) => read(name)?.metric)).toEqual([0, 0, 0, 'none', 'none', 0])
  })

  it('add to the days that accounts are overdue the sets that were late', () => {
    const accounts = {
      last_made_up_to: '2024-09-30',
      last_type: null,
      next_made_up_to: '2025-09-30',
      next_due: '2026-06-30',
      overdue: true,
    }
    expect(
      read('filing_delays', {
        profile: profile({ accounts }),
        filings: filings([
          ['2025-07-28', '2024-09-30'],
          ['2024-06-27', '2023-09-30'],
        ]),
      }),
    ).toEqual({
      metric: 122,
      detail: 'Accounts to 30 September 2025 are 107 days overdue. Of 2 sets filed in three years, 1 came late.',
    })
  })

  it('say beside who left whose identity is not verified, which moves no points', () => {
    const board = (due: string | null, from: string | null = null) =>
      read('director_instability', {
        officers: officers(officer('MARSH, Ada', { verification: verification(due, from) }), officer('TARN, Bede')),
      })
    expect(board('2026-03-15')).toEqual({
      metric: 0,
      detail:
        'No director left in twelve months. The identity statement of 1 director is overdue: Ada MARSH, due by 15 March 2026.',
    })
    expect(board(null, '2026-03-15')?.detail).toBe(
      'No director left in twelve months. 1 of 2 directors has a verified identity.',
    )
    expect(board('2026-11-15')?.detail).toBe('No director left in twelve months.')
  })

  it('do not know what has not fallen due yet', () => {
    const young = profile({
      accounts: {
        last_made_up_to: null,
        last_type: null,
        next_made_up_to: '2027-09-30',
        next_due: '2028-06-21',
        overdue: false,
      },
      confirmation: { last_made_up_to: null, next_made_up_to: '2027-09-20', next_due: '2027-10-04', overdue: false },
    })
    expect(read('filing_delays', { profile: young })).toEqual(
      unknown('no accounts have fallen due yet; the first are due by 21 June 2028'),
    )
    expect(read('confirmation_statement', { profile: young })).toEqual(
      unknown('no confirmation statement has fallen due yet; the first is due by 4 October 2027'),
    )
  })

  it('say of a company in liquidation how its filing stood when that began', () => {
    const confirmation = {
      last_made_up_to: '2025-06-01',
      next_made_up_to: '2026-06-01',
      next_due: '2026-06-15',
      overdue: true,
    }
    const statement = (asOf: string) =>
      read('confirmation_statement', { profile: profile({ status: 'liquidation', confirmation }), asOf })
    expect(statement('2026-05-14')).toEqual({
      metric: 0,
      detail: 'The confirmation statement was not overdue on 14 May 2026, when its duty to file ended.',
    })
    expect(statement('2026-06-25')).toEqual({
      metric: 10,
      detail: 'The confirmation statement was 10 days overdue on 25 June 2026, when its duty to file ended.',
    })
    const young = profile({
      status: 'liquidation',
      confirmation: { ...confirmation, last_made_up_to: null },
      accounts: {
        last_made_up_to: null,
        last_type: null,
        next_made_up_to: '2025-12-31',
        next_due: '2026-09-30',
        overdue: true,
      },
    })
    expect(read('filing_delays', { profile: young, asOf: '2026-05-14' })).toEqual(
      unknown('no accounts had fallen due by 14 May 2026, when its duty to file ended'),
    )
    expect(read('confirmation_statement', { profile: young, asOf: '2026-05-14' })).toEqual(
      unknown('no confirmation statement had fallen due by 14 May 2026, when its duty to file ended'),
    )
  })

  it('say in words of their own what the register does not state', () => {
    const stateless = profile({ accounts: null, confirmation: null }),
      ended = { ...stateless, status: 'dissolved', ceased: '2025-11-18' }
    expect(read('filing_delays', { profile: stateless })).toEqual(
      unknown('the register states no day by which its accounts are due'),
    )
    expect(read('filing_delays', { profile: ended })).toEqual(
      unknown('the register states no day by which its last accounts were due'),
    )
    expect(read('confirmation_statement', { profile: stateless })).toEqual(
      unknown('the register states no confirmation statement that it has to file'),
    )
    expect(read('confirmation_statement', { profile: ended })).toEqual(
      unknown('the register states no confirmation statement that was still due when it ended'),
    )
  })

  it('say charges, cases and notices in words', () => {
    expect(read('active_charges', { charges: charges(3, 1) })).toEqual({
      metric: 3,
      detail: '3 of 4 registered charges are outstanding.',
    })
    expect(
      read('insolvency_history', { insolvency: { status: [], cases: [insolvencyCase('administration-order')] } })
        ?.metric,
    ).toBe('administration')
    expect(read('gazette_warnings', { notices: [notice('2450', 'high', '2026-09-01')] })).toEqual({
      metric: 'high',
      detail: 'Notice 2450, 1 September 2026 (high).',
    })
  })

  it('are as wide as what a notice would tell that has the name alone', () => {
    const named = notice('2450', 'high', '2026-09-01', { matched_by: 'name' })
    expect(read('gazette_warnings', { notices: [named] })).toMatchObject({
      metric: 'none',
      low: 'none',
      high: 'high',
      detail: expect.stringMatching(
        /has a notice that warns\. A possible match by its name alone: Notice 2450, 1 September/,
      ),
    })
    const order = notice('2452', 'critical', '2026-09-01')
    expect(read('gazette_warnings', { notices: [named, order] })).toMatchObject({ metric: 'critical' })
  })

  it('measure who left by all who served in the year', () => {
    const left = (resigned: string) => officer('GONE, One', { resigned_on: resigned })
    expect(
      read('director_instability', { officers: officers(officer('A, B'), left('2025-10-15'), left('2025-10-14')) }),
    ).toEqual({ metric: 50, detail: '1 director left in twelve months, of 2 who served.' })
    expect(
      read('director_instability', { officers: officers(officer('S, T', { role: 'secretary' }), left('2020-01-01')) }),
    ).toEqual({ metric: 100, detail: 'No director serves.' })
    expect(read('director_instability', { officers: officers(officer('S, T', { role: 'secretary' })) })).toEqual(
      unknown('nobody is registered as running it, past or present'),
    )
  })
})
