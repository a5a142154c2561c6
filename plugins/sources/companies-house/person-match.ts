/** Chooses the person that a name means from the officer records that a search found. */
import { ambiguous, counted, noSuch, type Candidate, type NameMatch, type NoSuch, type Ambiguous } from '@domesday/core'
import { mostAppointments, type OfficerHit } from './appointments.ts'
import { allIn, personWords, sameWords } from './names.ts'

export interface PersonMatch {
  /** Records read as this person; the first is the matched one. */
  readonly ids: readonly string[]
  readonly name: string
  readonly others: readonly OfficerHit[]
}

type Known = Pick<OfficerHit, 'id' | 'name' | 'born' | 'appointments'>

const isSame = (a: Known, b: Known): boolean =>
  a.born !== null && a.born === b.born && sameWords(personWords(a.name), personWords(b.name))

/**
 * Ids of a record and of further records of the same person, as long as all their appointments can be read
 * (`mostAppointments`).
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

/** Records grouped by person, in their order. A record without a month of birth is a person of its own. */
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
 * The label distinguishes people by month of birth and number of appointments, never by address: it is often their
 * home.
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
 * Finds officers whose name contains every word asked for. Order: whole names first, then those with appointments, then
 * the register's order. Records with the same name and month of birth are one person, as long as all their appointments
 * can be read. If several people match, the result is the best one or `Ambiguous`, by `match`: registers may write or
 * omit middle names, so even an exact name does not identify a person.
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
  // Ignore records without appointments if there are others.
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
