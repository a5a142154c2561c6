/** How much there is in a market, as answers show it. */
import { figure, integer, object, orNull, render, rounded, type Of, type Shape, type Shown } from '@domesday/core'
import { ifAllRead, type MergedMarket } from './merge.ts'
import { inPounds, type Notice } from './notice.ts'

const ofTotal = orNull(integer('Of the total'))
const countsFields = object({
  total: orNull(
    integer(
      'All that the portals hold; what was seen to stand in two of them counts once. Null where a portal could not be read',
    ),
  ),
  total_at_least: integer('The total, or where it is not known what was read of it'),
  open: ofTotal,
  awarded: ofTotal,
  closed: ofTotal,
  open_at_least: integer('The open ones, or where they are not known those that were read'),
})
export interface MarketCounts extends Of<typeof countsFields> {}
const countsShape: Shape<MarketCounts> = countsFields

/** Where a portal could not be read, only the least is known. */
export const countsIn = (market: Shown<MergedMarket>): Shown<MarketCounts> =>
  render(countsShape, market, (market) => {
    const { total, open, awarded, lost } = market
    const known = lost.length > 0 ? market.least : market
    return {
      total: ifAllRead(market, total),
      total_at_least: known.total,
      open: ifAllRead(market, open),
      awarded: ifAllRead(market, awarded),
      closed: ifAllRead(market, total - open - awarded),
      open_at_least: known.open,
    }
  })

/** The values that are stated in pounds. */
export const valuesInPounds = (notices: readonly Notice[]): readonly number[] =>
  notices.filter(inPounds).flatMap(({ value }) => value ?? [])

const worthShape = object({
  avg_value: orNull(figure('GBP', 'Mean of the values stated in pounds, over the newest hundred of each portal')),
  valued: integer('How many values it is the mean of'),
})
export const worthIn = (market: Shown<MergedMarket>) =>
  render(worthShape, market, ({ items }) => {
    const values = valuesInPounds(items)
    const sum = values.reduce((sum, value) => sum + value, 0)
    return { avg_value: values.length > 0 ? rounded(sum / values.length, 2) : null, valued: values.length }
  })
