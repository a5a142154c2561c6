import { describe, expect, it } from 'vitest'
import { matchByName, numberMatch } from '@domesday/vocabulary-companies'
import { divisionOf, matchOf, wonFrom, type FoundContract } from './index.ts'

it('the division of a code is what its first two digits stand for', () => {
  expect(['45215100', '03', '99000000', ''].map(divisionOf)).toEqual([
    'Construction work',
    'Agricultural, farming, fishing, forestry and related products',
    null,
    null,
  ])
})

describe('the match of two notices of one procurement', () => {
  it('is buyer and title, without reference numbers and marks of an award', () => {
    const match = matchOf('North Lathe Drainage Board', 'Precision machined pump components')
    expect(matchOf('NORTH LATHE DRAINAGE BOARD', 'NWR55120 - Precision Machined Pump Components')).toBe(match)
    expect(matchOf('North Lathe Drainage Board', 'Precision machined pump components - AWARD')).toBe(match)
    expect(matchOf('North Lathe Drainage Board', 'Precision machined pump components (Contract Award Notice)')).toBe(
      match,
    )
    expect(matchOf('South Lathe Drainage Board', 'Precision machined pump components')).not.toBe(match)
  })

  it('keeps years and lots apart', () => {
    expect(matchOf('A', '2026 resurfacing')).not.toBe(matchOf('A', '2025 resurfacing'))
    expect(matchOf('A', 'Resurfacing, lot 1')).not.toBe(matchOf('A', 'Resurfacing, lot 2'))
  })
})

describe('what a company won', () => {
  it('is not what one of its name won before it was formed, unless the number is stated', () => {
    const company = { name: 'X MILLS LIMITED', formerNames: [], since: '2026-05-01' }
    const contract = (on: string, name: string | null): FoundContract =>
      ({
        id: on,
        awarded: on,
        published: on,
        awardedValue: 10,
        currency: 'GBP',
        meant: name === null ? numberMatch : matchByName(company, { name, on }),
      }) as FoundContract
    const [own, ofAnother, numbered, perhaps] = [
      contract('2026-06-01', 'X Mills Ltd'),
      contract('2020-01-01', 'X Mills Ltd'),
      contract('2020-01-01', null),
      contract('2026-07-01', 'X Mills LLP'),
    ]
    expect(wonFrom([own!, numbered!], true)).toMatchObject({ total: 2, value: 20, possible: [], complete: true })
    expect(wonFrom([own!, ofAnother!, numbered!, perhaps!], true)).toMatchObject({
      value: { total: 2, value: 20, possible: [{ published: '2026-07-01' }] },
      parts: [
        {
          why: '1 contract may be its own: a possible match by name alone; 1 contract of before it was formed or bore the name may belong to another of its name',
        },
      ],
    })
  })
})
