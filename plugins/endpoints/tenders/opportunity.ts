/** The opportunities in a market: open contracts, their value, the time left, and the buyers. */
import {
  about,
  atLeast,
  capitalised,
  counted,
  derive,
  factor,
  notApplicable,
  pounds,
  score,
  sentence,
  unknown,
  type FactorReading,
  type Node,
  type ScoreNode,
} from '@domesday/core'
import { inPounds, lostInWords, type MergedMarket, type Notice, type Wanted } from '@domesday/vocabulary-procurement'

export const dayMs = 86_400_000

export const poundsOf = (tenders: readonly Notice[]): readonly number[] =>
  tenders.filter(inPounds).flatMap(({ value }) => value ?? [])
const median = (values: readonly number[]): number => {
  const sorted = values.toSorted((a, b) => a - b),
    middle = Math.floor(sorted.length / 2)
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2
}

/**
 * A count of a market: exact if everything was read, approximate if only part was, and a lower bound if a portal
 * failed.
 */
const countOf = (
  { complete, lost }: MergedMarket,
  [count, least]: readonly [number, number],
  [one, is, are]: readonly [string, string, string],
  rest: string,
  metric = (count: number): number => count,
): FactorReading => {
  const thereAre = (count: number): string => `${counted(count, one)} ${count === 1 ? is : are} ${rest}`
  if (lost.length > 0)
    return atLeast(
      metric(least),
      least > 0
        ? `At least ${thereAre(least)}: ${lostInWords(lost)}.`
        : `No ${one} ${is} known to be ${rest}, but ${lostInWords(lost)}.`,
    )
  if (count === 0) return { metric: metric(0), detail: `No ${one} ${is} ${rest}.` }
  return complete
    ? { metric: metric(count), detail: `${thereAre(count)}.` }
    : about(metric(count), `About ${thereAre(count)}.`)
}

export const opportunityOf = ({
  market,
  wanted,
}: {
  readonly market: Node<MergedMarket>
  readonly wanted: Node<Wanted & { readonly days: number }>
}): ScoreNode => {
  const open = derive(market, ({ items }) => items.filter(({ status }) => status === 'open'))
  return score('procurement-opportunity', {
    open_tenders: factor(market, (market) =>
      countOf(market, [market.open, market.least.open], ['tender', 'is', 'are'], 'open'),
    ),
    tender_value: factor({ open, market }, ({ open, market }) => {
      const values = poundsOf(open.length > 0 ? open : market.items),
        tender = open.length > 0 ? 'open tender' : 'tender'
      const what =
        values.length === 1
          ? `one ${tender} states a value:`
          : `the median of the values that ${values.length} ${tender}s state is`
      const found = values.length > 0 ? `${what} ${pounds(median(values))}` : null
      // What was not read can be on either side of the median.
      if (market.lost.length > 0)
        return unknown(`${lostInWords(market.lost)}${found === null ? '' : `; of what was read ${found}`}`)
      if (found !== null) return { metric: median(values), detail: sentence(capitalised(found)) }
      return market.items.length === 0
        ? notApplicable('there is no tender that could state a value')
        : unknown(`no ${tender} states a value in pounds`)
    }),
    bidding_time: factor({ open, market, wanted }, ({ open, market, wanted }) => {
      const days = open.flatMap(({ deadline }) =>
        deadline === null ? [] : [(Date.parse(deadline) - Date.parse(wanted.on)) / dayMs],
      )
      const left = days.length > 0 ? Math.floor(median(days)) : null
      const found = left === null ? null : `the open tenders leave ${counted(left, 'day')} to bid, by the median`
      if (market.lost.length > 0)
        return unknown(`${lostInWords(market.lost)}${found === null ? '' : `; of what was read ${found}`}`)
      if (open.length === 0) return { metric: 0, detail: 'Nothing is open to bid for.' }
      return left === null || found === null
        ? unknown('no open tender states a deadline')
        : { metric: left, detail: sentence(capitalised(found)) }
    }),
    market_activity: factor({ market, wanted }, ({ market, wanted }) =>
      countOf(
        market,
        [market.total, market.least.total],
        ['procurement', 'was', 'were'],
        `published or changed in ${wanted.days} days`,
        (count) => (count * 30) / wanted.days,
      ),
    ),
    buyer_diversity: factor(market, (market) => {
      const buyers = new Set(market.items.flatMap(({ buyer }) => buyer?.toUpperCase() ?? [])).size
      return countOf(
        { ...market, complete: true },
        [buyers, buyers],
        ['buyer', 'is', 'are'],
        'behind the newest notices',
      )
    }),
  })
}
