import { describe, expect, it } from 'vitest'
import { merged, noticeOf, processOf, type Process, type Release } from './index.ts'

const read = (release: Release): Process | null =>
  processOf(release, ({ id }) => (typeof id !== 'string' ? null : { id, url: `https://example.org/${id}` }))
const shown = (process: Process, on: string) => noticeOf({ source: 'a', nation: null }, process, on)
// Some portals send one object in place of a list of one.
const release = (rest: object): Release => ({
  ocid: 'o',
  id: '1',
  date: '2026-01-01T00:00:00Z',
  tag: ['tender'],
  ...rest,
})

describe('a release', () => {
  it('is left out as long as there is nothing to tender for', () => {
    expect(read(release({ tag: ['planning'] }))).toBeNull()
    expect(read(release({ tag: ['planningUpdate'] }))).toBeNull()
    expect(read(release({ tender: { status: 'planned' } }))).toBeNull()
    expect(read({ id: '1' } as Release)).toBeNull()
    expect(read(release({}))).toMatchObject({ title: null, buyer: null, stage: null, awards: [] })
  })

  it('has its value on lots, awards or contracts', () => {
    const value = (rest: object) => shown(read(release(rest))!, '2026-02-01').value
    expect(value({ tender: { lots: [{ value: { amount: 10 } }, { value: { amount: '20' } }, {}] } })).toBe(30)
    expect(value({ tender: { value: { amount: 99 } }, awards: [{ id: 1, value: { amount: 50 } }] })).toBe(50)
    const contracts = [
      { awardID: '1', value: { amount: 30 } },
      { awardID: 1, value: { amount: 12 } },
    ]
    expect(value({ tender: { value: { amount: 99 } }, awards: [{ id: '1', value: null }], contracts })).toBe(42)
    expect(value({ tender: { value: { amount: Infinity } } })).toBeNull()
  })

  it('has its value with VAT beside it, and alone where only that is stated', () => {
    const worth = (value: object) => {
      const { value: net, gross } = shown(read(release({ awards: [{ id: '1', value }] }))!, '2026-02-01')
      return [net, gross]
    }
    expect(worth({ amount: 100, amountGross: 120 })).toEqual([100, 120])
    expect(worth({ amountGross: 120 })).toEqual([null, 120])
    expect(worth({ amount: 0.01, amountGross: 0 })).toEqual([null, null])
  })

  it('has no one value in several currencies, but one in each', () => {
    const awards = [
      { id: '1', value: { amount: 100, currency: 'GBP' } },
      { id: '2', value: { amount: 900, currency: 'EUR' } },
      { id: '3', value: { amount: 50 } },
    ]
    expect(shown(read(release({ awards }))!, '2026-02-01')).toMatchObject({
      value: null,
      awardedValue: null,
      currency: null,
      amounts: [
        { amount: 150, currency: 'GBP' },
        { amount: 900, currency: 'EUR' },
      ],
    })
  })

  it('counts the ceiling of a framework once, and no lot that was given up', () => {
    const award = (id: string, amount: number, lot: string) => ({ id, value: { amount }, relatedLots: [lot] })
    const awards = [award('1', 100, 'a'), award('2', 100, 'a'), award('3', 100, 'b'), award('4', 40, 'b')]
    const value = (rest: object) => shown(read(release(rest))!, '2026-02-01').value
    expect(value({ tender: { techniques: { hasFrameworkAgreement: true } }, awards })).toBe(240)
    expect(value({ tender: { lots: [{ id: 'a', techniques: { hasFrameworkAgreement: true } }] }, awards })).toBe(240)
    expect(value({ tender: { value: { amount: 100 } }, awards: awards.slice(0, 3) })).toBe(100)
    expect(value({ awards })).toBe(340)
    const lots = [
      { id: 'a', status: 'active', value: { amount: 20 } },
      { id: 'b', status: 'cancelled', value: { amount: 80 } },
    ]
    const items = [
      { relatedLot: 'a', deliveryAddresses: [{ region: 'UKC' }] },
      { relatedLot: 'b', deliveryAddresses: [{ region: 'UKD' }] },
    ]
    expect(shown(read(release({ tender: { lots, items } }))!, '2026-02-01')).toMatchObject({
      value: 20,
      regions: ['North East'],
    })
  })

  it('of an intended award is none of an award, until its contract is signed', () => {
    const pending = {
      tag: ['award'],
      tender: { status: 'active' },
      awards: [{ id: '1', status: 'pending', value: { amountGross: 120 }, suppliers: [{ name: 'S Ltd' }] }],
    }
    const intended = read(release(pending))!
    expect(intended).toMatchObject({ awards: [], companies: [], suppliers: [] })
    expect(shown(intended, '2026-02-01')).toMatchObject({
      status: 'closed',
      value: null,
      gross: 120,
      awardedValue: null,
      awarded: null,
      suppliers: [],
      intended: [{ name: 'S Ltd', company: null }],
    })
    expect(shown(read(release({ ...pending, tender: { status: 'complete' } }))!, '2026-02-01').status).toBe('closed')
    const signed = { id: '2', date: '2026-03-01T00:00:00Z', contracts: [{ awardID: '1', status: 'active' }] }
    expect(shown(read(release({ ...pending, ...signed }))!, '2026-04-01').suppliers).toHaveLength(1)
    const made = read(release({ ...signed, awards: [{ id: '1', status: 'active', suppliers: [{ name: 'S Ltd' }] }] }))!
    for (const process of [merged(intended, made), merged(made, intended)])
      expect(shown(process, '2026-04-01')).toMatchObject({
        status: 'awarded',
        intended: [],
        suppliers: [{ name: 'S Ltd' }],
      })
    expect(read(release({ contracts: [{ awardID: '1', status: 'pending' }] }))!.awards).toEqual([])
  })

  it('names a supplier with its number, wherever that stands, and pads it', () => {
    const supplier = (party: object, id = 'p') => {
      const awards = [{ id: '1', suppliers: [{ id, name: 'A' }] }]
      return read(release({ parties: [{ id: 'p', name: 'A', ...party }], awards }))!.awards[0]!.suppliers[0]!.company
    }
    expect(supplier({ identifier: { scheme: 'GB-COH', id: '8834019' } })).toBe('08834019')
    expect(
      supplier({
        identifier: { scheme: 'GB-PPON', id: 'ABCD' },
        additionalIdentifiers: { scheme: 'GB-COH', id: 'sc12345' },
      }),
    ).toBe('SC012345')
    expect(supplier({}, 'GB-COH-09442333')).toBe('09442333')
    expect(supplier({ identifier: { scheme: 'GB-CHC', id: '1100001' } })).toBeNull()
  })

  it('is open only while it is active, and an unsuccessful one is closed', () => {
    const status = (tender: object, rest: object = {}) =>
      shown(read(release({ tender, ...rest }))!, '2026-02-01').status
    expect(status({ status: 'active', tenderPeriod: { endDate: '2026-02-01' } })).toBe('open')
    expect(status({ status: 'active', tenderPeriod: { endDate: '2026-01-31T23:00:00Z' } })).toBe('closed')
    expect(status({ status: 'withdrawn', tenderPeriod: { endDate: '2026-03-01' } })).toBe('closed')
    expect(status({ status: 'unsuccessful' }, { awards: [{ id: '1', status: 'unsuccessful' }] })).toBe('closed')
    expect(status({ status: 'complete' })).toBe('awarded')
  })
})

