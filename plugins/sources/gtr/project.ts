/** Projects in the service's wire format, and the digest of one. */
import {
  date,
  day,
  drawn,
  flag,
  list,
  many,
  number,
  numeric,
  object,
  orNull,
  stated,
  text,
  type Of,
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

type One<T> = T | readonly T[] | null
interface Link {
  readonly href?: string
  readonly rel?: string
  readonly start?: unknown
  readonly end?: unknown
}
export interface WireProject {
  readonly id?: string
  readonly title?: string
  readonly status?: string
  readonly grantCategory?: string
  readonly leadFunder?: string
  readonly start?: unknown
  readonly end?: unknown
  readonly identifiers?: { readonly identifier?: One<{ readonly value?: string; readonly type?: string }> } | null
  readonly participantValues?: {
    readonly participant?: One<{
      readonly organisationId?: string
      readonly organisationName?: string
      readonly role?: string
      readonly grantOffer?: unknown
    }>
  } | null
  readonly links?: { readonly link?: One<Link> } | null
}

/** Links have outdated hosts and odd ports: only the id at the end is reliable. */
const idOf = (href: string | undefined): string | null => stated(href)?.split('/').at(-1) || null

/**
 * Milliseconds of midnight in the UK, so a day in summer starts at 23:00 UTC on the day before; sometimes an ISO date.
 */
export const dayOf = (raw: unknown): string | null =>
  typeof raw === 'number' && Math.abs(raw) < 8.64e15
    ? day(new Date(raw).toLocaleDateString('sv-SE', { timeZone: 'Europe/London' }))
    : day(raw)

export const projectOf = (wire: WireProject): Project | null => {
  const id = stated(wire.id)
  if (id === null) return null
  const links = many(wire.links?.link)
  const fund = links.find(({ rel }) => rel === 'FUND')
  const linked = links.map(({ rel, href }) => (rel === 'LEAD_ORG' ? idOf(href) : null))
  const identifiers = many(wire.identifiers?.identifier)
  const reference = stated((identifiers.find(({ type }) => type === 'RCUK') ?? identifiers[0])?.value)
  const participants = many(wire.participantValues?.participant).map(
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
