import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openSource, recorded, recordings, type OpenSource } from '@domesday/core/testing'
import { findATender, notices, won, type Wanted } from './index.ts'
import { merged, noticeOf, processOf, type Release } from './ocds.ts'

const wanted = (rest: Partial<Wanted> = {}): Wanted => ({ sector: null, region: null, since: '2025-10-15', on: '2026-10-15', ...rest })
const quillmarsh = { number: '99000017', name: 'QUILLMARSH PRECISION LIMITED', formerNames: [] }

describe('harvested releases', () => {
  let tender: OpenSource
  beforeAll(async () => { tender = await openSource(findATender) })
  afterAll(() => tender.close())

  it('are counted by process, not by release, and plans are not among them', async () => {
    const market = await tender.ask(notices, wanted())
    expect([market.total, market.open, market.awarded]).toEqual([9, 5, 3])
    expect(market.notices.map(({ title }) => title)).not.toContain('Future street lighting maintenance')
    expect(market.notices.map(({ published }) => published)).toEqual(market.notices.map(({ published }) => published).toSorted().toReversed())
  })

  it('are found by word, with the award to a tender and the amendment to a deadline', async () => {
    const { notices: [cleaning] } = await tender.ask(notices, wanted({ sector: 'leisure cleaning' }))
    expect(cleaning).toMatchObject({
      source: 'find-a-tender', id: '990188-2026', ocids: ['ocds-h6vhtk-f00a04'], title: 'Cleaning of leisure centres', status: 'awarded',
      value: 598_200, awardedValue: 598_200, currency: 'GBP', published: '2026-08-12', awarded: '2026-10-01', regions: ['London'],
      suppliers: [{ name: 'Ebbrook Cleaning Services Ltd', company: null }], url: 'https://www.find-tender.service.gov.uk/Notice/990188-2026',
    })
    const { notices: [waste] } = await tender.ask(notices, wanted({ sector: 'refuse vehicles' }))
    expect(waste).toMatchObject({ status: 'open', deadline: '2026-11-27', value: 3_100_000, awardedValue: null, regions: ['Wales'], cpv: ['34144511'] })
  })

  it('keep to a region, a time and a day', async () => {
    const titles = async (rest: Partial<Wanted>) => (await tender.ask(notices, wanted(rest))).notices.map(({ title }) => title)
    expect(await titles({ region: 'South West' })).toEqual(['Renewable energy framework for public buildings'])
    expect(await titles({ region: 'England' })).not.toContain('Household waste collection vehicles')
    expect(await titles({ since: '2026-10-10' })).toEqual(['Archive storage services', 'Grounds and window cleaning for schools'])
    expect((await tender.ask(notices, wanted({ sector: 'renewable', on: '2026-11-07' }))).notices[0]!.status).toBe('closed')
  })

  it('have no value where a placeholder stands, and the name that another portal gave the process', async () => {
    expect((await tender.ask(notices, wanted({ sector: 'window cleaning' }))).notices[0]).toMatchObject({ value: null, currency: null })
    expect((await tender.ask(notices, wanted({ sector: 'housing software' }))).notices[0]!.ocids).toEqual(['ocds-h6vhtk-f00a08', 'ocds-r6ebe6-0000990195'])
  })

  it('tell what a company won, by its number', async () => {
    const { total, value, contracts, complete } = await tender.ask(won, quillmarsh)
    expect([total, value, complete]).toEqual([2, 280_150, true])
    expect(contracts.map(({ title, awardedValue, awarded, matched }) => [title, awardedValue, awarded, matched])).toEqual([
      ['NWR55120 - Precision machined pump components', 86_400, '2026-07-24', 'number'],
      ['Impeller and shaft manufacture', 193_750, '2026-09-14', 'number'],
    ])
  })

  it('tell what a company won by its name only where its number is not stated', async () => {
    expect(await tender.ask(won, { ...quillmarsh, number: '99000999' })).toEqual({ total: 0, value: 0, contracts: [], complete: true })
    const { contracts: [contract] } = await tender.ask(won, { number: '99000998', name: 'EBBROOK CLEANING SERVICES LIMITED', formerNames: [] })
    expect(contract).toMatchObject({ awardedValue: 598_200, matched: 'name' })
  })
})

const release = (rest: Partial<Release> & object): Release => ({ ocid: 'o', id: '1', date: '2026-01-01T00:00:00Z', tag: ['tender'], ...rest })

