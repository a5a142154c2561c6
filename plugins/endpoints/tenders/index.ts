import {
  date,
  derive,
  endpoint,
  field,
  figure,
  integer,
  now,
  object,
  omit,
  optional,
  orNull,
  params,
  phrase,
  render,
  renderEach,
  rounded,
  section,
  settings,
  take,
  text,
  ukDay,
} from '@domesday/core'
import { contractsFinder, marketFor as onContractsFinder } from '@domesday/source-contracts-finder'
import { findATender, marketFor as onFindATender } from '@domesday/source-find-a-tender'
import {
  marketFor as onPublicContractsScotland,
  publicContractsScotland,
} from '@domesday/source-public-contracts-scotland'
import { marketFor as onSell2Wales, sell2wales } from '@domesday/source-sell2wales'
import { countsIn, marketOver, region, tenderOf, tenderShape, type Wanted } from '@domesday/vocabulary-procurement'
import { dayMs, opportunityOf, poundsOf } from './opportunity.ts'

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
const question = derive(wanted, ({ sector, region, since, on }): Wanted => ({ sector, region, since, on }))

const market = marketOver(
  {
    [findATender.title]: onFindATender,
    [contractsFinder.title]: onContractsFinder,
    [publicContractsScotland.title]: onPublicContractsScotland,
    [sell2wales.title]: onSell2Wales,
  },
  question,
)
const counts = countsIn(market)
const opportunity = opportunityOf({ market, wanted })

const queryShape = object({
  sector: optional(text('Words that were sought in the notices')),
  region: optional(text('Where the work is done')),
  published_from: date('Notices published or changed from this day on'),
})
const valueShape = object({
  avg_value: orNull(figure('GBP', 'Mean of the values stated in pounds, over the newest hundred of each portal')),
  valued: integer('How many values it is the mean of'),
})
const worth = render(valueShape, market, ({ items }) => {
  const values = poundsOf(items)
  return {
    avg_value: values.length > 0 ? rounded(values.reduce((sum, value) => sum + value, 0) / values.length, 2) : null,
    valued: values.length,
  }
})

export const tenders = endpoint({
  id: 'tenders',
  title: 'Public tenders',
  summary:
    'Open, awarded and closed public tenders over the four portals of the United Kingdom, by sector and region, each procurement once, and how good the opportunities are.',
  home: import.meta.dirname,
  path: '/tenders',
  tool: 'uk_tenders_intelligence',
  subject: { asked, required: [] },
  sections: {
    query: section(
      render(queryShape, wanted, ({ sector, region, since }) => ({
        ...(sector !== null && { sector }),
        ...(region !== null && { region }),
        published_from: since,
      })),
    ),
    tenders: section('Newest first, 100 at most', renderEach(tenderShape, take(100, field(market, 'items')), tenderOf)),
    total: section(field(counts, 'total')),
    total_at_least: section(field(counts, 'total_at_least')),
    summary: section(omit(counts, 'total', 'total_at_least'), worth, {
      complete: field(
        market,
        'complete',
        'False where a portal holds more than is read: then the counts are estimates; and where one could not be read: then there are none',
      ),
    }),
    procurement_opportunity_score: section(opportunity),
  },
})
