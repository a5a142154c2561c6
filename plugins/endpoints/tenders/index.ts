import {
  date,
  derive,
  endpoint,
  field,
  integer,
  now,
  object,
  omit,
  optional,
  params,
  render,
  renderEach,
  section,
  settings,
  take,
  text,
} from '@domesday/core'
import { marketFor as onContractsFinder } from '@domesday/source-contracts-finder'
import { marketFor as onFindATender } from '@domesday/source-find-a-tender'
import { marketFor as onPublicContractsScotland } from '@domesday/source-public-contracts-scotland'
import { marketFor as onSell2Wales } from '@domesday/source-sell2wales'
import { topic } from '@domesday/subject-topic'
import {
  countsIn,
  lastDays,
  marketOver,
  region,
  tenderOf,
  tenderShape,
  worthIn,
  type Wanted,
} from '@domesday/vocabulary-procurement'
import { opportunityOf } from './opportunity.ts'

const asked = params({
  sector: optional(topic({ description: 'Words of a trade or of goods; all must occur', examples: ['cleaning'] })),
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

const days = derive({ asked, own }, ({ asked, own }) =>
  asked.sector === undefined ? own.broad_window_days : own.window_days,
)
const wanted = derive({ asked, days, now }, ({ asked: { sector = null, region = null }, days, now }): Wanted => ({
  sector,
  region,
  ...lastDays(days, now),
}))

const market = marketOver([onFindATender, onContractsFinder, onPublicContractsScotland, onSell2Wales], wanted)
const counts = countsIn(market)

const queryShape = object({
  sector: optional(text('Words that were sought in the notices')),
  region: optional(text('Where the work is done')),
  published_from: date('Notices published or changed from this day on'),
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
    summary: section(omit(counts, 'total', 'total_at_least'), worthIn(market), {
      complete: field(
        market,
        'complete',
        'False where a portal holds more than is read: then the counts are estimates; and where one could not be read: then there are none',
      ),
    }),
    procurement_opportunity_score: section(opportunityOf({ market, wanted, days })),
  },
})
