import { settings, unknown } from '@domesday/core'
import { openEndpoint, type OpenEndpoint } from '@domesday/tool-testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { rateOf } from '@domesday/source-trade-tariff'
import { impactOf } from './impact.ts'
import { trade } from './index.ts'

const Unknown = unknown('').constructor

let endpoint: OpenEndpoint
beforeAll(async () => {
  endpoint = await openEndpoint(trade)
})
afterAll(() => endpoint.close())

interface Signal {
  readonly factor: string
  readonly points: number | null
  readonly contribution: number | null
  readonly detail: string
}
const scoreOf = async (path: string) => {
  const { data } = await endpoint.look(path)
  const { score, rating, confidence, signals, bounds, possible_ratings } = data.tariff_impact_score as {
    bounds: object
    possible_ratings: readonly string[]
    score: number
    rating: string
    confidence: string
    signals: readonly Signal[]
  }
  return {
    score,
    rating,
    confidence,
    signals,
    bounds,
    possible: possible_ratings,
    of: Object.fromEntries(signals.map((signal) => [signal.factor, signal])),
  }
}

describe('trade', () => {
  it('tells what goods cost and take to import', async () => {
    const { data, meta } = await endpoint.look('/trade/0101300000')
    expect(data).toMatchObject({
      commodity: {
        code: '0101300000',
        description: 'Asses',
        hierarchy: ['Live animals', 'Live horses, asses, mules and hinnies', 'Asses'],
      },
      duties: { rate: '6.00 %', suspended_rate: null, vat: '20.00 %', excise: false },
      preferential_rates_total: 49,
      quotas: 0,
      measures_count: 61,
      additional_duties: [
        { kind: 'Additional duties', country: 'Belarus', rate: '35.00 %' },
        { kind: 'Additional duties', country: 'Russia', rate: '35.00 %' },
      ],
    })
    expect([data.additional_duties_total, data.import_controls_total]).toEqual([2, data.import_controls.length])
    expect(data.preferential_rates).toHaveLength(49)
    expect(data.preferential_rates).toContainEqual({ area: '1013', country: 'European Union', rate: '0.00 %' })
    expect(data.import_controls).toContainEqual({
      control: 'Veterinary control',
      origin: 'All origins',
      prohibits: false,
      documents: [],
    })
    expect(data.import_controls).toContainEqual({
      control: 'Restriction on entry into free circulation',
      origin: 'Ukraine',
      prohibits: false,
      documents: [expect.stringMatching(/^9009: /), expect.stringMatching(/^9017: Goods exported from an area/)],
    })
    expect(meta).toMatchObject({ missing: [], sources: ['trade-tariff'] })
    expect(meta.matched).toBeUndefined()
  })

  it('takes a code with blanks and dots, and says what a shorter one was taken for', async () => {
    expect((await endpoint.look('/trade/0101.30 00 00')).data.commodity.code).toBe('0101300000')
    const { data, meta } = await endpoint.look('/trade/0101')
    expect(data.commodity.code).toBe('0101210000')
    expect(meta.matched).toEqual({
      asked: '0101',
      chosen: '0101210000 Pure-bred breeding animals',
      candidates: expect.arrayContaining(['0101300000 Asses: duty 6.00 %']),
    })
  })

  it('takes a description, and says what it was taken for', async () => {
    const { data, meta } = await endpoint.look('/trade/  donkeys ')
    expect(data.commodity.code).toBe('0101300000')
    expect(meta.matched).toEqual({ asked: 'donkeys', chosen: '0101300000 Asses', candidates: [] })
  })

  it('takes words for the goods that bear the name themselves, before others of their heading', async () => {
    for (const path of ['/trade/asses and mules', '/trade/Asses', '/trade/ass'])
      expect([path, (await endpoint.look(path)).data?.commodity.code]).toEqual([path, '0101300000'])
  })

  it('charges nothing for words without substance', async () => {
    expect(await endpoint.look('/trade/the')).toMatchObject({
      status: 404,
      body: {
        code: 'unknown_subject',
        suggestions: expect.arrayContaining([expect.objectContaining({ kind: 'goods' })]),
      },
    })
  })

  it('knows no goods by a code or words that mean none', async () => {
    expect(await endpoint.look('/trade/0101399999')).toMatchObject({
      status: 404,
      body: {
        code: 'unknown_subject',
        suggestions: expect.arrayContaining([expect.objectContaining({ id: '0101300000', path: '/trade/0101300000' })]),
      },
    })
    expect(await endpoint.look('/trade/zeppelins')).toMatchObject({ status: 404 })
    for (const path of ['/trade/1', '/trade/01013000001', '/trade/x'])
      expect([path, (await endpoint.look(path)).status]).toEqual([path, 400])
  })

  it('joins the duties that depend on an additional code, and shows the rate of a suspension', async () => {
    const { data } = await endpoint.look('/trade/2924297099')
    expect(data.duties).toEqual({
      rate: '6.00 % or 0.00 %',
      suspended_rate: '0.00 %',
      vat: '20.00 % or 0.00 %',
      excise: false,
    })
  })

  it('takes a code as invoices write it', async () => {
    for (const path of ['/trade/0101-30-00-00', '/trade/HS%200101.30', '/trade/0101300000-80'])
      expect((await endpoint.look(path)).data.commodity.code).toBe('0101300000')
  })
})

