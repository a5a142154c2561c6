import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readInPart } from '../../../test/support/parts.ts'
import { readBody } from '../../../test/support/read.ts'
import { openSource, recorded, recordings, type OpenSource } from '@domesday/tool-testing'
import type { Wanted } from '@domesday/vocabulary-procurement'
import { contractsFinder, notices, search, won } from './index.ts'

const wanted = (rest: Partial<Wanted> = {}): Wanted => ({
  sector: null,
  region: null,
  since: '2025-10-15',
  on: '2026-10-15',
  ...rest,
})

let finder: OpenSource
beforeAll(async () => {
  finder = await openSource(contractsFinder)
})
afterAll(() => finder.close())

describe('the market', () => {
  it('counts a sector by status, newest first', async () => {
    const market = await finder.ask(notices, wanted({ sector: 'cleaning' }))
    expect([market.total, market.open, market.awarded]).toEqual([3, 1, 1])
    expect(market.notices.map(({ title, status }) => [title, status])).toEqual([
      ['Window cleaning of schools and libraries', 'open'],
      ['Cleaning consumables framework call-off', 'closed'],
      ['Office cleaning', 'awarded'],
    ])
  })

  it('takes a sector as a phrase', async () => {
    expect((await finder.ask(notices, wanted({ sector: 'cleaning of schools' }))).total).toBe(1)
    expect((await finder.ask(notices, wanted({ sector: 'schools cleaning' }))).total).toBe(0)
    expect(await finder.ask(notices, wanted({ sector: 'submarine' }))).toEqual({
      total: 0,
      open: 0,
      awarded: 0,
      notices: [],
      complete: true,
    })
  })

  it('keeps to a region and to a time', async () => {
    const there = async (region: string, since = '2025-10-15') =>
      (await finder.ask(notices, wanted({ region, since }))).notices.flatMap((notice) => notice.regions)
    expect(await there('Wales')).toEqual(['Wales'])
    expect(new Set(await there('North West'))).toEqual(new Set(['North West']))
    expect(await there('England')).not.toContain('Wales')
    expect((await there('North West', '2026-07-01')).length).toBeLessThan((await there('North West')).length)
  })

  it('closes on the day after the deadline', async () => {
    const status = async (on: string) =>
      (await finder.ask(notices, wanted({ sector: 'solar panels', on }))).notices[0]!.status
    expect([await status('2026-10-15'), await status('2026-10-16'), await status('2026-10-17')]).toEqual([
      'open',
      'open',
      'closed',
    ])
  })
})

describe('what a company won', () => {
  it('is found by its name, legal form aside', async () => {
    const { total, value, contracts, complete } = await finder.ask(won, {
      number: '99000017',
      name: 'QUILLMARSH PRECISION LIMITED',
      formerNames: [],
    })
    expect([total, value, complete]).toEqual([1, 86_400, true])
    expect(contracts[0]).toMatchObject({
      source: 'contracts-finder',
      title: 'Precision machined pump components',
      buyer: 'North Lathe Drainage Board',
      status: 'awarded',
      awardedValue: 86_400,
      currency: 'GBP',
      published: '2026-07-30',
      awarded: '2026-07-24',
      meant: { by: 'name', sure: 'likely' },
      suppliers: [{ name: 'Quillmarsh Precision Ltd', company: null }],
      url: 'https://www.contractsfinder.service.gov.uk/Notice/9c0a51d2-7e34-4b0f-8a11-2f6d00990007',
    })
  })

  it('has no value where it is shared and the share is not stated', async () => {
    const { total, value, contracts } = await finder.ask(won, {
      number: '01',
      name: 'WEND VALLEY TAXIS LTD',
      formerNames: [],
    })
    expect([total, value, contracts[0]!.awardedValue]).toEqual([1, 0, null])
  })

  it('counts a former name, and not a name that only begins alike', async () => {
    const total = async (name: string, formerNames: readonly string[] = []) =>
      (await finder.ask(won, { number: '01', name, formerNames: formerNames.map((former) => ({ name: former })) }))
        .total
    expect(await total('NEWNAME LIMITED', ['EBBROOK CLEANING SERVICES LIMITED'])).toBe(1)
    expect(await total('EBBROOK CLEANING LIMITED')).toBe(0)
    expect(await total('EBBROOK')).toBe(0)
  })
})

