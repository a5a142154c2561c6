/** Other companies with the same officers. */
import { derive, each, maybe, type Node } from '@domesday/core'
import { servingOf } from '@domesday/score-distress'
import {
  appointments,
  hasEnded,
  isDirecting,
  isInsolvent,
  type Appointment,
  type OfficerRecord,
  type Officers,
  type Profile,
} from '@domesday/source-companies-house'

interface Post {
  readonly officer: OfficerRecord
  readonly appointment: Appointment
}
export interface Linked {
  readonly company: Appointment['company']
  readonly posts: readonly Post[]
}
export interface Network {
  readonly serving: number
  readonly followed: readonly OfficerRecord[]
  /** Other active companies; those with most shared officers first. */
  readonly companies: readonly Linked[]
}

export const otherCompanies = (
  { appointments }: OfficerRecord,
  number: string,
  wanted: (appointment: Appointment) => boolean,
): number =>
  new Set(
    appointments.filter((one) => one.company.number !== number && wanted(one)).map(({ company }) => company.number),
  ).size

const isServing = ({ resigned, company: { status } }: Appointment): boolean =>
  resigned === null && !hasEnded(status) && !isInsolvent(status)

export const networkFrom = (number: string, serving: number, followed: readonly OfficerRecord[]): Network => {
  const posts = followed.flatMap((officer) =>
    officer.appointments.filter(isServing).map((appointment): Post => ({ officer, appointment })),
  )
  const others = Map.groupBy(
    posts.filter(({ appointment }) => appointment.company.number !== number),
    ({ appointment }) => appointment.company.number,
  )
  const companies = [...others.values()].map((posts): Linked => ({ company: posts[0]!.appointment.company, posts }))
  const shared = ({ posts }: Linked): number => new Set(posts.map(({ officer }) => officer.id)).size
  return {
    serving,
    followed,
    companies: companies.toSorted(
      (a, b) => shared(b) - shared(a) || (a.company.name ?? '').localeCompare(b.company.name ?? ''),
    ),
  }
}

/**
 * Reads a limited number of current officers, those who run the company first. An officer whose record fails is left
 * out.
 */
export const networkOf = (
  profile: Node<Profile>,
  officers: Node<Officers>,
  limit: Node<{ readonly followed_officers: number }>,
): Node<Network> => {
  const serving = derive({ officers, profile }, ({ officers, profile }) => servingOf(officers, profile.status))
  const ids = derive({ serving, limit }, ({ serving, limit }) => {
    const directorsFirst = serving.toSorted((a, b) => Number(isDirecting(b.role)) - Number(isDirecting(a.role)))
    return [...new Set(directorsFirst.flatMap(({ officerId }) => officerId ?? []))].slice(0, limit.followed_officers)
  })
  const records = each(maybe(appointments), { ids }, ({ ids }) => ids)
  return derive({ profile, serving, records }, ({ profile: { number }, serving, records }) =>
    networkFrom(
      number,
      serving.length,
      records.filter((record) => record !== null),
    ),
  )
}
