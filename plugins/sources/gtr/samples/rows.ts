/** Organisations, projects and funds from the two lists in this folder, in the service's JSON version 7. */
import { numberIn, page, yamlRows, type SampleAnswer, type SampleReply } from '@domesday/vocabulary-samples'

interface Organisation {
  readonly key: string
  readonly id: string
  readonly name: string
  readonly postcode: string
  readonly region: string
}
interface Project {
  readonly id: string
  readonly title: string
  readonly reference: string
  readonly funder: string
  readonly category: string
  readonly status: string
  readonly abstract: string
  readonly fund: readonly [start: string, end: string, amount: number]
  readonly lead: string
  readonly shares?: readonly (readonly [organisation: string, role: string, offer: number | null])[]
  readonly partners?: readonly string[]
}

const organisations = yamlRows<Organisation>(import.meta.dirname, 'organisations.yaml')
const projects = yamlRows<Project>(import.meta.dirname, 'projects.yaml')
const byKey = new Map(organisations.map((one) => [one.key, one]))
const called = (key: string): Organisation => byKey.get(key)!

const api = 'http://gtr.ukri.org:80/gtr/api'
/** Midnight in the UK, in milliseconds: in summer an hour before midnight UTC. */
const midnight = (day: string): number => {
  const utc = Date.parse(`${day}T00:00:00Z`)
  return (
    utc - (new Date(utc).toLocaleTimeString('en-GB', { timeZone: 'Europe/London' }).startsWith('01') ? 3_600_000 : 0)
  )
}

const fundId = ({ id }: Project): string => id.replace(/^9A/, '9C')
const membersOf = ({ lead, shares = [], partners = [] }: Project): readonly string[] => [
  ...new Set([lead, ...shares.map(([key]) => key), ...partners]),
]

const link = (rel: string, path: string, start: number | null = null, end: number | null = null): object => ({
  href: `${api}/${path}`,
  rel,
  start,
  end,
  otherAttributes: {},
})

const wireProject = (project: Project): object => ({
  links: {
    link: [
      link('LEAD_ORG', `organisations/${called(project.lead).id}`),
      ...(project.shares ?? [])
        .filter(([key]) => key !== project.lead)
        .map(([key]) => link('PARTICIPANT_ORG', `organisations/${called(key).id}`)),
      ...(project.partners ?? []).map((key) => link('PP_ORG', `organisations/${called(key).id}`)),
      link('FUND', `funds/${fundId(project)}`, midnight(project.fund[0]), midnight(project.fund[1])),
    ],
  },
  ext: null,
  id: project.id,
  outcomeid: null,
  href: `${api}/projects/${project.id}`,
  created: 1790000000000,
  updated: null,
  identifiers: { identifier: [{ value: project.reference, type: 'RCUK' }] },
  title: project.title.replaceAll('&', '&amp;'),
  status: project.status,
  grantCategory: project.category.replaceAll('&', '&amp;'),
  leadFunder: project.funder,
  leadOrganisationDepartment: 'Unlisted',
  abstractText: project.abstract,
  techAbstractText: null,
  potentialImpact: null,
  healthCategories: { healthCategory: [] },
  researchActivities: { researchActivity: [] },
  researchSubjects: { researchSubject: [] },
  researchTopics: { researchTopic: [] },
  rcukProgrammes: { rcukProgramme: [] },
  start: null,
  end: null,
  participantValues: {
    participant: (project.shares ?? []).map(([key, role, offer]) => ({
      organisationId: called(key).id,
      organisationName: called(key).name,
      role,
      projectCost: offer === null ? null : offer * 1.5,
      grantOffer: offer ?? 0,
    })),
  },
})

const wireOrganisation = ({ id, name, postcode, region }: Organisation): object => ({
  links: { link: [] },
  ext: null,
  id,
  href: `${api}/organisations/${id}`,
  created: 1780000000000,
  updated: null,
  name,
  regNumber: null,
  website: null,
  addresses: {
    address: [
      {
        id: `${id.slice(0, -4)}addr`,
        created: 1780000000000,
        line1: 'Unknown',
        postCode: postcode,
        region,
        type: 'MAIN_ADDRESS',
      },
    ],
  },
})

const wireFund = (project: Project): object => ({
  links: { link: [link('FUNDED', `projects/${project.id}`)] },
  ext: null,
  id: fundId(project),
  href: `${api}/funds/${fundId(project)}`,
  created: 1790000000000,
  updated: null,
  start: midnight(project.fund[0]),
  end: midnight(project.fund[1]),
  category: 'INCOME_ACTUAL',
  valuePounds: { currencyCode: 'GBP', amount: project.fund[2] },
})

const words = (text: string): readonly string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
/** Words joined by AND; each must occur. */
const holds = (query: string): ((text: string) => boolean) => {
  const sought = query.split(' AND ').flatMap(words)
  return (text) => sought.every((word) => words(text).includes(word))
}

const media = 'application/vnd.rcuk.gtr.json-v7'
const refused = (text: string, status: number): SampleReply => ({ status, json: { text, timestamp: 1790000000000 } })
const paged = <T>(query: URLSearchParams, name: string, rows: readonly T[], wire: (row: T) => object): SampleReply => {
  const at = numberIn(query, 'p', 1),
    size = numberIn(query, 's', 20)
  if (size < 10 || size > 100)
    return refused(size < 10 ? 'Page size cannot be less than 10' : 'Page size cannot be greater than 100', 400)
  const { items, total } = page(rows, (at - 1) * size, size)
  const totalPages = Math.ceil(total / size)
  if (at > totalPages) return refused(`Page requested exceeds maximum available: ${totalPages}`, 404)
  return {
    type: media,
    json: { links: null, ext: null, page: at, size, totalPages, totalSize: total, [name]: items.map(wire) },
  }
}

export const answer: SampleAnswer = ({ method, segments: [, , kind, id, below], query, headers }) => {
  if (method !== 'GET' || !headers['accept']?.includes(media)) return null
  const sought = holds(query.get('q') ?? '')
  if (kind === 'organisations' && id === undefined) {
    // Without its field, the search covers everything that a record is linked to.
    return paged(
      query,
      'organisation',
      organisations.filter(({ name }) => query.get('f') !== 'org.n' || sought(name)),
      wireOrganisation,
    )
  }
  if (kind === 'organisations' && below === 'projects') {
    const organisation = organisations.find((one) => one.id === id)
    if (!organisation) return refused(`Organisation ${id} not found`, 404)
    return paged(
      query,
      'project',
      projects.filter((project) => membersOf(project).includes(organisation.key)),
      wireProject,
    )
  }
  if (kind === 'projects' && id === undefined)
    return paged(
      query,
      'project',
      projects.filter(({ title, abstract }) => sought(`${title} ${abstract}`)),
      wireProject,
    )
  if (kind === 'projects' && below === 'organisations') {
    const project = projects.find((one) => one.id === id)
    return project
      ? paged(query, 'organisation', membersOf(project).map(called), wireOrganisation)
      : refused('Not found', 404)
  }
  if (kind === 'funds') {
    const project = projects.find((one) => fundId(one) === id)
    return project ? { type: media, json: wireFund(project) } : refused(`Fund ${id} not found`, 404)
  }
  return null
}
