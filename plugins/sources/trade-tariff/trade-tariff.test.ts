import { apart } from '@domesday/core'
import { openSource, recorded, recordings, type OpenSource } from '@domesday/tool-testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readChecked } from '../../clients/http/read-checked.ts'
import { readBody } from '../../../test/support/read.ts'
import type { Entry, Goods } from './goods.ts'
import { find, lookup, search, tradeTariff, type Found } from './index.ts'
import type { SearchResult } from './search.ts'

const readCode = (body: unknown): Entry => readBody(lookup, body)
const readSearch = (body: unknown, words: string): SearchResult => readBody(search, body, words)
const partsOf = (body: unknown) => apart(readChecked(lookup.how as never, structuredClone(body), undefined).value).parts
const goodsIn = (document: unknown): Goods => {
  const { goods } = readCode(document)
  if (goods === null) throw new TypeError('a group, not goods')
  return goods
}

describe('goods by code or words', () => {
  let tariff: OpenSource
  beforeAll(async () => {
    tariff = await openSource(tradeTariff)
  })
  afterAll(() => tariff.close())

  const found = async (asked: string): Promise<Found> => (await tariff.ask(find, asked)) as Found

  it('are those of a ten-digit code, without a match to explain', async () => {
    const { goods, matched } = await found('0101300000')
    expect(matched).toBeNull()
    expect(goods).toMatchObject({
      code: '0101300000',
      description: 'Asses',
      hierarchy: ['Live animals', 'Live horses, asses, mules and hinnies', 'Asses'],
      duties: [{ text: '6.00 %', percent: 6, byQuantity: false, least: 6, most: 6 }],
      suspended: null,
      vat: [{ text: '20.00 %' }],
      excise: false,
      quotas: 0,
      additionalCountries: 2,
    })
    expect(goods.preferences).toHaveLength(49)
    expect(goods.preferences).toContainEqual({
      area: '1060',
      country: 'Developing Countries Trading Scheme (DCTS) - Standard Preferences',
      rate: '2.50 %',
    })
    expect(goods.preferences.map(({ area }) => area)).not.toContain('1080')
  })

  it('are found by a shorter code that is theirs', async () => {
    expect(await found('010130')).toEqual(await found('0101300000'))
    expect(await found('01013')).toEqual(await found('0101300000'))
  })

  it('are a heading where goods are declared under it', async () => {
    for (const code of ['0501', '050100', '0501000000']) {
      expect(await found(code)).toMatchObject({
        matched: null,
        goods: { code: '0501000000', hierarchy: [expect.any(String), expect.stringMatching(/^Human hair/)] },
      })
    }
  })

  const othersOf = async (asked: string): Promise<readonly string[] | undefined> =>
    (await found(asked)).matched?.others.map(({ code }) => code)

  it('are the first of a heading, a chapter or a subheading, with the others under it', async () => {
    const others = ['0101291000', '0101299000', '0101300000', '0101900000']
    for (const asked of ['0101', '01']) {
      expect(await found(asked)).toMatchObject({ goods: { code: '0101210000' }, matched: { asked } })
      expect(await othersOf(asked)).toEqual(others)
    }
    expect(await found('010129')).toMatchObject({ goods: { code: '0101291000' } })
    expect(await othersOf('010129')).toEqual(['0101299000'])
  })

  it('are found by a term that the tariff knows, and by words of their description', async () => {
    expect((await found('donkeys')).matched).toEqual({ asked: 'donkeys', others: [] })
    expect(await found('horses')).toMatchObject({ goods: { code: '0101210000' }, matched: { asked: 'horses' } })
    expect(await found('human hair')).toMatchObject({ goods: { code: '0501000000' } })
    expect(await found('asses and mules')).toMatchObject({ goods: { code: '0101300000' } })
  })

  it('are those that words name alone, and else have others beside them that the words fit as well', async () => {
    expect(await othersOf('asses')).toEqual([])
    expect(await othersOf('horses')).toEqual(['0101291000', '0101299000'])
    const mules = await found('live mules')
    expect([mules.goods.code, ...mules.matched!.others.map(({ code }) => code)].toSorted()).toEqual([
      '0101210000',
      '0101291000',
      '0101299000',
      '0101300000',
      '0101900000',
    ])
  })

  it('are none for words that tell nothing of goods, without a search', async () => {
    for (const words of ['the', 'of the', 'All other'])
      expect(await tariff.ask(find, words)).toMatchObject({
        detail: expect.stringContaining(`'${words}' names no goods.`),
      })
  })

  it('are none for an unknown code, with the nearest of its heading', async () => {
    const none = await tariff.ask(find, '0101399999')
    expect(none).toMatchObject({ $: 'no_such' })
    expect(none).toMatchObject({
      detail: 'The tariff has no goods under the code 0101399999.',
      candidates: ['0101300000', '0101210000', '0101291000', '0101299000', '0101900000'].map((id) => ({
        id,
        label: expect.stringContaining(`${id} `),
      })),
    })
    expect(await tariff.ask(find, '9999')).toMatchObject({ candidates: [] })
    expect(await tariff.ask(find, 'zeppelins')).toMatchObject({ $: 'no_such' })
  })

  it('are asked for in the version that is read', async () => {
    await found('0101300000')
    expect(tariff.unmatched).toEqual([]) // the samples answer no call without the header
    expect(await tariff.ask(lookup, { kind: 'commodities', id: '0101399999' })).toBeNull()
    expect((await tariff.ask(search, 'zeppelins')).hits).toEqual([])
    expect((await tariff.ask(search, 'constructor')).hits).toEqual([])
  })

  it('keep open quotas apart from those used up, and count licensed ones as open', async () => {
    expect((await found('0201100021')).goods).toMatchObject({
      quotas: 6,
      duties: [{ text: '12.00 % + 147.00 GBP / 100 kg', percent: 12, byQuantity: true, least: 12, most: null }],
      vat: [{ percent: 0 }],
    })
  })

  it('have a duty for each additional code, the dearest first, and the rate of a suspension', async () => {
    const { goods } = await found('2924297099')
    expect(goods.duties.map(({ text }) => text)).toEqual(['6.00 %', '0.00 %'])
    expect(goods.suspended?.text).toBe('0.00 %')
    expect(goods.vat.map(({ text }) => text)).toEqual(['20.00 %', '0.00 %'])
    expect(goods.description).toBe('Carboxyamide-function compounds; amide-function compounds of carbonic acid: Other')
    expect(goods.preferredCountries).toBeGreaterThan(100)
  })
})

