import {
  countBy,
  derive,
  drawn,
  each,
  integer,
  list,
  maybe,
  need,
  object,
  orNull,
  partly,
  text,
  type Node,
  type Of,
  type Shape,
  type Shown,
} from '@domesday/core'
import {
  doubtOf,
  matchByName,
  namesOf,
  plainName,
  sortedBy,
  surest,
  type Company,
} from '@domesday/vocabulary-companies'
import { fund, gtr, organisations, pageSize, partners, projectsOf, search, unconfirmed } from './calls.ts'
import { allOf } from './names.ts'
import { shownFields } from './project.ts'
import { researchFrom, researchShape, sharesOf, type Research } from './research.ts'

export { fund, gtr, organisations, partners, search } from './calls.ts'
export { isActive, type Project } from './project.ts'
export type { Award, Research } from './research.ts'
export { latestProjectsOf, possibleProjectsOf, type LatestProject } from './latest.ts'

type AskedCompany = Pick<Company, 'name' | 'formerNames' | 'since'>

const mostNames = 3
const mostRecords = 6
const mostPages = 3
/** How many of the latest awards are looked up for their amounts. */
const mostFunds = 12

/**
 * Research that a company leads or takes part in, from all records of its current and former names, without legal form.
 * Makes a few calls for the records and projects, and one for each of the latest awards that the company leads and
 * whose share is not stated.
 */
export const research = gtr.run(
  'research',
  async (company: AskedCompany, { ask }) => {
    const names = [...namesOf(company)].filter((one) => allOf(one) !== '').slice(0, mostNames)
    const found = (await Promise.all(names.map((one) => ask(organisations, one)))).flat()
    const records = new Map(
      found.filter((one) => names.includes(plainName(one.name))).map(({ id, name }) => [id, name]),
    )
    const followed = [...records.keys()].slice(0, mostRecords)
    const pages = await Promise.all(
      followed.map(async (id) => {
        const first = await ask(projectsOf, { id, page: 1 })
        const more = Math.min(mostPages, Math.ceil(first.total / pageSize)) - 1
        const rest = await Promise.all(
          Array.from({ length: Math.max(0, more) }, (_, i) => ask(projectsOf, { id, page: i + 2 })),
        )
        const projects = [first, ...rest].flatMap((page) => page.projects)
        return { projects, complete: first.total <= projects.length }
      }),
    )
    const projects = [
      ...new Map(pages.flatMap((page) => page.projects).map((project) => [project.id, project])).values(),
    ]
    const all = sharesOf(followed, projects, ({ ids, start: on }) =>
      surest(ids.map((id) => matchByName(company, { name: records.get(id)!, on }))),
    )
    const sorted = sortedBy(all, ({ match }) => match)
    const funds = sorted.own.flatMap((share) => share.fund ?? []).slice(0, mostFunds)
    const amounts = await Promise.all(funds.map(async (id) => [id, (await ask(fund, id)).amount] as const))
    const known = researchFrom(
      sorted,
      new Map(amounts),
      records.size === followed.length && pages.every(({ complete }) => complete),
    )
    const why = doubtOf(sorted, 'project')
    return why === null ? known : partly(known, why, known.total / all.length)
  },
  { digest: researchShape, version: 3, ...unconfirmed },
)

export const researchOf = (company: Node<AskedCompany>): Shown<Research> =>
  need(research, company, ({ name, formerNames, since = null }) => ({ name, formerNames, since }))

export interface Collaborator {
  readonly name: string
  readonly projects: number
}

/**
 * Other organisations in the latest `most` projects; those with most shared projects first. A project whose call fails
 * is left out.
 */
export const collaboratorsOf = (
  company: Node<AskedCompany>,
  research: Node<Research>,
  most: Node<number>,
): Node<readonly Collaborator[]> => {
  const latest = derive({ research, most }, ({ research, most }) =>
    research.awards.slice(0, most).map(({ project }) => project.id),
  )
  const members = each(maybe(partners), { latest }, ({ latest }) => latest)
  return derive({ company, members }, ({ company, members }) => {
    const own = namesOf(company)
    const named = new Map(
      members
        .flatMap((some) => some ?? [])
        .toReversed()
        .map((one) => [plainName(one.name), one.name]),
    )
    const together = countBy(
      members.flatMap((some) => [...new Set((some ?? []).map((one) => plainName(one.name)))]),
      (plain) => plain,
    )
    return Object.entries(together).flatMap(([plain, projects]) =>
      own.has(plain) ? [] : [{ name: named.get(plain)!, projects }],
    )
  })
}

const subjectFields = object({
  total_projects: integer(
    'Projects of the research councils and Innovate UK, running and ended, whose title or abstract holds every word',
  ),
  projects: list(
    drawn(object({ ...shownFields, lead_organisation: orNull(text('Where the project states it')) }), 'timeline', {
      title: 'title',
      from: 'start',
      until: 'end',
      word: 'status',
      more: ['funder', 'category', 'lead_organisation', 'url'],
    }),
    'The most relevant, 100 at most',
  ),
})
export interface SubjectResearch extends Of<typeof subjectFields> {}
const subjectShape: Shape<SubjectResearch> = subjectFields

/** Research on a subject. A text without words finds nothing. */
export const researchBySubject = gtr.run(
  'subject',
  async (query: string, { ask }) => {
    const { total, projects } = allOf(query) === '' ? { total: 0, projects: [] } : await ask(search, query)
    return {
      total_projects: total,
      projects: projects.map(({ id: _, leads: __, fund: ___, participants, ...shown }) => ({
        ...shown,
        lead_organisation: participants.find(({ isLead }) => isLead)?.name ?? null,
      })),
    }
  },
  { digest: subjectShape, ...unconfirmed },
)

export const researchOn = (asked: Node<{ readonly query: string }>): Shown<SubjectResearch> =>
  need(researchBySubject, asked, ({ query }) => query)
