import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Path } from '@domesday/core'
import { openSource, recorded, recordings, type OpenSource } from '@domesday/tool-testing'
import { noticeOf, type Notice, type Process, type Release, type Wanted } from '@domesday/vocabulary-procurement'
import { notices, publicContractsScotland, pagedFeed, won } from './index.ts'

const wanted = (rest: Partial<Wanted> = {}): Wanted => ({
  sector: null,
  region: null,
  since: '2025-10-15',
  on: '2026-10-15',
  ...rest,
})
const cairnvella = { number: 'SC990082', name: 'CAIRNVELLA SYSTEMS LIMITED', formerNames: [] }

describe('harvested notices', () => {
  let portal: OpenSource
  beforeAll(async () => {
    portal = await openSource(publicContractsScotland)
  })
  afterAll(() => portal.close())

  it('are counted by procurement, and plans are not among them', async () => {
    const market = await portal.ask(notices, wanted())
    expect([market.total, market.open, market.awarded]).toEqual([6, 3, 3])
    expect(market.notices.map(({ title }) => title)).toEqual([
      'Case management software for housing',
      'School transport routes',
      'Renewable energy survey of depots',
      'Cleaning of community centres',
      'Torque test rig for the engineering school',
      'Vibration monitoring of pumping stations',
    ])
  })

  it('are found by word, with the award to a tender', async () => {
    const {
      notices: [monitoring],
    } = await portal.ask(notices, wanted({ sector: 'pumping stations' }))
    expect(monitoring).toEqual({
      source: 'public-contracts-scotland',
      id: 'MAY990120',
      ocids: ['ocds-r6ebe6-0000990120'],
      match: 'ALMONDVALE WATER TRUST / VIBRATION MONITORING OF PUMPING STATIONS',
      title: 'Vibration monitoring of pumping stations',
      buyer: 'Almondvale Water Trust',
      status: 'awarded',
      value: 171_500,
      gross: null,
      awardedValue: 171_500,
      awardedGross: null,
      currency: 'GBP',
      amounts: [],
      published: '2026-02-09',
      deadline: '2026-03-20',
      awarded: '2026-05-06',
      regions: ['Scotland'],
      cpv: ['38431000'],
      suppliers: [{ name: 'Cairnvella Systems Ltd', company: 'SC990082' }],
      intended: [],
      url: 'https://www.publiccontractsscotland.gov.uk/search/show/search_view.aspx?ID=MAY990120',
    })
  })

  it('keep to a time and a day, and are Scottish where they say no place', async () => {
    const titles = async (rest: Partial<Wanted>) =>
      (await portal.ask(notices, wanted(rest))).notices.map(({ title }) => title)
    expect(await titles({ since: '2026-10-02' })).toEqual(['Case management software for housing'])
    expect(await titles({ region: 'Scotland', sector: 'renewable energy' })).toEqual([
      'Renewable energy survey of depots',
    ])
    expect(await titles({ region: 'England' })).toEqual([])
    expect((await portal.ask(notices, wanted({ sector: 'cleaning', on: '2026-10-24' }))).notices[0]).toMatchObject({
      status: 'closed',
      value: null,
      currency: null,
    })
  })

  it('tell what a company won, by its number, and by its name where none is stated', async () => {
    const { total, value, contracts } = await portal.ask(won, cairnvella)
    expect([total, value]).toEqual([2, 214_300])
    expect(contracts.map(({ id, awardedValue, meant }) => [id, awardedValue, meant.by])).toEqual([
      ['JUL990140', 42_800, 'name'],
      ['MAY990120', 171_500, 'number'],
    ])
    expect((await portal.ask(won, { ...cairnvella, number: '99000001' })).contracts.map(({ id }) => id)).toEqual([
      'JUL990140',
    ])
  })

  it('have no value for who shares an award without a stated part', async () => {
    const {
      value,
      contracts: [contract],
    } = await portal.ask(won, { number: '01', name: 'GLENWHIN COACHES LIMITED', formerNames: [] })
    expect([value, contract!.value, contract!.awardedValue]).toEqual([0, 230_400, null])
  })
})