interface Row {
  readonly type: string
  readonly area?: string
  readonly base?: string
  readonly order?: string
  readonly series?: string
  readonly excluded?: readonly string[]
  readonly additional?: string
  readonly conditions?: readonly string[]
}
const to = (type: string, id: string | undefined) => ({ data: id === undefined ? null : { id, type } })
const commodity = (rows: readonly Row[], included: readonly object[] = []): unknown => ({
  data: {
    id: '1',
    type: 'commodity',
    attributes: { goods_nomenclature_item_id: '2203000100', description: 'Beer', formatted_description: 'Beer' },
    relationships: {
      chapter: { data: null },
      heading: { data: null },
      ancestors: { data: [] },
      import_measures: { data: rows.map((_, i) => ({ id: `${i}`, type: 'measure' })) },
      export_measures: { data: [{ id: 'x', type: 'measure' }] },
    },
  },
  included: [
    ...rows.flatMap(
      ({ type, area = '1011', base = '', order, series = 'C', excluded = [], additional, conditions = [] }, i) => [
        {
          id: `${i}`,
          type: 'measure',
          attributes: {},
          relationships: {
            measure_type: to('measure_type', type),
            geographical_area: to('geographical_area', area),
            duty_expression: to('duty_expression', `${i}`),
            order_number: to('order_number', order),
            excluded_countries: { data: excluded.map((id) => ({ id, type: 'geographical_area' })) },
            measure_conditions: { data: conditions.map((_, of) => ({ id: `${i}-${of}`, type: 'measure_condition' })) },
            ...(additional !== undefined && { additional_code: to('additional_code', additional) }),
          },
        },
        ...conditions.map((duty_expression, of) => ({
          id: `${i}-${of}`,
          type: 'measure_condition',
          attributes: { duty_expression },
        })),
        { id: type, type: 'measure_type', attributes: { description: `Type ${type}`, measure_type_series_id: series } },
        { id: `${i}`, type: 'duty_expression', attributes: { base } },
        ...(order === undefined
          ? []
          : [
              {
                id: order,
                type: 'order_number',
                attributes: { number: order },
                relationships: { definition: { data: null } },
              },
            ]),
      ],
    ),
    ...included,
  ],
})

