import { describe, expect, it } from 'vitest'
import { insolvencyStanding, lastDayOf } from './insolvency.ts'
import { insolvencyCase, profile, today } from './facts.fixture.ts'

const standing = (company: Parameters<typeof profile>[0], ...cases: readonly ReturnType<typeof insolvencyCase>[]) =>
  insolvencyStanding(profile(company), { status: [], cases })

describe('how a company stands', () => {
  it('is the worst of its status and its open cases', () => {
    expect(standing({}).state).toBe('none')
    expect(standing({ status: 'administration' }).state).toBe('administration')
    expect(standing({ status: 'voluntary-arrangement' }, insolvencyCase('receiver-manager')).state).toBe('receivership')
    expect(standing({}, insolvencyCase('liquidation-moratorium-commencement-of-moratorium')).state).toBe('moratorium')
  })

  it('says a status without a case as it is read', () => {
    expect(standing({ status: 'voluntary-arrangement' }).detail).toBe(
      'In insolvency proceedings: its status is voluntary arrangement.',
    )
  })

  it('tells a solvent winding-up from an insolvent one, which have the same status', () => {
    const solvent = insolvencyCase('members-voluntary-liquidation', ['wound-up-on', '2026-01-05'])
    expect(standing({ status: 'liquidation' }, solvent)).toEqual({
      state: 'solvent_liquidation',
      detail: 'Being wound up as solvent: members voluntary liquidation, wound up on 5 January 2026.',
    })
    expect(standing({ status: 'liquidation' }, solvent, insolvencyCase('creditors-voluntary-liquidation')).state).toBe(
      'liquidation',
    )
    expect(standing({ status: 'liquidation' }).state).toBe('liquidation')
  })

  it('is past where a case has ended, or the company has', () => {
    const ended = insolvencyCase(
      'corporate-voluntary-arrangement',
      ['voluntary-arrangement-started-on', '2019-01-01'],
      ['voluntary-arrangement-ended-on', '2021-01-01'],
    )
    expect(standing({}, ended).state).toBe('past')
    expect(
      standing({ status: 'dissolved', ceased: '2024-01-01' }, insolvencyCase('compulsory-liquidation')).state,
    ).toBe('past')
    expect(
      standing({ status: 'dissolved', ceased: '2024-01-01' }, insolvencyCase('members-voluntary-liquidation')).state,
    ).toBe('none')
  })
})

describe('a case that states no end', () => {
  const receivers = (...ceased: readonly (string | null)[]) => ({
    ...insolvencyCase('receiver-manager', ['instrumented-on', '2011-03-22']),
    practitioners: ceased.map((day) => ({ name: 'A', appointed: '2011-03-22', ceased: day })),
  })

  it('is over where it is a receivership whose receivers have all ceased to act', () => {
    expect(standing({}, receivers('2014-09-30', '2013-01-04')).state).toBe('past')
    expect(standing({}, receivers('2014-09-30', null)).state).toBe('receivership')
    expect(standing({}, insolvencyCase('receivership', ['instrumented-on', '2026-09-11'])).state).toBe('receivership')
  })

  it('is over where it is the end of a moratorium', () => {
    expect(standing({}, insolvencyCase('liquidation-moratorium-early-end-of-moratorium')).state).toBe('past')
  })

  it('is of a kind that nobody knows: that is not none', () => {
    const odd = insolvencyCase('creditor-led-reconstruction', ['instrumented-on', '2026-08-03'])
    expect(standing({}, odd)).toEqual({
      state: 'unrated',
      detail:
        'Not known: what this insolvency case means cannot be told: creditor led reconstruction, instrumented on 3 August 2026.',
    })
    expect(standing({ status: 'administration' }, odd).state).toBe('administration')
  })
})

describe('the last day on which directors answer for the filing', () => {
  const wound = {
    status: [],
    cases: [insolvencyCase('creditors-voluntary-liquidation', ['wound-up-on', '2026-05-14'])],
  }

  it('is today while it trades, even after an insolvency', () => {
    expect(lastDayOf(profile(), wound, today)).toBe(today)
    expect(lastDayOf(profile({ status: 'administration' }), wound, today)).toBe(today)
  })

  it('is that of the winding-up, or of the end, whichever was first', () => {
    expect(lastDayOf(profile({ status: 'liquidation' }), wound, today)).toBe('2026-05-14')
    expect(lastDayOf(profile({ status: 'liquidation' }), null, today)).toBe(today)
    expect(lastDayOf(profile({ status: 'dissolved', ceased: '2026-09-01' }), wound, today)).toBe('2026-05-14')
    expect(lastDayOf(profile({ status: 'dissolved', ceased: '2025-09-01' }), { status: [], cases: [] }, today)).toBe(
      '2025-09-01',
    )
  })
})
