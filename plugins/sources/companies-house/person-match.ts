/** Which person a name means, among the officer records that a search found. */
import { ambiguous, counted, noSuch, type Ambiguous, type Candidate, type NameMatch, type NoSuch } from '@domesday/core'
import { mostAppointments, type OfficerHit } from './appointments.ts'
import { allIn, personWords, sameWords } from './names.ts'

export interface PersonMatch {
  /** The records that are read as this person; the first is the one that was matched. */
  readonly ids: readonly string[]
  readonly name: string
  readonly others: readonly OfficerHit[]
}

type Known = Pick<OfficerHit, 'id' | 'name' | 'born' | 'appointments'>

const isSame = (a: Known, b: Known): boolean =>
  a.born !== null && a.born === b.born && sameWords(personWords(a.name), personWords(b.name))

/**
 * The ids of a record and of those hits that are the same person, as far as their appointments stay within what is
 * read of one.
 */
export const recordsOf = (one: Known, hits: readonly OfficerHit[]): readonly string[] => {
  const ids = [one.id]
  let left = mostAppointments - one.appointments
  for (const { id, appointments } of hits.filter((hit) => hit.id !== one.id && isSame(hit, one))) {
    if (appointments === 0 || appointments > left) continue
    ids.push(id)
    left -= appointments
  }
  return ids
}

const monthOf = (born: string): string =>
  new Date(`${born}-01T00:00:00Z`).toLocaleString('en-GB', { month: 'long', year: 'numeric', timeZone: 'UTC' })

export const labelOf = ({ name, born }: Pick<OfficerHit, 'name' | 'born'>): string =>
  born === null ? name : `${name} (born ${monthOf(born)})`

/** Records by person, in the order of the records: one without a month of birth is a person of its own. */
const peopleAmong = (hits: readonly OfficerHit[]): readonly (readonly [OfficerHit, ...OfficerHit[]])[] => {
  const people: [OfficerHit, ...OfficerHit[]][] = []
  for (const hit of hits) {
    const known = people.find(([one]) => isSame(one, hit))
    if (known) known.push(hit)
    else people.push([hit])
  }
  return people
}

/**
 * People are told apart by the month of birth and by how many appointments they have; never by an address, which is
 * often their home.
 */
const candidateOf = ([one, ...more]: readonly [OfficerHit, ...OfficerHit[]]): Candidate => {
  const appointments = [one, ...more].reduce((sum, record) => sum + record.appointments, 0)
  const born = one.born === null ? 'month of birth not stated' : `born ${monthOf(one.born)}`
  return {
    id: one.id,
    label: `${one.name} (${born}, ${counted(appointments, 'appointment')})`,
    born: one.born,
    appointments,
  }
}

/**
 * A name matches an officer where each of its words stands in the officer's name: the whole name first, those with
 * appointments first, then by the register's rank. Records with the same name and month of birth are one person, as
 * far as their appointments stay within what is read of one. One person is taken; of several the best where that is
 * asked for, otherwise none: registers leave out middle names and write them, so that not even the whole name tells
 * who is meant.
 */
export const matchPerson = (
  asked: string,
  hits: readonly OfficerHit[],
  match: NameMatch,
): PersonMatch | NoSuch | Ambiguous => {
  const words = personWords(asked)
  const rank = ({ name, appointments }: OfficerHit): number =>
    (sameWords(personWords(name), words) ? 0 : 2) + (appointments > 0 ? 0 : 1)
  const named = hits.filter(
    ({ name, otherName }) =>
      allIn(words, personWords(name)) || (otherName !== null && allIn(words, personWords(otherName))),
  )
  // A record without appointments says nothing of anybody.
  const holding = named.filter(({ appointments }) => appointments > 0)
  const ranked = (match === 'one' && holding.length > 0 ? holding : named).toSorted((a, b) => rank(a) - rank(b))
  const [best, ...rest] = ranked
  if (!best) return noSuch(`No officer is called ${asked}.`, peopleAmong(hits).slice(0, 5).map(candidateOf))
  const people = peopleAmong(ranked)
  if (match === 'one' && people.length > 1)
    return ambiguous(
      `Several people have '${asked}' in their names. Ask again by the officer id of the one who is meant.`,
      people.map(candidateOf),
    )
  return {
    ids: recordsOf(best, rest),
    name: labelOf(best),
    others: rest.filter((hit) => !isSame(hit, best)).slice(0, 5),
  }
}
