import {
  countBy,
  derive,
  each,
  integer,
  list,
  many,
  maybe,
  need,
  number,
  numeric,
  object,
  orNull,
  present,
  quantity,
  source,
  stated,
  text,
  type Node,
  type Of,
  type Reply,
  type Shape,
  type Shown,
} from '@domesday/core'
import { namesOf, plainName, type Company } from '@domesday/vocabulary-companies'
import { allOf } from './names.ts'
import { projectOf, projectShape, shownFields, type WireProject } from './project.ts'
import { researchFrom, researchShape, sharesOf, type Research } from './research.ts'

export { isActive, type Project } from './project.ts'
export type { Award, Research } from './research.ts'

type AskedCompany = Pick<Company, 'name' | 'formerNames'>

export const gtr = source({
  id: 'gtr',
  title: 'Gateway to Research',
  home: import.meta.dirname,
  licence: 'OGL-UK-3.0',
  attribution:
    'Contains public sector information from UK Research and Innovation (Gateway to Research) licensed under the Open Government Licence v3.0',
  coverage:
    'Projects funded by the research councils and Innovate UK. It knows organisations by name, not by company number, and recent awards of Innovate UK come late',
})

// For any other type the service sends XML, or the oldest of seven JSON versions.
const headers = { accept: 'application/vnd.rcuk.gtr.json-v7' }
/** The service accepts 10 to 100. */
const pageSize = 100

/** No match is a 404 with a message about pages. */
const isEmpty = ({ status, body }: Reply): boolean => status === 404 && /exceeds maximum available/i.test(body)

/** The total, and one page of projects. */
const pageShape = object({ total: integer(), projects: list(projectShape) })
type ProjectPage = Of<typeof pageShape>
interface WirePage {
  readonly totalSize?: number | string
  readonly project?: WireProject | readonly WireProject[]
  readonly organisation?: Organised | readonly Organised[]
}
interface Organised {
  readonly id?: string
  readonly name?: string
}
const organisationsShape = list(object({ id: text(), name: text() }))
type Organisations = Of<typeof organisationsShape>

const projectsIn = (wire: WirePage): ProjectPage => {
  present(wire.totalSize ?? wire.project, 'project')
  const projects = many(wire.project).flatMap((one) => projectOf(one) ?? [])
  return { total: quantity(wire.totalSize) ?? projects.length, projects }
}
const organisationsIn = (wire: WirePage): Organisations => {
  present(wire.totalSize ?? wire.organisation, 'organisation')
  return many(wire.organisation).flatMap(({ id, name }) => {
    const [known, called] = [stated(id), stated(name)]
    return known !== null && called !== null ? [{ id: known, name: called }] : []
  })
}
const noProjects = (reply: Reply): ProjectPage | undefined => (isEmpty(reply) ? { total: 0, projects: [] } : undefined)
const noOrganisations = (reply: Reply): Organisations | undefined => (isEmpty(reply) ? [] : undefined)

// We could get only single projects and funds as sent; the format of lists comes from other programs.
const unconfirmed = { confidence: 'unconfirmed' } as const

/**
 * Organisations by the words of a name. One organisation has several records. Without the field, the search also finds
 * organisations that a matching project mentions.
 */
export const organisations = gtr.get('organisations', {
  demands: ['organisation[].id', 'organisation[].name'],
  path: (name: string) => ['/organisations', { q: allOf(name), f: 'org.n', s: pageSize }],
  headers,
  digest: organisationsShape,
  read: organisationsIn,
  none: noOrganisations,
  ...unconfirmed,
})

const projectsHave = [
  'id',
  'links.link[].href',
  'links.link[].rel',
  'links.link[].start',
  'identifiers.identifier[].value',
  'leadFunder',
  'participantValues.participant[].organisationId',
  'participantValues.participant[].grantOffer',
].map((field) => `project[].${field}`)

/** A page of the projects in which an organisation leads or takes part. */
const projectsOf = gtr.get('projects_of', {
  demands: projectsHave,
  path: ({ id, page }: { readonly id: string; readonly page: number }) => [
    `/organisations/${encodeURIComponent(id)}/projects`,
    { s: pageSize, p: page },
  ],
  headers,
  digest: pageShape,
  read: projectsIn,
  none: noProjects,
  ...unconfirmed,
})

/** All organisations in a project, including the lead. */
export const partners = gtr.get('partners', {
  demands: ['organisation[].id', 'organisation[].name'],
  path: (project: string) => [`/projects/${encodeURIComponent(project)}/organisations`, { s: pageSize }],
  headers,
  digest: organisationsShape,
  read: organisationsIn,
  none: noOrganisations,
  ...unconfirmed,
})

const fundShape = object({ amount: orNull(number()) })
interface WireFund {
  readonly id?: string
  readonly valuePounds?: { readonly amount?: unknown } | null
}
/** Award for the whole project in pounds; null if not stated, or stated as 0. */
export const fund = gtr.get('fund', {
  demands: ['valuePounds.amount'],
  path: (id: string) => `/funds/${encodeURIComponent(id)}`,
  headers,
  digest: fundShape,
  read: ({ id, valuePounds }: WireFund) => {
    present(valuePounds ?? id, 'valuePounds')
    const amount = numeric(valuePounds?.amount)
    return { amount: amount !== null && amount > 0 ? amount : null }
  },
  none: ({ status }): Of<typeof fundShape> | undefined => (status === 404 ? { amount: null } : undefined),
})

/** Projects whose title or abstract has every word: the total, and the first hundred by relevance. */
export const search = gtr.get('search', {
  demands: projectsHave,
  path: (query: string) => ['/projects', { q: allOf(query), f: ['pro.t', 'pro.a'], s: pageSize }],
  headers,
  digest: pageShape,
  read: projectsIn,
  none: noProjects,
  ...unconfirmed,
})

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
    const records = [...new Set(found.filter((one) => names.includes(plainName(one.name))).map(({ id }) => id))]
    const followed = records.slice(0, mostRecords)
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
    const shares = sharesOf(followed, projects)
    const funds = shares.flatMap((share) => share.fund ?? []).slice(0, mostFunds)
    const amounts = await Promise.all(funds.map(async (id) => [id, (await ask(fund, id)).amount] as const))
    return researchFrom(
      shares,
      new Map(amounts),
      records.length === followed.length && pages.every(({ complete }) => complete),
    )
  },
  { digest: researchShape, ...unconfirmed },
)

export const researchOf = (company: Node<AskedCompany>): Shown<Research> =>
  need(research, company, ({ name, formerNames }) => ({ name, formerNames }))

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
    object({ ...shownFields, lead_organisation: orNull(text('Where the project states it')) }),
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
