import {
  counted,
  derive,
  endpoint,
  factor,
  integer,
  now,
  optional,
  params,
  phrase,
  pounds,
  rounded,
  score,
  section,
  settings,
  some,
  ukDay,
} from '@domesday/core'
import { marketFor as onContractsFinder } from '@domesday/source-contracts-finder'
import { marketFor as onFindATender } from '@domesday/source-find-a-tender'
import { marketFor as onPublicContractsScotland } from '@domesday/source-public-contracts-scotland'
import { marketFor as onSell2Wales } from '@domesday/source-sell2wales'
import { divisionOf, inPounds, mergeMarkets, type Notice, type Wanted } from '@domesday/vocabulary-procurement'
import { region, response } from './response.ts'

const asked = params({
  sector: optional(phrase({ description: 'Words of a trade or of goods; all must occur', examples: ['cleaning'] })),
  region: optional(region),
})
const own = settings({
  window_days: integer({
    description: 'Notices of so many days are asked for where a sector is given',
    minimum: 1,
    maximum: 730,
  }),
  broad_window_days: integer({ description: 'And of so many where none is', minimum: 1, maximum: 90 }),
})

const dayMs = 86_400_000

const wanted = derive(
  { asked, own, now },
  ({ asked: { sector = null, region = null }, own, now }): Wanted & { readonly days: number } => {
    const days = sector === null ? own.broad_window_days : own.window_days
    return { sector, region, since: ukDay(new Date(now.getTime() - days * dayMs)), on: ukDay(now), days }
  },
)
const question = derive({ wanted }, ({ wanted: { sector, region, since, on } }): Wanted => ({
  sector,
  region,
  since,
  on,
}))

const markets = some({
  findATender: onFindATender(question),
  contractsFinder: onContractsFinder(question),
  scotland: onPublicContractsScotland(question),
  wales: onSell2Wales(question),
})
const market = derive({ markets }, ({ markets: { findATender, contractsFinder, scotland, wales } }) =>
  mergeMarkets([findATender, contractsFinder, scotland, wales]),
)

const open = derive({ market }, ({ market }) => market.items.filter(({ status }) => status === 'open'))
const poundsOf = (tenders: readonly Notice[]): readonly number[] =>
  tenders.filter(inPounds).flatMap(({ value }) => value ?? [])
const median = (values: readonly number[]): number => {
  const sorted = values.toSorted((a, b) => a - b),
    middle = Math.floor(sorted.length / 2)
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2
}
/** Such as `No tender is`, `1 tender is`, `4 tenders are`, `About 4,000 tenders are`. */
const thereAre = (count: number, one: string, [is, are]: readonly [string, string], complete = true): string =>
  count === 0 ? `No ${one} ${is}` : `${complete ? '' : 'About '}${counted(count, one)} ${count === 1 ? is : are}`

/** A word that no curve has: the factor is not known, and its sentence says why. */
const notStated = 'not stated'

const opportunity = score('procurement-opportunity', {
  open_tenders: factor({ market }, ({ market }) => ({
    metric: market.open,
    detail: `${thereAre(market.open, 'tender', ['is', 'are'], market.complete)} open.`,
  })),
  tender_value: factor({ open, market }, ({ open, market }) => {
    const values = poundsOf(open.length > 0 ? open : market.items),
      tender = open.length > 0 ? 'open tender' : 'tender'
    const what =
      values.length === 1
        ? `One ${tender} states a value:`
        : `The median of the values that ${values.length} ${tender}s state is`
    if (values.length > 0) return { metric: median(values), detail: `${what} ${pounds(median(values))}.` }
    return {
      metric: notStated,
      detail:
        market.items.length === 0
          ? 'Not known: there is no tender that could state a value.'
          : `Not known: no ${tender} states a value in pounds.`,
    }
  }),
  bidding_time: factor({ open, wanted }, ({ open, wanted }) => {
    const days = open.flatMap(({ deadline }) =>
      deadline === null ? [] : [(Date.parse(deadline) - Date.parse(wanted.on)) / dayMs],
    )
    if (open.length === 0) return { metric: 0, detail: 'Nothing is open to bid for.' }
    if (days.length === 0) return { metric: notStated, detail: 'Not known: no open tender states a deadline.' }
    const left = Math.floor(median(days))
    return { metric: left, detail: `The open tenders leave ${counted(left, 'day')} to bid, by the median.` }
  }),
  market_activity: factor({ market, wanted }, ({ market, wanted }) => ({
    metric: (market.total * 30) / wanted.days,
    detail: `${thereAre(market.total, 'procurement', ['was', 'were'], market.complete)} published or changed in ${wanted.days} days.`,
  })),
  buyer_diversity: factor({ market }, ({ market }) => {
    const buyers = new Set(market.items.flatMap(({ buyer }) => buyer?.toUpperCase() ?? [])).size
    return { metric: buyers, detail: `${thereAre(buyers, 'buyer', ['is', 'are'])} behind the newest notices.` }
  }),
})

/** What the public sector is buying. */
export const tenders = endpoint({
  id: 'tenders',
  title: 'Public tenders',
  summary:
    'Open, awarded and closed public tenders over the four portals of the United Kingdom, by sector and region, each procurement once, and how good the opportunities are.',
  home: import.meta.dirname,
  path: '/tenders',
  tool: 'uk_tenders_intelligence',
  asked,
  required: [],
  response,
  sections: {
    query: section({ wanted }, ({ wanted: { sector, region, since } }) => ({
      ...(sector !== null && { sector }),
      ...(region !== null && { region }),
      published_from: since,
    })),
    tenders: section({ market }, ({ market }) =>
      market.items.slice(0, 100).map((one) => ({
        title: one.title === '' ? null : one.title,
        status: one.status,
        value: one.value,
        currency: one.currency,
        published: one.published,
        deadline: one.deadline,
        awarded_on: one.awarded,
        buyer: one.buyer,
        suppliers: one.suppliers.map(({ name }) => name),
        regions: one.regions,
        cpv_codes: one.cpv,
        cpv: one.cpv.map((code) => ({ code, division: divisionOf(code) })),
        source: one.source,
        also_in: one.alsoIn,
        reference: one.id,
        url: one.url,
      })),
    ),
    total: section({ market }, ({ market }) => market.total),
    summary: section({ market }, ({ market: { total, open, awarded, items, complete } }) => {
      const values = poundsOf(items)
      return {
        open,
        awarded,
        closed: total - open - awarded,
        avg_value: values.length > 0 ? rounded(values.reduce((sum, value) => sum + value, 0) / values.length, 2) : null,
        valued: values.length,
        complete,
      }
    }),
    procurement_opportunity_score: section({ opportunity }, ({ opportunity }) => opportunity),
  },
})
