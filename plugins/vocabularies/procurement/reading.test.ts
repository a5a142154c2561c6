import { about, atLeast } from '@domesday/core'
import { describe, expect, it } from 'vitest'
import { countReading } from './index.ts'

const words = ['tender', 'is', 'are', 'open'] as const
const whole = { complete: true, lost: [] }

describe('a count of a market', () => {
  it('is exact where everything was read', () => {
    expect(countReading(whole, { count: 4, least: 4 }, words)).toEqual({ metric: 4, detail: '4 tenders are open.' })
    expect(countReading(whole, { count: 1, least: 1 }, words)).toEqual({ metric: 1, detail: '1 tender is open.' })
    expect(countReading(whole, { count: 0, least: 0 }, words)).toEqual({ metric: 0, detail: 'No tender is open.' })
  })

  it('is approximate where a part was read, and none is none', () => {
    const part = { complete: false, lost: [] }
    expect(countReading(part, { count: 400, least: 90 }, words)).toEqual(about(400, 'About 400 tenders are open.'))
    expect(countReading(part, { count: 0, least: 0 }, words)).toEqual({ metric: 0, detail: 'No tender is open.' })
  })

  it('is the least that was read where a portal failed, in the unit of the metric', () => {
    const lost = { complete: false, lost: ['Sell2Wales'] }
    expect(countReading(lost, { count: 9, least: 2 }, words, (count) => count / 2)).toEqual(
      atLeast(1, 'At least 2 tenders are open: Sell2Wales could not be read.'),
    )
    expect(countReading(lost, { count: 9, least: 0 }, words)).toEqual(
      atLeast(0, 'No tender is known to be open, but Sell2Wales could not be read.'),
    )
  })
})
