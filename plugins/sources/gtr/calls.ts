/** The service, and what it answers to one call. */
import {
  integer,
  list,
  number,
  numeric,
  object,
  orNull,
  quantity,
  sent,
  source,
  text,
  wire,
  type Of,
  type Reply,
  type Sent,
} from '@domesday/core'
import { allOf } from './names.ts'
import { projectOf, projectShape, projectsWire } from './project.ts'

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
const organisationsShape = list(object({ id: text(), name: text() }))
type Organisations = Of<typeof organisationsShape>

const { text: words, scalar, must, unread } = sent
/** Held against the service's pages on lists, which state the counts, and on organisations. */
const organisationsWire = wire({
  totalSize: must(scalar),
  organisation: [
    { id: must(words), name: must(words), ...unread('href', 'created', 'updated', 'ext', 'website', 'addresses') },
  ],
  ...unread('page', 'size', 'totalPages', 'ext', 'links', 'href', 'created', 'updated'),
})

const projectsIn = ({ totalSize, project }: Sent<typeof projectsWire>): ProjectPage => {
  const projects = (project ?? []).map(projectOf)
  return { total: quantity(totalSize) ?? projects.length, projects }
}
const organisationsIn = ({ organisation }: Sent<typeof organisationsWire>): Organisations =>
  (organisation ?? []).map(({ id, name }) => ({ id, name }))
const noProjects = (reply: Reply): ProjectPage | undefined => (isEmpty(reply) ? { total: 0, projects: [] } : undefined)
const noOrganisations = (reply: Reply): Organisations | undefined => (isEmpty(reply) ? [] : undefined)

// We could get only single projects and funds as sent; the format of lists comes from other programs.
export const unconfirmed = { confidence: 'unconfirmed' } as const

/**
 * Organisations by the words of a name. One organisation has several records. Without the field, the search also finds
 * organisations that a matching project mentions.
 */
export const organisations = gtr.get('organisations', {
  wire: organisationsWire,
  path: (name: string) => ['/organisations', { q: allOf(name), f: 'org.n', s: pageSize }],
  headers,
  digest: organisationsShape,
  read: organisationsIn,
  none: noOrganisations,
  ...unconfirmed,
})

/** A page of the projects in which an organisation leads or takes part. */
export const projectsOf = gtr.get('projects_of', {
  wire: projectsWire,
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
  wire: organisationsWire,
  path: (project: string) => [`/projects/${encodeURIComponent(project)}/organisations`, { s: pageSize }],
  headers,
  digest: organisationsShape,
  read: organisationsIn,
  none: noOrganisations,
  ...unconfirmed,
})

const fundShape = object({ amount: orNull(number()) })
/** A fund means nothing without its value, which may be empty. */
const fundWire = wire({
  valuePounds: sent.mustOrNull({ amount: scalar, ...unread('currencyCode') }),
  ...unread('id', 'href', 'created', 'updated', 'ext', 'start', 'end', 'category', 'type', 'links'),
})
/** Award for the whole project in pounds; null if not stated, or stated as 0. */
export const fund = gtr.get('fund', {
  wire: fundWire,
  path: (id: string) => `/funds/${encodeURIComponent(id)}`,
  headers,
  digest: fundShape,
  read: ({ valuePounds }) => {
    const amount = numeric(valuePounds?.amount)
    return { amount: amount !== null && amount > 0 ? amount : null }
  },
  none: ({ status }): Of<typeof fundShape> | undefined => (status === 404 ? { amount: null } : undefined),
})

/** Projects whose title or abstract has every word: the total, and the first hundred by relevance. */
export const search = gtr.get('search', {
  wire: projectsWire,
  path: (query: string) => ['/projects', { q: allOf(query), f: ['pro.t', 'pro.a'], s: pageSize }],
  headers,
  digest: pageShape,
  read: projectsIn,
  none: noProjects,
  ...unconfirmed,
})
