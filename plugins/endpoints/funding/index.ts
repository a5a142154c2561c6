import {
  derive,
  endpoint,
  full,
  integer,
  now,
  params,
  phrase,
  section,
  settings,
  standard,
  ukDay,
} from '@domesday/core'
import { contractsFinder, marketFor as onContractsFinder } from '@domesday/source-contracts-finder'
import { findATender, marketFor as onFindATender } from '@domesday/source-find-a-tender'
import { researchOn } from '@domesday/source-gtr'
import { grantsOn } from '@domesday/source-threesixty-giving'
import { marketOver, whole, type Wanted } from '@domesday/vocabulary-procurement'
import { prospectsOf } from './prospects.ts'
import { response } from './response.ts'

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
const prospects = prospectsOf({ grants, research, contracts, own })

/** Sources of money for a subject. */
export const funding = endpoint({
  id: 'funding',
  title: 'Funding on a subject',
  summary:
    'Who funds a subject in the United Kingdom: grants awarded, research projects, and from standard up public contracts and how good the prospects are; at full depth the grants, projects and contracts themselves.',
  home: import.meta.dirname,
  path: '/funding/{query}',
  asked,
  required: [],
  response,
  sections: {
    query: section({ asked }, ({ asked }) => asked.query),
    grants: section({ grants }, ({ grants: { total, value, funders, complete } }) => ({
      total,
      total_value: value,
      funder_count: funders,
      complete,
    })),
    research: section({ research }, ({ research }) => ({ total_projects: research.total })),
    contracts: standard({ contracts, wanted }, ({ contracts, wanted }) => ({
      total: whole(contracts, contracts.total),
      total_at_least: (contracts.lost.length > 0 ? contracts.least : contracts).total,
      open: whole(contracts, contracts.open),
      open_at_least: (contracts.lost.length > 0 ? contracts.least : contracts).open,
      complete: contracts.complete,
      published_from: wanted.since,
    })),
    funding_score: standard({ prospects }, ({ prospects }) => prospects),
    'grants.items': full({ grants }, ({ grants }) =>
      grants.items.map((one) => ({
        title: one.title,
        programme: one.programme,
        amount: one.amount,
        currency: one.currency,
        awarded_on: one.awarded,
        funder: one.funder?.name ?? null,
        recipient: one.recipient?.name ?? null,
        reference: one.id,
        url: one.url,
      })),
    ),
    'research.projects': full({ research }, ({ research }) =>
      research.projects.map((one) => ({
        title: one.title,
        reference: one.reference,
        funder: one.funder,
        category: one.category,
        status: one.status,
        start: one.start,
        end: one.end,
        lead_organisation: one.participants.find(({ isLead }) => isLead)?.name ?? null,
        url: one.url,
      })),
    ),
    'contracts.items': full({ contracts }, ({ contracts }) =>
      contracts.items.slice(0, 100).map((one) => ({
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
  },
})
