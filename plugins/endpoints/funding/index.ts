import {
  choice,
  date,
  derive,
  endpoint,
  field,
  flag,
  full,
  integer,
  list,
  now,
  number,
  object,
  orNull,
  params,
  phrase,
  pick,
  render,
  section,
  settings,
  standard,
  text,
  ukDay,
} from '@domesday/core'
import { contractsFinder, marketFor as onContractsFinder } from '@domesday/source-contracts-finder'
import { findATender, marketFor as onFindATender } from '@domesday/source-find-a-tender'
import { researchOn } from '@domesday/source-gtr'
import { grantsOn } from '@domesday/source-threesixty-giving'
import { marketOver, whole, type Wanted } from '@domesday/vocabulary-procurement'
import { prospectsOf } from './prospects.ts'

const asked = params({
  query: phrase({ description: 'Words of a subject; all must occur', examples: ['renewable energy'] }),
})
const own = settings({
  window_days: integer({ description: 'Contracts of so many days are looked for', minimum: 1, maximum: 730 }),
})

const wanted = derive({ asked, own, now }, ({ asked, own, now }): Wanted => ({
  sector: asked.query,
  region: null,
  since: ukDay(new Date(now.getTime() - own.window_days * 86_400_000)),
  on: ukDay(now),
}))

const grants = grantsOn(asked)
const research = researchOn(asked)
const contracts = marketOver({ [findATender.title]: onFindATender, [contractsFinder.title]: onContractsFinder }, wanted)

const countsShape = object({
  total: orNull(
    integer(
      'Public contracts on the subject, open, awarded and closed; what was seen to stand in both portals counts once. ' +
        'Null where a portal could not be read',
    ),
  ),
  total_at_least: integer('The total, or where it is not known what was read of it'),
  open: orNull(integer('Open to bid for today; null where a portal could not be read')),
  open_at_least: integer('The open ones, or where they are not known those that were read'),
  complete: flag(
    'False where a portal holds more than is read: then the counts are estimates; and where one could not be read: then there are none',
  ),
})
const contractsShape = list(
  object({
    title: orNull(text('Of the procurement')),
    status: choice(
      ['open', 'awarded', 'closed'],
      'closed where the deadline has passed, or the procurement was given up',
    ),
    value: orNull(number('What was awarded, else what was estimated, without VAT')),
    currency: orNull(text('Of the value, three letters')),
    published: orNull(date('Of the notice')),
    deadline: orNull(date('The last day for tenders')),
    buyer: orNull(text('The public body')),
    source: text('The portal whose notice this is'),
    also_in: list(text(), 'The other portal, where it has it too'),
    url: text({ description: 'Its page', format: 'uri' }),
  }),
  'Newest first, 100 at most',
)

/** Sources of money for a subject. */
export const funding = endpoint({
  id: 'funding',
  title: 'Funding on a subject',
  summary:
    'Who funds a subject in the United Kingdom: grants awarded, research projects, and from standard up public contracts and how good the prospects are; at full depth the grants, projects and contracts themselves.',
  home: import.meta.dirname,
  path: '/funding/{query}',
  subject: { asked, required: [] },
  sections: {
    query: section(render(text('What was asked'), asked, ({ query }) => query)),
    grants: section(pick(grants, 'total', 'complete'), {
      total_value: field(grants, 'value'),
      funder_count: field(grants, 'funders'),
    }),
    'grants.items': full(field(grants, 'items')),
    research: section(pick(research, 'total_projects')),
    'research.projects': full(field(research, 'projects')),
    contracts: standard(
      render(countsShape, contracts, ({ total, open, least, complete, lost }) => ({
        total: whole({ lost }, total),
        total_at_least: lost.length > 0 ? least.total : total,
        open: whole({ lost }, open),
        open_at_least: lost.length > 0 ? least.open : open,
        complete,
      })),
      { published_from: render(date('Notices published or changed from this day on'), wanted, ({ since }) => since) },
    ),
    'contracts.items': full(
      render(contractsShape, contracts, ({ items }) =>
        items.slice(0, 100).map((one) => ({
          title: one.title === '' ? null : one.title,
          status: one.status,
          value: one.value,
          currency: one.currency,
          published: one.published,
          deadline: one.deadline,
          buyer: one.buyer,
          source: one.source,
          also_in: one.alsoIn,
          url: one.url,
        })),
      ),
    ),
    funding_score: standard(prospectsOf({ grants, research, contracts, own })),
  },
})
