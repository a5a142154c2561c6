import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openSource, recorded, recordings, type OpenSource } from '@domesday/tool-testing'
import { noticeOf, type Notice, type Process, type Release, type Wanted } from '@domesday/vocabulary-procurement'
import { findATender, notices, won } from './index.ts'

const wanted = (rest: Partial<Wanted> = {}): Wanted => ({
  sector: null,
  region: null,
  since: '2025-10-15',
  on: '2026-10-15',
  ...rest,
})
const quillmarsh = { number: '99000017', name: 'QUILLMARSH PRECISION LIMITED', formerNames: [] }

describe('harvested releases', () => {
  let tender: OpenSource
  beforeAll(async () => {
    tender = await openSource(findATender)
  })
  afterAll(() => tender.close())

  it('are counted by process, not by release, and plans are not among them', async () => {
    const market = await tender.ask(notices, wanted())
    expect([market.total, market.open, market.awarded]).toEqual([9, 5, 3])
    expect(market.notices.map(({ title }) => title)).not.toContain('Future street lighting maintenance')
    expect(market.notices.map(({ published }) => published)).toEqual(
      market.notices
        .map(({ published }) => published)
        .toSorted()
        .toReversed(),
    )
  })

  it('are found by word, with the award to a tender and the amendment to a deadline', async () => {
    const {
      notices: [cleaning],
    } = await tender.ask(notices, wanted({ sector: 'leisure cleaning' }))
    expect(cleaning).toMatchObject({
      source: 'find-a-tender',
      id: '990188-2026',
      ocids: ['ocds-h6vhtk-f00a04'],
      title: 'Cleaning of leisure centres',
      status: 'awarded',
      value: 598_200,
      awardedValue: 598_200,
      currency: 'GBP',
      published: '2026-08-12',
      awarded: '2026-10-01',
      regions: ['London'],
      suppliers: [{ name: 'Ebbrook Cleaning Services Ltd', company: null }],
      url: 'https://www.find-tender.service.gov.uk/Notice/990188-2026',
    })
    const {
      notices: [waste],
    } = await tender.ask(notices, wanted({ sector: 'refuse vehicles' }))
    expect(waste).toMatchObject({
      status: 'open',
      deadline: '2026-11-27',
      value: 3_100_000,
      awardedValue: null,
      regions: ['Wales'],
      cpv: ['34144511'],
    })
  })

  it('keep to a region, a time and a day', async () => {
    const titles = async (rest: Partial<Wanted>) =>
      (await tender.ask(notices, wanted(rest))).notices.map(({ title }) => title)
    expect(await titles({ region: 'South West' })).toEqual(['Renewable energy framework for public buildings'])
    expect(await titles({ region: 'England' })).not.toContain('Household waste collection vehicles')
    expect(await titles({ since: '2026-10-10' })).toEqual([
      'Archive storage services',
      'Grounds and window cleaning for schools',
    ])
    expect((await tender.ask(notices, wanted({ sector: 'renewable', on: '2026-11-07' }))).notices[0]!.status).toBe(
      'closed',
    )
  })

  it('have no value where a placeholder stands, and the name that another portal gave the process', async () => {
    expect((await tender.ask(notices, wanted({ sector: 'window cleaning' }))).notices[0]).toMatchObject({
      value: null,
      currency: null,
    })
    expect((await tender.ask(notices, wanted({ sector: 'housing software' }))).notices[0]!.ocids).toEqual([
      'ocds-h6vhtk-f00a08',
      'ocds-r6ebe6-0000990195',
    ])
  })

  it('tell what a company won, by its number', async () => {
    const { total, value, contracts, complete } = await tender.ask(won, quillmarsh)
    expect([total, value, complete]).toEqual([2, 280_150, true])
    expect(
      contracts.map(({ title, awardedValue, awarded, meant }) => [title, awardedValue, awarded, meant.by]),
    ).toEqual([
      ['NWR55120 - Precision machined pump components', 86_400, '2026-07-24', 'number'],
      ['Impeller and shaft manufacture', 193_750, '2026-09-14', 'number'],
    ])
  })

  it('tell what a company won by its name only where its number is not stated', async () => {
    expect(await tender.ask(won, { ...quillmarsh, number: '99000999' })).toEqual({
      total: 0,
      value: 0,
      contracts: [],
      possible: [],
      complete: true,
    })
    const {
      contracts: [contract],
    } = await tender.ask(won, { number: '99000998', name: 'EBBROOK CLEANING SERVICES LIMITED', formerNames: [] })
    expect(contract).toMatchObject({ awardedValue: 598_200, meant: { by: 'name', sure: 'likely' } })
  })
})

const read = (release: Release): Process | null => findATender.row(release, '')
const shown = (process: Process, on: string): Notice => noticeOf({ source: 'find-a-tender', nation: null }, process, on)

describe.skipIf(recordings() === null)('recorded releases', () => {
  it('reads an award whose value stands on the contract', () => {
    const process = read(recorded('find-a-tender', 'record-ocds-h6vhtk-0525b3.json').records[0].compiledRelease)!
    expect(process.companies).toEqual(['09442333'])
    expect(shown(process, '2026-10-15')).toMatchObject({
      ocids: ['ocds-h6vhtk-0525b3'],
      title: 'Murton MOD Area Victor West Peatland Restoration Project',
      buyer: 'Durham County Council',
      status: 'awarded',
      value: 395_493,
      awardedValue: 395_493,
      currency: 'GBP',
      awarded: '2026-09-30',
      regions: ['North East'],
      cpv: ['45000000'],
      suppliers: [{ name: 'Dinsdale Moorland Specialists Ltd', company: '09442333' }],
    })
  })

  it('reads an open tender', () => {
    const process = read(recorded('find-a-tender', 'release-093514-2026-trimmed.json').releases[0])!
    expect(process.description).toBe('Clinical assessment Medical imaging & biopsy.')
    expect(shown(process, '2026-10-15')).toMatchObject({
      id: '093514-2026',
      status: 'open',
      value: 765_000,
      awardedValue: null,
      published: '2026-10-02',
      deadline: '2026-10-21',
      regions: ['Yorkshire and the Humber'],
      buyer: 'Hull University Teaching Hospitals NHS Trust',
    })
    expect(shown(process, '2026-10-22').status).toBe('closed')
  })

  it('reads the link from award to party to contract, and leaves out a plan', () => {
    const wire: Release = recorded('find-a-tender', 'award-release-shape.json').releases[0]
    expect(read({ ...wire, id: '1', tag: ['award'] })!.awards).toEqual([
      {
        id: 'A-1',
        worth: [{ amount: 50_943.59, gross: null, currency: 'GBP' }],
        date: '2026-07-09',
        lots: [],
        suppliers: [{ name: 'Example Supplier Ltd', company: '08664789' }],
      },
    ])
    expect(read(recorded('find-a-tender', 'release-documented-example-001060-2020.json').releases[0])).toBeNull()
  })
})
