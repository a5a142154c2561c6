/** The people with whom a person ran companies, and which of those companies failed. */
import {
  date,
  derive,
  drawn,
  each,
  flag,
  integer,
  list,
  maybe,
  object,
  orNull,
  render,
  subject,
  text,
  type Node,
  type Of,
  type Shown,
} from '@domesday/core'
import {
  companyFields,
  isDirecting,
  naturalName,
  officers,
  postFields,
  profile,
  type Appointment,
  type Officer,
  type Officers,
  type Person,
} from '@domesday/source-companies-house'
import { companiesIn, directorships, failedIn, isActive, mostInCommon, overlap } from '@domesday/subject-person'

const colleagueShape = object({
  name: text('Forenames SURNAME, or the name of a corporate officer'),
  officer_id: subject('person', orNull(text('What this look-up takes'))),
  currently_together: flag('They run a company together today'),
  companies: list(object(companyFields), 'That both ran at the same time'),
})
interface Colleague extends Of<typeof colleagueShape> {}

const networkShape = object({
  failed_total: integer('Companies run by this person that are insolvent or dissolved'),
  failed_companies: list(
    drawn(
      object({
        ...companyFields,
        ...postFields,
        dissolved_on: orNull(date('Null of insolvent ones, and where it was not looked up')),
      }),
      'timeline',
      {
        title: ['company_name', 'company_number'],
        from: 'appointed_on',
        until: ['resigned_on', 'dissolved_on'],
        word: 'company_status',
        kind: 'role',
        more: ['role', 'company_number', 'dissolved_on'],
      },
    ),
    'Insolvent ones first; 100 at most',
  ),
  companies_read: integer('Companies whose officers were read'),
  shared_total: integer('People and companies who ran one of them at the same time'),
  shared_directors: list(colleagueShape, 'Those with most companies in common first; 100 at most'),
})

/** Another officer of a company that the person ran at the same time. */
interface Meeting {
  readonly other: Officer
  readonly company: Appointment['company']
  readonly together: boolean
}
const areTogether = (meetings: readonly Meeting[]): boolean => meetings.some(({ together }) => together)
const nameOf = ([first]: readonly Meeting[]): string => naturalName(first!.other)

/** A company and its officers. */
export type Read = readonly [appointment: Appointment, officers: Officers]

/** People who ran a company at the same time as the person; most shared companies first. */
export const colleaguesOf = (
  person: Pick<Person, 'officer_ids' | 'appointments'>,
  read: readonly Read[],
): readonly Colleague[] => {
  const met = read.flatMap(([{ company }, { items }]): readonly Meeting[] => {
    const own = directorships(person.appointments).filter(
      (one) => one.company.company_number === company.company_number,
    )
    const others = items.filter(
      ({ role, officer_id: id }) => isDirecting(role) && !(id !== null && person.officer_ids.includes(id)),
    )
    return others
      .filter((other) => own.some((one) => overlap(one, other)))
      .map((other) => ({ other, company, together: other.resigned_on === null && own.some(isActive) }))
  })
  const groups = mostInCommon(met, {
    by: ({ other }) => other.officer_id ?? other.name,
    counted: ({ company }) => company.company_number,
    tied: (a, b) => Number(areTogether(b)) - Number(areTogether(a)) || nameOf(a).localeCompare(nameOf(b), 'en'),
  })
  return groups.map((meetings) => ({
    name: nameOf(meetings),
    officer_id: meetings[0]!.other.officer_id,
    companies: [...new Map(meetings.map(({ company }) => [company.company_number, company])).values()],
    currently_together: areTogether(meetings),
  }))
}

/** Reads the officers of a limited number of companies: current ones first, then failed ones. */
export const networkOf = (
  person: Node<Person>,
  limit: Node<{ readonly network_companies: number }>,
): Shown<Of<typeof networkShape>> => {
  const failed = derive(person, ({ appointments }) => failedIn(appointments))
  const chosen = derive({ person, failed, limit }, ({ person, failed, limit }) => {
    const active = directorships(person.appointments).filter(isActive)
    return companiesIn([...active, ...failed]).slice(0, limit.network_companies)
  })
  const boards = each(maybe(officers), chosen, (chosen) => chosen.map(({ company }) => company.company_number))
  const ends = each(maybe(profile), { failed, limit }, ({ failed, limit }) =>
    failed.slice(0, limit.network_companies).map(({ company }) => company.company_number),
  )
  return render(networkShape, { person, failed, ends, chosen, boards }, ({ person, failed, ends, chosen, boards }) => {
    const read = chosen.flatMap((one, i): readonly Read[] => (boards[i] ? [[one, boards[i]]] : []))
    const colleagues = colleaguesOf(person, read)
    return {
      failed_total: failed.length,
      failed_companies: failed.slice(0, 100).map(({ company, role, appointed_on, resigned_on }, i) => ({
        ...company,
        role,
        appointed_on,
        resigned_on,
        dissolved_on: ends[i]?.ceased ?? null,
      })),
      companies_read: read.length,
      shared_total: colleagues.length,
      shared_directors: colleagues.slice(0, 100),
    }
  })
}
