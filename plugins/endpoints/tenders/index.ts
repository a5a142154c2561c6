import {
  derive,
  endpoint,
  integer,
  now,
  optional,
  params,
  phrase,
  rounded,
  section,
  settings,
  ukDay,
} from '@domesday/core'
import { contractsFinder, marketFor as onContractsFinder } from '@domesday/source-contracts-finder'
import { findATender, marketFor as onFindATender } from '@domesday/source-find-a-tender'
import {
  marketFor as onPublicContractsScotland,
  publicContractsScotland,
} from '@domesday/source-public-contracts-scotland'
import { marketFor as onSell2Wales, sell2wales } from '@domesday/source-sell2wales'
import { divisionOf, marketOver, whole, type Wanted } from '@domesday/vocabulary-procurement'
import { dayMs, opportunityOf, poundsOf } from './opportunity.ts'
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

const market = marketOver(
  {
    [findATender.title]: onFindATender,
    [contractsFinder.title]: onContractsFinder,
    [publicContractsScotland.title]: onPublicContractsScotland,
    [sell2wales.title]: onSell2Wales,
  },
  question,
)
const opportunity = opportunityOf({ market, wanted })

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
    total: section({ market }, ({ market }) => whole(market, market.total)),
    total_at_least: section({ market }, ({ market }) => (market.lost.length > 0 ? market.least : market).total),
    summary: section({ market }, ({ market }) => {
      const { total, open, awarded, items, complete } = market
      const values = poundsOf(items)
      return {
        open: whole(market, open),
        awarded: whole(market, awarded),
        closed: whole(market, total - open - awarded),
        open_at_least: (market.lost.length > 0 ? market.least : market).open,
        avg_value: values.length > 0 ? rounded(values.reduce((sum, value) => sum + value, 0) / values.length, 2) : null,
        valued: values.length,
        complete,
      }
    }),
    procurement_opportunity_score: section({ opportunity }, ({ opportunity }) => opportunity),
  },
})
