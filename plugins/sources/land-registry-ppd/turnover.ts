/** Homes sold in a year for each thousand households of the same area. */
import { figure, integer, object, orNull, render, rounded, text, type Node, type Of, type Shown } from '@domesday/core'

/** Fewer make no rate. */
const enough = 100

const turnoverShape = object({
  sales_per_1000_households: orNull(
    figure(
      'sales/1,000 households/year',
      'Homes sold at full value for each thousand households of the same area. Second homes and empty ones are sold too, and hold no household',
    ),
  ),
  households: integer('At the census of 2021, in the area of the sales'),
  homes_sold: integer('In the twelve months'),
  area: text('The postcode sector or outcode'),
  why_none: orNull(text('Why there is no rate, where there is none')),
})
/** The homes sold in a year in an area. */
interface Sold {
  readonly area: string
  readonly transactions_12m: number
}
/** A rate, whose sales and households are of the same area. */
export interface Turnover extends Of<typeof turnoverShape> {}

export const turnoverOf = ({ area, transactions_12m: sold }: Sold, households: number): Turnover => ({
  sales_per_1000_households: households < enough ? null : rounded((sold * 1000) / households, 1),
  households,
  homes_sold: sold,
  area,
  why_none: households < enough ? `under ${enough} households live in the area: too few to divide by` : null,
})

export const turnoverIn = (prices: Node<Sold>, households: Node<number>): Shown<Turnover> =>
  render(turnoverShape, { prices, households }, ({ prices, households }) => turnoverOf(prices, households))
