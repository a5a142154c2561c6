import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Path } from '@domesday/core'
import { openSource, recorded, recordings, type OpenSource } from '@domesday/tool-testing'
import { noticeOf, type Notice, type Process, type Release, type Wanted } from '@domesday/vocabulary-procurement'
import { notices, sell2wales, pagedFeed, won } from './index.ts'

const wanted = (rest: Partial<Wanted> = {}): Wanted => ({
  sector: null,
  region: null,
  since: '2025-10-15',
  on: '2026-10-15',
  ...rest,
})

describe('harvested notices', () => {
  let portal: OpenSource
  beforeAll(async () => {
    portal = await openSource(sell2wales)
  })
  afterAll(() => portal.close())

  it('are counted by procurement, newest first', async () => {
    const market = await portal.ask(notices, wanted({ region: 'Wales' }))
    expect([market.total, market.open, market.awarded]).toEqual([5, 3, 1])
    expect(market.notices.map(({ title, status }) => [title, status])).toEqual([
      ['Renewable energy for schools', 'open'],
      ['Cleaning of leisure centres & libraries', 'open'],
      ['Household waste collection vehicles', 'open'],
      ['Sub-contract for drainage works at Nant Alder', 'closed'],
      ['Welsh language training', 'awarded'],
    ])
  })

  it('are found by word, without a placeholder for a value', async () => {
    expect((await portal.ask(notices, wanted({ sector: 'refuse vehicles' }))).notices).toMatchObject([
      {
        source: 'sell2wales',
        id: 'SEP990431',
        ocids: ['ocds-kuma6s-990431'],
        match: 'CWM DERWEN COUNTY COUNCIL / HOUSEHOLD WASTE COLLECTION VEHICLES',
        value: 3_100_000,
        awardedValue: null,
        deadline: '2026-11-27',
        regions: ['Wales'],
        url: 'https://www.sell2wales.gov.wales/search/show/search_view.aspx?ID=SEP990431',
      },
    ])
    expect(await portal.ask(notices, wanted({ sector: 'submarine' }))).toEqual({
      total: 0,
      open: 0,
      awarded: 0,
      notices: [],
      complete: true,
    })
  })

  it('tell what an organisation won, by its name', async () => {
    expect(await portal.ask(won, { number: '99000041', name: 'WICKENSTOW TRUST', formerNames: [] })).toMatchObject({
      total: 1,
      value: 34_200,
      complete: true,
      contracts: [
        {
          title: 'Welsh language training',
          awarded: '2026-01-30',
          published: '2025-11-17',
          meant: { by: 'name', sure: 'likely' },
        },
      ],
    })
  })
})

describe('the walk', () => {
  it('asks each month for each kind, over the turn of a year, and ends', () => {
    const asked: string[] = []
    const now = new Date('2026-01-31T23:00:00Z')
    for (
      let path: Path | null = pagedFeed.first(new Date('2026-01-01T00:00:00Z'), now);
      path !== null;
      path = pagedFeed.next({}, { asked: path, unread: 0, headers: {}, since: new Date(0), now })
    ) {
      const [, query] = path as readonly [string, Readonly<Record<string, unknown>>]
      asked.push(`${query['dateFrom']} ${query['noticeType']}`)
      expect(asked.length).toBeLessThan(50)
    }
    expect(asked).toEqual(
      ['12-2025', '01-2026'].flatMap((month) => [51, 52, 53, 54, 55, 56].map((kind) => `${month} ${kind}`)),
    )
  })
})

describe.skipIf(recordings() === null)('recorded releases', () => {
  const read = (release: Release): Process | null => sell2wales.row(release, '')
  const shown = (process: Process, on: string): Notice =>
    noticeOf({ source: 'sell2wales', nation: 'Wales' }, process, on)
  const all = (): readonly Release[] => recorded('sell2wales', 'releases-2025-02.json').releases

  it('are all read, and all Welsh', () => {
    const found = all()
      .flatMap((one) => read(one) ?? [])
      .map((process) => shown(process, '2025-03-01'))
    expect(found).toHaveLength(12)
    expect(new Set(found.flatMap(({ regions }) => regions))).toEqual(new Set(['Wales']))
    expect(new Set(found.map(({ status }) => status))).toEqual(new Set(['open']))
  })

  it('have values, but no placeholders', () => {
    const of = (ocid: string) => shown(read(all().find((one) => one.ocid === ocid)!)!, '2025-03-25')
    expect(of('ocds-kuma6s-148440')).toMatchObject({
      id: 'FEB497923',
      title: 'Contract for the Labour only domestic boiler installation',
      buyer: 'City & County of Swansea',
      status: 'closed',
      value: null,
      currency: null,
      published: '2025-02-21',
      deadline: '2025-03-24',
      url: 'https://www.sell2wales.gov.wales/search/show/search_view.aspx?ID=FEB497923',
    })
    expect(of('ocds-kuma6s-148410')).toMatchObject({
      title: '2025 Framework',
      status: 'open',
      value: 20_000_000,
      currency: 'GBP',
      ocids: ['ocds-kuma6s-148410'],
    })
  })
})
