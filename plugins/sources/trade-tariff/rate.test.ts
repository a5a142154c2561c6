import { describe, expect, it } from 'vitest'
import { isFree, rateOf } from './rate.ts'

describe('a rate', () => {
  it('is read from its wording', () => {
    expect(rateOf('12.00 % + 147.00 GBP / 100 kg')).toMatchObject({ percent: 12, byQuantity: true })
    expect(rateOf('1.00 EUR / % vol/hl + 6.40 EUR / hl')).toMatchObject({ percent: null, byQuantity: true })
    expect(rateOf('0.00 % + 147.00 GBP / 100 kg')).toMatchObject({ percent: 0, byQuantity: true })
    expect(rateOf('')).toBeNull()
  })

  it('has bounds if it includes an amount by quantity, within the limits of its wording', () => {
    const share = (text: string) => {
      const { least, most } = rateOf(text)!
      return [least, most]
    }
    expect(share('12.00 %')).toEqual([12, 12])
    expect(share('NIHIL')).toEqual([0, 0])
    expect(share('147.00 GBP / 100 kg')).toEqual([0, null])
    expect(share('12.00 % + 147.00 GBP / 100 kg')).toEqual([12, null])
    expect(share('6.00 % + 25.00 GBP / 100 kg MAX 6.00 %')).toEqual([6, 6])
    expect(share('6.00 % + 25.00 GBP / 100 kg MAX 18.50 %')).toEqual([6, 18.5])
    expect(share('8.00 % MIN 2.00 GBP / 100 kg')).toEqual([8, null])
    expect(share('10.00 % MAX 56.00 GBP / 100 kg')).toEqual([0, 10])
    expect(share('10.00 % MIN 22.00 GBP / 100 kg MAX 56.00 GBP / 100 kg')).toEqual([0, null])
    expect(share('0.00 % + 0.00 GBP / kg')).toEqual([0, 0])
    expect(share('1.00 GBP / % vol/hl')).toEqual([0, null])
  })

  it('is free only where nothing is due by quantity either', () => {
    expect(
      ['0.00 %', 'NIHIL', '0.00 % + 0.00 GBP / kg', '0.00 % + 5.00 GBP / kg', '2.00 %'].map((text) =>
        isFree(rateOf(text)!),
      ),
    ).toEqual([true, true, true, false, false])
  })
})