describe('several releases of one process', () => {
  const first = read(
    release({
      tender: { title: 'Pumps', status: 'active', value: { amount: 500, currency: 'GBP' } },
      buyer: { name: 'B' },
    }),
  )!
  const award = read(
    release({
      id: '2',
      date: '2026-03-01T00:00:00+00:00',
      tag: ['award'],
      tender: { status: 'complete' },
      awards: [{ id: '1', suppliers: [{ id: 'x', name: 'S Ltd' }] }],
    }),
  )!
  const contract = read(
    release({
      id: '3',
      date: '2026-04-01T00:30:00+01:00',
      tag: ['contract'],
      contracts: [{ awardID: '1', value: { amount: 450, currency: 'GBP' }, dateSigned: '2026-03-20T00:00:00Z' }],
    }),
  )!

  it('add up to the same in whatever order they come', () => {
    const orders = [
      [first, award, contract],
      [contract, award, first],
      [award, contract, first],
    ]
    for (const order of orders) {
      expect(order.reduce(merged)).toMatchObject({
        notice: '3',
        title: 'Pumps',
        buyer: 'B',
        stage: 'complete',
        published: '2026-01-01',
        suppliers: ['S'],
        awards: [{ id: '1', worth: [{ amount: 450, currency: 'GBP' }], suppliers: [{ name: 'S Ltd', company: null }] }],
      })
    }
  })

  it('lose an award that a later one cancels, in whatever order they come, until it is made again', () => {
    const cancelled = read(
      release({
        id: '4',
        date: '2026-05-01T00:00:00Z',
        tag: ['awardCancellation'],
        tender: { status: 'cancelled' },
        awards: [{ id: '1', status: 'cancelled' }],
      }),
    )!
    const again = read(
      release({
        id: '5',
        date: '2026-06-01T00:00:00Z',
        tag: ['award'],
        tender: { status: 'complete' },
        awards: [{ id: '1', suppliers: [{ id: 'y', name: 'Y Ltd' }] }],
      }),
    )!
    for (const order of [
      [first, award, contract, cancelled],
      [cancelled, contract, award, first],
      [award, cancelled, first, contract],
    ]) {
      const process = order.reduce(merged)
      expect(process).toMatchObject({ awards: [], companies: [], suppliers: [] })
      expect(shown(process, '2026-05-02')).toMatchObject({ status: 'closed', value: 500, awardedValue: null })
    }
    for (const order of [
      [award, cancelled, again],
      [again, cancelled, award],
      [cancelled, again, award],
    ]) {
      expect(order.reduce(merged)).toMatchObject({
        awards: [{ id: '1', suppliers: [{ name: 'Y Ltd' }] }],
        suppliers: ['Y'],
      })
    }
  })

  it('of the same day as the award does not undo it, in whatever order they come', () => {
    const tender = read(
      release({ tender: { title: 'Pumps', status: 'active', tenderPeriod: { endDate: '2026-02-01T12:00:00Z' } } }),
    )!
    const award = read(
      release({
        tag: ['award'],
        tender: { status: 'complete' },
        awards: { id: 1, suppliers: { id: 'org-2', name: 'S Ltd' } },
      }),
    )!
    for (const process of [merged(tender, award), merged(award, tender)]) {
      expect(process).toMatchObject({
        title: 'Pumps',
        stage: 'complete',
        suppliers: ['S'],
        awards: [{ date: '2026-01-01', worth: [] }],
      })
    }
  })
})
