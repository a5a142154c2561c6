import {
  choice,
  date,
  derive,
  drawn,
  endpoint,
  field,
  full,
  integer,
  list,
  now,
  number,
  object,
  orNull,
  params,
  pick,
  render,
  section,
  settings,
  standard,
  text,
} from '@domesday/core'
import { marketFor as onContractsFinder } from '@domesday/source-contracts-finder'
import { marketFor as onFindATender } from '@domesday/source-find-a-tender'
import { researchOn } from '@domesday/source-gtr'
import { grantsOn } from '@domesday/source-threesixty-giving'
import { topic } from '@domesday/subject-topic'
import { countsIn, lastDays, marketOver, type Wanted } from '@domesday/vocabulary-procurement'
import { prospectsOf } from './prospects.ts'

const asked = params({
  query: topic({ description: 'Words of a subject; all must occur', examples: ['renewable energy'] }),
})
const own = settings({
  window_days: integer({ description: 'Contracts of so many days are looked for', minimum: 1, maximum: 730 }),
})

const wanted = derive({ asked, own, now }, ({ asked, own, now }): Wanted => ({
  sector: asked.query,
  region: null,
  ...lastDays(own.window_days, now),
}))

const grants = grantsOn(asked)
const research = researchOn(asked)
const contracts = marketOver([onFindATender, onContractsFinder], wanted)

const counts = countsIn(contracts)

const contractsShape = list(
  drawn(
    object({
      title: orNull(text('Of the procurement')),
      status: choice(['open', 'awarded', 'closed'], {
        description: 'closed where the deadline has passed, or the procurement was given up',
        tones: { good: ['open'] },
      }),
      value: orNull(
        number({ description: 'What was awarded, else what was estimated, without VAT', unit: 'currency' }),
      ),
      currency: orNull(text('Of the value, three letters')),
      published: orNull(date('Of the notice')),
      deadline: orNull(date('The last day for tenders')),
      buyer: orNull(text('The public body')),
      source: text('The portal whose notice this is'),
      also_in: list(text(), 'The other portal, where it has it too'),
      url: text({ description: 'Its page', format: 'uri' }),
    }),
    'timeline',
    {
      title: 'title',
      from: 'published',
      deadline: 'deadline',
      word: 'status',
      more: ['buyer', 'value', 'url'],
    },
  ),
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
      {
        total: field(
          counts,
          'total',
          'Public contracts on the subject, open, awarded and closed; what was seen to stand in both portals counts once. ' +
            'Null where a portal could not be read',
        ),
        total_at_least: field(counts, 'total_at_least'),
        open: field(counts, 'open', 'Open to bid for today; null where a portal could not be read'),
        open_at_least: field(counts, 'open_at_least'),
        complete: field(
          contracts,
          'complete',
          'False where a portal holds more than is read: then the counts are estimates; and where one could not be read: then there are none',
        ),
      },
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
