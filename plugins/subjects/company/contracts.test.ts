import { describe, expect, it } from 'vitest'
import type { Contract, Won } from '@domesday/vocabulary-procurement'
import { numberMatch } from '@domesday/vocabulary-companies'
import { mergeWon } from './contracts.ts'

const contract = (source: string, id: string, rest: Partial<Contract> = {}): Contract => ({
  source,
  id,
  ocids: [],
  match: null,
  title: id,
  buyer: null,
  status: 'awarded',
  value: null,
  gross: null,
  awardedValue: null,
  awardedGross: null,
  amounts: [],
  intended: [],
  currency: 'GBP',
  published: '2026-01-01',
  deadline: null,
  awarded: null,
  regions: [],
  cpv: [],
  suppliers: [],
  url: `https://example.org/${id}`,
  meant: { by: 'name', agreed: ['name'], against: [], sure: 'likely' },
  ...rest,
})
const won = (contracts: readonly Contract[], rest: Partial<Won> = {}): Won => ({
  total: contracts.length,
  value: 0,
  contracts,
  possible: [],
  complete: true,
  ...rest,
})

describe('contracts won', () => {
  it('are counted and summed once, completed from the other portal, and say where they come from', () => {
    const merged = mergeWon(
      won([contract('find-a-tender', 'f1', { match: 'm', meant: numberMatch, published: '2026-03-01' })]),
      won([
        contract('contracts-finder', 'c1', { match: 'm', awardedValue: 500.1 }),
        contract('contracts-finder', 'c2', { awardedValue: 0.2, published: '2026-05-01' }),
      ]),
    )
    expect(merged).toMatchObject({ total: 2, total_value: 500.3, complete: true })
    expect(
      merged.items.map((one) => [one.reference, one.source, one.also_in, one.matched_by, one.awarded_value]),
    ).toEqual([
      ['c2', 'contracts-finder', [], 'name', 0.2],
      ['f1', 'find-a-tender', ['contracts-finder'], 'number', 500.1],
    ])
  })

  it('do not sum what is not in pounds, and are incomplete where a portal is', () => {
    expect(
      mergeWon(won([contract('find-a-tender', 'f', { awardedValue: 9, currency: 'EUR' })]), won([])),
    ).toMatchObject({ total_value: 0, complete: true })
    expect(mergeWon(won([]), null).complete).toBe(false)
    expect(mergeWon(won([contract('find-a-tender', 'f')], { total: 140 }), won([]))).toMatchObject({
      total: 140,
      complete: false,
    })
  })
})
