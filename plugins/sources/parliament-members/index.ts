import { list, need, notCovered, source, type Node, type Shown } from '@domesday/core'
import {
  electionShape,
  electionsFrom,
  electionsWire,
  seatNamed,
  seatShape,
  seatsWire,
  termShape,
  termsFrom,
  termsWire,
  type Election,
  type Seat,
  type Term,
} from './seats.ts'

export { electionShape, sameName, termShape, type Election, type Member, type Seat, type Term } from './seats.ts'

export const parliamentMembers = source({
  id: 'parliament-members',
  title: 'UK Parliament Members',
  home: import.meta.dirname,
  licence: 'OPL-3.0',
  attribution: 'Contains Parliamentary information licensed under the Open Parliament Licence v3.0',
  covers: ['England', 'Wales', 'Scotland', 'Northern Ireland'],
  coverage:
    'Constituencies of the House of Commons with their Members, and the results of elections in their present boundaries, which are of 2024; not which constituency stood there before',
})

/** The service's maximum. */
const mostFound = 20

/**
 * A current constituency by name, with its Member. The service has no codes and its search finds every name that
 * contains the words: only an equal name (ignoring case and punctuation) counts. Null if there is none.
 */
export const constituency = parliamentMembers.get('constituency', {
  wire: seatsWire,
  path: (name: string) => ['/api/Location/Constituency/Search', { searchText: name, skip: 0, take: mostFound }],
  digest: seatShape,
  version: 3,
  read: ({ items, totalResults }, name) => {
    const seats = items ?? []
    const seat = seatNamed(
      name,
      seats.map(({ value }) => value),
    )
    if (seat === null && (totalResults ?? 0) > mostFound) throw new Error('the seat may be among those not listed')
    return seat
  },
})

/**
 * Elections in a constituency with its present boundaries, newest first; notional results for earlier years are left
 * out.
 */
export const elections = parliamentMembers.get('elections', {
  wire: electionsWire,
  path: (id: number) => `/api/Location/Constituency/${id}/ElectionResults`,
  digest: list(electionShape),
  version: 2,
  read: ({ value }) => electionsFrom(value ?? []),
  none: ({ status }) => (status === 404 ? null : undefined),
})

/** Members for a constituency with its present boundaries, newest first, including the current one. */
export const representations = parliamentMembers.get('representations', {
  wire: termsWire,
  path: (id: number) => `/api/Location/Constituency/${id}/Representations`,
  digest: list(termShape),
  read: ({ value }) => termsFrom(value ?? []),
  none: ({ status }) => (status === 404 ? null : undefined),
  confidence: 'unconfirmed',
})

/** The constituency of a place. A place in none (on the islands) is not covered. */
export const seatOf = (place: Node<{ readonly postcode: string; readonly constituency: string | null }>): Shown<Seat> =>
  need(
    constituency,
    place,
    ({ postcode, constituency }) => constituency ?? notCovered(`${postcode} is in no constituency`),
  )
export const electionsOf = (seat: Node<Seat>): Shown<readonly Election[]> => need(elections, seat, ({ id }) => id)
export const termsOf = (seat: Node<Seat>): Shown<readonly Term[]> => need(representations, seat, ({ id }) => id)
