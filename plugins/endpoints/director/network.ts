/** The people with whom a person ran companies, and which of those companies failed. */
import { derive, each, maybe, type Node } from '@domesday/core'
import {
  isDirecting,
  naturalName,
  officers,
  profile,
  type Appointment,
  type Officers,
  type Person,
} from '@domesday/source-companies-house'
import { companiesIn, directorships, failedIn, isActive, overlap } from './portfolio.ts'

export interface Colleague {
  readonly name: string
  readonly id: string | null
  /** Companies that both ran at the same time. */
  readonly companies: readonly Appointment['company'][]
  /** Whether both run a company together today. */
  readonly together: boolean
}
export interface Network {
  readonly failed: readonly { readonly appointment: Appointment; readonly ceased: string | null }[]
  readonly colleagues: readonly Colleague[]
  /** Number of companies whose officers were read. */
  readonly read: number
}

/** A company and its officers. */
export type Read = readonly [appointment: Appointment, officers: Officers]

/** People who ran a company at the same time as the person; most shared companies first. */
export const colleaguesOf = (
  person: Pick<Person, 'ids' | 'appointments'>,
  read: readonly Read[],
): readonly Colleague[] => {
  const met = read.flatMap(([{ company }, { items }]) => {
    const own = directorships(person.appointments).filter((one) => one.company.number === company.number)
    const others = items.filter(
      ({ role, officerId }) => isDirecting(role) && !(officerId !== null && person.ids.includes(officerId)),
    )
    return others
      .filter((other) => own.some((one) => overlap(one, other)))
      .map((other) => ({ other, company, together: other.resigned === null && own.some(isActive) }))
  })
  const byOfficer = Map.groupBy(met, ({ other }) => other.officerId ?? other.name)
  return [...byOfficer.values()]
    .map((meetings): Colleague => {
      const { other } = meetings[0]!
      return {
        name: naturalName(other),
        id: other.officerId,
        companies: [...new Map(meetings.map(({ company }) => [company.number, company])).values()],
        together: meetings.some(({ together }) => together),
      }
    })
    .toSorted(
      (a, b) =>
        b.companies.length - a.companies.length ||
        Number(b.together) - Number(a.together) ||
        a.name.localeCompare(b.name),
    )
}

/** Reads the officers of a limited number of companies: current ones first, then failed ones. */
export const networkOf = (person: Node<Person>, limit: Node<{ readonly network_companies: number }>): Node<Network> => {
  const failed = derive({ person }, ({ person }) => failedIn(person.appointments))
  const chosen = derive({ person, failed, limit }, ({ person, failed, limit }) => {
    const active = directorships(person.appointments).filter(isActive)
    return companiesIn([...active, ...failed]).slice(0, limit.network_companies)
  })
  const boards = each(maybe(officers), { chosen }, ({ chosen }) => chosen.map(({ company }) => company.number))
  const ends = each(maybe(profile), { failed, limit }, ({ failed, limit }) =>
    failed.slice(0, limit.network_companies).map(({ company }) => company.number),
  )
  return derive({ person, failed, ends, chosen, boards }, ({ person, failed, ends, chosen, boards }) => {
    const read = chosen.flatMap((one, i): readonly Read[] => (boards[i] ? [[one, boards[i]]] : []))
    return {
      failed: failed.map((appointment, i) => ({ appointment, ceased: ends[i]?.ceased ?? null })),
      colleagues: colleaguesOf(person, read),
      read: read.length,
    }
  })
}
