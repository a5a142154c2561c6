import { derive, endpoint, factor, full, integer, now, params, phrase, score, section, settings, standard } from '@domesday/core'
import type { Wanted } from '@domesday/source-find-a-tender'
import { researchOn } from '@domesday/source-gtr'
import { grantsOn } from '@domesday/source-threesixty-giving'
import { contractsOn } from './contracts.ts'
import { response } from './response.ts'

const asked = params({ query: phrase({ description: 'Words of a subject; all must occur', examples: ['renewable energy'] }) })
const own = settings({ window_days: integer({ description: 'Contracts of so many days are looked for', minimum: 1, maximum: 730 }) })

/** Days of the United Kingdom. */
const dayOf = (at: Date): string => at.toLocaleDateString('sv-SE', { timeZone: 'Europe/London' })
const wanted = derive({ asked, own, now }, ({ asked, own, now }): Wanted =>
  ({ sector: asked.query, region: null, since: dayOf(new Date(now.getTime() - own.window_days * 86_400_000)), on: dayOf(now) }))

const grants = grantsOn(asked)
const research = researchOn(asked)
const contracts = contractsOn(wanted)

const pounds = (amount: number): string => `£${Math.round(amount).toLocaleString('en-GB')}`
/** Such as `No grant is`, `1 grant is`, `2,000 or more grants are`. */
const counted = (count: number, one: string, [is, are]: readonly [string, string], complete = true): string =>
  `${count === 0 ? 'No' : `${count.toLocaleString('en-GB')}${complete ? '' : ' or more'}`} ${one}${count < 2 ? is : `s${are}`}`

const prospects = score('funding', {
  grant_opportunities: factor({ grants }, ({ grants: { total, complete } }) => ({
    metric: total,
    detail: `${counted(total, 'grant', [' was', ' were'], complete)} awarded on it by funders who publish theirs.`,
  })),
  total_funding_value: factor({ grants }, ({ grants: { value, complete } }) => ({
    metric: value,
    detail: value === 0 ? 'No pounds are known to have been awarded.' : `They come to ${pounds(value)}${complete ? '' : ' at least'}.`,
  })),
  funder_diversity: factor({ grants }, ({ grants: { funders, complete } }) =>
    ({ metric: funders, detail: `${counted(funders, 'funder', [' gives', ' give'], complete)} to it.` })),
  research_funding: factor({ research }, ({ research: { total } }) =>
    ({ metric: total, detail: `${counted(total, 'research project', [' is', ' are'])} on it.` })),
  procurement_opportunities: factor({ contracts, own }, ({ contracts: { open, total }, own }) => ({
    metric: open,
    detail: `${counted(open, 'public contract', [' is', ' are'])} open to bid for${total > open ? `, of ${total.toLocaleString('en-GB')} in ${own.window_days} days` : ''}.`,
  })),
})

/** Where the money on a subject comes from. */
export const funding = endpoint({
  id: 'funding',
  title: 'Funding on a subject',
  summary: 'Who funds a subject in the United Kingdom: grants awarded, research projects, and from standard up public contracts and how good the prospects are; at full depth the grants, projects and contracts themselves.',
  home: import.meta.dirname,
  path: '/funding/{query}',
  asked,
  required: [],
  response,
  sections: {
    query: section({ asked }, ({ asked }) => asked.query),
    grants: section({ grants }, ({ grants: { total, value, funders, complete } }) => ({ total, total_value: value, funder_count: funders, complete })),
    research: section({ research }, ({ research }) => ({ total_projects: research.total })),
    contracts: standard({ contracts, wanted }, ({ contracts: { total, open }, wanted }) => ({ total, open, published_from: wanted.since })),
    funding_score: standard({ prospects }, ({ prospects }) => prospects),
    'grants.items': full({ grants }, ({ grants }) => grants.items.map((one) => ({
      title: one.title,
      programme: one.programme,
      amount: one.amount,
      currency: one.currency,
      awarded_on: one.awarded,
      funder: one.funder?.name ?? null,
      recipient: one.recipient?.name ?? null,
      reference: one.id,
      url: one.url,
    }))),
    'research.projects': full({ research }, ({ research }) => research.projects.map((one) => ({
      title: one.title,
      reference: one.reference,
      funder: one.funder,
      category: one.category,
      status: one.status,
      start: one.start,
      end: one.end,
      lead_organisation: one.participants.find(({ isLead }) => isLead)?.name ?? null,
      url: one.url,
    }))),
    'contracts.items': full({ contracts }, ({ contracts }) => contracts.items.slice(0, 100).map((one) => ({
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
    }))),
  },
})
