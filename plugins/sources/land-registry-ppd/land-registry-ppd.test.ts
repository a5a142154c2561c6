import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { apart, type Operation } from '@domesday/core'
import { openSource, recorded, recordings, type OpenSource } from '@domesday/tool-testing'
import { readChecked } from '../../clients/http/read-checked.ts'
import { readBody } from '../../../test/support/read.ts'
import { landRegistryPpd, pricesFrom, salesAt, salesInSector, type Sale } from './index.ts'
import { turnoverOf } from './turnover.ts'

const read = <Out>(operation: Operation<any, Out>, body: unknown): Out => readBody(operation, body)
const partsOf = (operation: Operation<any, any>, body: unknown) =>
  apart(readChecked(operation.how as never, structuredClone(body), undefined).value).parts

let registry: OpenSource
beforeAll(async () => {
  registry = await openSource(landRegistryPpd)
})
afterAll(() => registry.close())

describe('the sales of a sector', () => {
  it('are those of a year, newest first, repossessions and other property among them', async () => {
    const sales = await registry.ask(salesInSector, { sector: 'WA1 1', since: '2025-10-15' })
    expect(sales.length).toBe(11)
    expect(sales.map(({ date }) => date)).toEqual(
      sales
        .map(({ date }) => date)
        .toSorted()
        .toReversed(),
    )
    expect(
      sales.filter(({ full_value: plain }) => !plain).map(({ property_type: type, price }) => [type, price]),
    ).toEqual([
      ['flat', 64_000],
      ['other', 310_000],
    ])
  })

  it('are none in a sector where nothing was sold', async () => {
    expect(await registry.ask(salesInSector, { sector: 'WA1 9', since: '2025-10-15' })).toEqual([])
  })

  it('are asked for by every postcode that the sector can have', () => {
    const { how } = salesInSector
    if (how.kind !== 'get') throw new TypeError('not a get')
    const {
      form: { query },
    } = how.post!({ sector: 'SW1A 2', since: '2025-10-15' }) as { readonly form: { readonly query: string } }
    const postcodes = [...query.matchAll(/"([^"]+)"\^\^xsd:string/g)].map(([, postcode]) => postcode)
    expect([
      new Set(postcodes).size,
      postcodes.includes('SW1A 2AA'),
      postcodes.some((postcode) => /[CIKMOV].?$/.test(postcode!.slice(-2))),
    ]).toEqual([400, true, false])
    expect(query).toContain('?date >= "2025-10-15"^^xsd:date')
  })

  it('count once, however many rows a sale has, and without what has no price or day', () => {
    const row = (sale: string, price: string, date = '2026-01-02') => ({
      sale: { value: sale },
      price: { value: price },
      date: { value: date },
      type: { value: 'http://landregistry.data.gov.uk/def/common/detached' },
      category: { value: 'http://landregistry.data.gov.uk/def/ppi/standardPricePaidTransaction' },
    })
    const bindings = [row('a', '100000'), row('a', '100000'), row('c', '5', 'soon')]
    expect(read(salesInSector, { results: { bindings } })).toEqual([
      {
        date: '2026-01-02',
        price: 100_000,
        property_type: 'detached',
        new_build: null,
        tenure: null,
        full_value: true,
      },
    ])
    expect(partsOf(salesInSector, { results: { bindings } })).toMatchObject([
      { why: expect.stringContaining('1 sale') },
    ])
    const twelve = Array.from({ length: 12 }, (_, i) => row(`s${i}`, `${100_000 + i}`))
    const spoilt = { results: { bindings: twelve.with(3, { ...twelve[3]!, price: {} as never }) } }
    expect(read(salesInSector, spoilt)).toHaveLength(11)
    expect(partsOf(salesInSector, spoilt)).toMatchObject([{ why: expect.any(String) }])
    expect(read(salesInSector, { results: { bindings: [] } })).toEqual([])
    expect(() => read(salesInSector, { error: 'timeout' })).toThrow('result')
  })
})

describe('the sales of a postcode', () => {
  it('reach back to the beginning, newest first', async () => {
    const sales = await registry.ask(salesAt, 'WA1 1UH')
    expect(sales.map(({ date }) => date)).toEqual([
      '2026-07-24',
      '2026-02-13',
      '2025-12-05',
      '2021-06-25',
      '2014-11-07',
    ])
    expect(sales[4]).toEqual({
      date: '2014-11-07',
      price: 92_500,
      property_type: 'flat',
      new_build: true,
      tenure: 'leasehold',
      full_value: true,
    })
    expect(await registry.ask(salesAt, 'SW1A 2AA')).toEqual([])
  })

  it('are read where a value is a text, a list or missing, and the list one object', () => {
    const sales = read(salesAt, {
      result: {
        items: {
          pricePaid: ['250,000'],
          transactionDate: { _value: 'Thu, 01 Jan 2026' },
          propertyType: 'http://landregistry.data.gov.uk/def/common/detached',
          estateType: [{ _about: 'http://landregistry.data.gov.uk/def/common/freehold' }],
          newBuild: 'true',
        },
      },
    })
    expect(sales).toEqual([
      {
        date: '2026-01-01',
        price: 250_000,
        property_type: 'detached',
        new_build: true,
        tenure: 'freehold',
        full_value: null,
      },
    ])
    const literal = (_value: unknown) => ({ _value, _datatype: 'literal' })
    const typed = {
      pricePaid: literal(260_000),
      newBuild: [literal('true')],
      transactionDate: [literal('Tue, 30 Jun 2026')],
    }
    expect(read(salesAt, { result: { items: [typed] } })).toMatchObject([
      { date: '2026-06-30', price: 260_000, new_build: true },
    ])
    expect(read(salesAt, { result: {} })).toEqual([])
    expect(() => read(salesAt, { error: 'busy' })).toThrow('result')
  })
})

