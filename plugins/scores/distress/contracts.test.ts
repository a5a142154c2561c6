import type { Contract, Won } from '@domesday/source-contracts-finder'
import { describe, expect, it } from 'vitest'
import { mergeNotices, mergeWon } from './contracts.ts'

const row = (source: string, id: string, match: string | null, ocids: readonly string[] = []) => ({ source, id, match, ocids })
const pairs = (first: readonly ReturnType<typeof row>[], second: readonly ReturnType<typeof row>[]) =>
  mergeNotices(first, second).map(({ notice, twin }) => twin ? `${notice.id}=${twin.id}` : notice.id)

describe('notices of two portals', () => {
  it('are one where they share an identifier, whatever their titles', () => {
    expect(pairs([row('a', '1', 'x', ['ocds-1', 'ocds-9'])], [row('b', '2', 'y', ['ocds-9'])])).toEqual(['1=2'])
  })

  it('are one by buyer and title, where these stand once in each', () => {
    expect(pairs([row('a', '1', 'x')], [row('b', '2', 'x'), row('b', '3', 'y')])).toEqual(['1=2', '3'])
    expect(pairs([row('a', '1', 'x')], [row('b', '2', 'x'), row('b', '3', 'x')])).toEqual(['1', '2', '3'])
    expect(pairs([row('a', '1', 'x'), row('a', '4', 'x')], [row('b', '2', 'x')])).toEqual(['1', '4', '2'])
    expect(pairs([row('a', '1', null)], [row('b', '2', null)])).toEqual(['1', '2'])
  })

  it('lend a twin once', () => {
    expect(pairs([row('a', '1', 'x', ['o']), row('a', '2', 'y')], [row('b', '3', 'y', ['o'])])).toEqual(['1=3', '2'])
  })
})

const contract = (source: string, id: string, rest: Partial<Contract> = {}): Contract => ({
  source, id, ocids: [], match: null, title: id, buyer: null, status: 'awarded', value: null, awardedValue: null, currency: 'GBP', published: '2026-01-01',
  deadline: null, awarded: null, regions: [], cpv: [], suppliers: [], url: `https://example.org/${id}`, matched: 'name', ...rest,
})
const won = (contracts: readonly Contract[], rest: Partial<Won> = {}): Won => ({ total: contracts.length, value: 0, contracts, complete: true, ...rest })

describe('contracts won', () => {
  it('are counted and summed once, completed from the other portal, and say where they come from', () => {
    const merged = mergeWon(
      won([contract('find-a-tender', 'f1', { match: 'm', matched: 'number', published: '2026-03-01' })]),
      won([contract('contracts-finder', 'c1', { match: 'm', awardedValue: 500.1 }), contract('contracts-finder', 'c2', { awardedValue: 0.2, published: '2026-05-01' })]),
    )
    expect(merged).toMatchObject({ total: 2, value: 500.3, complete: true })
    expect(merged.items.map(({ id, source, alsoIn, matched, awardedValue }) => [id, source, alsoIn, matched, awardedValue])).toEqual([
      ['c2', 'contracts-finder', [], 'name', 0.2], ['f1', 'find-a-tender', ['contracts-finder'], 'number', 500.1],
    ])
  })

  it('do not sum what is not in pounds, and are incomplete where a portal is', () => {
    expect(mergeWon(won([contract('find-a-tender', 'f', { awardedValue: 9, currency: 'EUR' })]), won([]))).toMatchObject({ value: 0, complete: true })
    expect(mergeWon(won([]), null).complete).toBe(false)
    expect(mergeWon(won([contract('find-a-tender', 'f')], { total: 140 }), won([]))).toMatchObject({ total: 140, complete: false })
  })
})
