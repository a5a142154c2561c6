import { describe, expect, it } from 'vitest'
import { divisionOf, matchOf, wonFrom, type Contract } from './index.ts'

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
    const contract = (awarded: string, matched: Contract['matched']) =>
      ({ id: awarded, awarded, published: awarded, matched, awardedValue: 10, currency: 'GBP' }) as Contract
    const contracts = [contract('2020-01-01', 'name'), contract('2020-01-01', 'number'), contract('2026-06-01', 'name')]
    const company = { number: '99000017', name: 'X', formerNames: [] }
    expect(wonFrom(company, contracts, true)).toMatchObject({ total: 3, value: 30, complete: true })
    expect(wonFrom({ ...company, since: '2026-05-01' }, contracts, true)).toMatchObject({
      value: { total: 2, value: 20 },
      parts: [{ why: '1 contract of before it was formed may belong to another of its name' }],
    })
  })
})
