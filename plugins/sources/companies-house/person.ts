/** A person by officer id or by name. */
import {
  derive,
  flag,
  first,
  integer,
  list,
  need,
  noSuch,
  object,
  subject,
  text,
  type Matched,
  type NameMatch,
  type Node,
  type Of,
  type Shape,
  type Shown,
  isNoSuch,
} from '@domesday/core'
import {
  appointments,
  appointmentShape,
  mostAppointments,
  officerSearch,
  type Appointment,
  type OfficerRecord,
} from './appointments.ts'
import { officers, type Officers } from './officers.ts'
import { labelOf, matchPerson, recordsOf } from './person-match.ts'
import { born, companiesHouse } from './register.ts'
import { isDirecting } from './standing.ts'

const personFields = object({
  // The first is the matched one.
  officer_ids: list(subject('person', text()), 'All records read as this person: same name and month of birth'),
  name: text('Forenames SURNAME, or the name of a corporate officer'),
  born,
  is_corporate: flag('A company or other body, no natural person'),
  total_appointments: integer('All that the register holds; the latest 500 are read'),
  appointments: list(appointmentShape, 'Latest first'),
})
/** An officer, from one or several records. */
export interface Person extends Of<typeof personFields> {}
const personShape: Shape<Person> = personFields

const isOfficerId = (text: string): boolean => /^[\w-]{27}$/.test(text)

/**
 * The month of birth by the board of a company that the person runs or ran: the record itself states none where the
 * newest post is that of a secretary. Without that board it stays unknown.
 */
const bornByBoard = async (
  { id, is_corporate, appointments }: OfficerRecord,
  boardOf: (number: string) => Promise<Officers>,
): Promise<string | null> => {
  const run = is_corporate ? undefined : appointments.find(({ role }) => isDirecting(role))
  if (run === undefined) return null
  const board = await boardOf(run.company.company_number).catch(() => null)
  return board?.items.find((one) => one.officer_id === id && one.born !== null)?.born ?? null
}

/**
 * Officer records read as one person. A record that no longer exists is left out; if none exists, there is no such
 * officer.
 */
const portfolio = companiesHouse.run(
  'portfolio',
  async (ids: readonly string[], { ask }) => {
    const records = await Promise.all(ids.map((id) => ask(appointments, id)))
    const known = records.filter((record): record is OfficerRecord => !isNoSuch(record))
    const [one] = known
    if (!one) return noSuch(`There is no officer with the id ${ids.join(', ')}.`)
    const all = known.flatMap((record) => record.appointments)
    const since = ({ appointed_on, appointed_before }: Appointment): string => appointed_on ?? appointed_before ?? ''
    const born = known.find((record) => record.born !== null)?.born ?? null
    return {
      officer_ids: known.map(({ id }) => id),
      name: one.name,
      born: born ?? (await bornByBoard(one, (number) => ask(officers, number))),
      is_corporate: one.is_corporate,
      total_appointments: known.reduce((sum, { total }) => sum + total, 0),
      appointments: all.toSorted((a, b) => since(b).localeCompare(since(a), 'en')).slice(0, mostAppointments),
    }
  },
  { digest: personShape },
)

export interface AskedPerson {
  readonly name_or_id: string
  readonly match: NameMatch
}

/**
 * The person that a name or an officer id means, with all their records. If there is none, `person` is a 404; if
 * several have the name, a 409. `matched` is evaluated only if the person was asked for by name.
 */
export const personOf = (
  asked: Node<AskedPerson>,
): { readonly person: Shown<Person>; readonly matched: Node<Matched> } => {
  const byId = derive({ asked }, ({ asked }) => (isOfficerId(asked.name_or_id) ? asked.name_or_id : null))
  const record = need(appointments, { byId }, ({ byId }) => byId)
  // Without a month of birth no other record can be matched to this person.
  const namesakes = need(officerSearch, { record }, ({ record: { name, born } }) => (born === null ? null : name))
  const hits = need(officerSearch, { asked }, ({ asked }) => (isOfficerId(asked.name_or_id) ? null : asked.name_or_id))
  const match = derive({ asked, hits }, ({ asked, hits }) => matchPerson(asked.name_or_id, hits, asked.match))
  const ids = first(
    derive({ record, namesakes }, ({ record: { id, name, born, total }, namesakes }) =>
      recordsOf({ id, name, born, appointments: total }, namesakes),
    ),
    derive({ record }, ({ record }) => [record.id]),
    derive({ match }, ({ match }) => match.ids),
  )
  return {
    person: need(portfolio, ids),
    matched: derive({ asked, match }, ({ asked, match }) => ({
      asked: asked.name_or_id,
      chosen: match.name,
      candidates: match.others.map(labelOf),
    })),
  }
}