describe('a release', () => {
  it('is left out as long as there is nothing to tender for', () => {
    expect(processOf(release({ tag: ['planning'] }))).toBeNull()
    expect(processOf(release({ tag: ['planningUpdate'] }))).toBeNull()
    expect(processOf(release({ tender: { status: 'planned' } }))).toBeNull()
    expect(processOf({ id: '1' })).toBeNull()
    expect(processOf(release({}))).toMatchObject({ title: null, buyer: null, stage: null, awards: [], month: '2026-01' })
  })

  it('has its value on lots, awards or contracts', () => {
    const value = (rest: object) => noticeOf(processOf(release(rest))!, '2026-02-01').value
    expect(value({ tender: { lots: [{ value: { amount: 10 } }, { value: { amount: '20' } }, {}] } })).toBe(30)
    expect(value({ tender: { value: { amount: 99 } }, awards: [{ id: 1, value: { amount: 50 } }] })).toBe(50)
    const contracts = [{ awardID: '1', value: { amount: 30 } }, { awardID: 1, value: { amount: 12 } }]
    expect(value({ tender: { value: { amount: 99 } }, awards: [{ id: '1', value: null }], contracts })).toBe(42)
    expect(value({ tender: { value: { amount: Infinity } } })).toBeNull()
  })

  it('names a supplier with its number, wherever that stands, and pads it', () => {
    const supplier = (party: object, id = 'p') => {
      const awards = [{ id: '1', suppliers: [{ id, name: 'A' }] }]
      return processOf(release({ parties: [{ id: 'p', name: 'A', ...party }], awards }))!.awards[0]!.suppliers[0]!.company
    }
    expect(supplier({ identifier: { scheme: 'GB-COH', id: '8834019' } })).toBe('08834019')
    expect(supplier({ identifier: { scheme: 'GB-PPON', id: 'ABCD' }, additionalIdentifiers: { scheme: 'GB-COH', id: 'sc12345' } })).toBe('SC012345')
    expect(supplier({}, 'GB-COH-09442333')).toBe('09442333')
    expect(supplier({ identifier: { scheme: 'GB-CHC', id: '1100001' } })).toBeNull()
  })

  it('is open only while it is active, and an unsuccessful one is closed', () => {
    const status = (tender: object, rest: object = {}) => noticeOf(processOf(release({ tender, ...rest }))!, '2026-02-01').status
    expect(status({ status: 'active', tenderPeriod: { endDate: '2026-02-01' } })).toBe('open')
    expect(status({ status: 'active', tenderPeriod: { endDate: '2026-01-31T23:00:00Z' } })).toBe('closed')
    expect(status({ status: 'withdrawn', tenderPeriod: { endDate: '2026-03-01' } })).toBe('closed')
    expect(status({ status: 'unsuccessful' }, { awards: [{ id: '1', status: 'unsuccessful' }] })).toBe('closed')
    expect(status({ status: 'complete' })).toBe('awarded')
  })
})

describe('several releases of one process', () => {
  const first = processOf(release({ tender: { title: 'Pumps', status: 'active', value: { amount: 500, currency: 'GBP' } }, buyer: { name: 'B' } }))!
  const award = processOf(release({
    id: '2', date: '2026-03-01T00:00:00+00:00', tag: ['award'], tender: { status: 'complete' }, awards: [{ id: '1', suppliers: [{ id: 'x', name: 'S Ltd' }] }],
  }))!
  const contract = processOf(release({
    id: '3', date: '2026-04-01T00:30:00+01:00', tag: ['contract'],
    contracts: [{ awardID: '1', value: { amount: 450, currency: 'GBP' }, dateSigned: '2026-03-20T00:00:00Z' }],
  }))!

  it('add up to the same in whatever order they come', () => {
    const orders = [[first, award, contract], [contract, award, first], [award, contract, first]]
    for (const order of orders) {
      expect(order.reduce(merged)).toMatchObject({
        notice: '3', title: 'Pumps', buyer: 'B', stage: 'complete', published: '2026-01-01', month: '2026-04', suppliers: ['S'],
        awards: [{ id: '1', value: 450, currency: 'GBP', suppliers: [{ name: 'S Ltd', company: null }] }],
      })
    }
  })
})

describe.skipIf(recordings() === null)('recorded releases', () => {
  it('reads an award whose value stands on the contract', () => {
    const process = processOf(recorded('find-a-tender', 'record-ocds-h6vhtk-0525b3.json').records[0].compiledRelease)!
    expect(process.companies).toEqual(['09442333'])
    expect(noticeOf(process, '2026-10-15')).toMatchObject({
      ocids: ['ocds-h6vhtk-0525b3'], title: 'Murton MOD Area Victor West Peatland Restoration Project', buyer: 'Durham County Council', status: 'awarded',
      value: 395_493, awardedValue: 395_493, currency: 'GBP', awarded: '2026-09-30', regions: ['North East'], cpv: ['45000000'],
      suppliers: [{ name: 'Dinsdale Moorland Specialists Ltd', company: '09442333' }],
    })
  })

  it('reads an open tender', () => {
    const process = processOf(recorded('find-a-tender', 'release-093514-2026-trimmed.json').releases[0])!
    expect(process.description).toBe('Clinical assessment Medical imaging & biopsy.')
    expect(noticeOf(process, '2026-10-15')).toMatchObject({
      id: '093514-2026', status: 'open', value: 765_000, awardedValue: null, published: '2026-10-02', deadline: '2026-10-21',
      regions: ['Yorkshire and the Humber'], buyer: 'Hull University Teaching Hospitals NHS Trust',
    })
    expect(noticeOf(process, '2026-10-22').status).toBe('closed')
  })

  it('reads the link from award to party to contract, and leaves out a plan', () => {
    const wire: Release = recorded('find-a-tender', 'award-release-shape.json').releases[0]
    expect(processOf({ ...wire, id: '1', tag: ['award'] })!.awards).toEqual([
      { id: 'A-1', value: 50_943.59, currency: 'GBP', date: '2026-07-09', suppliers: [{ name: 'Example Supplier Ltd', company: '08664789' }] },
    ])
    expect(processOf(recorded('find-a-tender', 'release-documented-example-001060-2020.json').releases[0])).toBeNull()
  })
})
