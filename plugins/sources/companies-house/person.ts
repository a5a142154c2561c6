/** A person by officer id or by name. */
import {
  derive,
  each,
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
  type Some,
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
import { disqualified, disqualifiedSearch, type Disqualified, type DisqualifiedHit } from './disqualification.ts'
import { allIn, personWords, sameWords } from './names.ts'
import { labelOf, matchPerson, recordsOf } from './person-match.ts'
import { born, companiesHouse } from './register.ts'

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
    return {
      officer_ids: known.map(({ id }) => id),
      name: one.name,
      born: one.born,
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

export type Named = Pick<Person, 'name' | 'born' | 'is_corporate'>

/** Whether a disqualified person may be the officer, by name: one register often omits middle names. */
const mayBe = (person: Named, { kind, name }: Pick<DisqualifiedHit, 'kind' | 'name'>): boolean => {
  if ((kind === 'corporate') !== person.is_corporate) return false
  const a = personWords(person.name),
    b = personWords(name)
  return person.is_corporate ? sameWords(a, b) : Math.min(a.length, b.length) > 1 && (allIn(a, b) || allIn(b, a))
}

/**
 * The records with the officer's month of birth. Null if none match but a month of birth is missing: the result is then
 * unknown.
 */
export const disqualificationsOf = (
  person: Named,
  records: readonly Disqualified[],
): readonly Disqualified[] | null => {
  if (person.is_corporate) return records
  const sure = records.filter(({ born }) => born !== null && born === person.born)
  const unsure = records.some(({ born }) => born === null || person.born === null)
  return sure.length === 0 && unsure ? null : sure
}

/**
 * The disqualifications of a person, including expired ones, matched by name and month of birth because the registers
 * share no id. `[]` if none was found; no value if a name matches but a month of birth is missing.
 */
export const bansOf = (person: Node<Named>): Node<Some<readonly Disqualified[]>> => {
  const hits = need(disqualifiedSearch, { person }, ({ person }) => person.name)
  const records = each(disqualified, { person, hits }, ({ person, hits }) =>
    hits
      .filter((hit) => mayBe(person, hit) && (hit.born === null || person.born === null || hit.born === person.born))
      .slice(0, 5)
      .map(({ kind, id }) => ({ kind, id })),
  )
  return derive({ person, records }, ({ person, records }) => disqualificationsOf(person, records))
}
