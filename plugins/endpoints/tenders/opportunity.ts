/** The opportunities in a market: open contracts, their value, the time left, and the buyers. */
import {
  capitalised,
  counted,
  derive,
  factor,
  notApplicable,
  pounds,
  score,
  sentence,
  unknown,
  type Node,
  type ScoreNode,
  type Unknown,
} from '@domesday/core'
import {
  countReading,
  lostInWords,
  valuesInPounds,
  type MergedMarket,
  type Wanted,
} from '@domesday/vocabulary-procurement'

const median = (values: readonly number[]): number => {
  const sorted = values.toSorted((a, b) => a - b),
    middle = Math.floor(sorted.length / 2)
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2
}

/** What was not read can be on either side of a median. */
const unread = ({ lost }: MergedMarket, found: string | null): Unknown =>
  unknown(`${lostInWords(lost)}${found === null ? '' : `; of what was read ${found}`}`)

export interface Opportunity {
  readonly market: Node<MergedMarket>
  readonly wanted: Node<Wanted>
  /** How many days back the market goes. */
  readonly days: Node<number>
}

export const opportunityOf = ({ market, wanted, days }: Opportunity): ScoreNode => {
  const open = derive(market, ({ items }) => items.filter(({ status }) => status === 'open'))
  return score('procurement-opportunity', {
    open_tenders: factor(market, (market) =>
      countReading(market, { count: market.open, least: market.least.open }, ['tender', 'is', 'are', 'open']),
    ),
    tender_value: factor({ open, market }, ({ open, market }) => {
      const [of, tender] = open.length > 0 ? [open, 'open tender'] : [market.items, 'tender']
      const values = valuesInPounds(of)
      const what =
        values.length === 1
          ? `one ${tender} states a value:`
          : `the median of the values that ${values.length} ${tender}s state is`
      const found = values.length > 0 ? `${what} ${pounds(median(values))}` : null
      if (market.lost.length > 0) return unread(market, found)
      if (found !== null) return { metric: median(values), detail: sentence(capitalised(found)) }
      return market.items.length === 0
        ? notApplicable('there is no tender that could state a value')
        : unknown(`no ${tender} states a value in pounds`)
    }),
    bidding_time: factor({ open, market, wanted }, ({ open, market, wanted }) => {
      const deadlines = open.flatMap(({ deadline }) => deadline ?? [])
      const days = deadlines.map((deadline) => (Date.parse(deadline) - Date.parse(wanted.on)) / 86_400_000)
      const left = days.length > 0 ? Math.floor(median(days)) : null
      const found = left === null ? null : `the open tenders leave ${counted(left, 'day')} to bid, by the median`
      if (market.lost.length > 0) return unread(market, found)
      if (open.length === 0) return { metric: 0, detail: 'Nothing is open to bid for.' }
      return left === null || found === null
        ? unknown('no open tender states a deadline')
        : { metric: left, detail: sentence(capitalised(found)) }
    }),
    market_activity: factor({ market, days }, ({ market, days }) =>
      countReading(
        market,
        { count: market.total, least: market.least.total },
        ['procurement', 'was', 'were', `published or changed in ${days} days`],
        (count) => (count * 30) / days,
      ),
    ),
    buyer_diversity: factor(market, ({ items, lost }) => {
      const buyers = new Set(items.flatMap(({ buyer }) => buyer?.toUpperCase() ?? [])).size
      const words = ['buyer', 'is', 'are', 'behind the newest notices'] as const
      return countReading({ complete: true, lost }, { count: buyers, least: buyers }, words)
    }),
  })
}