describe('a record', () => {
  it('without a price or a day is left out and told', () => {
    const items = Array.from({ length: 12 }, (_, i) => ({
      pricePaid: 100_000 + i,
      transactionDate: 'Tue, 30 Jun 2026',
    }))
    expect(partsOf(salesAt, { result: { items } })).toEqual([])
    for (const gone of [{ pricePaid: undefined }, { pricePaid: 0 }, { transactionDate: 'soon' }]) {
      const spoilt = { result: { items: items.with(3, { ...items[3]!, ...gone } as never) } }
      expect(read(salesAt, spoilt)).toHaveLength(11)
      expect(partsOf(salesAt, spoilt)).toMatchObject([{ why: expect.any(String) }])
    }
  })

  it('counts as added or changed, and not where it is deleted', () => {
    const of = (status: string, pricePaid: number) => ({
      pricePaid,
      transactionDate: 'Tue, 30 Jun 2026',
      recordStatus: { _about: `http://landregistry.data.gov.uk/def/ppi/${status}` },
    })
    const sales = read(salesAt, { result: { items: [of('add', 1), of('delete', 2), of('change', 3)] } })
    expect(sales.map(({ price }) => price)).toEqual([1, 3])
  })
})

describe('the prices of an area', () => {
  const of = { area: 'WA1 1', area_level: 'sector', from: '2025-10-15' } as const
  const sale = (price: number, rest: Partial<Sale> = {}): Sale => ({
    date: '2026-01-02',
    price,
    property_type: 'terraced',
    new_build: null,
    tenure: null,
    full_value: true,
    ...rest,
  })

  it('are those of homes at full value', () => {
    const sales = [
      sale(100_000),
      sale(200_001, { property_type: 'flat', date: '2026-03-04' }),
      sale(150_000, { property_type: 'flat' }),
      sale(900_000, { property_type: 'other' }),
      sale(10, { full_value: false }),
      sale(250_000),
    ]
    expect(pricesFrom(of, sales)).toEqual({
      ...of,
      transactions_12m: 4,
      avg_price_12m: 175_000,
      median_price: 175_001,
      odd_prices: [],
      dominant_type: 'flat',
      by_type: { flat: 2, terraced: 2 },
      newest_sale: '2026-03-04',
    })
    expect(pricesFrom(of, [sale(1), sale(3), sale(8)])).toMatchObject({ median_price: 3, avg_price_12m: 4 })
  })

  it('name what is far from the rest: a nominal pound, and homes sold together', () => {
    const sales = [1, 240_000, 250_000, 260_000, 42_000_000].map((price) => sale(price))
    expect(pricesFrom(of, sales)).toMatchObject({ median_price: 250_000, odd_prices: [1, 42_000_000] })
  })

  it('are without sales of an unknown kind', () => {
    expect(pricesFrom(of, [sale(1, { full_value: null }), sale(2, { property_type: null })])).toMatchObject({
      transactions_12m: 0,
    })
  })

  it('are not known without a sale: the count is 0, the average null', () => {
    expect(pricesFrom(of, [sale(900_000, { property_type: 'other' })])).toEqual({
      ...of,
      transactions_12m: 0,
      avg_price_12m: null,
      median_price: null,
      odd_prices: [],
      dominant_type: null,
      by_type: {},
      newest_sale: null,
    })
  })
})

describe.skipIf(!recordings())('recorded answers of land-registry-ppd', () => {
  it('are read', () => {
    const sales = read(salesAt, recorded('land-registry-ppd', 'transaction-record-slade-meadow.json'))
    const home = { new_build: false, tenure: 'freehold', full_value: true }
    expect(sales).toEqual([
      { date: '2026-06-30', price: 260_000, property_type: 'terraced', ...home },
      { date: '2025-12-12', price: 330_000, property_type: 'semi-detached', ...home },
      { date: '2025-11-12', price: 315_500, property_type: 'terraced', ...home },
      { date: '2025-07-28', price: 330_000, property_type: 'semi-detached', ...home },
      { date: '2025-06-20', price: 277_770, property_type: 'terraced', ...home },
    ])
  })
})

describe('sales for each thousand households', () => {
  it('are of the same area, and none where few live there', () => {
    const sold = { area: 'WA1 1', transactions_12m: 9 }
    expect(turnoverOf(sold, 312)).toMatchObject({ sales_per_1000_households: 28.8, homes_sold: 9, why_none: null })
    expect(turnoverOf(sold, 99)).toMatchObject({
      sales_per_1000_households: null,
      why_none: 'under 100 households live in the area: too few to divide by',
    })
  })
})
