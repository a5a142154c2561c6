/** Projects in the service's wire format, and the digest of one. */
import {
  date,
  day,
  drawn,
  flag,
  list,
  number,
  numeric,
  object,
  orNull,
  sent,
  stated,
  text,
  wire,
  type Of,
  type Sent,
  type Shape,
} from '@domesday/core'

const participantShape = object({
  organisation: orNull(text('Id of its record')),
  name: orNull(text()),
  isLead: flag(),
  offer: orNull(number({ description: 'What it was offered; null if not stated, as is usual', unit: 'GBP' })),
})

/** What answers show of a project as it is. */
export const shownFields = {
  title: orNull(text('Of the project')),
  reference: orNull(text("The funder's own")),
  funder: orNull(text('The council or body that leads the funding')),
  category: orNull(text('Such as Research Grant or Collaborative R&D')),
  status: orNull(text({ description: 'Active or Closed', tones: { good: ['Active'] } })),
  start: orNull(date('Of the funding')),
  end: orNull(date('Of the funding')),
  url: text({ description: 'Its page', format: 'uri' }),
}
const projectFields = drawn(
  object({
    id: text(),
    ...shownFields,
    leads: list(text(), 'Ids of the organisations that lead it'),
    participants: list(participantShape, 'Present only if the funder states them, as Innovate UK does'),
    fund: orNull(text('Id')),
  }),
  'timeline',
  {
    title: 'title',
    from: 'start',
    until: 'end',
    word: 'status',
    more: ['funder', 'category'],
  },
)
export interface Project extends Of<typeof projectFields> {}
export const projectShape: Shape<Project> = projectFields

const { text: words, scalar, any, must, mustOrNull, often, unread } = sent
/** Held against the service's pages, in which each project has an id. Times are numbers or days. */
export const projectsWire = wire({
  totalSize: must(scalar),
  project: [
    {
      id: must(words),
      title: often(words),
      status: often(words),
      grantCategory: often(words),
      leadFunder: often(words),
      start: any,
      end: any,
      identifiers: { identifier: [{ value: words, type: words }] },
      // Without it the whole award counts as that of the lead: so that there is none must be said.
      participantValues: mustOrNull({
        participant: mustOrNull([
          {
            organisationId: often(words),
            organisationName: often(words),
            role: words,
            grantOffer: scalar,
            ...unread('projectCost'),
          },
        ]),
      }),
      links: often({
        link: [{ href: often(words), rel: often(words), start: any, end: any, ...unread('otherAttributes') }],
      }),
      ...unread('href', 'created', 'updated', 'ext', 'leadOrganisationDepartment', 'abstractText'),
      ...unread('techAbstractText', 'potentialImpact', 'healthCategories', 'researchActivities', 'researchSubjects'),
      ...unread('researchTopics', 'rcukProgrammes'),
    },
  ],
  ...unread('page', 'size', 'totalPages', 'ext', 'links', 'href', 'created', 'updated'),
})
export type WireProject = NonNullable<Sent<typeof projectsWire>['project']>[number]

/** Links have outdated hosts and odd ports: only the id at the end is reliable. */
const idOf = (href: string | null | undefined): string | null => stated(href)?.split('/').at(-1) || null

/**
 * Milliseconds of midnight in the UK, so a day in summer starts at 23:00 UTC on the day before; sometimes an ISO date.
 */
export const dayOf = (raw: unknown): string | null =>
  typeof raw === 'number' && Math.abs(raw) < 8.64e15
    ? day(new Date(raw).toLocaleDateString('sv-SE', { timeZone: 'Europe/London' }))
    : day(raw)

export const projectOf = (wire: WireProject): Project => {
  const { id } = wire
  const links = wire.links?.link ?? []
  const fund = links.find(({ rel }) => rel === 'FUND')
  const linked = links.map(({ rel, href }) => (rel === 'LEAD_ORG' ? idOf(href) : null))
  const identifiers = wire.identifiers?.identifier ?? []
  const reference = stated((identifiers.find(({ type }) => type === 'RCUK') ?? identifiers[0])?.value)
  const participants = (wire.participantValues?.participant ?? []).map(
    ({ organisationId, organisationName, role, grantOffer }) => {
      const offer = numeric(grantOffer)
      return {
        organisation: stated(organisationId),
        name: stated(organisationName),
        isLead: role === 'LEAD_PARTICIPANT',
        offer: offer !== null && offer > 0 ? offer : null,
      }
    },
  )
  return {
    id,
    title: stated(wire.title),
    reference,
    funder: stated(wire.leadFunder),
    category: stated(wire.grantCategory),
    status: stated(wire.status),
    start: dayOf(fund?.start) ?? dayOf(wire.start),
    end: dayOf(fund?.end) ?? dayOf(wire.end),
    leads: [
      ...new Set(
        [...linked, ...participants.map(({ isLead, organisation }) => (isLead ? organisation : null))].flatMap(
          (one) => one ?? [],
        ),
      ),
    ],
    participants,
    fund: idOf(fund?.href),
    url: `https://gtr.ukri.org/projects?ref=${encodeURIComponent(reference ?? id)}`,
  }
}

/** Whether it is running. Checks the funding period too, because the status lags behind it. */
export const isActive = ({ status, end }: Pick<Project, 'status' | 'end'>, today: string): boolean =>
  status === 'Active' || (end !== null && end >= today)
