/** The property market of a place, and what the score makes of it. */
import { date, figure, integer, object, orNull, pounds, table, text, type FactorReading, type Of } from '@domesday/core'
import type { AreaPrices } from '@domesday/source-land-registry-ppd'
import { someOf } from './sentences.ts'

export const pricesShape = object({
  avg_price_12m: orNull(figure('GBP', 'Mean price of homes sold at full value; null without a sale')),
  median_price_12m: orNull(figure('GBP', 'Of the same homes')),
  transactions_12m: integer('Homes sold'),
  dominant_type: orNull(text('The type most often sold: detached, semi-detached, terraced or flat')),
  by_type: table(integer(), 'Homes sold by type, most frequent first'),
  area: text('The postcode sector, `WA1 1`; or the outcode, `WA1`, where under five homes were sold in the sector'),
  from: date('First day of the twelve months, which end today; sales are registered some two months late'),
  newest_sale: orNull(date('Day of the newest sale counted')),
})

export const pricesOf = (prices: AreaPrices): Of<typeof pricesShape> => ({
  avg_price_12m: prices.average,
  median_price_12m: prices.median,
  transactions_12m: prices.sales,
  dominant_type: prices.dominantType,
  by_type: prices.byType,
  area: prices.area,
  from: prices.since,
  newest_sale: prices.newest,
})

export const pricesFinding = ({ sales, average, area }: AreaPrices): FactorReading => ({
  metric: sales,
  detail: `${someOf(sales, 'home')} sold in ${area} in twelve months${average === null ? '' : `, at ${pounds(average)} on average`}`,
})
