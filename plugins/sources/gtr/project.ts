/** Projects in the service's wire format, and the digest of one. */
import { day, many, numeric, stated } from '@domesday/core'

export interface Participant {
  readonly organisation: string | null
  readonly name: string | null
  readonly isLead: boolean
  /** Amount offered in pounds. Null if not stated, as is usual. */
  readonly offer: number | null
}

export interface Project {
  readonly id: string
  readonly title: string | null
  /** The funder's reference, such as EP/T022159/1. */
  readonly reference: string | null
  /** Innovate UK, EPSRC … */
  readonly funder: string | null
  /** Research Grant, Studentship, Collaborative R&D … */
  readonly category: string | null
  /** Active or Closed. */
  readonly status: string | null
  /** Funding period. */
  readonly start: string | null
  readonly end: string | null
  /** Ids of the organisations that lead it. */
  readonly leads: readonly string[]
  /** Present only if the funder states them, as Innovate UK does. */
  readonly participants: readonly Participant[]
  readonly fund: string | null
  readonly url: string
}

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
    ? new Date(raw).toLocaleDateString('sv-SE', { timeZone: 'Europe/London' })
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
    ({ organisationId, organisationName, role, grantOffer }): Participant => {
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
