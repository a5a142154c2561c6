import { describe, expect, it } from 'vitest'
import { lostInWords, mergeMarkets, mergeNotices, ifAllRead, type Market, type Notice } from './index.ts'

const row = (source: string, id: string, match: string | null, ocids: readonly string[] = []) => ({
  source,
  id,
  match,
  ocids,
})
const pairs = (first: readonly ReturnType<typeof row>[], second: readonly ReturnType<typeof row>[]) =>
  mergeNotices(first, second).map(({ notice, twin }) => (twin ? `${notice.id}=${twin.id}` : notice.id))

describe('notices of two portals', () => {
  it('are one where they share an identifier, whatever their titles', () => {
    expect(pairs([row('a', '1', 'x', ['ocds-1', 'ocds-9'])], [row('b', '2', 'y', ['ocds-9'])])).toEqual(['1=2'])
  })

  it('are one by buyer and title, if these are unique in each', () => {
    expect(pairs([row('a', '1', 'x')], [row('b', '2', 'x'), row('b', '3', 'y')])).toEqual(['1=2', '3'])
    expect(pairs([row('a', '1', 'x')], [row('b', '2', 'x'), row('b', '3', 'x')])).toEqual(['1', '2', '3'])
    expect(pairs([row('a', '1', 'x'), row('a', '4', 'x')], [row('b', '2', 'x')])).toEqual(['1', '4', '2'])
    expect(pairs([row('a', '1', null)], [row('b', '2', null)])).toEqual(['1', '2'])
  })

  it('lend a twin once', () => {
    expect(pairs([row('a', '1', 'x', ['o']), row('a', '2', 'y')], [row('b', '3', 'y', ['o'])])).toEqual(['1=3', '2'])
  })
})

const notice = (id: string, rest: Partial<Notice> = {}): Notice => ({
  source: 'a',
  id,
  ocids: [],
  match: id,
  title: id,
  buyer: 'B',
  status: 'open',
  value: null,
  gross: null,
  awardedValue: null,
  awardedGross: null,
  amounts: [],
  intended: [],
  currency: null,
  published: '2026-01-01',
  deadline: null,
  awarded: null,
  regions: [],
  cpv: [],
  suppliers: [],
  url: 'https://a.example/',
  ...rest,
})
const marketOf = (notices: readonly Notice[], rest: Partial<Market> = {}): Market => ({
  total: notices.length,
  open: notices.filter(({ status }) => status === 'open').length,
  awarded: notices.filter(({ status }) => status === 'awarded').length,
  notices,
  complete: true,
  ...rest,
})

describe('markets', () => {
  it('are merged over any number of portals, each procurement once', () => {
    const { total, open, awarded, items } = mergeMarkets([
      marketOf([notice('x', { ocids: ['o1'], published: '2026-01-03' }), notice('y')]),
      marketOf([notice('X again', { source: 'b', ocids: ['o1', 'o2'], value: 5, currency: 'GBP', status: 'awarded' })]),
      null,
      marketOf([
        notice('x thrice', { source: 'c', ocids: ['o2'] }),
        notice('y', { source: 'c', buyer: null, deadline: '2026-02-01' }),
      ]),
    ])
    expect([total, open, awarded]).toEqual([2, 1, 1])
    expect(items).toMatchObject([
      { id: 'x', ocids: ['o1', 'o2'], status: 'awarded', value: 5, currency: 'GBP', alsoIn: ['b', 'c'] },
      { id: 'y', deadline: '2026-02-01', alsoIn: ['c'] },
    ])
  })

  it('are kept apart if one portal lists them twice', () => {
    expect(
      mergeMarkets([marketOf([notice('y'), notice('Y2', { match: 'y' })]), marketOf([notice('y', { source: 'b' })])])
        .items,
    ).toHaveLength(3)
  })

  it('count what they do not list, less what was seen twice', () => {
    const list = [notice('x', { ocids: ['o'] })]
    expect(
      mergeMarkets([
        marketOf(list, { total: 900, open: 300, awarded: 500 }),
        marketOf(list, { total: 40, open: 10, awarded: 30 }),
      ]),
    ).toMatchObject({ total: 939, open: 309, awarded: 530 })
  })

  it('are nothing where none is known', () => {
    expect(mergeMarkets([null, null])).toMatchObject({ total: 0, open: 0, awarded: 0, items: [], complete: true })
  })

  it('give a lower bound: what was read, not what was estimated, each once', () => {
    const estimated = marketOf([notice('x'), notice('z', { status: 'awarded' })], {
      total: 400,
      open: 300,
      awarded: 90,
      complete: false,
    })
    const merged = mergeMarkets([marketOf([notice('x', { source: 'b' })]), estimated])
    expect(merged).toMatchObject({ total: 400, open: 300, least: { total: 2, open: 1, awarded: 1 }, lost: [] })
    expect([ifAllRead(merged, merged.total), merged.complete]).toEqual([400, false])
  })

  it('are not known where a portal could not be read', () => {
    const merged = mergeMarkets([marketOf([notice('x')]), null], ['Portal B'])
    expect([ifAllRead(merged, merged.total), merged.least.total, merged.complete]).toEqual([null, 1, false])
    expect(lostInWords(['A', 'B', 'C'])).toBe('A, B and C could not be read')
  })
})