describe('the digest of goods', () => {
  it('tolerates references to missing resources', () => {
    expect(
      goodsIn({
        data: {
          id: '1',
          type: 'commodity',
          attributes: { goods_nomenclature_item_id: '0101300000', formatted_description: '' },
          relationships: {
            chapter: { data: { id: '9', type: 'chapter' } },
            heading: { data: { id: '9', type: 'heading' } },
            ancestors: { data: [{ id: '8', type: 'commodity' }] },
            import_measures: { data: [{ id: '1', type: 'measure' }] },
            export_measures: { data: [] },
          },
        },
      }),
    ).toMatchObject({
      code: '0101300000',
      description: '',
      duties: [],
      vat: [],
      preferences: [],
      quotas: 0,
      measures: 1,
    })
  })

  it('takes the duty under authorised use where there is no other', () => {
    expect(goodsIn(commodity([{ type: '105', base: '2.00 %' }])).duties).toMatchObject([{ text: '2.00 %' }])
    expect(
      goodsIn(
        commodity([
          { type: '105', base: '2.00 %' },
          { type: '103', base: '4.00 %' },
        ]),
      ).duties,
    ).toMatchObject([{ text: '4.00 %' }])
  })

  it('takes a duty of nought that is said beside the measures, where none of them words one', () => {
    const free = (rows: readonly Row[], zero: boolean): unknown => {
      const { data, included } = commodity(rows) as { readonly data: object; readonly included: readonly object[] }
      return goodsIn({ data: { ...data, meta: { duty_calculator: { zero_mfn_duty: zero } } }, included }).duties
    }
    expect(free([], true)).toEqual([{ text: '0.00 %', percent: 0, byQuantity: false, least: 0, most: 0 }])
    expect(free([], false)).toEqual([])
    expect(free([{ type: '103', base: '4.00 %' }], true)).toMatchObject([{ text: '4.00 %' }])
  })

  it('counts the members of a group, less those excluded, and no country whose rate is the full one', () => {
    const group = {
      id: '2051',
      type: 'geographical_area',
      attributes: { description: 'A pact' },
      relationships: {
        children_geographical_areas: { data: ['AU', 'CA', 'JP'].map((id) => ({ id, type: 'geographical_area' })) },
      },
    }
    const goods = goodsIn(
      commodity(
        [
          { type: '103', base: '4.00 %' },
          { type: '142', area: '2051', base: '0.00 %', excluded: ['CA'] },
          { type: '142', area: 'NZ', base: '4.00 %' },
        ],
        [group],
      ),
    )
    expect(goods.preferredCountries).toBe(2)
    expect(goods.preferences).toEqual([
      { area: '2051', country: 'A pact', rate: '0.00 %' },
      { area: 'NZ', country: 'New Zealand', rate: '4.00 %' },
    ])
  })

  it('names a country that the tariff does not describe, and calls a group one', () => {
    const { preferences } = goodsIn(
      commodity([
        { type: '103', base: '4.00 %' },
        { type: '142', area: '1013', base: '0.00 %' },
        { type: '142', area: 'JP', base: '0.00 %' },
      ]),
    )
    expect(preferences).toEqual([
      { area: '1013', country: 'a group of countries (1013)', rate: '0.00 %' },
      { area: 'JP', country: 'Japan', rate: '0.00 %' },
    ])
  })

  it('counts each licensed quota once, and no other without a period that runs', () => {
    expect(
      goodsIn(
        commodity([
          { type: '143', area: 'AU', base: '0.00 %', order: '054001' },
          { type: '143', area: 'NZ', base: '0.00 %', order: '054001' },
          { type: '122', base: '0.00 %', order: '054002' },
          { type: '122', base: '0.00 %', order: '050123' },
        ]),
      ).quotas,
    ).toBe(2)
  })

  it('is known in part where a measure cannot be read, or a quota does not say whether it is open', () => {
    const rows = Array.from({ length: 12 }, (_, i): Row => ({
      type: '142',
      area: `A${'BCDEFGHIJKLM'[i]}`,
      base: '1.00 %',
    }))
    const whole = commodity(rows) as { readonly included: readonly { readonly id: string; readonly type: string }[] }
    expect(partsOf(whole)).toEqual([])
    const without = (type: string) => ({
      ...whole,
      included: whole.included.map((one) => (one.id === '3' && one.type === type ? { id: '3', type } : one)),
    })
    for (const type of ['duty_expression', 'measure']) {
      expect(goodsIn(without(type)).preferences).toHaveLength(11)
      expect(partsOf(without(type))).toMatchObject([{ why: '1 measure of 12 could not be read and are left out' }])
    }
    const unsaid = commodity(
      [{ type: '122', base: '0.00 %', order: '050123' }],
      [
        {
          id: '050123',
          type: 'order_number',
          attributes: { number: '050123' },
          relationships: { definition: { data: { id: '9', type: 'definition' } } },
        },
      ],
    )
    expect([goodsIn(unsaid).quotas, partsOf(unsaid)]).toMatchObject([0, [{ why: expect.stringContaining('1 quota') }]])
  })

  it('has the usual VAT first, and beside it what an additional code gives', () => {
    const rows: readonly Row[] = [
      { type: '305', area: '1400', base: '0.00 %', additional: 'VATZ' },
      { type: '305', area: '1400', base: '20.00 %' },
    ]
    expect(goodsIn(commodity(rows)).vat.map(({ text }) => text)).toEqual(['20.00 %', '0.00 %'])
  })

  it('tells a duty on top that only conditions word, or nothing', () => {
    const rows: readonly Row[] = [
      { type: '552', area: 'CN', base: '', series: 'D', conditions: ['0.00 %', '23.10 %'] },
      { type: '551', area: 'VN', base: '', series: 'D' },
    ]
    expect(goodsIn(commodity(rows)).additional).toEqual([
      { kind: 'Type 552', country: 'China', rate: '0.00 % or 23.10 %' },
      { kind: 'Type 551', country: 'Vietnam', rate: null },
    ])
  })

  it('tells controls and duties on top apart', () => {
    const goods = goodsIn(
      commodity([
        { type: '552', area: 'CN', base: '48.50 %', series: 'D' },
        { type: '277', area: 'KP', series: 'A' },
        { type: '410', series: 'B' },
        { type: '306', base: '21.78 GBP / l alc. 100%', series: 'Q' },
      ]),
    )
    expect(goods.additional).toEqual([{ kind: 'Type 552', country: 'China', rate: '48.50 %' }])
    expect(goods.controls).toMatchObject([
      { control: 'Type 277', origin: 'North Korea', forAll: false },
      { control: 'Type 410', origin: 'All origins', forAll: true },
    ])
    expect(goods.excise).toBe(true)
    expect(goods.measures).toBe(5)
  })
})

