/** The service, and what it answers to one call. */
import {
  integer,
  list,
  many,
  number,
  numeric,
  object,
  orNull,
  present,
  quantity,
  source,
  stated,
  text,
  type Of,
  type Reply,
} from '@domesday/core'
import { allOf } from './names.ts'
import { projectOf, projectShape, type WireProject } from './project.ts'

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
export const pageSize = 100

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
export const unconfirmed = { confidence: 'unconfirmed' } as const

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
export const projectsOf = gtr.get('projects_of', {
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