describe('the tariff impact', () => {
  it('is higher the more is due, and adds up', async () => {
    const [bison, asses, hair] = [
      await scoreOf('/trade/0201100021'),
      await scoreOf('/trade/0101300000'),
      await scoreOf('/trade/0501'),
    ]
    expect([bison, asses, hair].map(({ score, rating }) => [score, rating])).toEqual([
      [38, 'LOW'],
      [39, 'LOW'],
      [12, 'FAVOURABLE'],
    ])
    expect([bison, asses, hair].map(({ confidence }) => confidence)).toEqual(['medium', 'high', 'high'])
    for (const { score, signals } of [bison, asses, hair]) {
      expect(signals.reduce((sum, { contribution }) => sum + contribution!, 0)).toBe(score)
    }
  })

  it('does not know what an amount by quantity takes of the value, and names it', async () => {
    const { of, bounds, possible } = await scoreOf('/trade/0201100021')
    expect(of['duty_rate']).toMatchObject({
      points: 70,
      points_between: [70, 100],
      detail:
        'The third-country duty, 12.00 % + 147.00 GBP / 100 kg, depends on the price: it takes 12 % of the value at least.',
    })
    expect(of['specific_duty']).toMatchObject({
      points: null,
      contribution: null,
      points_between: [0, 100],
      detail: expect.stringContaining('Not known: an amount by quantity is due, 12.00 % + 147.00 GBP / 100 kg'),
    })
    expect([bounds, possible]).toEqual([{ low: 32, high: 59 }, ['MODERATE', 'LOW']])
  })

  it('knows of an amount by quantity what its wording limits', () => {
    const of = settings({}) as never
    const read = (name: string, text: string) => {
      const { factors } = impactOf({ goods: of, found: of, choice: of, own: of })
      return factors[name]!.read({ goods: { duties: [rateOf(text)], suspended: null }, choice: { goods: [], lost: 0 } })
    }
    expect(read('duty_rate', '147.00 GBP / 100 kg')).toBeInstanceOf(Unknown)
    expect(read('specific_duty', '0.01 GBP / 100 kg')).toBeInstanceOf(Unknown)
    expect(read('duty_rate', '6.00 % + 25.00 GBP / 100 kg MAX 18.50 %')).toMatchObject({ low: 6, high: 18.5 })
    expect(read('specific_duty', '6.00 % + 25.00 GBP / 100 kg MAX 18.50 %')).toMatchObject({ low: 0, high: 18.5 })
    expect(read('duty_rate', '6.00 % + 25.00 GBP / 100 kg MAX 6.00 %')).toMatchObject({ metric: 6 })
    expect(read('specific_duty', '6.00 % + 25.00 GBP / 100 kg MAX 6.00 %')).toMatchObject({ metric: 0 })
  })

  it('counts open quotas, and countries with a better rate', async () => {
    const { of } = await scoreOf('/trade/0201100021')
    expect(of['quotas']).toMatchObject({ points: 16, detail: '6 tariff-rate quotas are open.' })
    expect(of['preferences']!.detail).toBe('Goods from 130 countries and territories have a better rate.')
    expect(of['vat']).toMatchObject({ points: 0, detail: 'Zero-rated for VAT.' })
  })

  it('does not count missing relief against goods without duty', async () => {
    for (const path of ['/trade/0501', '/trade/0101210000', '/trade/2924297099']) {
      const { of } = await scoreOf(path)
      expect([of['duty_rate']!.points, of['preferences']!.points, of['quotas']!.points], path).toEqual([0, 0, 0])
      expect(of['preferences']!.detail).toBe('No preference is needed: no third-country duty is due.')
    }
    const { of } = await scoreOf('/trade/6911100090')
    expect(of['quotas']).toMatchObject({ points: 100, detail: 'No tariff-rate quota is open.' })
    expect(of['preferences']!.detail).toBe('Goods from 1 country or territory have a better rate.')
  })

  it('counts only controls that hold for every origin', async () => {
    expect((await scoreOf('/trade/0501')).of['import_controls']).toMatchObject({
      points: 0,
      detail: 'No import control holds for every origin.',
    })
  })

  it('comes with every example', async () => {
    for (const path of endpoint.examples) expect([path, typeof (await scoreOf(path)).score]).toEqual([path, 'number'])
  })
})