describe.skipIf(!recordings())('recorded answers of trade-tariff', () => {
  const body = (file: string): unknown => recorded('trade-tariff', file)

  it('of goods are read', () => {
    expect(goodsIn(body('commodity-0101300000-uk.json'))).toMatchObject({
      code: '0101300000',
      description: 'Asses',
      duties: [{ text: '6.00 %' }],
      vat: [{ text: '20.00 %' }],
      quotas: 0,
      measures: 62,
      preferredCountries: 170,
      additionalCountries: 2,
      hierarchy: ['Live animals', 'Live horses, asses, mules and hinnies', 'Asses'],
    })
    expect(goodsIn(body('commodity-0201100021-uk.json'))).toMatchObject({
      duties: [{ text: '12.00 % + 147.00 GBP / 100 kg' }],
      vat: [{ text: '0.00 %' }],
      quotas: 15,
      measures: 65,
      additional: [],
      hierarchy: [
        'Meat and edible meat offal',
        'Meat of bovine animals, fresh or chilled',
        'Carcases and half-carcases',
        'High quality beef and veal',
        'Of bison',
      ],
    })
    expect(goodsIn(body('commodity-2924297099-uk.json'))).toMatchObject({
      duties: [{ text: '6.00 %' }, { text: '0.00 %' }],
      suspended: { text: '0.00 %' },
      vat: [{ text: '20.00 %' }, { text: '0.00 %' }],
    })
    expect(goodsIn(body('heading-0501-uk-declarable.json'))).toMatchObject({
      code: '0501000000',
      duties: [{ text: '0.00 %' }],
      preferredCountries: 0,
      measures: 58,
    })
    expect(goodsIn(body('commodity-6911100090-uk-filter-AD.json'))).toMatchObject({
      duties: [{ text: '12.00 %' }],
      preferences: [{ area: 'AD', country: 'Andorra', rate: '0.00 %' }],
      measures: 7,
    })
  })

  it('of groups are read', () => {
    const heading = readCode(body('heading-0101-uk.json'))
    expect(heading.goods).toBeNull()
    expect(heading.leaves.map(({ code }) => code)).toEqual([
      '0101210000',
      '0101291000',
      '0101299000',
      '0101300000',
      '0101900000',
    ])
    expect(readCode(body('subheading-0101210000-10-uk.json')).leaves).toHaveLength(3)
  })

  it('of searches are read', () => {
    const read = (file: string, words = '') => readSearch(body(file), words)
    expect(read('search-exact-01.json').exact).toEqual({ kind: 'chapters', id: '01' })
    expect(read('search-exact-ricotta.json').exact).toEqual({ kind: 'commodities', id: '0406105090' })
    expect(read('search-none-designed-velocycles.json')).toEqual({ exact: null, hits: [] })
    expect(read('search-fuzzy-horses.json').hits?.[0]).toEqual({
      code: '0101291000',
      description: 'For slaughter',
      place: { kind: 'commodities', id: '0101291000' },
      fit: 'all',
    })
    expect(read('search-fuzzy-horses.json', 'racing horses').hits?.map(({ fit }) => fit)).toContain('some')
    expect(read('search-fuzzy-horses.json', 'horses').hits?.[0]).toEqual({
      code: '0101210000',
      description: 'Horses',
      place: { kind: 'subheadings', id: '0101210000-10' },
      fit: 'named',
    })
    expect(read('search-fuzzy-horses.json', 'ass').hits?.[0]).toMatchObject({
      code: '0101300000',
      description: 'Asses',
    })
  })
})
