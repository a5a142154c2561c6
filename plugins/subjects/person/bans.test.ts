import type { Disqualification, Screening, Unresolved } from '@domesday/source-companies-house'
import type { Match } from '@domesday/vocabulary-companies'
import { describe, expect, it } from 'vitest'
import { bansFrom, mayBeBanned } from './bans.ts'

const today = '2026-10-15'
const ban = (from: string | null, until: string | null, type = 'court-order'): Disqualification => ({
  from,
  until,
  type,
  decided: null,
  court: null,
  case_id: null,
  reason: null,
  act: null,
  section: null,
  companies: [],
  last_variation: null,
})
const likely: Match = { by: 'name', agreed: ['name', 'month of birth'], against: [], sure: 'likely' }
const possible: Match = { by: 'name', agreed: ['name'], against: [], sure: 'possible' }
const hers = (...disqualifications: readonly Disqualification[]): Screening['records'] => [
  { kind: 'natural', id: 'x', name: 'Ada MARSH', born: '1970-01', disqualifications, permissions: [], match: likely },
]
const namesake = (...disqualifications: readonly Disqualification[]): Unresolved => ({
  name: 'Ada MARSH',
  why: 'its birth is not stated',
  disqualifications,
  match: possible,
})
const unread: Unresolved = {
  name: 'Ada MARSH',
  why: 'its entry could not be read',
  disqualifications: null,
  match: possible,
}
const is = (screening: Partial<Screening>, isNameless = false) =>
  bansFrom({ records: [], unresolved: [], ...screening }, isNameless, today).is_disqualified

describe('whether a person is disqualified', () => {
  it('is certain by an entry of the same birth, whatever cannot be told of others', () => {
    const records = hers(ban('2024-06-03', '2031-06-02'))
    expect(is({ records })).toBe(true)
    expect(is({ records, unresolved: [unread, namesake(ban('2025-04-15', null, 'sanction'))] }, true)).toBe(true)
  })

  it('cannot be told beside a ban in force that may be hers, or an entry that could not be read', () => {
    expect(is({ unresolved: [namesake(ban('2025-04-15', null, 'sanction'))] })).toBeNull()
    expect(is({ unresolved: [unread] })).toBeNull()
    expect(is({ records: hers(ban('2010-01-01', '2015-01-01')), unresolved: [unread] })).toBeNull()
    // One that ran out says nothing of today.
    expect(is({ unresolved: [namesake(ban('2010-01-01', '2015-01-01'))] })).toBe(false)
  })

  it('cannot be told of who has no birth, by the name alone', () => {
    expect([is({}), is({}, true)]).toEqual([false, null])
  })

  it('says of each entry why it is not resolved', () => {
    const unresolved = [namesake(ban('2010-01-01', '2015-01-01'), ban('2025-04-15', null, 'sanction')), unread]
    expect(bansFrom({ records: [], unresolved }, false, today).unresolved).toEqual([
      {
        name: 'Ada MARSH',
        why: 'its birth is not stated',
        in_force: true,
        from: '2025-04-15',
        until: null,
        type: 'sanction',
        match: possible,
      },
      {
        name: 'Ada MARSH',
        why: 'its entry could not be read',
        in_force: null,
        from: null,
        until: null,
        type: null,
        match: possible,
      },
    ])
    expect(mayBeBanned({ unresolved }, today)).toBe(
      'whether Ada MARSH on the register of disqualified officers is this person cannot be told, as its birth is not stated',
    )
  })
})