const read = (wire: unknown, on: string | null = '2026-10-15') => readBody(search, wire, { on })

describe('a hit', () => {
  it('has nulls for unstated values; 0 and 1 are not values', () => {
    const item = {
      id: 'a',
      title: 'A &amp; B',
      valueLow: 0,
      valueHigh: 1,
      awardedValue: null,
      noticeStatus: 'Withdrawn',
      region: 'London,South East',
      cpvCodes: '1 2',
    }
    expect(
      read({
        hitCount: 1,
        noticeList: [
          { score: 1, item },
          { score: 1, item: null },
        ],
      }).notices,
    ).toEqual([
      {
        source: 'contracts-finder',
        id: 'a',
        ocids: [],
        match: null,
        title: 'A & B',
        buyer: null,
        status: 'closed',
        value: null,
        gross: null,
        awardedValue: null,
        awardedGross: null,
        currency: 'GBP',
        amounts: [],
        published: null,
        deadline: null,
        awarded: null,
        regions: ['London', 'South East'],
        cpv: ['1', '2'],
        suppliers: [],
        intended: [],
        url: 'https://www.contractsfinder.service.gov.uk/Notice/a',
      },
    ])
  })

  it('without an id is left out of twelve, and what is not stated takes no answer', () => {
    const noticeList = Array.from({ length: 12 }, (_, i) => ({ score: 1, item: { id: i === 7 ? null : `n${i}` } }))
    const { value, parts } = readInPart(search, { hitCount: 12, noticeList }, { on: null })
    expect(value.notices).toHaveLength(11)
    expect(parts).toContain('1 of 12 rows could not be read')
    expect(() => read({ message: 'An error has occurred.' })).toThrow('noticeList')
    const plain = read({ noticeList: [{ item: { id: 'a', deadlineDate: '2026-10-16' } }] })
    expect(plain).toMatchObject({ total: 1, notices: [{ title: '', buyer: null, published: null, status: 'open' }] })
  })

  it('is counted by the service, also as text', () => {
    expect(read({ hitCount: '4211', noticeList: [] })).toEqual({ total: 4211, notices: [] })
    expect(read({ hitCount: 0, noticeList: null })).toEqual({ total: 0, notices: [] })
  })

  it('is asked as a phrase, quotation marks in it or not', () => {
    const { post } = search.how as {
      readonly post: (input: object) => { readonly json: { readonly searchCriteria: object } }
    }
    expect(
      post({ phrase: 'window "cleaning"', region: null, since: null, on: null, statuses: ['Open'], size: 5 }).json,
    ).toEqual({ searchCriteria: { types: ['Contract'], statuses: ['Open'], keyword: '"window  cleaning"' }, size: 5 })
  })
})

describe('too many calls', () => {
  it('are told by a 403 as well, and then the service blocks for five minutes', () => {
    expect(contractsFinder.slow!({ status: 403, headers: {}, body: 'Forbidden' })).toBe(300)
    expect(contractsFinder.slow!({ status: 404, headers: {}, body: '' })).toBeNull()
  })
})

describe.skipIf(recordings() === null)('recorded answers', () => {
  it('reads a search', () => {
    expect(read(recorded('contracts-finder', 'search-notices-v2-hit.json'), '2026-09-01')).toEqual({
      total: 1,
      notices: [
        {
          source: 'contracts-finder',
          id: '33764cb5-6f94-41a8-a78e-36f006b8e339',
          ocids: [],
          match: 'EXAMPLE CONTRACTING AUTHORITY / INDUSTRIAL AND MARINE GEARS',
          title: 'Industrial & marine gears',
          buyer: 'Example Contracting Authority',
          status: 'open',
          value: 20_000,
          gross: null,
          awardedValue: null,
          awardedGross: null,
          currency: 'GBP',
          amounts: [],
          published: '2026-08-14',
          deadline: '2026-09-07',
          awarded: null,
          regions: ['South East'],
          cpv: ['42140000', '42141300'],
          suppliers: [],
          intended: [],
          url: 'https://www.contractsfinder.service.gov.uk/Notice/33764cb5-6f94-41a8-a78e-36f006b8e339',
        },
      ],
    })
  })
})
