import { atLeast, settled } from '@domesday/core'
import { describe, expect, it } from 'vitest'
import { kindsOf, premisesFinding, type Premises } from './premises.ts'

const own = {
  food_radius_m: 1000,
  food_trades: { 56102: ['Café'], 56103: ['Takeaway'], 56301: ['Pub'], 56302: ['Pub'] },
}
const of = (...sicCodes: readonly string[]) => kindsOf({ sector: { name: 'x', sicCodes } }, own)

describe('a food trade', () => {
  it('is one all of whose codes serve food, each kind once', () => {
    expect([of('56102', '56103'), of('56301', '56302')]).toEqual([['Café', 'Takeaway'], ['Pub']])
    expect([of('56102', '62012'), of(), kindsOf({ sector: null }, own)]).toEqual([[], [], []])
  })

  it('has its premises for certain, or so many at least where not all were read', () => {
    const counted = (read: number): Premises => ({
      radius_m: 1000,
      kinds: ['Café', 'Takeaway'],
      total: 1204,
      premises_read: read,
      all_premises: 5600,
    })
    const words = '1,204 food premises within 1,000 m for “lunch” (café and takeaway); registered offices do not count'
    expect(premisesFinding('lunch', counted(5600))).toEqual(settled(1204, words))
    expect(premisesFinding('lunch', counted(5000))).toEqual(
      atLeast(1204, `at least ${words}: not all premises were read`),
    )
  })
})