describe('the walk', () => {
  it('asks each month for each kind, from a month before to this one, and ends', () => {
    const asked: string[] = []
    const now = new Date('2026-01-03T00:00:00Z')
    for (
      let path: Path | null = pagedFeed.first(new Date('2025-12-20T00:00:00Z'), now);
      path !== null;
      path = pagedFeed.next({}, { asked: path, unread: 0, headers: {}, since: new Date(0), now })
    ) {
      const [, query] = path as readonly [string, Readonly<Record<string, unknown>>]
      asked.push(`${query['dateFrom']} ${query['noticeType']}`)
      expect(asked.length).toBeLessThan(50)
    }
    expect(asked).toEqual(
      ['11-2025', '12-2025', '01-2026'].flatMap((month) => [101, 102, 103, 104].map((kind) => `${month} ${kind}`)),
    )
  })

  it('steps over a month of a kind that cannot be had', () => {
    const now = new Date('2026-01-03T00:00:00Z')
    const [first, second] = [
      pagedFeed.first(now, now),
      pagedFeed.past!({ asked: pagedFeed.first(now, now), since: now, now }),
    ]
    expect([first, second]).toEqual(
      [101, 102].map((noticeType) => ['/Notices', { dateFrom: '12-2025', noticeType, outputType: 0 }]),
    )
    expect(
      pagedFeed.past!({
        asked: ['/Notices', { dateFrom: '01-2026', noticeType: 104, outputType: 0 }],
        since: now,
        now,
      }),
    ).toBeNull()
  })

  it('finds no rows in a package without its list', () => {
    expect(pagedFeed.rows({ uri: 'x' })).toEqual([])
  })
})

const read = (release: Release): Process | null => publicContractsScotland.row(release, '')
const shown = (process: Process, on: string | null): Notice =>
  noticeOf({ source: 'public-contracts-scotland', nation: 'Scotland' }, process, on)
const release = (rest: object): Release => ({
  ocid: 'ocds-r6ebe6-0000990001',
  date: '2026-01-05T00:00:00Z',
  tag: ['tender'],
  ...rest,
})

describe('a release', () => {
  it('is left out before there is anything to tender for, or if it states too little', () => {
    expect(read(release({ tag: 'planning' }))).toBeNull()
    expect(read(release({ tender: { status: 'planned' } }))).toBeNull()
    expect(read({ date: '2026-01-05' } as Release)).toBeNull()
    expect(read({ ocid: 'x' } as Release)).toBeNull()
  })

  it('without its page is found by the number in its OCID', () => {
    expect(shown(read(release({}))!, null)).toMatchObject({
      id: '990001',
      url: 'https://www.publiccontractsscotland.gov.uk/Search/Search_Switch.aspx?ID=990001',
      regions: ['Scotland'],
      status: 'closed',
    })
  })
})

describe.skipIf(recordings() === null)('recorded releases', () => {
  const all = (): readonly Release[] => recorded('public-contracts-scotland', 'releases-2019-04.json').releases

  it('are all read', () => {
    const processes = all().flatMap((one) => read(one) ?? [])
    expect(processes).toHaveLength(12)
    expect(new Set(processes.flatMap((process) => shown(process, null).regions))).toEqual(new Set(['Scotland']))
  })

  it('tell of an open tender', () => {
    expect(shown(read(all()[1]!)!, '2019-05-15')).toMatchObject({
      id: 'APR352621',
      ocids: ['ocds-r6ebe6-0000581884'],
      title: "Provision of customer research into Scottish Water's future strategy",
      buyer: 'Water Industry Commission for Scotland',
      status: 'open',
      value: 85_000,
      currency: 'GBP',
      published: '2019-04-25',
      deadline: '2019-05-15',
      cpv: ['73110000'],
      url: 'https://www.publiccontractsscotland.gov.uk/search/show/search_view.aspx?ID=APR352621',
    })
    expect(shown(read(all()[0]!)!, '2019-06-01')).toMatchObject({
      status: 'closed',
      value: null,
      currency: null,
      cpv: ['50711000'],
    })
  })
})
